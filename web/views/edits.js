/** The numbers that the reader has set: which they are, and how to take them back. */

import { html, nothing } from 'lit';
import { formatCell } from '../graph/cell.js';
import { numberAt } from '../graph/trace.js';
import { cellOfEdit } from '../session/edited.js';
import * as text from '../text/en/controls.js';
import { quoted } from '../text/inline.js';
import { labelOf } from './trace-panel.js';

/** @param {import('./context.js').ViewContext} context */
export function editList(context) {
  const { state, computation, turn, pageOf, update, readonly } = context;
  const { size } = computation.originals;
  if (size === 0) return nothing;
  return html`<details class="edits">
    <summary>${text.changedNumbers(size)}</summary>
    <div class="sheet-of-edits">
      <ul>${[...computation.originals].map(([edit, before]) => {
        const cell = cellOfEdit(state, computation, edit);
        if (!cell) return nothing;
        const page = pageOf(cell.id);
        const open = () => turn({ cell: formatCell(cell), ...page });
        const label = labelOf(context, cell);
        return html`<li>${page ? html`<button type="button" class="plain" @click=${open}>${label}</button>` : label}
          ${quoted(numberAt(computation.run, cell))} <span class="note">${text.insteadOf(before)}</span></li>`;
      })}</ul>
      ${
        readonly
          ? nothing
          : html`<button type="button" class="plain" @click=${() => update({ edits: '' })}>${text.resetAll}</button>`
      }
    </div>
  </details>`;
}

/** The mask as a table of its own: which query may attend to which key, cell by cell. */

import { html, nothing } from 'lit';
import { word } from '../lessons/text.js';
import { MAX_DIGITS } from '../session/limits.js';
import { maskedCells, maskedPairs } from '../session/mask.js';
import { formatCells } from '../session/mask-cells.js';
import { isDecoderSelf, maskOf } from '../session/settings.js';
import { uses } from '../session/source-settings.js';
import * as text from '../text/en/tables.js';
import { pairsCorner } from './number-table.js';

/** @typedef {import('./context.js').ViewContext} ViewContext */

/**
 * Can pairs be masked one by one? Not if the mask is fixed, as in a scene or a decoder's
 * self-attention, nor for more words than fit in an address.
 * @param {Pick<ViewContext, 'state' | 'computation'>} context
 */
export function canPaint({ state, computation: { queryWords, keyWords } }) {
  const own = isDecoderSelf(state);
  return (
    uses(state, 'masked') && !own && Math.max(queryWords.length, keyWords.length) <= MAX_DIGITS
  );
}

/**
 * The mask with one pair toggled.
 * @param {Pick<ViewContext, 'state' | 'computation'>} context
 * @param {number} query
 * @param {number} key
 * @returns {{ masked: boolean, change: Partial<import('../session/state.js').State> }} whether it is
 *   masked now, and the change that toggles it
 */
export function toggled({ state, computation }, query, key) {
  const cells = maskedCells(state, computation.queryWords.length, computation.keyWords.length);
  const others = cells.filter((cell) => cell.query !== query || cell.key !== key);
  const masked = others.length < cells.length;
  const after = masked ? others : [...cells, { query, key }];
  return { masked, change: { mask: 'custom', masked: formatCells(after) } };
}

/** @param {ViewContext} context */
export function maskPainter(context) {
  const { state, computation, update, selected, readonly } = context;
  const { queryWords, keyWords } = computation;
  const masked = maskedPairs(state, keyWords.length);
  const fixed = readonly || !canPaint(context);
  const own = isDecoderSelf(state);
  const isReady = ['causal', 'padding'].includes(maskOf(state));
  if (queryWords.length > MAX_DIGITS || keyWords.length > MAX_DIGITS) return '';
  return html`<div class="matrix" part="matrix"><table role="grid" class="painter" aria-label=${text.table(text.mask, queryWords.length, keyWords.length)}>
    <caption>${text.mask} <i>M</i> <span class="shape">${queryWords.length} × ${keyWords.length}</span>
      <span class="note">${own ? text.decoderMask : fixed ? nothing : isReady ? text.pressToCustomise : text.pressToMask}</span></caption>
    <thead><tr>
      ${pairsCorner}
      ${keyWords.map((key) => html`<th scope="col">${word(key)}</th>`)}
    </tr></thead>
    <tbody>${queryWords.map(
      (name, query) => html`<tr class=${query === selected ? 'selected' : ''}>
        <th scope="row">${word(name)}</th>
        ${keyWords.map((keyName, key) => {
          const off = masked(query, key);
          return html`<td role="gridcell" class=${off ? 'masked' : ''}><button type="button" class="may" tabindex="-1"
            aria-pressed=${off} aria-disabled=${fixed} aria-label=${text.maskKey(name, keyName)}
            @click=${() => fixed || update(toggled(context, query, key).change)}
            >${off ? '×' : '·'}</button></td>`;
        })}
      </tr>`,
    )}</tbody>
  </table></div>`;
}

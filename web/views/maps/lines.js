/**
 * Two columns of words, queries at the left and keys at the right, and lines between them, as strong as the
 * weights. A word that is pointed at, has the focus or was pressed shows its own lines alone.
 */

import { html } from 'lit';
import { lang } from '../../text/en/language.js';
import * as text from '../../text/en/maps.js';
import { rounded } from '../../text/number.js';
import { lineCanvas } from './line-canvas.js';
import { readout, scale } from './scale.js';
import { strongestLines } from './strongest.js';

/** @typedef {import('./shown.js').Shown} Shown */

/** @param {Shown} shown */
export function lines(shown) {
  const {
    rows,
    columns,
    tabs,
    matrix: { name },
  } = shown;
  const { lines: strongest, least, isAll } = strongestLines(shown);
  return html`${tabs()}<figure class="lines" part="matrix">
    <figcaption class="caption">${name} <span class="shape">${rows.length} × ${columns.length}</span></figcaption>
    <div class="scroll" ${lineCanvas(shown, strongest)}>
      ${side(shown, true, rows)}
      <canvas role="img" aria-label=${text.lines(name, rows.length, columns.length)}></canvas>
      ${side(shown, false, columns)}
    </div>
    <p class="note ${isAll ? 'hint' : ''}">${isAll ? text.press : text.strongest(strongest.length, rounded(least))}</p>
  </figure>${readout}${scale(shown)}`;
}

/**
 * @param {Shown} shown
 * @param {boolean} isQuery
 * @param {readonly string[]} words
 */
const side = (
  { host, memory: { kept } },
  isQuery,
  words,
) => html`<div class="side ${isQuery ? 'q' : 'k'}" role="group" lang=${host.lang}
  aria-label=${isQuery ? text.queries : text.keys}>
  <span class="note" aria-hidden="true" lang=${lang}>${isQuery ? text.queries : text.keys}</span>
  ${words.map((one, index) => {
    const isKept = kept?.isQuery === isQuery && kept.index === index;
    return html`<button type="button" class="word" tabindex=${index === 0 && isQuery ? 0 : -1}
      data-side=${isQuery ? 'q' : 'k'} data-index=${index} aria-pressed=${isKept} dir="auto"><span class="cut">${one}</span></button>`;
  })}
</div>`;

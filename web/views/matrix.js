/** Renders every matrix on the page: in digits, or as a map if it is too large. */

import { html, noChange, nothing } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { measureView } from '../figures/scroller.js';
import { hasMaskedCell, isTooWide, listScales, listShownRows } from '../figures/tables.js';
import * as text from '../text/en/tables.js';
import { rounded } from '../text/number.js';
import { heatmapFigure } from './heatmap.js';
import { numberTable } from './number-table.js';

/**
 * @import { Matrix } from '../figures/types.js'
 * @import { ShownWeights, TableContext } from './types.js'
 * @import { ChildPart } from 'lit'
 */

/** Draws a table, unless it keeps its old numbers. */
class KeepOldNumbers extends Directive {
  #isDrawn = false;

  /** @param {TableContext['keepsOldNumbers']} _keepsOldNumbers @param {() => unknown} make */
  render(_keepsOldNumbers, make) {
    return make();
  }

  /**
   * @param {ChildPart} part
   * @param {[TableContext['keepsOldNumbers'], () => unknown]} values
   * @override
   */
  update({ startNode }, [keepsOldNumbers, make]) {
    const table = /** @type {Comment} */ (startNode).nextElementSibling;
    if (this.#isDrawn && table && keepsOldNumbers?.(table)) return noChange;
    this.#isDrawn = true;
    return make();
  }
}

const keepOldNumbersOr = directive(KeepOldNumbers);

/** @param {Matrix} matrix @param {TableContext} context */
export function matrixTable(matrix, context) {
  return keepOldNumbersOr(context.keepsOldNumbers, () =>
    isTooWide(matrix)
      ? heatmapFigure(matrix, context)
      : numberTable(matrix, context, { rows: listShownRows(matrix, context) }),
  );
}

// The legend of the colours of some matrices.

/**
 * Renders the legend of tables in digits. A map has its own legend below it.
 * @param {Matrix[]} matrices
 * @param {string} [end] a text in place of the number at the end of the colours
 * @param {string} [scope] where scales of signed numbers and of weights above 1 hold
 */
export function colourLegend(matrices, end, scope = '') {
  const tables = matrices.filter((matrix) => !isTooWide(matrix));
  return html`<p class="legend" aria-hidden="true">
    ${listScales(tables).map(({ colours, limit = 1, darkest = 1 }) =>
      colours === 'signed'
        ? html`<span>${end ? '−' : rounded(-limit)} <i class="ramp signed"></i> ${end ?? rounded(limit)} ${scope}</span> `
        : html`<span>0 <i class="ramp weights"></i> ${end ?? rounded(darkest)} ${darkest > 1 ? scope : ''}</span> `,
    )}
    ${tables.some(hasMaskedCell) ? html`<span><i class="ramp masked"></i> ${text.masked}</span>` : nothing}
  </p>`;
}

// The lines below a picture: the number under the pointer, and the colour scale.

export const readout = html`<p class="readout" aria-hidden="true"></p>`;

/** @param {ParentNode} root @param {string} words */
export function writeReadout(root, words) {
  const line = root.querySelector('.readout');
  if (!line?.parentElement) return;
  // Stick only where the line might be out of view: on a scaled slide it would stick in mid-air.
  const { top, bottom } = measureView(line);
  line.classList.toggle('sticking', line.parentElement.offsetHeight > bottom - top);
  line.textContent = words;
}

/** Writes into the readout of the picture that an event is about. @param {Event} event @param {string} words */
export function writeReadoutNear({ target }, words) {
  const picture = /** @type {Element} */ (target).closest(':has(.readout)');
  if (picture) writeReadout(picture, words);
}

/**
 * @param {ShownWeights} shown
 * @param {string} [end] a text in place of the number at the end of the colours
 */
export const mapLegend = ({ matrix }, end) => {
  const view = { ...matrix.view, rows: 0, columns: 0 };
  return colourLegend([{ ...matrix, view }], end);
};

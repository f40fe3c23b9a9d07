/** How every matrix on the page is shown: in digits, or as a map where it is too large for them. */

import { noChange } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { isMap } from '../lessons/tables.js';
import { heatmap } from './heatmap.js';
import { numberTable } from './number-table.js';

/**
 * @typedef {import('../lessons/tables.js').Matrix} Matrix
 * @typedef {import('./number-table.js').TableContext} TableContext
 */

/** Draws a table, unless it rests. */
class TurnDirective extends Directive {
  #isDrawn = false;

  /** @param {TableContext['rests']} _rests @param {() => unknown} make */
  render(_rests, make) {
    return make();
  }

  /**
   * @param {import('lit').ChildPart} part
   * @param {[TableContext['rests'], () => unknown]} how
   * @override
   */
  update({ startNode }, [rests, make]) {
    const table = /** @type {Comment} */ (startNode).nextElementSibling;
    if (this.#isDrawn && table && rests?.(table)) return noChange;
    this.#isDrawn = true;
    return make();
  }
}

const inTurn = directive(TurnDirective);

/**
 * @param {Matrix} matrix
 * @param {TableContext} context
 */
export function matrixTable(matrix, context) {
  const columns = counted(matrix.view.columns);
  return inTurn(context.rests, () =>
    isMap(matrix)
      ? heatmap(matrix, context)
      : numberTable(matrix, context, { rows: shownRows(matrix, context), columns }),
  );
}

/** @param {number} count @param {number} [first] */
const counted = (count, first = 0) => Array.from({ length: count }, (_, i) => first + i);

/**
 * All rows, or those of the selected and the pinned word.
 * @param {Matrix} matrix
 * @param {TableContext} context
 */
export function shownRows({ selects, view }, { state, selected }) {
  if (selects !== 'query' || state.rows === 'all') return counted(view.rows);
  return [...new Set([selected, state.pin])]
    .filter((row) => row >= 0 && row < view.rows)
    .toSorted((a, b) => a - b);
}

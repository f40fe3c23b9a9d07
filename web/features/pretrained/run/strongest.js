/** Finds the strongest weights of several heads, as lines and as the keys of one query. */

import { getRow, listIndices } from '../../../graph/cell.js';
import { rounded } from '../../../text/number.js';

/** @import { Tensor } from '../../../../src/js/index.js' */

/** @typedef {{ head: number, row: number, column: number, weight: number }} HeadLine */

/** The most lines to draw. Readers cannot tell more lines apart. */
const MAX_LINES = 2000;

/** Lines of smaller weights are not drawn. */
const LEAST_DRAWN_WEIGHT = 0.01;

/**
 * @param {string} names such as '0 2 5'; '' means all
 * @param {number} count the number of heads in the layer
 */
export function listChosenHeads(names, count) {
  const all = listIndices(count);
  const chosen = new Set(names.split(' ').filter(Boolean).map(Number));
  const some = all.filter((head) => chosen.has(head));
  return some.length > 0 ? some : all;
}

/**
 * Adds a head to the chosen ones or removes it. The last one stays.
 * @param {readonly number[]} chosen
 * @param {number} head
 * @param {number} count the number of heads in the layer
 */
export function toggleHead(chosen, head, count) {
  const others = chosen.filter((other) => other !== head);
  const next = others.length < chosen.length ? others : [...chosen, head].sort((a, b) => a - b);
  if (next.length === 0) return String(head);
  return next.length === count ? '' : next.join(' ');
}

/**
 * @param {Tensor} weights (H, L, S)
 * @param {readonly number[]} heads
 * @param {{ rows?: readonly number[], columns?: readonly number[], most?: number }} [options]
 *   `rows` and `columns` limit the lines to these queries and keys
 * @returns {{ lines: HeadLine[], least: number, isAll: boolean }} `least` is the smallest weight
 *   with a line
 */
export function findStrongestHeadLines(weights, heads, { rows, columns, most = MAX_LINES } = {}) {
  const [, L] = weights.shape;
  const wanted = rows ?? listIndices(L);
  const isColumn = columns && new Set(columns);
  /** @type {HeadLine[]} */
  const lines = [];
  for (const head of heads) {
    for (const row of wanted) {
      getRow(weights, head, row).forEach((weight, column) => {
        if (weight >= LEAST_DRAWN_WEIGHT && (isColumn?.has(column) ?? true))
          lines.push({ head, row, column, weight });
      });
    }
  }
  if (lines.length <= most) return { lines, least: LEAST_DRAWN_WEIGHT, isAll: true };
  const sorted = Float32Array.from(lines, ({ weight }) => weight).sort();
  const least = sorted[sorted.length - most];
  // If weights are equal, perhaps only some of them fit.
  const strongest = lines.filter(({ weight }) => weight >= least).slice(0, most);
  return { lines: strongest, least, isAll: false };
}

/**
 * Finds the keys that a query attends to most. Several are returned if their weights look equal.
 * @param {Tensor} weights (H, L, S)
 * @param {number} head
 * @param {number} row
 * @param {readonly number[]} [among] the keys to consider; all by default
 * @returns {{ keys: number[], weight: number }}
 */
export function findStrongestKeys(weights, head, row, among) {
  const all = getRow(weights, head, row);
  const counted = among ?? [...all.keys()];
  const weight = Math.max(...counted.map((key) => all[key]));
  return { keys: counted.filter((key) => rounded(all[key]) === rounded(weight)), weight };
}

/** Chooses heads of a layer, and finds the keys that a query attends to most. */

import { getRow, listIndices } from '../../../graph/cell.js';
import { rounded } from '../../../text/number.js';

/** @import { Tensor } from '../../../../src/js/index.js' */

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

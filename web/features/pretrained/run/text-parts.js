/** Selects the queries and keys that the reader looks at, if a model reads two texts together. */

import { makeView, sliceTensor } from '../../../graph/cell.js';
import { getTextsAt } from './places.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { State } from '../../../state/types.js'
 * @import { LayerPlace } from './places.js'
 * @import { Reply } from '../types.js'
 */

/** @typedef {{ rows: number[], columns: number[] }} TextPart positions of queries and of keys */

/** Tells whether the model reads two texts. @param {Reply} reply */
export const hasTwoTexts = ({ secondStart, ids }) => secondStart < ids.length;

/**
 * Finds the queries and keys that the reader looks at: all of them, or those of one text each.
 * @param {Reply} reply
 * @param {LayerPlace} layer
 * @param {State['texts']} texts for example 'a-b': queries of the first text, keys of the second
 * @returns {TextPart}
 */
export function findTextPart(reply, layer, texts) {
  const { queries, keys } = getTextsAt(reply, layer);
  const [all, columnsOfAll] = [queries, keys].map(({ ids }) => [...ids.keys()]);
  if (texts === 'all' || !hasTwoTexts(reply)) return { rows: all, columns: columnsOfAll };
  const [rows, columns] = texts
    .split('-')
    .map((text) => all.filter((place) => place >= reply.secondStart === (text === 'b')));
  return { rows, columns };
}

/**
 * Returns the weights of a head between these queries and keys.
 * @param {Tensor} weights (H, L, S)
 * @param {number} head
 * @param {TextPart} part
 */
export function makePartView(weights, head, { rows, columns }) {
  const view = sliceTensor(weights, { leadingIndex: [head] });
  if (rows.length === view.rows && columns.length === view.columns) return view;
  const numbers = rows.flatMap((row) => columns.map((column) => view.at(row, column)));
  return makeView(rows.length, columns.length, Float32Array.from(numbers));
}

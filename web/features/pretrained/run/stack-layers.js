/** The layers of a model, the texts that they read, and the tokens that the reader looks at. */

import { listIndices, makeView, sliceTensor } from '../../../graph/cell.js';
import { MAX_DIGITS } from '../../../state/limits.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { State } from '../../../state/types.js'
 * @import { LayerStack, ModelSizes } from '../../../../src/js/pretrained/types.js'
 * @import { Reply, TextReply } from '../types.js'
 */

/**
 * A layer of a stack, counted from 0. `cross` is the attention of a decoder layer to the encoder's
 * text.
 * @typedef {{ stack: LayerStack, layer: number }} StackLayer
 */

/**
 * Lists the layers of the encoder, then those of the decoder. A layer of the decoder appears once
 * for each of its attentions.
 * @param {Pick<ModelSizes, 'layers' | 'hasEncoder' | 'encoderLayers'>} sizes
 * @returns {StackLayer[]}
 */
export function listStackLayers({ layers, hasEncoder, encoderLayers }) {
  /** @param {number} count @param {LayerStack[]} stacks */
  const list = (count, stacks) =>
    listIndices(count).flatMap((layer) => stacks.map((stack) => ({ stack, layer })));
  return hasEncoder
    ? [...list(encoderLayers, ['encoder']), ...list(layers, ['decoder', 'cross'])]
    : list(layers, ['decoder']);
}

/**
 * Gives a reply the text of a layer's queries.
 * @param {Reply} reply
 * @param {StackLayer} stackLayer
 * @returns {Reply}
 */
export const getReplyAt = (reply, { stack }) =>
  stack === 'encoder' && reply.encoded
    ? { ...reply, ...reply.encoded.text, next: undefined, decoded: reply }
    : reply;

/**
 * @param {Reply} reply
 * @param {StackLayer} stackLayer
 * @returns {{ queries: TextReply, keys: TextReply }}
 */
export function getTextsAt(reply, { stack }) {
  const { encoded, decoded = reply } = reply;
  if (!encoded) return { queries: reply, keys: reply };
  const queries = stack === 'encoder' ? encoded.text : decoded;
  return { queries, keys: stack === 'decoder' ? decoded : encoded.text };
}

/** @typedef {{ rows: number[], columns: number[] }} TextPart positions of queries and of keys */

/** Tells whether the model reads two texts. @param {Reply} reply */
export const hasTwoTexts = ({ secondStart, ids }) => secondStart < ids.length;

/**
 * Finds the queries and keys that the reader looks at: all of them, or those of one text each.
 * @param {Reply} reply
 * @param {StackLayer} layer
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

/** Whether the colours of each map end at its own largest weight. @param {TextPart} part */
export const hasOwnScales = ({ rows, columns }) =>
  Math.max(rows.length, columns.length) > MAX_DIGITS;

/**
 * Returns the weights of a head between these queries and keys.
 * @param {Tensor} weights (H, L, S)
 * @param {number} head
 * @param {TextPart} part
 */
export function makePartView(weights, head, { rows, columns }) {
  const view = sliceTensor(weights, { leadingIndex: [head] });
  if (rows.length === view.rows && columns.length === view.columns) return view;
  const numbers = new Float32Array(rows.length * columns.length);
  let i = 0;
  for (const row of rows) for (const column of columns) numbers[i++] = view.at(row, column);
  return makeView(rows.length, columns.length, numbers);
}

/**
 * Returns the weights of all heads between these queries and keys.
 * @param {Tensor} weights (H, L, S)
 * @param {TextPart} part
 * @returns {Tensor}
 */
export function selectPart(weights, part) {
  const [heads, L, S] = weights.shape;
  const shape = [heads, part.rows.length, part.columns.length];
  // Heads of a long text have millions of weights.
  if (shape[1] === L && shape[2] === S) return weights;
  const data = new Float32Array(heads * shape[1] * shape[2]);
  for (let head = 0; head < heads; head++)
    data.set(makePartView(weights, head, part).numbers, head * shape[1] * shape[2]);
  return { shape, data };
}

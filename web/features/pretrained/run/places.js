/**
 * Lists the layers of a model: those of the encoder, then those of the decoder. A layer of the
 * decoder appears once for each of its attentions.
 */

/**
 * @import { LayerStack, ModelSizes } from '../../../../src/js/pretrained/types.js'
 * @import { Changes, Reply, TextReply } from '../types.js'
 */

/**
 * A layer of a stack, counted from 0. `cross` is the attention of a decoder layer to the encoder's
 * text.
 * @typedef {{ stack: LayerStack, layer: number }} LayerPlace
 */

/**
 * Lists layers in the order in which a model computes them.
 * @param {Pick<ModelSizes, 'layers' | 'hasEncoder' | 'encoderLayers'>} sizes
 * @returns {LayerPlace[]}
 */
export function listPlaces({ layers, hasEncoder, encoderLayers }) {
  /** @param {number} count @param {LayerStack[]} stacks */
  const list = (count, stacks) =>
    Array.from({ length: count }, (_, layer) => stacks.map((stack) => ({ stack, layer }))).flat();
  return hasEncoder
    ? [...list(encoderLayers, ['encoder']), ...list(layers, ['decoder', 'cross'])]
    : list(layers, ['decoder']);
}

/**
 * Returns a reply with the text of a layer's queries.
 * @param {Reply} reply
 * @param {LayerPlace} place
 * @returns {Reply}
 */
export const getReplyAt = (reply, { stack }) =>
  stack === 'encoder' && reply.encoded
    ? { ...reply, ...reply.encoded.text, next: undefined, decoded: reply }
    : reply;

/**
 * Returns the texts of a layer's queries and keys.
 * @param {Reply} reply
 * @param {LayerPlace} place
 * @returns {{ queries: TextReply, keys: TextReply }}
 */
export function getTextsAt(reply, { stack }) {
  const { encoded, decoded = reply } = reply;
  if (!encoded) return { queries: reply, keys: reply };
  const queries = stack === 'encoder' ? encoded.text : decoded;
  return { queries, keys: stack === 'decoder' ? decoded : encoded.text };
}

/**
 * The library's names of the tables of attention to the encoder.
 * @type {Readonly<Record<string, string>>}
 */
const CROSS_TABLES = {
  ...{ q: 'crossQ', k: 'crossK', v: 'crossV', weights: 'crossWeights' },
  ...{ headOut: 'crossHeadOut', attnOut: 'crossAttnOut', afterAttn: 'afterCross' },
};

/**
 * Renames the reader's changes to the library's names for the layers of each stack.
 * @param {Changes} changes changes whose layers are indexes into `places`
 * @param {readonly LayerPlace[]} places
 * @returns {Changes}
 */
export function renameForLibrary({ silence, block, edits }, places) {
  const named = (/** @type {string} */ name) => {
    const [first, ...rest] = name.split('.');
    const wanted = first === '*' ? places : [places[Number(first)]];
    return wanted.map(({ stack, layer }) => {
      const prefix = stack === 'decoder' ? [] : [stack];
      return [...prefix, layer, ...rest].join('.');
    });
  };
  const namedNumber = (/** @type {string} */ name) => {
    const [first, table, ...index] = name.split('.');
    const { stack, layer } = places[Number(first)];
    const named = stack === 'cross' ? (CROSS_TABLES[table] ?? table) : table;
    return [...(stack === 'encoder' ? [stack] : []), layer, named, ...index].join('.');
  };
  return {
    silence: silence.flatMap(named),
    block: block.flatMap(named),
    edits: Object.fromEntries(
      Object.entries(edits).map(([name, value]) => [namedNumber(name), value]),
    ),
  };
}

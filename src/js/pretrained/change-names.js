// The names of tables and places in the changes of a run, such as encoder.0.weights.1.2.0.

/** @import { LayerStack } from './types.js' */

/** The tables of a layer, in the order in which they are computed. */
export const TABLES = /** @type {const} */ ([
  'input',
  'normAttn',
  'q',
  'k',
  'v',
  'qNorm',
  'kNorm',
  'qRot',
  'kRot',
  'scores',
  'weights',
  'headOut',
  'attnOut',
  'normAttnOut',
  'afterAttn',
  'crossQ',
  'crossK',
  'crossV',
  'crossScores',
  'crossWeights',
  'crossHeadOut',
  'crossAttnOut',
  'afterCross',
  'normMlp',
  'mlpHidden',
  'mlpOut',
  'normMlpOut',
  'output',
]);

/**
 * The stacks of layers in a run: the kind of attention of each, and the number of its keys.
 * @typedef {{ attention: 'self' | 'cross', keys: number }} Stack
 * @typedef {Readonly<Partial<Record<LayerStack, Stack>>>} Stacks
 */

/**
 * Returns the stacks of a decoder.
 * @param {number} targets the number of its tokens
 * @param {number} [encoded] the number of tokens of its encoder, if there is one
 * @returns {Stacks}
 */
export const makeDecoderStacks = (targets, encoded) => ({
  decoder: { attention: 'self', keys: targets },
  ...(encoded !== undefined && { cross: { attention: 'cross', keys: encoded } }),
});

/** The prefixes of names of changes; without a prefix, decoder. @type {readonly LayerStack[]} */
const LAYER_STACKS = ['decoder', 'encoder', 'cross'];

/** Whether a run has an encoder, or attends to one. @param {Stacks} stacks */
export const hasEncoderStack = (stacks) => 'encoder' in stacks || 'cross' in stacks;

/** Lists the stacks of a model. @param {boolean} hasEncoder */
export const listStacks = (hasEncoder) => (hasEncoder ? LAYER_STACKS : LAYER_STACKS.slice(0, 1));

/** Lists the tables that errors offer: those of attention to an encoder only if there is one. @param {Stacks} stacks */
export const listTables = ({ cross }) =>
  cross ? TABLES : TABLES.filter((table) => !/^cross|Cross$/.test(table));

/** Reads an index in a name; NaN if it is invalid. @param {string} text @param {number} count */
export function readIndex(text, count) {
  const index = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return index < count ? index : Number.NaN;
}

/**
 * The name of a change, split into prefix and parts.
 * @typedef {Stack & { prefix: string, parts: string[] }} Named `prefix` is the stack and a dot, if the name has them
 */

/**
 * Splits the name of a change.
 * @param {string} name @param {Stacks} stacks
 * @returns {Named | undefined} undefined if the name belongs to a stack of another run
 */
export function readStack(name, stacks) {
  const parts = name.split('.');
  const first = listStacks(hasEncoderStack(stacks)).find((each) => each === parts[0]);
  const stack = stacks[first ?? 'decoder'];
  return stack && { ...stack, prefix: first ? `${parts.shift()}.` : '', parts };
}

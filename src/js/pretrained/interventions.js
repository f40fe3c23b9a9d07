// A run returns traced tables, and changes what the caller names: silenced heads, blocked pairs, numbers that are set.
//
// A model that writes on reads its text in several passes. A name with a position changes that position alone, in the
// pass that computes it, which may be a later one. A * of a pair covers all positions, also later ones.

import { makeArgumentError, makeValueError } from '../errors.js';
import { isIntegerIn, listChoices } from '../keys.js';

/**
 * @import { Machine } from './machine.js'
 * @import { Description } from './parts.js'
 * @import { LayerStack } from './types.js'
 */

/** The tables of a layer, in the order in which they are computed. */
export const TABLES = /** @type {const} */ ([
  ...['input', 'normAttn', 'q', 'k', 'v', 'qRot', 'kRot', 'scores', 'weights', 'headOut'],
  ...['attnOut', 'afterAttn', 'crossQ', 'crossK', 'crossV', 'crossScores', 'crossWeights'],
  ...['crossHeadOut', 'crossAttnOut', 'afterCross', 'normMlp', 'mlpHidden', 'mlpOut', 'output'],
]);

/**
 * A stack of layers in a run: of a text to itself, or of the decoder to the encoder, and how many keys it has.
 *
 * @typedef {{ attention: 'self' | 'cross', keys: number }} Stack
 */

/** The stacks of a run. @typedef {Readonly<Partial<Record<LayerStack, Stack>>>} Stacks */

/** The stacks of a decoder. @param {number} targets its tokens @param {number} [encoded] tokens of its encoder, if it has one @returns {Stacks} */
export const makeDecoderStacks = (targets, encoded) => ({
  decoder: { attention: 'self', keys: targets },
  ...(encoded !== undefined && { cross: { attention: 'cross', keys: encoded } }),
});

/**
 * Options of a run: `layers` is read, the others are not.
 *
 * @typedef {{ trace?: unknown, layers?: number[] | undefined, silence?: unknown, block?: unknown, edits?: unknown }} Changes
 */

/**
 * The first words of names: a name without one is of the decoder.
 *
 * @type {readonly LayerStack[]}
 */
const LAYER_STACKS = ['decoder', 'encoder', 'cross'];

/** The stacks of a model. @param {boolean} hasEncoder */
export const listStacks = (hasEncoder) => (hasEncoder ? LAYER_STACKS : LAYER_STACKS.slice(0, 1));

/** @typedef {{ layer: number, table: string, indices: number[], value: number, argument: string }} Edit */

/**
 * A head, or a pair of a query and a key in it: their indices, undefined for all.
 *
 * @typedef {{ attention: Stack['attention'], places: (number | undefined)[] }} Change
 */

/** The tables of the encoder's text: their rows are not positions of the decoder's. */
const ENCODER_TABLES = ['crossK', 'crossV'];

/** The tables with a column for each position. */
const KEY_TABLES = ['scores', 'weights'];

/** A part of a name: an index, NaN if it is none. @param {string} text @param {number} count */
function readIndex(text, count) {
  const index = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return index < count ? index : Number.NaN;
}

/** The same, or undefined for all. @param {string} text @param {number} count */
const readIndexOrAll = (text, count) => (text === '*' ? undefined : readIndex(text, count));

/** @param {string} argument @param {unknown} value @param {string} expected @returns {string[]} */
function readList(argument, value, expected) {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw makeValueError(argument, `a list of ${expected}`, value);
}

/**
 * A name of a change, without its stack.
 *
 * @typedef {Stack & { prefix: string, parts: string[] }} Named `prefix`: the stack and a point, if the name has them
 */

/**
 * @param {string} name
 * @param {Stacks} stacks
 * @returns {Named | undefined} undefined: of a stack that another run has
 */
function readStack(name, stacks) {
  const parts = name.split('.');
  const first = listStacks('encoder' in stacks || 'cross' in stacks).find(
    (each) => each === parts[0],
  );
  const stack = stacks[first ?? 'decoder'];
  return stack && { ...stack, prefix: first ? `${parts.shift()}.` : '', parts };
}

/**
 * Heads or pairs by their names.
 *
 * @param {string} argument
 * @param {unknown} names
 * @param {Stacks} stacks
 * @param {(keys: number) => number[]} count how many there are of each part of a name
 * @param {{ example: string, describe: (prefix: string, counts: number[]) => string }} kind what a name is
 * @returns {Change[]}
 */
function readChanges(argument, names, stacks, count, { example, describe }) {
  return readList(argument, names, `names, such as ['${example}']`).flatMap((name, i) => {
    const named = readStack(name, stacks);
    if (!named) return [];
    const { prefix, parts, attention, keys } = named;
    const counts = count(keys);
    const places = counts.map((each, part) => readIndexOrAll(parts[part] ?? '', each));
    if (parts.length === counts.length && !places.some(Number.isNaN))
      return [{ attention, places }];
    throw makeValueError(`${argument}[${i}]`, describe(prefix, counts), name);
  });
}

const HEADS = {
  example: '0.*',
  /** @param {string} prefix @param {number[]} counts */
  describe: (prefix, [layers, heads]) =>
    `${prefix}layer.head, such as '${prefix}0.${heads - 1}', or * for all, of ${layers} layers ` +
    `and ${heads} heads`,
};

const PAIRS = {
  example: '0.*.1.0',
  /** @param {string} prefix @param {number[]} counts */
  describe: (prefix, [layers, heads, queries, keys]) =>
    `${prefix}layer.head.query.key, such as '${prefix}0.*.${Math.max(0, queries - 1)}.0', of ` +
    `${layers} layers, ${heads} heads, ${queries} queries and ${keys} keys`,
};

/**
 * Whether a change is of a head.
 *
 * @param {Stack['attention']} attention
 * @param {number} layer
 * @param {number} head
 * @returns {(change: Change) => boolean}
 */
const isOf = (attention, layer, head) => (change) =>
  change.attention === attention &&
  [layer, head].every((index, i) => (change.places[i] ?? index) === index);

/** Reads what a run does beside computing. */
export class Interventions {
  #silenced;
  #blocked;
  #queries;
  #edits;
  #traced;
  #layers;
  /** @type {Record<string, any>[]} the tables of each layer that are wanted */
  layers;

  /**
   * @param {Description} model
   * @param {number} queries that there are, or will be
   * @param {Changes} options
   * @param {Stacks} stacks
   */
  constructor(model, queries, { trace, layers, silence, block, edits }, stacks) {
    const sizes = [model.layers.length, model.heads];
    this.layers = model.layers.map(() => ({}));
    this.#queries = queries;
    this.#traced = readTrace(trace);
    this.#layers = layers;
    this.#silenced = readChanges('options.silence', silence, stacks, () => sizes, HEADS);
    const count = (/** @type {number} */ keys) => [...sizes, queries, keys];
    this.#blocked = readChanges('options.block', block, stacks, count, PAIRS);
    this.#edits = readEdits(edits, sizes[0], stacks);
  }

  /** @param {Stack['attention']} attention @param {number} layer @param {number} head */
  isSilenced(attention, layer, head) {
    return this.#silenced.some(isOf(attention, layer, head));
  }

  /**
   * The pairs that a head may not see; undefined: every query, or every key.
   *
   * @param {Stack['attention']} attention
   * @param {number} layer
   * @param {number} head
   */
  blockedPairs(attention, layer, head) {
    const found = this.#blocked.filter(isOf(attention, layer, head));
    return found.map(({ places: [, , query, key] }) => ({ query, key }));
  }

  /** @param {number} layer @param {string} table */
  isEdited(layer, table) {
    return this.#edits.some((edit) => edit.layer === layer && edit.table === table);
  }

  /** Whether a table has to be written at all. @param {number} layer @param {string} table */
  isWanted(layer, table) {
    return this.#isTraced(layer, table) || this.isEdited(layer, table);
  }

  /** @param {number} layer @param {string} table */
  #isTraced(layer, table) {
    return this.#traced.includes(table) && (this.#layers?.includes(layer) ?? true);
  }

  /**
   * A table has been computed: sets what is edited, and reads it if it is wanted.
   *
   * @param {Machine} machine
   * @param {number} layer
   * @param {string} table
   * @param {number} address
   * @param {number[]} shape
   * @param {number} past positions of earlier passes
   */
  step(machine, layer, table, address, shape, past) {
    for (const edit of this.#edits) {
      if (edit.layer !== layer || edit.table !== table) continue;
      const offset = offsetOf(edit, shape, past, this.#queries);
      if (offset !== undefined) machine.putFloats([edit.value], address + 4 * offset);
    }
    if (this.#isTraced(layer, table)) this.layers[layer][table] = machine.read(address, shape);
  }

  /** Refuses edits of tables that the run does not have. @param {ReadonlySet<string>} computed as layer.table */
  checkEdits(computed) {
    for (const { argument, layer, table } of this.#edits) {
      if (computed.has(`${layer}.${table}`)) continue;
      const expected = 'a table of this model';
      throw makeArgumentError(argument, expected, `${table}, which it does not have`);
    }
  }
}

/**
 * The place in a table of the number that is set.
 *
 * @param {Edit} edit
 * @param {number[]} shape
 * @param {number} past positions of earlier passes
 * @param {number} queries positions of all passes
 * @returns {number | undefined} undefined: a position of another pass
 */
function offsetOf({ table, indices, argument }, shape, past, queries) {
  const rowAxis = ENCODER_TABLES.includes(table) ? -1 : shape.length - 2;
  const sizes = shape.map((size, axis) => (axis === rowAxis ? queries : size));
  // The keys of a position that is not written yet: those up to itself.
  const query = indices[rowAxis];
  if (KEY_TABLES.includes(table) && query >= past + shape[rowAxis]) sizes[2] = query + 1;
  const fits = indices.length === shape.length && indices.every((index, i) => index < sizes[i]);
  if (!fits)
    throw makeArgumentError(argument, `an index in (${sizes.join(', ')})`, `at ${indices}`);
  let offset = 0;
  for (const [axis, size] of shape.entries()) {
    const index = axis === rowAxis ? indices[axis] - past : indices[axis];
    if (index < 0 || index >= size) return undefined;
    offset = offset * size + index;
  }
  return offset;
}

/** @param {unknown} trace @returns {readonly string[]} */
function readTrace(trace) {
  if (trace === undefined || trace === false) return [];
  if (trace === true) return TABLES;
  return readList('options.trace', trace, TABLES.join(', ')).map((name, i) => {
    if (TABLES.includes(/** @type {any} */ (name))) return name;
    throw makeValueError(`options.trace[${i}]`, listChoices(name, TABLES), name);
  });
}

/**
 * The layers that are traced, of each stack that has them.
 *
 * @param {unknown} layers
 * @param {number} count of the stack that has most
 * @returns {number[] | undefined} undefined: all
 */
export function readTracedLayers(layers, count) {
  if (layers === undefined) return undefined;
  const isLayer = (/** @type {unknown} */ i) => isIntegerIn(i, 0, count - 1);
  if (Array.isArray(layers) && layers.every(isLayer)) return layers;
  throw makeValueError('options.layers', `a list of integers from 0 to ${count - 1}`, layers);
}

/** @param {unknown} edits @param {number} layers @param {Stacks} stacks @returns {Edit[]} */
function readEdits(edits, layers, stacks) {
  if (edits === undefined) return [];
  if (typeof edits !== 'object' || edits === null || Array.isArray(edits)) {
    throw makeValueError('options.edits', "an object such as { '0.weights.0.1.0': 0.5 }", edits);
  }
  return Object.entries(edits).flatMap(([name, value]) => {
    const argument = `options.edits['${name}']`;
    const named = readStack(name, stacks);
    if (!named) return [];
    const { prefix, parts, attention } = named;
    if (attention === 'cross') {
      const expected = "layer.table.index…, such as '0.crossQ.0.0.0'";
      throw makeArgumentError(argument, expected, 'another name');
    }
    const [layer, table = '', ...indices] = parts;
    const isTable = TABLES.includes(/** @type {any} */ (table));
    const at = readIndex(layer, layers);
    const places = indices.map((text) => readIndex(text, 2 ** 30));
    if (!isTable || [at, ...places].some(Number.isNaN)) {
      const choices = isTable ? '' : `, with ${listChoices(table, TABLES)}`;
      throw makeArgumentError(argument, `${prefix}layer.table.index…${choices}`, 'another name');
    }
    if (typeof value !== 'number') throw makeValueError(argument, 'a number', value);
    return { layer: at, table, indices: places, value, argument };
  });
}

// The traced tables of a run, and the changes that the caller requests: silenced heads, blocked pairs and edited numbers.
//
// Generation reads a text in several passes. A name with a position changes only that position, in the pass that computes
// it, which may be a later pass. A * in a pair covers all positions, including later ones.

import { describeList, makeArgumentError, makeValueError } from '../errors.js';
import {
  isIntegerIn,
  isPlain,
  listKnownNames,
  makeNameError,
  suggestName,
} from '../option-reader.js';

/** @import { Machine } from './machine.js' */
/** @import { Description } from './parts.js' */
/** @import { LayerStack } from './types.js' */

/** The tables of a layer, in the order in which they are computed. */
const TABLES = /** @type {const} */ ([
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

/**
 * The options of a run. Only `layers` has been checked.
 * @typedef {{ trace?: unknown, layers?: number[] | undefined, silence?: unknown, block?: unknown, edits?: unknown }} Changes
 */

/** The prefixes of names of changes; without a prefix, decoder. @type {readonly LayerStack[]} */
const LAYER_STACKS = ['decoder', 'encoder', 'cross'];

/** Lists the stacks of a model. @param {boolean} hasEncoder */
export const listStacks = (hasEncoder) => (hasEncoder ? LAYER_STACKS : LAYER_STACKS.slice(0, 1));

/** @typedef {{ layer: number, table: string, indices: number[], value: number, argument: string }} Edit */

/**
 * A head, or a pair of a query and a key in a head. An undefined index means all.
 * @typedef {{ attention: Stack['attention'], indices: (number | undefined)[] }} Change
 */

/** The tables of the encoder's text, whose rows are not positions of the decoder. */
const ENCODER_TABLES = ['crossK', 'crossV'];

/** The tables with a column for each position. */
const KEY_TABLES = ['scores', 'weights'];

/** Reads an index in a name; NaN if it is invalid. @param {string} text @param {number} count */
function readIndex(text, count) {
  const index = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return index < count ? index : Number.NaN;
}

/** @param {string} argument @param {unknown} value @param {string} expected @returns {string[]} */
function readList(argument, value, expected) {
  if (value === undefined) return [];
  const isName = (/** @type {unknown} */ item) => typeof item === 'string';
  if (Array.isArray(value) && value.every(isName)) return value;
  throw makeArgumentError(argument, `a list of ${expected}`, describeList(value, isName));
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
function readStack(name, stacks) {
  const parts = name.split('.');
  const first = listStacks('encoder' in stacks || 'cross' in stacks).find(
    (each) => each === parts[0],
  );
  const stack = stacks[first ?? 'decoder'];
  return stack && { ...stack, prefix: first ? `${parts.shift()}.` : '', parts };
}

/**
 * Reads the names of heads or pairs.
 * @param {string} argument @param {unknown} names @param {Stacks} stacks
 * @param {(keys: number) => number[]} count returns the number of possible indices for each part of a name
 * @param {{ example: string, describe: (prefix: string, counts: number[]) => string }} kind the kind of name, for errors
 * @returns {Change[]}
 */
function readChanges(argument, names, stacks, count, { example, describe }) {
  return readList(argument, names, `names, such as ['${example}']`).flatMap((name, i) => {
    const named = readStack(name, stacks);
    if (!named) return [];
    const { prefix, parts, attention, keys } = named;
    const counts = count(keys);
    const indices = counts.map((each, i) =>
      parts[i] === '*' ? undefined : readIndex(parts[i] ?? '', each),
    );
    if (parts.length === counts.length && !indices.some(Number.isNaN))
      return [{ attention, indices }];
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
 * Returns the changes that apply to a head.
 * @param {Change[]} changes @param {Stack['attention']} attention @param {number} layer @param {number} head
 */
const findChanges = (changes, attention, layer, head) =>
  changes.filter(
    (change) =>
      change.attention === attention &&
      [layer, head].every((index, i) => (change.indices[i] ?? index) === index),
  );

/** The traced tables and the changes of a run. */
export class Interventions {
  #silenced;
  #blocked;
  #queries;
  #edits;
  #traced;
  #layers;
  /** The traced tables of each layer. @type {any[]} */
  layers;

  /**
   * @param {Description} model
   * @param {number} queries the number of queries of all passes
   * @param {Changes} options @param {Stacks} stacks
   */
  constructor(model, queries, { trace, layers, silence, block, edits }, stacks) {
    const sizes = [model.layers.length, model.heads];
    this.layers = model.layers.map(() => ({}));
    this.#queries = queries;
    this.#traced = readTrace(trace, stacks);
    this.#layers = layers;
    this.#silenced = readChanges('options.silence', silence, stacks, () => sizes, HEADS);
    const count = (/** @type {number} */ keys) => [...sizes, queries, keys];
    this.#blocked = readChanges('options.block', block, stacks, count, PAIRS);
    this.#edits = readEdits(edits, sizes[0], stacks);
  }

  /** @param {Stack['attention']} attention @param {number} layer @param {number} head */
  isSilenced(attention, layer, head) {
    return findChanges(this.#silenced, attention, layer, head).length > 0;
  }

  /**
   * Lists the blocked pairs of a head. An undefined query or key means all.
   * @param {Stack['attention']} attention @param {number} layer @param {number} head
   */
  listBlocked(attention, layer, head) {
    const found = findChanges(this.#blocked, attention, layer, head);
    return found.map(({ indices: [, , query, key] }) => ({ query, key }));
  }

  /** @param {number} layer @param {string} table */
  isEdited(layer, table) {
    return this.#edits.some((edit) => edit.layer === layer && edit.table === table);
  }

  /**
   * Whether a table has to be computed into memory, because it is traced or edited.
   * @param {number} layer
   * @param {string} table
   */
  isWanted(layer, table) {
    return this.#isTraced(layer, table) || this.isEdited(layer, table);
  }

  /** @param {number} layer @param {string} table */
  #isTraced(layer, table) {
    return this.#traced.includes(table) && (this.#layers?.includes(layer) ?? true);
  }

  /**
   * Edits and traces a table after it has been computed.
   * @param {Machine} machine @param {number} layer @param {string} table @param {number} address
   * @param {number[]} shape
   * @param {number} past the number of positions of earlier passes
   */
  step(machine, layer, table, address, shape, past) {
    for (const edit of this.#edits) {
      if (edit.layer !== layer || edit.table !== table) continue;
      const offset = findOffset(edit, shape, past, this.#queries);
      if (offset !== undefined) machine.putFloats([edit.value], address + 4 * offset);
    }
    if (this.#isTraced(layer, table)) this.layers[layer][table] = machine.read(address, shape);
  }

  /**
   * Refuses edits of tables that the run does not have.
   * @param {ReadonlySet<string>} computed the names layer.table of all computed tables
   */
  checkEdits(computed) {
    for (const { argument, layer, table } of this.#edits) {
      if (computed.has(`${layer}.${table}`)) continue;
      const expected = 'a table of this model';
      throw makeArgumentError(argument, expected, `${table}, which this model does not have`);
    }
  }
}

/**
 * Returns the offset of an edited number in a table.
 * @param {Edit} edit @param {number[]} shape
 * @param {number} past the number of positions of earlier passes
 * @param {number} queries the number of positions of all passes
 * @returns {number | undefined} undefined if the position belongs to another pass
 */
function findOffset({ table, indices, argument }, shape, past, queries) {
  const rowAxis = ENCODER_TABLES.includes(table) ? -1 : shape.length - 2;
  const sizes = shape.map((size, axis) => (axis === rowAxis ? queries : size));
  // A position of a later pass will have the keys up to itself.
  const query = indices[rowAxis];
  const isLater = query >= past + shape[rowAxis] && query < queries;
  if (KEY_TABLES.includes(table) && isLater) sizes[2] = query + 1;
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

/** Lists the tables that errors offer: those of attention to an encoder only if there is one. @param {Stacks} stacks */
const listTables = ({ cross }) =>
  cross ? TABLES : TABLES.filter((table) => !/^cross|Cross$/.test(table));

/** @param {unknown} trace @param {Stacks} stacks @returns {readonly string[]} */
function readTrace(trace, stacks) {
  if (trace === undefined || trace === false) return [];
  if (trace === true) return TABLES;
  const offered = listTables(stacks);
  return readList('options.trace', trace, offered.join(', ')).map((name, i) => {
    if (TABLES.includes(/** @type {any} */ (name))) return name;
    throw makeNameError(`options.trace[${i}]`, name, offered);
  });
}

/**
 * Reads the indices of traced layers, which apply to each stack.
 * @param {unknown} layers
 * @param {number} count the number of layers of the largest stack
 * @returns {number[] | undefined} undefined for all layers
 */
export function readTracedLayers(layers, count) {
  if (layers === undefined) return undefined;
  const isLayer = (/** @type {unknown} */ i) => isIntegerIn(i, 0, count - 1);
  if (Array.isArray(layers) && layers.every(isLayer)) return layers;
  const expected = `a list of integers from 0 to ${count - 1}`;
  throw makeArgumentError('options.layers', expected, describeList(layers, isLayer));
}

/** @param {unknown} edits @param {number} layers @param {Stacks} stacks @returns {Edit[]} */
function readEdits(edits, layers, stacks) {
  if (edits === undefined) return [];
  const isObject = typeof edits === 'object' && edits !== null && !Array.isArray(edits);
  // Only own properties are read, so a Map or an inherited name would be ignored.
  if (!isObject || (Object.keys(edits).length === 0 && !isPlain(edits))) {
    throw makeValueError('options.edits', "an object such as { '0.weights.0.1.0': 0.5 }", edits);
  }
  return Object.entries(edits).flatMap(([name, value]) => {
    const argument = `options.edits['${name}']`;
    const named = readStack(name, stacks);
    if (!named) return [];
    const { prefix, parts, attention } = named;
    if (attention === 'cross') {
      const expected = "layer.table.index…, such as '0.crossQ.0.0.0'";
      throw makeArgumentError(argument, expected, 'a name of cross-attention');
    }
    const [layer, table = '', ...rest] = parts;
    const isTable = TABLES.includes(/** @type {any} */ (table));
    const at = readIndex(layer, layers);
    const indices = rest.map((text) => readIndex(text, 2 ** 30));
    if (isTable && Number.isNaN(at) && /^\d{1,9}$/.test(layer)) {
      const expected = `${prefix}layer.table.index… with a layer from 0 to ${layers - 1}`;
      throw makeArgumentError(argument, expected, `in layer ${layer}`);
    }
    if (!isTable || [at, ...indices].some(Number.isNaN)) {
      const offered = listTables(stacks);
      const choices = isTable ? '' : `, with ${listKnownNames(offered)}`;
      const received = `not a known name${isTable ? '' : suggestName(table, offered)}`;
      throw makeArgumentError(argument, `${prefix}layer.table.index…${choices}`, received);
    }
    if (typeof value !== 'number') throw makeValueError(argument, 'a number', value);
    return { layer: at, table, indices, value, argument };
  });
}

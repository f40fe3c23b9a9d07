// A run returns traced tables, and changes what the caller names: silenced heads, blocked pairs, numbers that are set.

import { describeValue, makeArgumentError } from '../errors.js';
import { listChoices } from '../keys.js';

/** @import { Machine } from './machine.js' */
/** @import { LayerStack } from './types.js' */

/** The tables of a layer, in the order in which they are computed. */
export const TABLES = /** @type {const} */ ([
  ...['input', 'normAttn', 'q', 'k', 'v', 'qRot', 'kRot', 'scores', 'weights', 'headOut'],
  ...['attnOut', 'afterAttn', 'crossQ', 'crossK', 'crossV', 'crossScores', 'crossWeights'],
  ...['crossHeadOut', 'crossAttnOut', 'afterCross', 'normMlp', 'mlpHidden', 'mlpOut', 'output'],
]);

/** @typedef {{ layers: number, heads: number }} Sizes */

/**
 * A stack of layers in a run: of a text to itself, or of the decoder to the encoder, and how many keys it has.
 *
 * @typedef {{ attention: 'own' | 'cross', keys: number }} Stack
 */

/** The stacks of a run. @typedef {Readonly<Partial<Record<LayerStack, Stack>>>} Stacks */

/** Options of a run: `layers` is read, the others are not. @typedef {{ trace?: unknown, layers?: number[] | undefined, silence?: unknown, block?: unknown, edits?: unknown }} Changes */

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
 * A part of a name: an index, or every one.
 *
 * @param {string} text
 * @param {number} count
 * @param {boolean} [takesAll]
 */
function readIndex(text, count, takesAll = true) {
  if (text === '*' && takesAll) return Array.from({ length: count }, (_, i) => i);
  const index = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return index < count ? [index] : undefined;
}

/**
 * @param {string} argument
 * @param {unknown} value
 * @param {string} expected
 * @returns {string[]}
 */
function readList(argument, value, expected) {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw makeArgumentError(argument, `a list of ${expected}`, describeValue(value));
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

/** @param {string} prefix @param {Sizes} sizes */
const describeHead = (prefix, { heads }) =>
  `${prefix}layer.head, such as '${prefix}0.${heads - 1}', or * for all`;

/** Reads what a run does beside computing. */
export class Interventions {
  /** @type {Set<string>} as attention.layer.head */
  #silenced = new Set();
  /** @type {Map<string, [query: number, key: number][]>} by attention.layer.head */
  #blocked = new Map();
  /** @type {Edit[]} */
  #edits;
  #traced;
  #layers;
  /** @type {Record<string, any>[]} the tables of each layer that are wanted */
  layers;

  /**
   * @param {Sizes} sizes
   * @param {number} queries
   * @param {Changes} options
   * @param {Stacks} stacks
   */
  constructor(sizes, queries, { trace, layers, silence, block, edits }, stacks) {
    this.layers = Array.from({ length: sizes.layers }, () => ({}));
    this.#traced = readTrace(trace);
    this.#layers = layers;
    readList('options.silence', silence, describeHead('', sizes)).forEach((name, i) => {
      const named = readStack(name, stacks);
      if (named) this.#readHead(`options.silence[${i}]`, name, named, sizes);
    });
    readList('options.block', block, 'layer.head.query.key').forEach((name, i) => {
      const named = readStack(name, stacks);
      if (named) this.#readBlock(`options.block[${i}]`, name, named, { ...sizes, queries });
    });
    this.#edits = readEdits(edits, sizes.layers, stacks);
  }

  /** @param {string} argument @param {string} name @param {Named} named @param {Sizes} sizes */
  #readHead(argument, name, { prefix, parts, attention }, sizes) {
    const [layer = '', head = ''] = parts;
    const places = [readIndex(layer, sizes.layers), readIndex(head, sizes.heads)];
    if (parts.length !== 2 || places.includes(undefined))
      throw makeArgumentError(argument, describeHead(prefix, sizes), describeValue(name));
    for (const l of places[0] ?? [])
      for (const h of places[1] ?? []) this.#silenced.add(`${attention}.${l}.${h}`);
  }

  /** @param {string} argument @param {string} name @param {Named} named @param {Sizes & { queries: number }} sizes */
  #readBlock(argument, name, { prefix, parts, attention, keys }, { layers, heads, queries }) {
    const [layer = '', head = '', query = '', key = ''] = parts;
    const places = [readIndex(layer, layers), readIndex(head, heads)];
    const pair = [readIndex(query, queries, false), readIndex(key, keys, false)];
    if (parts.length !== 4 || places.includes(undefined) || pair.includes(undefined)) {
      const example = `${prefix}0.*.${Math.max(0, queries - 1)}.0`;
      const sizes = `${layers} layers, ${heads} heads, ${queries} queries and ${keys} keys`;
      const expected = `${prefix}layer.head.query.key, such as '${example}', of ${sizes}`;
      throw makeArgumentError(argument, expected, describeValue(name));
    }
    for (const l of places[0] ?? []) {
      for (const h of places[1] ?? []) {
        const place = `${attention}.${l}.${h}`;
        const pairs = this.#blocked.get(place) ?? [];
        pairs.push([pair[0]?.[0] ?? 0, pair[1]?.[0] ?? 0]);
        this.#blocked.set(place, pairs);
      }
    }
  }

  /** @param {Stack['attention']} attention @param {number} layer @param {number} head */
  isSilenced(attention, layer, head) {
    return this.#silenced.has(`${attention}.${layer}.${head}`);
  }

  /** The pairs that a head may not see. @param {Stack['attention']} attention @param {number} layer @param {number} head */
  blockedPairs(attention, layer, head) {
    return this.#blocked.get(`${attention}.${layer}.${head}`) ?? [];
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
   */
  step(machine, layer, table, address, shape) {
    for (const edit of this.#edits) {
      if (edit.layer !== layer || edit.table !== table) continue;
      machine.putFloats([edit.value], address + 4 * offsetOf(edit, shape));
    }
    if (this.#isTraced(layer, table)) this.layers[layer][table] = machine.read(address, shape);
  }

  /** Refuses edits of tables that the run does not have. @param {ReadonlySet<string>} computed as layer.table */
  checkEdits(computed) {
    for (const { argument, layer, table } of this.#edits) {
      if (computed.has(`${layer}.${table}`)) continue;
      throw makeArgumentError(
        argument,
        'a table of this model',
        `${table}, which it does not have`,
      );
    }
  }
}

/** @param {Edit} edit @param {number[]} shape */
function offsetOf({ indices, argument }, shape) {
  let offset = 0;
  const fits = indices.length === shape.length && indices.every((index, i) => index < shape[i]);
  if (!fits)
    throw makeArgumentError(argument, `an index in (${shape.join(', ')})`, `at ${indices}`);
  shape.forEach((size, i) => {
    offset = offset * size + indices[i];
  });
  return offset;
}

/** @param {unknown} trace @returns {readonly string[]} */
function readTrace(trace) {
  if (trace === undefined || trace === false) return [];
  if (trace === true) return TABLES;
  return readList('options.trace', trace, TABLES.join(', ')).map((name, i) => {
    if (TABLES.includes(/** @type {any} */ (name))) return name;
    throw makeArgumentError(`options.trace[${i}]`, listChoices(name, TABLES), describeValue(name));
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
  const isLayer = (/** @type {unknown} */ i) =>
    Number.isInteger(i) && Number(i) >= 0 && Number(i) < count;
  if (Array.isArray(layers) && layers.every(isLayer)) return layers;
  const expected = `a list of integers from 0 to ${count - 1}`;
  throw makeArgumentError('options.layers', expected, describeValue(layers));
}

/** @param {unknown} edits @param {number} layers @param {Stacks} stacks @returns {Edit[]} */
function readEdits(edits, layers, stacks) {
  if (edits === undefined) return [];
  if (typeof edits !== 'object' || edits === null || Array.isArray(edits)) {
    throw makeArgumentError(
      'options.edits',
      "an object such as { '0.weights.0.1.0': 0.5 }",
      describeValue(edits),
    );
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
    const found = [
      readIndex(layer, layers, false),
      ...indices.map((text) => readIndex(text, 2 ** 30, false)),
    ];
    if (!isTable || found.includes(undefined)) {
      const choices = isTable ? '' : `, with ${listChoices(table, TABLES)}`;
      throw makeArgumentError(argument, `${prefix}layer.table.index…${choices}`, 'another name');
    }
    if (typeof value !== 'number')
      throw makeArgumentError(argument, 'a number', describeValue(value));
    const [[at], ...rest] = /** @type {number[][]} */ (found);
    return { layer: at, table, indices: rest.flat(), value, argument };
  });
}

// The traced tables of a run, and the changes that the caller requests: silenced heads, blocked pairs and edits.
//
// Generation reads a text in several passes. A name with a position changes only that position, in the pass that computes
// it, which may be a later pass. A * in a pair covers all positions, including later ones.

import { describeList, makeArgumentError, makeValueError } from '../errors.js';
import { isIntegerIn, makeNameError } from '../option-reader.js';
import { hasEncoderStack, listTables, readIndex, readStack, TABLES } from './change-names.js';
import { listBlocks, readEdits } from './edits.js';

/** @import { Stack, Stacks } from './change-names.js' */
/** @import { Machine } from './machine.js' */
/** @import { Description } from './parts.js' */

/**
 * The options of a run. Only `layers` has been checked.
 * @typedef {{ trace?: unknown, layers?: number[] | undefined, silence?: unknown, block?: unknown, edits?: unknown }} Changes
 */

/**
 * A head, or a pair of a query and a key in a head. An undefined index means all.
 * @typedef {{ attention: Stack['attention'], indices: (number | undefined)[] }} Change
 */

/** @param {string} argument @param {unknown} value @param {string} expected @returns {string[]} */
function readList(argument, value, expected) {
  if (value === undefined) return [];
  const isName = (/** @type {unknown} */ item) => typeof item === 'string';
  if (Array.isArray(value) && value.every(isName)) return value;
  throw makeArgumentError(argument, `a list of ${expected}`, describeList(value, isName));
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
    const hasOthers = prefix === '' && hasEncoderStack(stacks);
    const others = hasOthers ? ", or with 'encoder.' or 'cross.' before it" : '';
    throw makeValueError(`${argument}[${i}]`, describe(prefix, counts) + others, name);
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
  /** The edits whose table has not been computed yet. */
  #pendingEdits;
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
    this.#pendingEdits = new Set(this.#edits);
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
  #listEdits(layer, table) {
    return this.#edits.filter((edit) => edit.layer === layer && edit.table === table);
  }

  /** @param {number} layer @param {string} table */
  isEdited(layer, table) {
    return this.#listEdits(layer, table).length > 0;
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
   * Refuses edits of pairs that the model never has.
   * @param {number} layer @param {string} table @param {number[]} shape @param {number} past
   * @param {number} masked the number that such a pair has
   * @param {(query: number, key: number) => boolean} isMasked
   */
  refuseMasked(layer, table, shape, past, masked, isMasked) {
    const [, n, S] = shape;
    for (const edit of this.#listEdits(layer, table)) {
      for (const { numbers, offset } of listBlocks(edit, shape, past, this.#queries)) {
        numbers.forEach((number, i) => {
          const [query, key] = [past + (Math.floor((offset + i) / S) % n), (offset + i) % S];
          if (number === masked || !isMasked(query, key)) return;
          const expected = `${masked} there: in this layer, query ${query} never attends to key ${key}`;
          throw makeValueError(edit.argument, expected, number);
        });
      }
    }
  }

  /**
   * Edits and traces a table after it has been computed.
   * @param {Machine} machine @param {number} layer @param {string} table @param {number} address
   * @param {number[]} shape
   * @param {number} past the number of positions of earlier passes
   */
  step(machine, layer, table, address, shape, past) {
    for (const edit of this.#listEdits(layer, table)) {
      this.#pendingEdits.delete(edit);
      for (const { numbers, offset } of listBlocks(edit, shape, past, this.#queries))
        machine.put(numbers, address + 4 * offset);
    }
    if (this.#isTraced(layer, table)) this.layers[layer][table] = machine.read(address, shape);
  }

  /** Refuses edits of tables that the run does not have. Call this method after a pass. */
  checkEdits() {
    for (const { argument, table } of this.#pendingEdits) {
      const expected = 'a table of this model';
      throw makeArgumentError(argument, expected, `${table}, which this model does not have`);
    }
  }
}

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

// The table of the options of trainable models, and the functions that read arguments of their calls.

import { describeValue, makeArgumentError, makeValueError } from '../errors.js';
import {
  defineChoice,
  defineFlag,
  defineInteger,
  defineNumber,
  defineSeed,
  isIntegerIn,
  makeNameError,
  makeOptionReader,
  readValue,
} from '../option-reader.js';
import { toys } from './grammars/toys.js';
import { splitAtBlanks } from './split-at-blanks.js';

/** The largest length of a list. No useful list is so long. */
const MOST_ENTRIES = 10_000;
/** The largest number of steps, batches or words of one call. A call blocks its thread. */
const MOST_ROUNDS = 1_000_000;
/** The largest number of pairs of one call. The grammar has some hundred thousand. */
const MOST_PAIRS = 50_000;

const TASKS = /* @__PURE__ */ Object.keys(toys);
const count = /* @__PURE__ */ defineInteger(1, MOST_ROUNDS);

/**
 * The checks of each option. The default value depends on the call. Lists are checked later, because they depend on the
 * model.
 *
 * @type {Record<string, import('../types.js').Option<any>>}
 */
const LEARNING_OPTIONS = {
  seed: defineSeed(),
  // Options of creating a model.
  layers: defineChoice([1, 2]),
  freeValue: defineFlag(),
  scoring: defineChoice(['additive', 'dot']),
  task: { isRequired: true, read: readTask },
  numHeads: defineChoice([1, 2, 4, 8]),
  // Options of evaluating a model.
  rounds: count,
  pairs: count,
  silenced: {},
  optional: {},
  blocked: {},
  // Options of generating text.
  temperature: defineNumber(0, 100),
  words: count,
  count: defineInteger(0, MOST_PAIRS),
};

/** @param {any} task */
function readTask(task) {
  if (TASKS.includes(task)) return task;
  throw makeNameError('options.task', task, TASKS);
}

/**
 * Reads the options of a call.
 * @template {Record<string, any>} Options
 * @param {unknown} options
 * @param {Options} defaults default values of all options that the call accepts
 * @returns {Options}
 */
export function readModelOptions(options, defaults) {
  const entries = Object.entries(defaults).map(([name, byDefault]) => [
    name,
    { ...LEARNING_OPTIONS[name], byDefault },
  ]);
  return /** @type {any} */ (makeOptionReader(Object.fromEntries(entries))(options));
}

/** Refuses all options, for a call that has none. @param {unknown} options */
export const refuseOptions = (options) => readModelOptions(options, {});

/**
 * Returns the only argument of a call. It refuses an instance of the core, because trainable models have their own wasm
 * module.
 *
 * @param {readonly unknown[]} given
 * @param {string} call a correct call, such as `createMini({ seed })`
 */
export function readFirst([options, ...rest], call) {
  if (typeof (/** @type {any} */ (options)?.scaledDotProductAttention) === 'function') {
    throw makeArgumentError('options', call, 'an attention, which is not needed');
  }
  if (rest.every((value) => value === undefined)) return options;
  throw makeArgumentError('options', call, `one of ${rest.length + 1} arguments`);
}

/** @param {string} argument @param {unknown} value */
export const checkCount = (argument, value) => readValue(count, argument, value);

/** @param {string} argument @param {unknown} value @param {number} most */
export const checkNumber = (argument, value, most) =>
  readValue(defineNumber(0, most), argument, value);

/**
 * Reads and copies a list of pairs of indices, such as layer and head.
 * @param {string} argument @param {unknown} list
 * @param {[number, number]} sizes the exclusive upper bounds of both indices
 * @returns {[number, number][]}
 */
export function readPairs(argument, list, sizes) {
  const expected = `a list of pairs, 0 to ${sizes[0] - 1} and 0 to ${sizes[1] - 1}`;
  const isPair = (/** @type {unknown[]} */ pair) =>
    pair.length === 2 && sizes.every((size, i) => isIntegerIn(pair[i], 0, size - 1));
  const items = readList(argument, list, expected);
  const pairs = items.map((pair) =>
    Array.isArray(pair) ? readList(argument, pair, expected) : [],
  );
  const wrong = pairs.findIndex((pair) => !isPair(pair));
  if (wrong < 0) return /** @type {[number, number][]} */ (pairs);
  const pair = pairs[wrong].slice(0, 3).map(describeValue).join(', ');
  const item = Array.isArray(items[wrong]) ? `[${pair}]` : describeValue(items[wrong]);
  throw makeArgumentError(argument, expected, `a list with ${item}`);
}

/**
 * Reads and copies an array.
 * @param {string} argument @param {unknown} list @param {string} expected
 * @returns {unknown[]}
 */
export function readList(argument, list, expected) {
  if (Array.isArray(list) && list.length <= MOST_ENTRIES) return [...list];
  throw makeValueError(argument, expected, list);
}

/**
 * Reads a sentence: its words and their ids.
 * @param {unknown} sentence words separated by blanks
 * @param {ReadonlyMap<string, number>} ids
 * @param {number} most the largest number of words
 * @param {string} [argument]
 */
export function readSentence(sentence, ids, most, argument = 'sentence') {
  if (typeof sentence !== 'string') {
    throw makeValueError(argument, 'words separated by blanks', sentence);
  }
  const words = splitAtBlanks(sentence);
  if (words.length === 0 || words.length > most) {
    throw makeArgumentError(argument, `1 to ${most} words`, `${words.length} words long`);
  }
  return { words, ids: readWordIds(argument, words, ids) };
}

/**
 * Returns the ids of words, and refuses unknown words.
 * @param {string} argument @param {readonly unknown[]} words
 * @param {ReadonlyMap<string, number>} ids
 */
export function readWordIds(argument, words, ids) {
  return words.map((word) => {
    const id = ids.get(/** @type {string} */ (word));
    if (id !== undefined) return id;
    const received =
      typeof word === 'string' && word.length <= 80 ? `"${word}"` : describeValue(word);
    throw makeArgumentError(argument, 'words in model.vocabulary', received);
  });
}

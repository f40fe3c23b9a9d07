// Reading the input of a model: a text, tokens or ids, which are checked against the sizes of the model.

import { nameTypedArray } from '../elements.js';
import { makeArgumentError, makeLimitError, makeValueError } from '../errors.js';
import { checkNames, isIntegerIn } from '../option-reader.js';

/** @import { Description } from './parts.js' */
/** @import { Tokens } from './tokens.js' */

/** The lists that an input may have. */
const INPUT_KEYS = ['ids', 'typeIds', 'targetIds', 'words', 'tokens'];

/** The exclusive upper bound of integers that the model does not use. */
const ANY = 2 ** 31;

/**
 * Reads the input of a run.
 * @param {unknown} input @param {Description} model @param {object} tokenizer
 * @param {(text: string) => Tokens} tokenizer.tokenize
 * @param {(id: number) => string} tokenizer.tokenOf
 * @returns {Tokens & { targetIds: number[] }}
 */
export function readInput(input, model, { tokenize, tokenOf }) {
  const { vocabulary, types, positions } = model;
  const isText = typeof input === 'string';
  /** @type {Record<string, unknown>} */
  const given = isText ? tokenize(input) : isList(input) ? { ids: input } : Object(input);
  // First the names, since input_ids of other libraries has a suggestion.
  if (!isText && !isList(input)) checkNames('input', given, INPUT_KEYS);
  if (!isList(given.ids)) {
    throw makeValueError('input', 'a text, what tokenize() gives, or a list of ids', input);
  }
  if (isList(input) && (typeof input[0] === 'string' || isList(input[0]))) {
    const received = typeof input[0] === 'string' ? 'a list of texts' : 'a list of lists';
    throw makeArgumentError('input', 'one text, or the ids of one text', received);
  }
  const ids = readIntegers(isList(input) ? 'input' : 'input.ids', given.ids, 0, vocabulary);
  const hasTypes = types !== undefined && types.out > 1;
  const typeIds = readForEach(ids, 'input.typeIds', given.typeIds, 0, hasTypes ? types.out : ANY);
  if (!hasTypes && typeIds.some((type) => type !== 0)) {
    const expected = 'absent or only 0: this model has no token types';
    throw makeArgumentError('input.typeIds', expected, 'given with other numbers');
  }
  const targetIds = readTarget(given.targetIds, model);
  const count = Math.max(ids.length, targetIds.length);
  if (count > positions) {
    throw makeLimitError('input', `${positions} positions`, `${count} tokens`);
  }
  return {
    tokens: isText ? /** @type {string[]} */ (given.tokens) : ids.map(tokenOf),
    ids,
    words: readForEach(ids, 'input.words', given.words, -1, ANY),
    typeIds,
    targetIds,
  };
}

/** Reads the ids for the decoder; its start token by default. @param {unknown} ids @param {Description} model */
function readTarget(ids, { encoder, startId, vocabulary }) {
  if (encoder)
    return ids === undefined ? [startId] : readIntegers('input.targetIds', ids, 0, vocabulary);
  if (ids === undefined) return [];
  throw makeArgumentError('input.targetIds', 'absent: this model has no encoder', 'given');
}

/** @param {unknown} value @returns {value is ArrayLike<unknown>} */
const isList = (value) => Array.isArray(value) || nameTypedArray(value) !== undefined;

/**
 * @param {string} name @param {unknown} list
 * @param {number} first the smallest allowed integer
 * @param {number} end the exclusive upper bound
 * @returns {number[]}
 */
export function readIntegers(name, list, first, end) {
  if (!isList(list)) throw makeValueError(name, 'a list of integers', list);
  // Tokenizers for ONNX give 64-bit integers.
  const numbers = nameTypedArray(list)?.startsWith('Big') ? Array.from(list, Number) : list;
  return Array.from(numbers, (value, i) => {
    if (isIntegerIn(value, first, end - 1)) return value;
    throw makeValueError(`${name}[${i}]`, `an integer from ${first} to ${end - 1}`, value);
  });
}

/**
 * Reads an integer for each id. The default is the smallest allowed integer.
 * @param {readonly number[]} ids @param {string} name @param {unknown} list @param {number} first
 * @param {number} end
 */
function readForEach(ids, name, list, first, end) {
  if (list === undefined) return ids.map(() => first);
  const integers = readIntegers(name, list, first, end);
  if (integers.length === ids.length) return integers;
  const expected = `${ids.length} integers, one for each id`;
  throw makeArgumentError(name, expected, `a list of ${integers.length}`);
}

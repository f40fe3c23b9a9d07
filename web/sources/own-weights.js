/**
 * The weights of an author's own model: read, checked, and made a computation of one tensor, so that
 * tables, drawings and exports work for it too.
 */

import {
  ArgumentError,
  AttentionError,
  LimitError,
  ShapeError,
  tensor,
} from '../../src/js/index.js';
import { makeGraph, node } from '../graph/graph.js';
import { constant } from '../graph/ops/constant.js';
import { Run } from '../graph/run.js';
import { NO_COMPUTATION, nodesOf } from '../session/computation.js';
import { MAX_WORDS } from '../session/words.js';
import * as text from '../text/en/messages.js';

/**
 * @typedef {import('../../src/js/index.js').Tensor} Tensor
 * @typedef {import('../../src/js/index.js').TensorLike} TensorLike
 * @typedef {import('../session/computation.js').Computation} Computation
 *
 * @typedef {readonly (string | number)[] | string | null | undefined} Tokens a string holds words
 *   separated by blanks, or is a JSON array
 *
 * @typedef {object} Given
 * @property {TensorLike | string | null} [weights] (H, L, S) or (L, S); a string is JSON
 * @property {Tokens} [rowTokens] L of them
 * @property {Tokens} [columnTokens] S of them
 */

const operation = 'attention-map';

/** Other people's softmax may round to a little more than 1. */
const MOST_WEIGHT = 1 + 2 ** -20;

/**
 * @param {Given} given
 * @returns {Computation | undefined} with no tensor but `weights`; undefined where there are none
 * @throws {AttentionError} that names what was expected and what was received
 */
export function readOwnWeights({ weights, rowTokens, columnTokens }) {
  if (weights === undefined || weights === null || weights === '') return undefined;
  try {
    const results = { weights: readWeights(weights) };
    const { shape, data } = results.weights;
    const [rows, columns] = shape.slice(-2);
    const queries = readTokens('rowTokens', rowTokens, rows);
    const keys = readTokens('columnTokens', columnTokens, columns);
    // Logits and gradients are given, too.
    const signed = data.some((value) => value < 0 || value > MOST_WEIGHT);
    const axes = shape.length === 3 ? 'hqk' : 'qk';
    const colours = signed ? 'signed' : 'weights';
    const graph = makeGraph([node('weights', constant, axes, {}, '', { colours })]);
    return {
      ...NO_COMPUTATION,
      queryWords: tokensOr(queries, keys, rows),
      keyWords: tokensOr(keys, queries, columns),
      run: new Run(/** @type {any} */ (undefined), graph, { weights: () => results.weights }),
      nodes: nodesOf(graph),
      results,
    };
  } catch (error) {
    throw named(error);
  }
}

/**
 * @param {NonNullable<Given['weights']>} given
 * @returns {Tensor}
 */
function readWeights(given) {
  const value = typeof given === 'string' ? parsed('weights', quoted(given)) : given;
  const { shape, data } = Array.isArray(value) ? tensor(value) : tensor(value.shape, value.data);
  const received = `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;
  if (![2, 3].includes(shape.length) || shape.includes(0)) {
    refuse(ShapeError, 'weights', text.weightShapes, received);
  }
  if (Math.max(...shape) > MAX_WORDS) {
    refuse(LimitError, 'weights', text.lengths(MAX_WORDS), text.aMap(received));
  }
  // A copy, so that later changes of the author's array are not shown.
  return { shape, data: new Float32Array(data) };
}

/**
 * Python writes NaN and infinities without quotes, which is no JSON; our exports write strings.
 * @param {string} text
 */
const quoted = (text) => text.replace(/"?(-?Infinity|NaN)"?/g, '"$1"');

/**
 * @param {string} argument
 * @param {string} given
 */
function parsed(argument, given) {
  try {
    return JSON.parse(given, (_, value) =>
      ['NaN', 'Infinity', '-Infinity'].includes(value) ? Number(value) : value,
    );
  } catch (cause) {
    return refuse(ArgumentError, argument, text.json, text.unread(String(cause)), cause);
  }
}

/**
 * @param {string} argument
 * @param {Tokens} given
 * @param {number} count how many there have to be
 * @returns {string[] | undefined} undefined where there are none
 */
function readTokens(argument, given, count) {
  const list = typeof given === 'string' ? listed(argument, given) : (given ?? []);
  if (!Array.isArray(list)) {
    return refuse(ArgumentError, argument, text.strings, text.ofType(typeof list));
  }
  const tokens = [...list].map((token, i) =>
    typeof token === 'string' || typeof token === 'number'
      ? String(token)
      : refuse(ArgumentError, `${argument}[${i}]`, text.aString, text.ofType(typeof token)),
  );
  if (tokens.length > 0 && tokens.length !== count) {
    refuse(ShapeError, argument, text.tokens(count), `(${tokens.length},)`);
  }
  return tokens.length > 0 ? tokens : undefined;
}

/**
 * A JSON array, or words between blanks. A word may begin with a bracket, as [CLS] does.
 * @param {string} argument
 * @param {string} given
 * @returns {unknown[]}
 */
function listed(argument, given) {
  try {
    const list = JSON.parse(given);
    if (Array.isArray(list)) return list;
  } catch (cause) {
    // An array of strings was meant, but a bracket is missing, or it is Python's.
    if (/^\s*\[\s*["']/.test(given)) {
      refuse(ArgumentError, argument, text.json, text.otherText, cause);
    }
  }
  return given.split(/\s+/).filter(Boolean);
}

/**
 * @param {string[] | undefined} tokens
 * @param {string[] | undefined} others of the other side; in self-attention they are the same
 * @param {number} count
 */
function tokensOr(tokens, others, count) {
  if (tokens) return tokens;
  if (others?.length === count) return others;
  return Array.from({ length: count }, (_, i) => String(i + 1));
}

/**
 * @param {typeof ArgumentError} Kind
 * @param {string | undefined} argument
 * @param {string | undefined} expected
 * @param {string | undefined} received
 * @param {unknown} [cause]
 * @returns {never}
 */
function refuse(Kind, argument, expected, received, cause) {
  throw new Kind({ operation, argument, expected, received, cause });
}

/**
 * An error that names the element's own properties.
 * @param {unknown} error
 * @returns {never}
 */
function named(error) {
  if (!(error instanceof AttentionError)) {
    return refuse(ArgumentError, 'weights', text.aTensor, text.unreadable, error);
  }
  if (error.operation === operation) throw error;
  const { argument, expected, received } = error;
  const Kind = /** @type {typeof ArgumentError} */ (error.constructor);
  const name = argument === 'nested' ? 'weights' : `weights.${argument}`;
  return refuse(Kind, name, expected, received, error);
}

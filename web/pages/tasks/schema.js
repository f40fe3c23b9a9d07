/** Parts of the JSON Schema of a chapter, and what does not fit one. */

import { TENSOR_NAME } from '../../graph/cell.js';
import { MAX_WORDS } from '../../state/words.js';

/**
 * @import { Field } from '../../state/types.js'
 * @import { Problem, Schema } from '../types.js'
 */

/** So many numbers fit into what is kept of an answer. */
export const MOST_FIELDS = 8;

const LONG = 2000;

/** @param {number} [maxLength] @returns {Schema} */
export const text = (maxLength = LONG) => ({ type: 'string', minLength: 1, maxLength });

/** @param {Schema} items @param {number} maxItems @param {number} [minItems] @returns {Schema} */
export const list = (items, maxItems, minItems = 1) => ({
  type: 'array',
  items,
  minItems,
  maxItems,
});

/** @param {number} minimum @param {number} maximum @returns {Schema} */
export const integer = (minimum, maximum) => ({ type: 'integer', minimum, maximum });

/** @param {number} minimum @param {number} maximum @returns {Schema} */
export const number = (minimum, maximum) => ({ type: 'number', minimum, maximum });

/** @param {readonly string[]} names @returns {Schema} */
export const oneName = (...names) => ({ type: 'string', enum: names });

/**
 * One of names to which features may still add.
 * @param {() => readonly string[]} names
 * @returns {Schema}
 */
export const oneOfAll = (names) => ({
  type: 'string',
  get enum() {
    return names();
  },
});

/** The schema of an entry of the state that is chosen or counted. @param {Field<unknown>} field @returns {Schema} */
export function makeFieldSchema(field) {
  const { range, isInteger } = field;
  const [least, most] = range ?? [];
  const numbers = range && (isInteger ? integer : number)(Number(least), Number(most));
  if (!field.choices) return numbers ?? text();
  const names = oneOfAll(() => field.choices ?? []);
  return numbers ? { anyOf: [names, numbers] } : names;
}

/** @param {Record<string, Schema>} properties @param {string[]} [required] @returns {Schema} */
export const object = (properties, required = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** One of several kinds. @param {string} kind @param {Record<string, Schema>} properties @param {string[]} [required] */
export const makeKindSchema = (kind, properties, required = []) =>
  object({ kind: { const: kind }, ...properties }, ['kind', ...required]);

/** @type {Schema} a tensor of the run */
export const tableName = { type: 'string', pattern: TENSOR_NAME.source, maxLength: 40 };

/** @type {Schema} one number of it: weights.0.1.3 */
export const cell = {
  type: 'string',
  pattern: '^[A-Za-z][\\w/]*(\\.(0|[1-9]\\d{0,2})){1,4}$',
  maxLength: 60,
};

export const index = integer(0, MAX_WORDS - 1);

export const rows = list(index, 64);

export const bound = number(-1e6, 1e6);

/** @type {Schema} said of what is true, left out of anything else */
export const is = { const: true };

/** @param {string} path @param {string} name */
export const joinPath = (path, name) => (path ? `${path}.${name}` : name);

/** @param {string} path @param {string | false | undefined} message @returns {Problem[]} none without a message */
export const makeProblem = (path, message) => (message ? [{ path, message }] : []);

/** Parts of the JSON Schema of a chapter, and problems that do not fit it. */

import { TENSOR_NAME } from '../../graph/cell.js';
import { MAX_WORDS } from '../../state/words.js';
import { unseenReply } from '../../text/en/pages.js';

/**
 * @import { Field } from '../../state/types.js'
 * @import { Problem, Schema } from '../types.js'
 */

/** The most fields of a task, so that an answer fits into the address. */
export const MOST_FIELDS = 8;

const LONG = 2000;

/** @param {number} [maxLength] @returns {Schema} */
export const text = (maxLength = LONG) => ({ type: 'string', minLength: 1, maxLength });

/** A text that may not quote a number of the run, such as {weights.0.1.3}. */
export const UNQUOTING = '^(?![\\s\\S]*\\{[A-Za-z][\\w/]*(\\.\\d+)+\\})';

/** @param {number} [maxLength] @returns {Schema} */
export const plainText = (maxLength) => ({ ...text(maxLength), pattern: UNQUOTING });

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
 * Returns a schema of names to which features may still add.
 * @param {() => readonly string[]} names
 * @returns {Schema}
 */
export const oneOfAll = (names) => ({
  type: 'string',
  get enum() {
    return names();
  },
});

/** Some texts may be empty, which removes what they set. @param {Schema} schema @returns {Schema} */
export const orEmpty = (schema) => ({ ...schema, minLength: 0 });

/** @param {Field<unknown>} field @returns {Schema} */
export function makeFieldSchema(field) {
  const { widest, isInteger } = field;
  const [least, most] = widest ?? [];
  const numbers = widest && (isInteger ? integer : number)(Number(least), Number(most));
  if (!field.choices) return numbers ?? (field.read('', 'seed') === '' ? orEmpty(text()) : text());
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

/**
 * Returns the schema of one of several kinds.
 * @param {string} kind
 * @param {Record<string, Schema>} properties
 * @param {string[]} [required]
 */
export const makeKindSchema = (kind, properties, required = []) =>
  object({ kind: { const: kind }, ...properties }, ['kind', ...required]);

/** The name of a tensor of the run. @type {Schema} */
export const tableName = {
  type: 'string',
  pattern: TENSOR_NAME.source,
  maxLength: 40,
  examples: ['weights'],
};

/** The name of one number: weights.0.1.3. @type {Schema} */
export const cell = {
  type: 'string',
  pattern: '^[A-Za-z][\\w/]*(\\.(0|[1-9]\\d{0,2})){1,4}$',
  maxLength: 60,
  examples: ['weights.0.1.3'],
};

/** The index of a word. @type {Schema} */
export const index = { description: 'counted from 0', ...integer(0, MAX_WORDS - 1) };

export const rows = list(index, 64);

export const bound = number(-1e6, 1e6);

/** A flag that is either true or left out. @type {Schema} */
export const flag = { const: true };

/** @param {string} path @param {string} name */
export const joinPath = (path, name) => (path ? `${path}.${name}` : name);

/**
 * @param {string} path
 * @param {string | false | undefined} message
 * @returns {Problem[]} the problem, or none without a message
 */
export const makeProblem = (path, message) => (message ? [{ path, message }] : []);

/**
 * Finds replies that are never shown, because their answers are right or have an earlier reply.
 * @param {string} path
 * @param {readonly { [name: string]: unknown }[]} replies
 * @param {string} name the property that holds one answer or several
 * @param {unknown} right
 */
export const findUnseenReplies = (path, replies, name, right) =>
  replies.flatMap((reply, i) => {
    const seen = [right, ...replies.slice(0, i).flatMap((earlier) => earlier[name])];
    const isUnseen = [reply[name]].flat().every((answer) => seen.includes(answer));
    return makeProblem(`${path}.replies[${i}]`, isUnseen && unseenReply);
  });

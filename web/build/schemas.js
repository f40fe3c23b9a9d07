/**
 * The published JSON Schemas, of chapters and of `state`: those that the page checks, with
 * descriptions for authors.
 */

import { addAll } from '../entries/loader.js';
import { schema, taskDescriptions } from '../features/practice/author-chapter/schema.js';
import * as words from '../features/practice/text/en/author-chapter.js';
import { DEFAULTS, FIELD_NAMES, FIELDS } from '../state/fields.js';

/**
 * @import { Schema } from '../pages/types.js'
 * @import { Field } from '../state/types.js'
 */

addAll();

/** @type {Record<string, string>} */
const descriptions = { ...words.descriptions, ...taskDescriptions };

/**
 * Adds descriptions to a schema.
 * @param {Schema} part
 * @param {string} path the names from the root, and kinds: 'pages.task.numbers.cells'
 * @returns {object}
 */
function describeSchema({ properties, items, anyOf, oneOf, ...part }, path) {
  const inPart = (/** @type {string} */ name) => (path ? `${path}.${name}` : name);
  const named = Object.entries(properties ?? {}).map(([name, property]) => [
    name,
    describeSchema(property, inPart(name)),
  ]);
  return {
    ...part,
    ...(descriptions[path] && { description: descriptions[path] }),
    ...(properties && { properties: Object.fromEntries(named) }),
    ...(items && { items: describeSchema(items, path) }),
    ...(anyOf && { anyOf: anyOf.map((option) => describeSchema(option, '')) }),
    ...(oneOf && chooseByKind(oneOf, inPart)),
  };
}

/** @param {string} kind @param {object} schema the schema of objects of this kind */
export const ifKind = (kind, schema) => ({
  if: { properties: { kind: { const: kind } } },
  // biome-ignore lint/suspicious/noThenProperty: This is a keyword of JSON Schema.
  then: schema,
});

/**
 * Chooses one of several schemas by `kind`, so that a validator reports the slips of this kind alone.
 * @param {Schema[]} options
 * @param {(kind: string) => string} inPart returns the path of a kind
 */
function chooseByKind(options, inPart) {
  const kinds = options.map(({ properties }) => String(properties?.kind.const));
  return {
    type: 'object',
    properties: { kind: { enum: kinds } },
    required: ['kind'],
    allOf: options.map((option, i) => ifKind(kinds[i], describeSchema(option, inPart(kinds[i])))),
  };
}

export const makeChapterSchema = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A chapter for <attention-lab>',
  ...describeSchema(schema, ''),
});

/**
 * Makes the schema of a field of `state`: an enumeration, a number with its range, either of them, or a string. The empty
 * string is always allowed.
 * @param {Field<unknown>} field
 */
function makeTypeSchema({ choices, widest, isInteger, maxLength, pattern }) {
  const [minimum, maximum] = widest ?? [];
  const number = widest && { type: isInteger ? 'integer' : 'number', minimum, maximum };
  if (choices) return number ? { anyOf: [{ enum: choices }, number] } : { enum: choices };
  const source = pattern && (pattern.test('') ? pattern.source : `^$|${pattern.source}`);
  return number ?? { type: 'string', maxLength, pattern: source };
}

/**
 * Makes the schema of `state`.
 * @param {Record<string, string | undefined>} descriptions the descriptions of its entries, by name
 */
export function makeStateSchema(descriptions) {
  const fields = FIELD_NAMES.map((name) => [
    name,
    { description: descriptions[name], ...makeTypeSchema(FIELDS[name]), default: DEFAULTS[name] },
  ]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The state of <attention-lab>, or a part of it',
    description: 'What is left out stays as it is shown.',
    type: 'object',
    properties: { v: { const: DEFAULTS.v }, ...Object.fromEntries(fields) },
    additionalProperties: false,
  };
}

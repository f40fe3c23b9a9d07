/** The schema of a chapter as it is published: what the reader goes by, with words for those who write one. */

import { schema, taskDescriptions } from '../features/practice/own-chapter/schema.js';
import * as words from '../features/practice/text/en/own-chapter.js';
import { MAX_LENGTH } from '../state/edits.js';
import {
  BUG,
  CELL,
  CHOICES,
  DEFAULTS,
  MAX_CELL,
  MAX_SCALE,
  SCALES,
  SOURCES,
  VIEW_CHOICES,
} from '../state/fields.js';
import { MAX_ANSWERS, MAX_NAME, PAGE } from '../state/guide.js';
import { normalise } from '../state/normalise.js';
import { STEPS } from '../state/step-order.js';
import { MAX_CHARACTERS } from '../state/words.js';

/** @import { Schema } from '../pages/tasks/schema.js' */

/** @type {Record<string, string>} */
const descriptions = { ...words.descriptions, ...taskDescriptions };

/**
 * @param {Schema} part
 * @param {string} path names from the top, and the kind: 'pages.task.numbers.cells'
 * @returns {object}
 */
function described({ properties, items, anyOf, oneOf, ...part }, path) {
  const under = (/** @type {string} */ name) => (path ? `${path}.${name}` : name);
  return {
    ...(descriptions[path] && { description: descriptions[path] }),
    ...part,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, described(one, under(name))]),
      ),
    }),
    ...(items && { items: described(items, path) }),
    ...(anyOf && { anyOf: anyOf.map((one) => described(one, '')) }),
    ...(oneOf && {
      oneOf: oneOf.map((one) => described(one, under(String(one.properties?.kind.const)))),
    }),
  };
}

export const chapterSchema = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A chapter for <attention-lab>',
  ...described(schema, ''),
});

// The JSON Schema of `state`. Defaults and choices are the tables that the page goes by; how far a number
// may go, its reader is asked.

/** @typedef {keyof typeof DEFAULTS} Name */

/** @param {RegExp} pattern */
const emptyOr = ({ source }) => `^$|${source}`;

/** What is known of texts, and what is more than one type. @type {{ [name in Name]?: object }} */
const SPECIAL = {
  v: { const: DEFAULTS.v },
  scale: {
    anyOf: [{ enum: SCALES }, { type: 'number', minimum: -MAX_SCALE, maximum: MAX_SCALE }],
  },
  step: { enum: STEPS },
  sentence: { type: 'string', maxLength: MAX_CHARACTERS },
  target: { type: 'string', maxLength: MAX_CHARACTERS },
  masked: { type: 'string', pattern: '^(\\d{1,3}\\.\\d{1,3}( |$))*$' },
  edits: { type: 'string', maxLength: MAX_LENGTH },
  bug: { type: 'string', pattern: emptyOr(BUG) },
  cell: { type: 'string', maxLength: MAX_CELL, pattern: emptyOr(CELL) },
  guide: { type: 'string', maxLength: MAX_NAME, pattern: emptyOr(PAGE) },
  answers: { type: 'string', maxLength: MAX_ANSWERS },
};

/** @type {Record<string, readonly string[]>} */
const NAMED = { ...CHOICES, ...VIEW_CHOICES };

/** @param {Name} name */
const typeOf = (name) =>
  SPECIAL[name] ??
  (NAMED[name]
    ? { enum: NAMED[name] }
    : typeof DEFAULTS[name] === 'number'
      ? numberOf(name)
      : { type: 'string' });

/** Where the reader ends, whatever else is set. @param {Name} name */
function numberOf(name) {
  const read = (/** @type {number} */ value) =>
    SOURCES.map((source) =>
      // As many heads as there may be, and so many words that any of them can be meant.
      Number(
        normalise({
          ...{ source, dModel: Infinity, heads: Infinity, sentence: 'a '.repeat(MAX_CHARACTERS) },
          [name]: value,
        })[name],
      ),
    );
  const isWhole = read(0.5).every(Number.isInteger);
  return {
    type: isWhole ? 'integer' : 'number',
    minimum: Math.min(...read(-Infinity)),
    maximum: Math.max(...read(Infinity)),
  };
}

/** @param {Record<string, string | undefined>} descriptions of entries, by name */
export const stateSchema = (descriptions) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'The state of <attention-lab>, or a part of it',
  description: 'What is left out stays as it is shown. Each entry is an attribute, too.',
  type: 'object',
  properties: Object.fromEntries(
    /** @type {Name[]} */ (Object.keys(DEFAULTS)).map((name) => [
      name,
      {
        ...(descriptions[name] && { description: descriptions[name] }),
        ...typeOf(name),
        ...(name !== 'v' && { default: DEFAULTS[name] }),
      },
    ]),
  ),
  additionalProperties: false,
});

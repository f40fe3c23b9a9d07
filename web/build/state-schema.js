/**
 * The JSON Schema of `state`. Defaults and choices are the tables that the page goes by; how far a number
 * may go, its reader is asked.
 */

import { MAX_LENGTH } from '../session/edits.js';
import { MAX_ANSWERS, MAX_NAME, PAGE } from '../session/guide.js';
import { CELL, MAX_CELL, VIEW_CHOICES } from '../session/selection.js';
import { BUG, CHOICES, MAX_SCALE, SCALES } from '../session/settings.js';
import { SOURCES } from '../session/source-settings.js';
import { DEFAULTS, normalise } from '../session/state.js';
import { STEPS } from '../session/step-order.js';
import { MAX_CHARACTERS } from '../session/words.js';

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

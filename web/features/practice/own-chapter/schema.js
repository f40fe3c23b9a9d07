/**
 * What a chapter of one's own may hold, as a JSON Schema. The reader goes by this object, and
 * `dist/chapter.schema.json` is this object with words: see web/build/schemas.js.
 */

import {
  CHOICES,
  isOwn,
  MAX_HEADS,
  MAX_SEED,
  MAX_SPREAD,
  MAX_WIDTH,
  SOURCES,
  TASKS,
  VARIANTS,
} from '../../../state/fields.js';
import { MAX_CHARACTERS, MAX_WORDS } from '../../../state/words.js';
import { bugs } from '../bugs/bugs.js';

/**
 * @typedef {object} Schema of a value: the few keywords of JSON Schema that are used here
 * @property {'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean'} [type]
 * @property {Record<string, Schema>} [properties] and no others
 * @property {false} [additionalProperties]
 * @property {string[]} [required]
 * @property {Schema} [items]
 * @property {number} [minItems]
 * @property {number} [maxItems]
 * @property {number} [minLength]
 * @property {number} [maxLength]
 * @property {number} [minProperties]
 * @property {string} [pattern]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {readonly unknown[]} [enum]
 * @property {unknown} [const]
 * @property {Schema[]} [oneOf] objects told apart by their `kind`
 * @property {Schema[]} [anyOf] values told apart by their type
 */

/** Characters of all the JSON. */
export const MOST_CHARACTERS = 2 ** 20;

/** So many numbers fit into what is kept of an answer. */
const MOST_FIELDS = 8;

const LONG = 2000;

/** @param {number} [maxLength] @returns {Schema} */
const text = (maxLength = LONG) => ({ type: 'string', minLength: 1, maxLength });

/** @param {Schema} items @param {number} maxItems @param {number} [minItems] @returns {Schema} */
const list = (items, maxItems, minItems = 1) => ({ type: 'array', items, minItems, maxItems });

/** @param {number} minimum @param {number} maximum @returns {Schema} */
const whole = (minimum, maximum) => ({ type: 'integer', minimum, maximum });

/** @param {number} minimum @param {number} maximum @returns {Schema} */
const number = (minimum, maximum) => ({ type: 'number', minimum, maximum });

/** @param {readonly string[]} names @returns {Schema} */
const oneOf = (...names) => ({ type: 'string', enum: names });

/** @param {Record<string, Schema>} properties @param {string[]} [required] @returns {Schema} */
const object = (properties, required = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** One of several kinds. @param {string} kind @param {Record<string, Schema>} properties @param {string[]} [required] */
const kind = (kind, properties, required = []) =>
  object({ kind: { const: kind }, ...properties }, ['kind', ...required]);

/** @type {Schema} one text, or several */
const texts = { anyOf: [text(), list(text(), 8)] };

/** Set small. */
const note = object({ note: text() }, ['note']);

/** One paragraph, or several. @param {number} [least] @returns {Schema} */
const paragraphs = (least) => ({
  anyOf: [text(), note, list({ anyOf: [text(), note] }, 8, least)],
});

/** @type {Schema} a tensor of the run */
const table = { type: 'string', pattern: '^[A-Za-z][\\w/]*$', maxLength: 40 };

/** @type {Schema} one number of it: weights.0.1.3 */
const cell = {
  type: 'string',
  pattern: '^[A-Za-z][\\w/]*(\\.(0|[1-9]\\d{0,2})){1,4}$',
  maxLength: 60,
};

const index = whole(0, MAX_WORDS - 1);

const rows = list(index, 64);

const bound = number(-1e6, 1e6);

/** @type {Schema} */
const isAfter = { type: 'boolean' };

/** @type {Schema} said of what is true, left out of anything else */
const is = { const: true };

const heading = text(120);

const option = whole(0, MOST_FIELDS - 1);

const bugId = oneOf(...bugs.map(({ id }) => id));

/** By the names of the element's attributes. What does not fit together, the reader says. */
const settings = object({
  source: oneOf(...SOURCES.filter((source) => !isOwn({ source }))),
  sentence: text(MAX_CHARACTERS),
  target: text(MAX_CHARACTERS),
  layer: oneOf('cross', 'self'),
  mechanism: oneOf('dot', 'additive'),
  heads: whole(1, MAX_HEADS),
  'd-model': whole(1, MAX_WIDTH),
  'key-width': whole(0, MAX_WIDTH),
  keys: oneOf('own', 'queries'),
  positions: oneOf('none', 'sinusoidal'),
  seed: whole(0, MAX_SEED),
  mask: oneOf(...CHOICES.mask),
  pad: index,
  masked: { ...text(20_000), minLength: 0 },
  fill: oneOf('inf', '-1e9', '0'),
  'empty-row': oneOf('zeros', 'nan'),
  scale: { anyOf: [oneOf('sqrt', 'none', 'words'), bound] },
  temperature: number(2 ** -10, 2 ** 10),
  dropout: number(0, 1),
  'dropout-seed': whole(0, MAX_SEED),
  training: whole(-1, 10_000),
  rate: number(0, 1e6),
  task: oneOf(...TASKS),
  variant: oneOf(...VARIANTS),
  bug: bugId,
  edits: text(20_000),
  query: index,
  head: whole(0, MAX_HEADS - 1),
  step: table,
  spread: whole(1, MAX_SPREAD),
});

const rowsByHand = list(list(number(-1e6, 1e6), 64, 0), 64);

const handMade = object(
  Object.fromEntries(
    ['q', 'k', 'v', 'scores', 'weights', 'wq', 'wk', 'wv', 'wo'].map((name) => [name, rowsByHand]),
  ),
);

const show = {
  oneOf: [
    kind(
      'table',
      {
        of: table,
        rows: { anyOf: [rows, oneOf('selected')] },
        head: whole(0, MAX_HEADS - 1),
        name: text(60),
        cover: {
          anyOf: [oneOf('all'), list({ type: 'string', pattern: '^\\d{1,3}(\\.\\d{1,3})?$' }, 256)],
        },
        scale: oneOf('own'),
        narrow: is,
        after: isAfter,
      },
      ['of'],
    ),
    kind('sign', { sign: text(3), after: isAfter }, ['sign']),
    kind('arcs', { of: table, head: whole(0, MAX_HEADS - 1), cover: is, after: isAfter }),
    kind('arrows', { of: list(table, 4), rows, after: isAfter }, ['of']),
    kind('points', { of: table, mean: table, after: isAfter }),
    kind('bars', { of: list(table, 3), after: isAfter }, ['of']),
    kind('whole', { after: isAfter }),
    kind('text', { text: paragraphs(), after: isAfter }, ['text']),
    kind(
      'switch',
      {
        label: text(120),
        choices: list(
          object({ name: text(MAX_CHARACTERS), settings, numbers: handMade }, ['name']),
          12,
          2,
        ),
        after: isAfter,
      },
      ['label', 'choices'],
    ),
  ],
};

const task = {
  oneOf: [
    kind(
      'choice',
      {
        question: text(),
        code: is,
        answers: list(
          object({ answer: text(300), reply: texts, right: is }, ['answer', 'reply']),
          8,
          2,
        ),
      },
      ['question', 'answers'],
    ),
    kind(
      'press',
      {
        question: text(),
        instruction: text(),
        word: { anyOf: [index, oneOf('largest')] },
        right: text(),
        wrong: text(),
        replies: list(
          object({ word: { anyOf: [index, list(index, 64)] }, reply: text() }, ['word', 'reply']),
          64,
        ),
      },
      ['question', 'word', 'right', 'wrong'],
    ),
    kind(
      'numbers',
      {
        question: text(),
        cells: list(object({ cell, number: bound, label: text(100) }), MOST_FIELDS),
        tolerance: number(0, 1),
        help: text(),
        right: text(),
        wrong: text(),
        mistakes: list(
          object(
            {
              cells: list(cell, MOST_FIELDS),
              numbers: list(list(bound, MOST_FIELDS), 8),
              reply: text(),
            },
            ['reply'],
          ),
          16,
        ),
      },
      ['question', 'cells', 'right'],
    ),
    kind(
      'match',
      {
        question: text(),
        items: list(
          object(
            {
              item: text(300),
              option,
              replies: list(object({ option, reply: text() }, ['option', 'reply']), MOST_FIELDS),
              wrong: text(),
            },
            ['item', 'option'],
          ),
          MOST_FIELDS,
          2,
        ),
        options: list(text(300), MOST_FIELDS, 2),
        right: text(),
        wrong: text(),
      },
      ['question', 'items', 'options', 'right'],
    ),
    kind('fill', { question: text(), table, row: index, right: text(), wrong: text() }, [
      ...['question', 'table', 'right'],
    ]),
    kind(
      'goal',
      {
        question: text(),
        wanted: list(
          object({ cell, name: text(120), least: bound, most: bound }, ['cell', 'name']),
          4,
        ),
        changes: whole(1, 16),
        numbers: list(object({ table, rows }, ['table']), 6),
        range: list(bound, 2, 2),
        paint: { type: 'boolean' },
        temperature: list(number(2 ** -10, 2 ** 10), 2, 2),
        settings: object({
          pad: list(whole(0, 3), 4),
          fill: list(oneOf('inf', '-1e9', '0'), 3),
          positions: list(oneOf('none', 'sinusoidal'), 2),
        }),
      },
      ['question', 'wanted', 'changes'],
    ),
    kind('bug', { question: text(), choices: list(bugId, 5) }),
  ],
};

const page = object(
  {
    id: { type: 'string', pattern: '^[a-z\\d]+(-[a-z\\d]+)*$', maxLength: 32 },
    title: heading,
    extra: is,
    settings,
    numbers: handMade,
    origin: { type: 'string', maxLength: 300 },
    text: paragraphs(),
    meanwhile: paragraphs(0),
    show: list(show, 12),
    task,
    after: paragraphs(),
  },
  ['id', 'title', 'text'],
);

export const schema = object(
  {
    $schema: text(),
    title: heading,
    question: text(300),
    pages: list(page, 100),
  },
  ['title', 'pages'],
);

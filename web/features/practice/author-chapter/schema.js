/**
 * The JSON Schema of an author's chapter. The reader validates against this object, and
 * web/build/schemas.js adds descriptions to write `dist/chapter.schema.json`.
 */

import { HAND_SET_TABLES } from '../../../pages/chapters.js';
import { taskKinds } from '../../../pages/tasks/index.js';
import {
  flag,
  list,
  makeFieldSchema,
  makeKindSchema,
  number,
  object,
  oneName,
  oneOfAll,
  orEmpty,
  plainText,
  rows,
  tableName,
  text,
} from '../../../pages/tasks/schema.js';
import { FIELD_NAMES, FIELDS, listFieldsWith } from '../../../state/fields.js';
import { isOwn, listSourceNames } from '../../../state/source-kinds.js';
import { MAX_SENTENCE_LETTERS } from '../../../state/words.js';
import { parted } from '../../../text/spelling.js';
import { bugKind, bugNames } from './bug.js';
import { fillKind } from './fill.js';
import { goalKind } from './goal.js';

/**
 * @import { TaskKind } from '../../../pages/tasks/index.js'
 * @import { Schema } from '../../../pages/types.js'
 * @import { FieldName } from '../../../state/types.js'
 */

/** The kinds of tasks of the course and of the practice. @type {readonly TaskKind[]} */
export const kinds = [...taskKinds, fillKind, goalKind, bugKind];

/** The most characters that the JSON may have. */
export const MOST_JSON_LETTERS = 2 ** 20;

/** A paragraph in small print. */
const note = object({ note: text() }, ['note']);

const plainNote = object({ note: plainText() }, ['note']);

/** One paragraph, or several. @returns {Schema} */
const paragraphs = () => ({
  anyOf: [text(), note, list({ anyOf: [text(), note] }, 8)],
});

const heading = plainText(120);

/** Fields that a chapter restricts further. @type {Partial<Record<FieldName, Schema>>} */
const RESTRICTED = {
  source: oneOfAll(() => listSourceNames().filter((source) => !isOwn({ source }))),
  sentence: text(MAX_SENTENCE_LETTERS),
  target: orEmpty(text(MAX_SENTENCE_LETTERS)),
  masked: orEmpty(text(20_000)),
  bug: oneName(...bugNames, ''),
  edits: orEmpty(text(20_000)),
  step: tableName,
};

/**
 * Properties have the names of the element's attributes. The chapter's reader reports settings that
 * do not fit together.
 */
const settings = object(
  Object.fromEntries(
    FIELD_NAMES.filter((name) => !listFieldsWith('readersOnly').has(name)).map((name) => [
      parted(name),
      RESTRICTED[name] ?? makeFieldSchema(FIELDS[name]),
    ]),
  ),
);

const rowsByHand = list(list(number(-1e6, 1e6), 64, 0), 64);

const handMade = object(
  Object.fromEntries(Object.keys(HAND_SET_TABLES).map((name) => [name, rowsByHand])),
);

/**
 * Returns the schema of a kind of picture. It may come with the reply.
 * @param {string} kind
 * @param {Record<string, Schema>} properties
 * @param {string[]} [required]
 */
const makePictureSchema = (kind, properties, required) =>
  makeKindSchema(kind, { ...properties, after: { type: 'boolean' } }, required);

const head = makeFieldSchema(FIELDS.head);

const show = {
  oneOf: [
    makePictureSchema(
      'table',
      {
        of: tableName,
        rows: { anyOf: [rows, oneName('selected')] },
        head,
        name: plainText(60),
        cover: {
          anyOf: [
            oneName('all'),
            list(
              { type: 'string', pattern: '^\\d{1,3}(\\.\\d{1,3})?$', examples: ['1.0', '2'] },
              256,
            ),
          ],
        },
        narrow: flag,
      },
      ['of'],
    ),
    makePictureSchema('sign', { sign: text(3) }, ['sign']),
    makePictureSchema('arcs', { of: tableName, head, cover: flag }),
    makePictureSchema('arrows', { of: list(tableName, 4), rows }, ['of']),
    makePictureSchema('points', { of: tableName, mean: tableName }),
    makePictureSchema('bars', { of: list(tableName, 3) }, ['of']),
    makePictureSchema('whole', {}),
    makePictureSchema('text', { text: paragraphs() }, ['text']),
    makePictureSchema(
      'switch',
      {
        label: plainText(120),
        choices: list(
          object({ name: text(MAX_SENTENCE_LETTERS), settings, numbers: handMade }, ['name']),
          12,
          2,
        ),
      },
      ['label', 'choices'],
    ),
  ],
};

const task = { oneOf: kinds.flatMap((kind) => kind.schema ?? []) };

const page = object(
  {
    id: {
      type: 'string',
      pattern: '^[a-z\\d]+(-[a-z\\d]+)*$',
      maxLength: 32,
      examples: ['two-words'],
    },
    title: heading,
    extra: flag,
    settings,
    numbers: handMade,
    origin: orEmpty(plainText(300)),
    text: paragraphs(),
    // There are no numbers yet.
    meanwhile: {
      anyOf: [plainText(), plainNote, list({ anyOf: [plainText(), plainNote] }, 8, 0)],
    },
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
    question: plainText(300),
    recap: text(300),
    pages: list(page, 100),
  },
  ['title', 'pages'],
);

/** Descriptions of the parts of tasks, by their paths in a chapter. */
export const taskDescriptions = Object.fromEntries(
  kinds.flatMap(({ kind, descriptions = {} }) =>
    Object.entries(descriptions).map(([path, description]) => [
      `pages.task.${kind}${path && `.${path}`}`,
      description,
    ]),
  ),
);

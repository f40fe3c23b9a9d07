/** Texts of an author's chapter: reports about its JSON, and what is shown next to its tasks. */

import { html } from 'lit';
import { listed } from '../../../../text/en/language.js';
import { writeLimit } from '../../../../text/number.js';
import { endSentence } from '../../../../text/spelling.js';

// Problems of the JSON. The path of the problem comes before each text.

/** The names of JSON types. @type {Record<string, string>} */
export const types = {
  object: 'an object, { }',
  array: 'a list, [ ]',
  string: 'a text, in quotation marks',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
};

/** @param {readonly string[]} names names that the object needs */
export const objectOf = (names) =>
  `an object, { ${names.map((name) => `"${name}": …`).join(', ')} }`;

/** @param {readonly string[]} names */
export const either = (names) => `must be ${names.join(', or ')}`;

/** @param {string} name */
export const quoted = (name) => `“${name}”`;

/** @param {string} value */
export const only = (value) => `can only be ${value}`;

/** @param {readonly string[]} names @param {string} [near] */
export const oneOf = (names, near) =>
  `must be one of ${names.join(', ')}${near ? `; the nearest is “${near}”` : ''}`;

export const empty = 'is empty';

/** @param {number} most */
export const long = (most) => `is longer than ${most} characters`;

/** @param {string} value @param {readonly string[]} examples */
export const form = (value, examples) =>
  `“${value.slice(0, 40)}” does not have the right form, such as ${examples.map(quoted).join(' or ')}`;

export const quotesNumber = 'cannot quote a number of the run; write it in the text of a page';

/** @param {number} least */
export const atLeast = (least) => `needs at least ${{ 1: 'one', 2: 'two' }[least] ?? least}`;

/** @param {number} most */
export const atMost = (most) => `takes at most ${most}`;

/** @param {string | undefined} near @param {readonly string[]} known */
export const unknown = (near, known) =>
  `has no meaning here; ${near ? `“${near}” was probably meant` : `known names: ${known.join(', ')}`}`;

export const missing = 'is missing';

/** @param {string} reason the browser's message */
export const noJson = (reason) => `This is not JSON: ${reason}`;

export const tooLong = 'The chapter is longer than 1 MB.';

/** @param {string} id */
export const twice = (id) => `“${id}” is also the name of another page`;

/** @param {string} value */
export const doesNotFit = (value) =>
  `does not fit the other settings; the nearest that fits is ${value}`;

/** @param {'at least' | 'at most'} which @param {number} limit */
export const isOutOfRange = (which, limit) => `expected ${which} ${writeLimit(limit)}`;

/** @param {readonly number[]} divisors */
export const doesNotDivide = (divisors) =>
  `does not divide d-model; expected ${listed(divisors, 'disjunction')}`;

/** @param {number} rows @param {number} columns */
export const hasOtherSize = (rows, columns) =>
  `the table has ${rows} rows of ${columns} numbers; a row that is [] or left out is computed`;

export const isNotSet = 'these settings compute no table of this name whose numbers can be set';

/** @param {string} part */
export const unparsable = (part) => `“${part.slice(0, 40)}” cannot be read`;

export const firstExtra = 'follows no page: the first page cannot be extra';

export const noBug = 'is missing: a task about a bug needs the name of the bug';

export const noBound = 'needs “least” or “most”';

export const crossed = 'the first must be smaller than the second';

export const nothingToChange =
  'needs something that can be changed: “numbers”, “paint”, “temperature” or “settings”';

// Problems that only the computed numbers reveal.

/** @param {string} name @param {string} [near] */
export const noCell = (name, near) =>
  `there is no number ${name} here${near ? `; the nearest is “${near}”` : ''}`;

/** @param {string} pair */
export const noPair = (pair) => `the words have no pair ${pair}`;

export const unseenBug = 'this bug changes no table here';

export const noShare = 'cannot be reached: a weight is between 0 and 1';

export const reachedAtStart = 'is reached before anything is changed';

/** @param {string} name */
export const noName = (name) => `no number, symbol or word here has the name {${name}}`;

/** @param {string} mark */
export const brokenMark = (mark) => `“${mark}” is not a complete mark`;

export const notHere = 'This page cannot show what it should:';

export const title = 'This chapter cannot be read';

export const found = 'What its author must fix:';

export const none = {
  title: 'No chapter',
  text: 'This element contains no chapter. Put one inside, as JSON in a script of type application/json.',
};

export const origin = 'chapter.schema.json lists what a chapter can hold.';

/** @param {number} count */
export const more = (count) => `and ${count} more`;

// Texts next to tasks.

/** @param {string} mistake */
export const byMistake = (mistake) => `This mistake gives that result: ${mistake}.`;

/** @param {string} path @param {string} message */
export const problem = (path, message) =>
  html`${path ? html`<code>${path}</code>: ` : ''}${endSentence(message)}`;

// Descriptions of the parts of a chapter, for editors. The keys are paths without list indexes.

/** @type {Record<string, string>} */
export const descriptions = {
  title: 'The name of the chapter.',
  question: 'The question that it answers.',
  recap: 'One sentence below the last page, once that is done.',
  pages: 'One page after the other.',
  'pages.id': 'Lowercase letters, digits and hyphens. guide="chapter-<id>" leads to the page.',
  'pages.extra': 'Whether Next skips it: the page before links to it once its task is done.',
  'pages.origin':
    'Where its numbers come from. If it is missing, the element names the origin itself; if it is empty, nothing is shown.',
  'pages.meanwhile':
    'For a page with a model that must be trained: what is shown beside the text until the model is ready. The text then quotes no numbers.',
  'pages.settings': 'Attributes of the element, by the same names, with the same values.',
  'pages.settings.query': 'The selected word, counted from 0.',
  'pages.numbers':
    'Numbers set by hand in the first head, row by row, and matrices: wq is W_Q. Whatever is left out is computed.',
  'pages.text':
    'One paragraph, or several. Marks are **bold**, _d_ in italics, e^{0}, W_{O}, and **pas**@fr in another language. {Q} and {W_Q} are symbols, and {weights.0.1.3} is a number of the run. { "note": … } is shown in small type.',
  'pages.show': 'Pictures. Consecutive tables and signs stand side by side.',
  'pages.show.table': 'A table of the run.',
  'pages.show.table.of': 'The tensor, such as q, scores or weights.',
  'pages.show.table.cover':
    'Numbers that are hidden until the task is done: "row.column", from 0, or "row".',
  'pages.show.table.rows': 'These rows, counted from 0, or the row of the selected word.',
  'pages.show.table.narrow':
    'Whether the tables beside it stand closer, so that more fit in a row.',
  'pages.show.table.after': 'Whether it appears only when the task is done.',
  'pages.show.sign': 'A sign between tables, such as · or →.',
  'pages.show.arcs': 'The sentence, with arcs from the selected word.',
  'pages.show.arcs.cover': 'Whether the arcs appear only when the task is done.',
  'pages.show.text': 'Words between pictures.',
  'pages.show.switch': 'Buttons. Each changes settings or sets other numbers by hand.',
  'pages.show.arrows': 'Rows of two numbers as arrows from the origin.',
  'pages.show.points':
    'Values of two numbers as points, and the weighted mean, which is the word’s output.',
  'pages.show.bars': 'Rows of pairs, such as scores and weights, as bars.',
  'pages.show.whole': 'The whole picture.',
  'pages.after': 'The text shown once the task is done.',
};

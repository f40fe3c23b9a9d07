/** A chapter of an author's own: what is said where its JSON cannot be read, and beside its tasks. */

import { html } from 'lit';

// What is wrong with the JSON; before each stands where.

/** What a value can be. @type {Record<string, string>} */
export const types = {
  object: 'an object, { }',
  array: 'a list, [ ]',
  string: 'a text, in quotation marks',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
};

/** @param {readonly string[]} names */
export const either = (names) => `has to be ${names.join(', or ')}`;

/** @param {string} value */
export const only = (value) => `can only be ${value}`;

/** @param {readonly string[]} names @param {string} [near] */
export const oneOf = (names, near) =>
  `has to be one of ${names.join(', ')}${near ? `; the nearest is “${near}”` : ''}`;

export const empty = 'is empty';

/** @param {number} most */
export const long = (most) => `is longer than ${most} characters`;

/** @param {string} value */
export const form = (value) => `“${value.slice(0, 40)}” is not of the form that it has to have`;

/** @param {number} least */
export const atLeast = (least) => `at least ${least === 2 ? 'two' : least}`;

/** @param {number} most */
export const atMost = (most) => `at most ${most}`;

/** @param {string | undefined} near @param {readonly string[]} known */
export const unknown = (near, known) =>
  `has no meaning here; ${near ? `“${near}” was probably meant` : `what has: ${known.join(', ')}`}`;

export const missing = 'is missing';

/** @param {string} reason the browser's */
export const noJson = (reason) => `This is not JSON: ${reason}`;

export const tooLong = 'The chapter is longer than 1 MB.';

/** @param {string} id */
export const twice = (id) => `“${id}” is the name of another page, too`;

/** @param {string} value */
export const doesNotFit = (value) =>
  `does not fit the other settings; the nearest that does is ${value}`;

/** @param {number} rows @param {number} columns */
export const hasOtherSize = (rows, columns) =>
  `the table has ${rows} rows of ${columns} numbers; a row that is [] or left out is computed`;

export const isNotSet = 'these settings compute no table of this name whose numbers could be set';

/** @param {string} part */
export const unparsable = (part) => `“${part.slice(0, 40)}” cannot be read`;

export const firstExtra = 'follows no page: the first is never extra';

export const noBug = 'is missing: a task about a bug needs the name of one';

export const noBound = 'needs “least” or “most”';

export const crossed = 'the first has to be smaller than the second';

export const nothingToChange =
  'needs something that may be changed: “numbers”, “paint”, “temperature” or “settings”';

// What is wrong once the numbers are there.

/** @param {string} name */
export const noCell = (name) => `there is no number ${name} here`;

export const unseenBug = 'this bug changes no table here';

export const notHere = 'This page cannot show what it should:';

export const title = 'This chapter cannot be read';

export const found = 'What its author has to mend:';

export const none = {
  title: 'No chapter',
  text: 'There is no chapter of its own in this element. It belongs inside, as JSON in a script of type application/json.',
};

export const origin = 'What a chapter can hold is in chapter.schema.json.';

/** @param {number} count */
export const more = (count) => `and ${count} more`;

// Beside tasks.

/** @param {string} mistake */
export const byMistake = (mistake) => `That is what one gets by this mistake: ${mistake}.`;

/** @param {string} path @param {string} message */
export const problem = (path, message) =>
  html`${path ? html`<code>${path}</code>: ` : ''}${message}.`;

// What the parts of a chapter are for, as editors show it. By path, lists left out.

/** @type {Record<string, string>} */
export const descriptions = {
  title: 'The name of the chapter.',
  question: 'What it answers.',
  pages: 'One page after the other.',
  'pages.id': 'Lowercase letters, digits and hyphens. guide="chapter-<id>" leads to the page.',
  'pages.extra': 'Whether Next passes it over: the page before leads to it, once its task is done.',
  'pages.origin':
    'Where its numbers come from; without, the element says it. Empty: nothing is said.',
  'pages.meanwhile':
    'For a page with a model that has to be trained: what is said until it is there, beside the text, which then quotes no numbers.',
  'pages.settings': 'Attributes of the element, by the same names, with the same values.',
  'pages.settings.query': 'The word that is looked at, from 0.',
  'pages.numbers':
    'Numbers set by hand in the first head, row by row, and matrices: wq is W_Q. What is left out is computed.',
  'pages.text':
    'One paragraph, or several: **bold**, _d_ in italics, e^{0}, W_{O}, **pas**@fr in another language, {Q} and {W_Q} as symbols, and {weights.0.1.3} for a number of the run. { "note": … } is set small.',
  'pages.show': 'Pictures; tables and signs in a row stand beside each other.',
  'pages.show.table': 'A table of the run.',
  'pages.show.table.of': 'The tensor, such as q, scores or weights.',
  'pages.show.table.cover':
    'Numbers that are not shown before the task is done: "row.column", from 0, or "row".',
  'pages.show.table.rows': 'These rows, from 0, or that of the word that is looked at.',
  'pages.show.table.scale':
    'Tables side by side are on one scale of colours, unless each says “own”.',
  'pages.show.table.narrow': 'Whether the tables beside it stand close, so that more fit in a row.',
  'pages.show.table.after': 'Whether it comes only when the task is done.',
  'pages.show.sign': 'A sign between tables, such as · or →.',
  'pages.show.arcs': 'The sentence, with arcs from the word that is looked at.',
  'pages.show.arcs.cover': 'Whether the arcs come only when the task is done.',
  'pages.show.text': 'Words between pictures.',
  'pages.show.switch': 'Buttons, each of which changes settings, or sets other numbers by hand.',
  'pages.show.arrows': 'Rows of two numbers as arrows from the origin.',
  'pages.show.points': 'Values of two numbers as points, and the mean that the word finds.',
  'pages.show.bars': 'Rows of pairs, such as scores and weights, as bars.',
  'pages.show.whole': 'The whole picture.',
  'pages.after': 'What is said once the task is done.',
};

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
/** @param {number} least @param {number} most */
export const between = (least, most) => `has to be between ${least} and ${most}`;
/** @param {string | undefined} near @param {readonly string[]} known */
export const unknown = (near, known) =>
  `has no meaning here; ${near ? `the nearest that has is “${near}”` : `what has: ${known.join(', ')}`}`;
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
export const unread = (part) => `“${part.slice(0, 40)}” cannot be read`;
export const firstExtra = 'follows no page: the first is never extra';
export const oneRight = 'of these exactly one has to be right: "right": true';
export const noBug = 'is missing: a task about a bug needs the name of one';
export const noBound = 'needs “least” or “most”';
/** @param {string} one @param {string} other */
export const oneOfBoth = (one, other) => `needs either “${one}” or “${other}”`;
/** @param {number} count */
export const asMany = (count) => `each has to be a list of ${count}: one for each field`;
export const crossed = 'the first has to be smaller than the second';
export const nothingToChange =
  'needs something that may be changed: “numbers”, “paint”, “temperature” or “settings”';

// What is wrong once the numbers are there.

/** @param {string} name */
export const noCell = (name) => `there is no number ${name} here`;
export const noSuchWord = 'there is no such word';
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

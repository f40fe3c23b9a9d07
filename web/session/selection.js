/** What is looked at: the step, the marked rows and cells, the page of the course. */

import { readAnswers, readGuide } from './guide.js';
import { MAX_GIVEN_SIZE, MAX_SPREAD } from './limits.js';
import { oneOf, textOf, whole } from './read.js';
import { wordsOf } from './settings.js';
import { isOwn, modelOf } from './source-settings.js';
import { stepIn, stepsOf } from './step-order.js';
import { MAX_WORDS } from './words.js';

/**
 * @typedef {import('./settings.js').Settings} Settings
 *
 * @typedef {object} ViewSelection
 * @property {'step' | 'whole'} view one step, or the whole picture
 * @property {string} step the tensor that the step makes
 * @property {number} query the query whose row is marked
 * @property {number} key the key whose column is marked; −1 for none
 * @property {number} pin a second row to compare with; −1 for none
 * @property {'all' | 'one'} rows all queries, or the one that is marked
 * @property {number} head the head that is shown, from 0
 * @property {string} cell the number that is traced: 'weights.0.1.3'; '' for none
 * @property {number} spread length of the rows in the step about the square root
 * @property {string} before what an experiment changed, as an address; '' for nothing
 * @property {string} guide page of the course, such as 'why-flip', or its chapter; 'opening' for the first
 *   screen; '' for the lab
 * @property {string} answers what was answered in the course, as `guide.js` writes it
 */

export const MAX_CELL = 200;
/** The name of a number. */
export const CELL = /^[A-Za-z][\w/]*(\.\d{1,9})+$/;

/** The values of an entry that has only a few. */
export const VIEW_CHOICES = {
  view: /** @type {const} */ (['step', 'whole']),
  rows: /** @type {const} */ (['all', 'one']),
};

/** @type {Readonly<ViewSelection>} */
export const DEFAULT_SELECTION = {
  view: 'step',
  step: 'embeddings',
  query: 1,
  key: -1,
  pin: -1,
  rows: 'all',
  head: 0,
  cell: '',
  spread: 64,
  before: '',
  guide: '',
  answers: '',
};

/**
 * The valid selection nearest to the requested one, for these settings.
 * @param {Settings} settings
 * @param {Record<string, unknown>} requested
 * @returns {ViewSelection}
 */
export function readSelection(settings, requested) {
  const otherwise = DEFAULT_SELECTION;
  const words = wordsOf(settings);
  // The settings do not know how many words the reader's own tensors have, or a translation.
  const [last, lastKey] = [words.queryWords, words.keyWords].map(({ length }) =>
    isOwn(settings)
      ? MAX_GIVEN_SIZE - 1
      : modelOf(settings)
        ? MAX_WORDS - 1
        : Math.max(0, length - 1),
  );
  return {
    view: oneOf(requested.view, VIEW_CHOICES.view, otherwise.view),
    step: stepIn(stepsOf(settings), requested.step),
    query: whole(requested.query, 0, last, otherwise.query),
    key: whole(requested.key, -1, lastKey, otherwise.key),
    pin: whole(requested.pin, -1, last, otherwise.pin),
    rows: oneOf(requested.rows, VIEW_CHOICES.rows, otherwise.rows),
    head: whole(requested.head, 0, settings.heads - 1, otherwise.head),
    cell: readCellName(requested.cell),
    spread: whole(requested.spread, 1, MAX_SPREAD, otherwise.spread),
    before: textOf(requested.before).replace(/\p{Surrogate}/gu, ''),
    guide: readGuide(requested.guide),
    answers: readAnswers(requested.answers),
  };
}

/** Whether there is such a cell, the run knows. @param {unknown} value */
function readCellName(value) {
  const isName = typeof value === 'string' && value.length <= MAX_CELL && CELL.test(value);
  return isName ? value : '';
}

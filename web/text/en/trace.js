/** Texts of the trace of a number: its name, its terms, and the numbers that use it. */

import { html, nothing } from 'lit';
import { exponent, precise, quoted, word } from '../inline.js';
import { withMinus } from '../number.js';
import { grouped, notANumber } from './language.js';

export const title = 'One number, taken apart';
export const close = 'Close';

// The name of a number.

/** @param {number} index counted from 0 */
export const head = (index) => `head ${index + 1}`;
/** @param {number} index counted from 0 */
export const sharedHead = (index) => `shared head ${index + 1}`;
/** @param {number} index counted from 0 */
export const row = (index) => `row ${index + 1}`;
/** @param {number} index counted from 0 */
export const column = (index) => `column ${index + 1}`;
/** @param {number} index counted from 0 */
export const number = (index) => `number ${index + 1}`;

/**
 * Names a cell: 'score S eat → noodles, head 1'.
 * @param {object} cell
 * @param {string} cell.singular the name of a single number
 * @param {unknown} cell.symbol
 * @param {string[]} cell.words the query before the key
 * @param {string[]} cell.counts such as 'head 1' and 'row 2'
 */
export const cell = ({ singular, symbol, words: [from, to], counts }) =>
  html`${singular} ${symbol}${from === undefined ? nothing : html` <b>${word(from)}${to === undefined ? nothing : html` → ${word(to)}`}</b>`}${
    counts.length === 0 ? nothing : html` <span class="note">${counts.join(', ')}</span>`
  }`;

/** @param {number} count @param {string} name the name of their tensor @param {unknown} symbol */
export const numbersOf = (count, name, symbol) => html`${count} numbers of the ${name} ${symbol}`;

// The value of a number.

/** @param {unknown} value the value with all digits of a float32 */
export const inFull = (value) => html`in full: ${value}`;

/** @param {number} score */
const power = (score) => html`<i>e</i>${exponent(quoted(score))}`;
/**
 * @param {number} score
 * @param {readonly number[]} scores the scores of the row, if they are few
 * @param {number} count the number of scores in the row
 * @param {number} value
 */
export const softmax = (score, scores, count, value) =>
  scores.length > 0
    ? html`${power(score)} ÷ (${scores.map((term, i) => html`${i > 0 ? ' + ' : nothing}<span class="factor">${power(term)}</span>`)}) = <b>${quoted(value)}</b>`
    : html`${power(score)} ÷ Σ <i>e</i>${exponent('score')} = <b>${quoted(value)}</b>
        <span class="note">Σ: the sum over the ${count} scores of the row</span>`;
/** @param {unknown} equation */
export const computedAs = (equation) => html`<span class="note">computed as</span> ${equation}`;
/** @param {number} value */
export const before = (value) => html`Before the experiment: ${quoted(value)}`;

/** @param {number} value @param {number} computed */
export const setNotComputed = (value, computed) =>
  html`Set by you to ${precise(value)}; its formula gives ${quoted(computed)}.`;
/** The page or the reader has set it. @param {number} value */
export const setOnPage = (value) => html`Set on this page, not computed: <b>${quoted(value)}</b>.`;
export const rowStays =
  'The other attention weights of its row stay as they are: the row need not add up to 1.';

/** @param {unknown} equation @param {unknown} definition the definition of a number in the equation */
export const where = (equation, definition) => html`${equation}, where ${definition}`;
/** @param {number} count the number of hidden terms */
export const moreTerms = (count) => `${count} more terms`;
/** @param {number} count the number of hidden terms @param {number} sum the sum of the hidden terms */
export const otherTerms = (count, sum) =>
  html`(the other ${grouped(count)} together: ${precise(sum)})`;

/** @param {number} value */
export const computedInDecoder = (value) =>
  html`Computed in the decoder’s masked self-attention: ${quoted(value)}.`;
/** @param {number} value */
export const computedByOther = (value) =>
  html`Computed by the other mechanism on the same words: ${quoted(value)}.`;
export const showThere = 'Show it there';

// The terms of a number.

export const terms = 'The terms of the sum';
/** @param {number} shown @param {number} all */
export const largestTerms = (shown, all) =>
  `The ${shown} largest of the ${grouped(all)} terms of the sum, by size`;
/** @param {number} count */
export const others = (count) => `the other ${grouped(count)} together`;
export const formulaTerms = 'What its formula would add up';
export const product = 'product';

// Setting a number.

export const setTo = 'Set it to';
export const slider = 'The same number, as a slider';
/** @param {number} before */
export const resetTo = (before) => html`Reset to ${quoted(before)}`;
/** @param {string} typed @param {number} least @param {number} most */
export const outOfRange = (typed, least, most) =>
  notANumber(
    typed,
    `“${typed}” is not a number from ${signed(least)} to ${signed(most)}, so the number stays as it was.`,
  );

/** Whole millions have two commas, so a reader may type them as they are written. @param {number} number */
const signed = (number) => withMinus(Math.abs(number) < 1e6 ? `${number}` : grouped(number));
export const wholeRows =
  'A row of weights adds up to 1, so if one of its scores changes, all its weights change.';
export const noWeight = 'No attention weight is computed from this number.';
export const mask = 'Mask this key';
export const unmask = 'Unmask this key';

// The links around a number.

export const comesFrom = 'Comes from';
export const goesInto = 'Goes into';
export const goesNowhere = 'Nothing else here.';

/** The language and direction of the texts in this folder. */

import { hasUnclearComma } from '../number.js';

export const lang = 'en';
export const dir = 'ltr';

/** Formats an integer with grouped digits: 2,500. @param {number} number */
export const grouped = (number) => number.toLocaleString(lang);

/** @param {number} count @param {string} thing the noun in the singular */
export const counted = (count, thing) => `${grouped(count)} ${thing}${count === 1 ? '' : 's'}`;

/**
 * Lists words with “and” or “or” before the last one.
 * @param {readonly (string | number)[]} words
 * @param {'conjunction' | 'disjunction'} [type]
 */
export const listed = (words, type = 'conjunction') =>
  // British lists have no comma before the last word.
  new Intl.ListFormat(`${lang}-GB`, { type }).format(words.map(String));

/**
 * Says why a typed text is refused. A number such as 1,000 is a thousand in some languages and 1 in
 * others.
 * @param {string} typed
 * @param {string} [reason] the sentence about any other text
 */
export const notANumber = (
  typed,
  reason = `“${typed}” is not a number. Write it like 0.5, 1/2 or 50%.`,
) =>
  hasUnclearComma(typed)
    ? `“${typed}” may be ${typed.replace(',', '')} or ${typed.replace(',', '.')}. Write it without the comma, or with a point.`
    : reason;

/** @param {number} line @param {number} column counted from 1, as engines do */
export const place = (line, column) => `line ${line} column ${column}`;

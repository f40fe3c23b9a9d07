/** Words and numbers within running text. */

import { html } from 'lit';
import { alignedColumn, exact, rounded, toFiveDigits } from './number.js';

/** `<bdi>` keeps the word's own direction. @param {string} text */
export function word(text) {
  return html`<bdi class="cut" dir="auto" title=${text}>${text}</bdi>`;
}

/**
 * Renders a text of a chapter. In a part of the class that `toAuthorClass` gives, it has the author's
 * language and its own direction. A whole element of such text has the class itself.
 * @param {unknown} text
 */
export const chapterText = (text) => html`<span class="chapter-text">${text}</span>`;

/** The error of a chapter is a text of the element. @param {{ error?: Error }} [chapter] the author's chapter, if it is shown */
export const toAuthorClass = (chapter) => (chapter && !chapter.error ? 'by-author' : '');

/** Matches special tokens of models, such as `[CLS]` and `</s>`. */
const SPECIAL_TOKEN = /^(?:<[^>]*>|\[[^\]]*\])$/;

/** Matches a text whose first letter belongs to a script from right to left. The ranges also have other signs. */
const FROM_RIGHT =
  /^\P{L}*(?=\p{L})[\u0590-\u08ff\ufb1d-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** As with `dir=auto`, the first letter that has one decides. @param {readonly string[]} words */
export function directionOf(words) {
  const text = words.filter((name) => !SPECIAL_TOKEN.test(name)).join('');
  return FROM_RIGHT.test(text) ? 'rtl' : 'ltr';
}

/** Returns a superscript that screen readers read as “to the …”. @param {unknown} raised */
export const exponent = (raised) => html`<span class="hidden"> to the </span><sup>${raised}</sup>`;

/** Matches words such as “sing,”, whose comma would seem to belong to the sentence, but not “…ing”. */
const PUNCTUATED = /^[^\P{P}…]|\p{P}$/u;

/** The most letters of a word that running text never cuts. */
const LONGEST_UNCUT = 12;

/** @param {string} text a word of the reader, in quotation marks if it has punctuation */
export function bold(text) {
  // No line breaks between a word that is not cut and the comma after it.
  const short = html`<bdi dir="auto">${text}</bdi>`;
  const name = html`<b>${text.length > LONGEST_UNCUT ? word(text) : short}</b>`;
  return PUNCTUATED.test(text) && !SPECIAL_TOKEN.test(text) ? html`“${name}”` : name;
}

/** Joins sentences into a paragraph. @param {unknown[]} sentences falsy sentences are left out */
export const paragraph = (...sentences) =>
  html`<p>${sentences.filter(Boolean).map((sentence) => html`${sentence} `)}</p>`;

/**
 * A number of the core within running text, written as in its table.
 * @param {number} value
 * @param {(value: number) => string} [write]
 */
export const quotedAs = (value, write = rounded) =>
  html`<data value=${exact(value)}>${write(value)}</data>`;

/** @param {number} value @param {number} [digits] */
export const quoted = (value, digits) => quotedAs(value, () => rounded(value, digits));

/** Gives enough digits to check a computation by hand. @param {number} value */
export const precise = (value) => html`<data value=${exact(value)}>${toFiveDigits(value)}</data>`;

/** Gives the same for a column, with the decimal points below each other. @param {number[]} values */
export const preciseColumn = (values) =>
  alignedColumn(values, toFiveDigits).map(
    (text, i) => html`<data value=${exact(values[i])}>${text}</data>`,
  );

// Symbols, with the colours of their tables.

/**
 * Splits a symbol such as `W_Q` or `H′_h`.
 * @param {string} symbol
 * @returns {{ base: string, prime: string, index?: string }}
 */
export function splitSymbol(symbol) {
  const [, base = symbol, prime = '', index] = /^([^_′″]+)([′″]*)(?:_(.+))?$/.exec(symbol) ?? [];
  return { base, prime, index };
}

/** @param {{ symbol: string, role?: 'q' | 'k' | 'v' }} node @param {number} [head] replaces h */
export function symbolOf({ symbol, role }, head) {
  const { base, prime, index } = splitSymbol(symbol);
  const below = index === 'h' && head !== undefined ? String(head + 1) : index;
  // The index of a weight matrix names its role already; only queries, keys and values have a
  // colour.
  const colour = role && !index ? role : '';
  return html`<i class=${colour}>${base}</i>${prime}${below ? html`<sub>${below}</sub>` : ''}`;
}

/** @param {string} symbol @param {'q' | 'k' | 'v'} [role] */
const renderSymbol = (symbol, role) => symbolOf({ symbol, role });

export const X = renderSymbol('X');
export const Z = renderSymbol('Z');
export const Q = renderSymbol('Q', 'q');
export const K = renderSymbol('K', 'k');
export const V = renderSymbol('V', 'v');
export const WQ = renderSymbol('W_Q');
export const WK = renderSymbol('W_K');
export const WV = renderSymbol('W_V');
export const WO = renderSymbol('W_O');
export const Wq = renderSymbol('W_q');
export const Wk = renderSymbol('W_k');
export const w = renderSymbol('w');
export const S = renderSymbol('S');
export const A = renderSymbol('A');
export const F = renderSymbol('F');
export const H = renderSymbol('H');
export const Y = renderSymbol('Y');

// Symbols of models, with the colours of their tables.

export const N = symbolOf({ symbol: 'N' });

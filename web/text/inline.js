/** Words and numbers within running text. */

import { html } from 'lit';
import { exact, rounded } from './number.js';

/**
 * A reader's word: isolated, so that it keeps its own direction and language; the style sheet cuts it
 * if it is too long.
 * @param {string} text
 */
export function word(text) {
  return html`<bdi class="cut" dir="auto" lang="" title=${text}>${text}</bdi>`;
}

/** The first letter that has a direction decides, as with `dir=auto`. @param {readonly string[]} words */
export const directionOf = (words) =>
  /^[\P{L}]*[\u0590-\u08ff\ufb1d-\ufeff]/u.test(words.join('')) ? 'rtl' : 'ltr';

/** What a number is raised to, read out as that. @param {unknown} raised */
export const exponent = (raised) => html`<span class="hidden"> to the </span><sup>${raised}</sup>`;

/** @param {string} text a reader's word */
export const bold = (text) => html`<b>${word(text)}</b>`;

/**
 * Whole sentences, one after the other.
 * @param {unknown[]} sentences what is false is not said
 */
export const paragraph = (...sentences) =>
  html`<p>${sentences.filter(Boolean).map((sentence) => html`${sentence} `)}</p>`;

/**
 * A number of the core within running text.
 * @param {number} value
 * @param {number} [digits]
 */
export function quoted(value, digits) {
  return html`<data value=${exact(value)}>${rounded(value, digits)}</data>`;
}

/** Digits that let a reader check by hand what is shown with three. */
const DIGITS = 5;

/**
 * A number as it is, if it is short; else with enough digits to check by hand.
 * @param {number} value
 */
export function precise(value) {
  const digits = exact(value).replace(/[-.]|^0+|e.*/g, '').length;
  return quoted(value, Math.min(DIGITS, Math.max(1, digits)));
}

// Symbols, coloured as the tables are.

/**
 * @param {{ symbol: string, role?: 'q' | 'k' | 'v' }} node
 * @param {number} [head] which head's, where the symbol has the index h
 */
export function symbolOf({ symbol, role }, head) {
  const [, base, prime, index] = /^([^_′″]+)([′″]*)(?:_(.+))?$/.exec(symbol) ?? [
    '',
    symbol,
    '',
    '',
  ];
  const below = index === 'h' && head !== undefined ? String(head + 1) : index;
  // A weight's index says whose it is; the colour is for queries, keys and values themselves.
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

// Symbols of models, coloured as the tables are.

export const N = symbolOf({ symbol: 'N' });

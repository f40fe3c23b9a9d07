/** The arithmetic of one number, written out. All that stands in it, the core computed. */

import { html, nothing } from 'lit';
import { precise, quoted } from '../lessons/text.js';
import { numberAt, operandsOf, writePlace } from '../session/cells.js';
import { otherMechanism } from '../session/other-mechanism.js';
import { isOwn } from '../session/source-settings.js';
import { given, setNotGiven } from '../text/en/sources.js';
import * as text from '../text/en/trace.js';
import { rounded } from '../text/number.js';

/**
 * @typedef {import('./context.js').ViewContext} ViewContext
 * @typedef {import('../session/cells.js').Place} Place
 */

/** Longer sums are cut. */
export const MOST_TERMS = 16;

/**
 * Products one by one, each a call of the core.
 * @param {import('../../src/js/attention.js').Operations} attention
 * @param {number[]} left
 * @param {number[]} right
 */
export function products(attention, left, right) {
  return left.map((value, i) => attention.linear([[value]], [[right[i]]]).data[0]);
}

/**
 * @param {ViewContext} picture
 * @param {Place} place
 */
export function arithmetic(picture, place) {
  const { lesson, state } = picture;
  const value = numberAt(lesson, place);
  const { op } = lesson.catalogue[place.tensor];
  const drawn = picture.edited(writePlace(place));
  if (drawn !== undefined) {
    return op.name === 'constant'
      ? setNotGiven(value, drawn, isOwn(state) ? undefined : state.seed)
      : text.setNotComputed(value, drawn);
  }
  const lists = operandsOf(lesson, place).map((places) =>
    places.map((one) => numberAt(lesson, one)),
  );
  const [[first] = [Number.NaN], [second] = [Number.NaN]] = lists;
  const result = html`= <b>${quoted(value)}</b>`;
  switch (op.name) {
    case 'product':
      return html`${sum(
        lists[0].map(
          (left, i) => html`${i ? bracketed(left) : precise(left)} × ${bracketed(lists[1][i])}`,
        ),
      )} ${result}`;
    case 'scale':
      return html`${precise(first)} ${factorOf(picture, place)} ${result}`;
    case 'mask':
      return isMasked(picture, place) ? text.masked(first, value) : text.unmasked(first);
    case 'max':
      return html`max(${lists[0].map((one, i) => html`${i ? ', ' : nothing}${precise(one)}`)}) ${result}`;
    case 'sum':
      return html`${sum(lists[0].map((one, i) => (i ? bracketed(one) : precise(one))))} ${result}`;
    case 'exp':
      return second === -Infinity
        ? emptyRow(value)
        : html`exp(${precise(first)} − ${bracketed(second)}) ${result}`;
    case 'divide':
      // No sum is NaN, and no quotient by 0 is 0, but in a row of which all is masked.
      return Number.isNaN(second) || (second === 0 && value === 0)
        ? emptyRow(value)
        : withExponential(picture, place, html`${precise(first)} ÷ ${bracketed(second)} ${result}`);
    case 'dropout':
      return value === 0 && first !== 0
        ? text.dropped(first)
        : html`${precise(first)} ÷ (1 − ${rounded(state.dropout)}) ${result}`;
    case 'tanh':
      return html`tanh(${precise(first)} + ${bracketed(second)}) ${result}`;
    case 'concatenate':
      return text.copied(value);
    case 'elsewhere':
      return elsewhere(picture, place, value);
    default:
      return givenNumber(picture, place, value);
  }
}

/**
 * A weight that another lesson makes, and the way there.
 * @param {ViewContext} picture
 * @param {Place} place
 * @param {number} value
 */
function elsewhere({ state, lesson, readonly, choose }, { tensor, at }, value) {
  const { mechanism, keyWidth } = otherMechanism(state) ?? state;
  const isSelf = tensor === 'selfWeights';
  /** @type {Partial<import('../session/state.js').State>} */
  const there = isSelf ? { layer: 'self' } : { mechanism, keyWidth };
  const head = lesson.catalogue[tensor].axes.startsWith('h') ? { head: at[0] } : {};
  const cell = writePlace({ tensor: 'weights', at });
  return html`${(isSelf ? text.computedInDecoder : text.computedByOther)(value)}
    ${
      // Who may only look cannot leave this lesson for another.
      readonly
        ? nothing
        : html`<button type="button" class="plain" @click=${() =>
            choose({ ...there, ...head, cell, step: 'weights' })}>${text.showThere}</button>`
    }`;
}

/**
 * @param {ViewContext} picture
 * @param {Place} place of a pair
 */
function isMasked({ lesson }, { tensor, at }) {
  const [query, key] = at.slice(-2);
  const { allowed } = lesson.catalogue[tensor].options;
  return allowed[query * lesson.keyWords.length + key] === 0;
}

/** @param {number} value */
const emptyRow = (value) => (Number.isNaN(value) ? text.emptyNumber : text.emptyZero)(value);

/**
 * A weight's quotient, and what its exponential is of, unless that was set or all is masked.
 * @param {ViewContext} picture
 * @param {Place} place
 * @param {unknown} quotient
 */
function withExponential({ lesson, edited }, place, quotient) {
  const [[exponential]] = operandsOf(lesson, place);
  const [[score], [max]] = operandsOf(lesson, exponential);
  const [x, m, e] = [score, max, exponential].map((one) => numberAt(lesson, one));
  const isSet = edited(writePlace(exponential)) !== undefined;
  if (isSet || m === -Infinity) return quotient;
  return text.where(quotient, html`${precise(e)} = exp(${precise(x)} − ${bracketed(m)})`);
}

/**
 * By its rule, as a reader would write it.
 * @param {ViewContext} picture
 * @param {Place} place of a scaled score
 */
function factorOf({ lesson }, { tensor }) {
  const { rule, amount = 1, temperature = 1 } = lesson.catalogue[tensor].options;
  const heat = temperature === 1 ? nothing : html` ÷ ${rounded(temperature)}`;
  if (rule === 'temperature') return html`÷ ${rounded(temperature)}`;
  if (rule === 'divisor') return html`÷ ${amount}`;
  if (rule === 'sqrt') return html`÷ √${lesson.results.q.shape[2]}${heat}`;
  if (rule === 'words') return html`÷ √${lesson.keyWords.length}${heat}`;
  return html`× ${rounded(amount)}${heat}`;
}

/**
 * @param {ViewContext} picture
 * @param {Place} place
 * @param {number} value
 */
function givenNumber({ state, lesson }, { tensor, at }, value) {
  const { axes } = lesson.catalogue[tensor];
  const words = axes.startsWith('q') ? lesson.queryWords : lesson.keyWords;
  const word = /mbeddings$/.test(tensor) ? words[at[0]] : undefined;
  return given[state.source]({ value, seed: state.seed, tensor, word });
}

/** @param {unknown[]} terms */
function sum(terms) {
  const shown = terms.length > MOST_TERMS ? terms.slice(0, 6) : terms;
  const rest = terms.length - shown.length;
  return html`${shown.map((term, i) => html`${i ? ' + ' : nothing}<span class="factor">${term}</span>`)}${
    rest > 0 ? html` + … <span class="note">${text.moreTerms(rest)}</span>` : nothing
  }`;
}

/** A negative number within an expression. @param {number} value */
function bracketed(value) {
  return value < 0 ? html`(${precise(value)})` : precise(value);
}

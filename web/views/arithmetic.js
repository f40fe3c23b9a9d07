/** The arithmetic of one number, written out. The core computed every number in it. */

import { html, nothing } from 'lit';
import { formatCell, offsetOf } from '../graph/cell.js';
import { computedCell, numberAt, operandsOf } from '../graph/trace.js';
import { otherMechanism } from '../state/derived.js';
import { isOwn } from '../state/fields.js';
import { given, isOfPlace, setNotGiven } from '../text/en/sources.js';
import * as text from '../text/en/trace.js';
import { precise, quoted } from '../text/inline.js';

/**
 * @import { Operations } from '../../src/js/attention.js'
 * @import { Cell } from '../graph/cell.js'
 * @import { ViewContext } from '../lessons/context.js'
 * @import { State } from '../state/fields.js'
 */

/**
 * @typedef {(value: number) => unknown} Write
 */

/** Longer sums are cut. */
export const MOST_TERMS = 16;

/**
 * Products one by one, each a call of the core.
 * @param {Operations} attention
 * @param {number[]} left
 * @param {number[]} right
 */
export function products(attention, left, right) {
  return left.map((value, i) => attention.linear([[value]], [[right[i]]]).data[0]);
}

/** How numbers are written, and the sign before what is rounded itself. */
const USUAL = { operand: precise, result: quoted, about: '=' };

/**
 * @param {ViewContext} context
 * @param {Cell} cell
 * @param {{ operand: Write, result: Write, about: string }} [write]
 */
export function arithmetic(context, cell, write = USUAL) {
  const { computation, state } = context;
  const value = numberAt(computation.run, cell);
  const computed = computedCell(computation.run, cell);
  const { op, options } = computation.nodes[computed.id];
  const original = context.originalOf(formatCell(cell));
  if (original !== undefined) {
    // A page of the course sets numbers itself.
    if (state.guide !== '') return text.byHand(value);
    return op.name === 'constant'
      ? setNotGiven(
          value,
          original,
          isOwn(state) || isOfPlace(computed.id) ? undefined : state.seed,
        )
      : text.setNotComputed(value, original);
  }
  const lists = operandsOf(computation.run, cell).map((cells) =>
    cells.map((one) => numberAt(computation.run, one)),
  );
  const [[first] = [Number.NaN], [second] = [Number.NaN]] = lists;
  switch (op.name) {
    case 'constant':
      return givenNumber(context, computed, value);
    case 'elsewhere':
      return elsewhere(context, cell, value);
    case 'concatenate':
      return text.copied(value);
    case 'mask':
      return isMasked(context, computed) ? text.masked(first, value) : text.unmasked(first);
    case 'dropout':
      if (value === 0 && first !== 0) return text.dropped(first);
      break;
    case 'exp':
      if (second === -Infinity) return emptyRow(value);
      break;
    case 'divide':
      // A sum of NaN, or 0 divided by 0, occurs only in a fully masked row.
      if (Number.isNaN(second) || (second === 0 && value === 0)) return emptyRow(value);
  }
  const terms = op.terms?.(lists, options) ?? [];
  const equation = html`${sum(terms, write.operand)} = <b>${write.result(value)}</b>`;
  return op.name === 'divide' ? withExponential(context, cell, equation, write) : equation;
}

/**
 * A weight of the other mechanism or layer, and a button that leads there.
 * @param {ViewContext} context
 * @param {Cell} cell
 * @param {number} value
 */
function elsewhere({ state, computation, readonly, update }, { id, index }, value) {
  const { mechanism, keyWidth } = otherMechanism(state) ?? state;
  const isSelf = id === 'selfWeights';
  /** @type {Partial<State>} */
  const there = isSelf ? { layer: 'self' } : { mechanism, keyWidth };
  const head = computation.nodes[id].axes.startsWith('h') ? { head: index[0] } : {};
  const cell = formatCell({ id: 'weights', index });
  return html`${(isSelf ? text.computedInDecoder : text.computedByOther)(value)}
    ${
      // Leading there would change settings.
      readonly
        ? nothing
        : html`<button type="button" class="plain" @click=${() =>
            update({ ...there, ...head, cell, step: 'weights' })}>${text.showThere}</button>`
    }`;
}

/**
 * @param {ViewContext} context
 * @param {Cell} cell of a pair
 */
function isMasked({ computation }, { id, index }) {
  const { allowed } = computation.nodes[id].options;
  const offset = Number(offsetOf(computation.run.tensor(id).shape, index));
  return allowed[offset % allowed.length] === 0;
}

/** @param {number} value */
const emptyRow = (value) => (Number.isNaN(value) ? text.emptyNumber : text.emptyZero)(value);

/**
 * A weight's quotient with its exponential written out, unless that was set or all is masked.
 * @param {ViewContext} context
 * @param {Cell} cell
 * @param {unknown} quotient
 * @param {{ operand: Write, about: string }} write
 */
function withExponential({ computation, originalOf }, cell, quotient, { operand: write, about }) {
  const [[exponential]] = operandsOf(computation.run, cell);
  const [[score], [max]] = operandsOf(computation.run, exponential);
  const [x, m, e] = [score, max, exponential].map((one) => numberAt(computation.run, one));
  const isSet = originalOf(formatCell(exponential)) !== undefined;
  if (isSet || m === -Infinity) return quotient;
  return text.where(quotient, html`${write(e)} ${about} exp(${write(x)} − ${bracketed(m, write)})`);
}

/**
 * @param {ViewContext} context
 * @param {Cell} cell
 * @param {number} value
 */
function givenNumber({ state, computation }, { id, index }, value) {
  const { axes } = computation.nodes[id];
  const words = axes.startsWith('q') ? computation.queryWords : computation.keyWords;
  const word = /mbeddings$/.test(id) ? words[index[0]] : undefined;
  const say = computation.words?.given ?? given[/** @type {keyof typeof given} */ (state.source)];
  return say({ value, seed: state.seed, tensor: id, word, index });
}

/** @param {(string | number)[][]} terms @param {Write} write */
function sum(terms, write) {
  if (terms.length === 1) return written(terms[0], false, write);
  const shown = terms.length > MOST_TERMS ? terms.slice(0, 6) : terms;
  const rest = terms.length - shown.length;
  return html`${shown.map((term, i) => html`${i ? ' + ' : nothing}<span class="factor">${written(term, i > 0, write)}</span>`)}${
    rest > 0 ? html` + … <span class="note">${text.moreTerms(rest)}</span>` : nothing
  }`;
}

/**
 * @param {(string | number)[]} parts
 * @param {boolean} isAdded does a sign come before them
 * @param {Write} write
 */
const written = (parts, isAdded, write) =>
  parts.map((part, i) => {
    if (typeof part === 'string') return part;
    const before = parts[i - 1];
    const isSigned = i === 0 ? isAdded : typeof before === 'string' && /[+−×÷] $/.test(before);
    return isSigned ? bracketed(part, write) : write(part);
  });

/** A negative number behind a sign. @param {number} value @param {Write} write */
const bracketed = (value, write) => (value < 0 ? html`(${write(value)})` : write(value));

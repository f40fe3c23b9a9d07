/** Writes out the arithmetic of one number. The core computed every number in it. */

import { html, nothing } from 'lit';
import { computeOffset, formatCell } from '../graph/cell.js';
import { findComputedCell, findOperands, readNumber, readOperands } from '../graph/trace.js';
import { switchMechanism } from '../state/derived.js';
import { isRandom } from '../state/source-kinds.js';
import { given, isOfPlace, setNotGiven } from '../text/en/sources.js';
import * as text from '../text/en/trace.js';
import { precise, quoted } from '../text/inline.js';

/**
 * @import { Operations } from '../../src/js/attention.js'
 * @import { Cell } from '../graph/types.js'
 * @import { ViewContext } from '../lessons/context.js'
 * @import { State } from '../state/types.js'
 */

/** @typedef {(value: number) => unknown} Write */

/** The most terms of a sum that is written out in full. */
const MOST_TERMS = 16;

/** The number of terms that the line of a longer sum shows. */
const FIRST_TERMS = 6;

/** Multiplies two numbers with the core. @param {Operations} attention @param {number} left @param {number} right */
export const multiplyInCore = (attention, left, right) =>
  attention.linear([[left]], [[right]]).data[0];

/** The formats of numbers, and the sign before a rounded result. */
const DEFAULT_FORMATS = { operand: precise, result: quoted, about: '=' };

/**
 * Renders the arithmetic of a number.
 * @param {ViewContext} context
 * @param {Cell} cell
 * @param {{ operand: Write, result: Write, about: string }} [write]
 */
export function arithmeticView(context, cell, write = DEFAULT_FORMATS) {
  const { computation, state } = context;
  const value = readNumber(computation.run, cell);
  const computed = findComputedCell(computation.run, cell);
  const { op, options } = computation.nodes[computed.id];
  const original = context.originalOf(formatCell(cell));
  if (original !== undefined) {
    // A page of the course sets numbers itself.
    if (state.guide !== '') return text.setOnPage(value);
    return op.name === 'constant'
      ? setNotGiven(
          value,
          original,
          isRandom(state) && !isOfPlace(computed.id) ? state.seed : undefined,
        )
      : text.setNotComputed(value, original);
  }
  if (op.name === 'constant') return describeGiven(context, computed, value);
  if (op.name === 'fromOtherRun') return linkToOtherRun(context, cell, value);
  const remark = findRemark(computation, cell);
  if (remark) return remark;
  const lists = readOperands(computation.run, cell);
  const [left = [], right = []] = lists;
  if (op.name === 'product' && left.length > MOST_TERMS)
    return writeLongProduct(context, left, right, value, write);
  const equation = html`${writeSum(op.terms?.(lists, options, computed.index) ?? [], write.operand)} = <b>${write.result(value)}</b>`;
  return op.unfolds ? withFirstOperand(context, computed, equation, write) : equation;
}

/**
 * Writes the largest terms of a product, and the sum of the others.
 * @param {ViewContext} context
 * @param {readonly number[]} left
 * @param {readonly number[]} right
 * @param {number} value
 * @param {{ operand: Write, result: Write }} write
 */
function writeLongProduct({ attention }, left, right, value, write) {
  const { shown, others } = splitTerms(attention, left, right, FIRST_TERMS);
  const terms = shown.map((i) => [left[i], ' × ', right[i]]);
  return html`${writeSum(terms, write.operand)} + <span class="factor">${text.otherTerms(others.count, others.sum)}</span>
    = <b>${write.result(value)}</b>`;
}

/**
 * Returns the text that replaces the formula of a number.
 * @param {ViewContext['computation']} computation
 * @param {Cell} cell
 * @param {number} [value] the number that the text names
 * @returns {unknown} falsy if the formula holds
 */
function findRemark(computation, cell, value = readNumber(computation.run, cell)) {
  const { run, nodes } = computation;
  const { id, index } = findComputedCell(run, cell);
  const { op, options } = nodes[id];
  const offset = Number(computeOffset(run.tensor(id).shape, index));
  const inner = op.unfolds && findRemark(computation, findOperands(run, cell)[0][0], value);
  return op.remark?.(readOperands(run, cell), value, { options, offset, inner });
}

/**
 * Renders a weight of the other mechanism or layer, with a button that leads there.
 * @param {ViewContext} context
 * @param {Cell} cell
 * @param {number} value
 */
function linkToOtherRun({ state, computation, readonly, dispatch }, { id, index }, value) {
  const { mechanism, keyWidth } = switchMechanism(state) ?? state;
  const isSelf = id === 'selfWeights';
  /** @type {Partial<State>} */
  const there = isSelf ? { layer: 'self' } : { mechanism, keyWidth };
  const head = computation.nodes[id].axes.startsWith('h') ? { head: index[0] } : {};
  const cell = formatCell({ id: 'weights', index });
  return html`${(isSelf ? text.computedInDecoder : text.computedByOther)(value)}
    ${
      // The button would change settings.
      readonly
        ? nothing
        : html`<button type="button" class="plain" @click=${() =>
            dispatch({ ...there, ...head, cell, step: 'weights' })}>${text.showThere}</button>`
    }`;
}

/**
 * Adds the formula of the first operand to the formula of a number, for example the exponential of
 * a weight. Operands that were set or have no formula are left out.
 * @param {ViewContext} context
 * @param {Cell} cell
 * @param {unknown} equation
 * @param {{ operand: Write, about: string }} write
 */
function withFirstOperand({ computation, originalOf }, cell, equation, { operand: write, about }) {
  const { run, nodes } = computation;
  const [[first]] = findOperands(run, cell);
  const isSet = originalOf(formatCell(first)) !== undefined;
  if (isSet || findRemark(computation, first)) return equation;
  // In a stack, the row has the formula.
  const { id, index } = findComputedCell(run, first);
  const { op, options } = nodes[id];
  const terms = op.terms?.(readOperands(run, first), options, index) ?? [];
  const value = write(readNumber(run, first));
  return text.where(equation, html`${value} ${about} ${writeSum(terms, write)}`);
}

/**
 * Writes a weight by the definition of softmax: e to the power of its score, divided by the sum of
 * its row. The computation subtracts the largest score from both.
 * @param {ViewContext} context
 * @param {Cell} cell
 * @returns {unknown} undefined for other numbers, and if the reader has set a number in between
 */
export function softmaxView({ computation, originalOf }, cell) {
  const { run, nodes } = computation;
  const weight = findComputedCell(run, cell);
  const { op } = nodes[weight.id];
  if (!op.unfolds || originalOf(formatCell(cell)) !== undefined) return undefined;
  const [[exponential], [rowSum]] = findOperands(run, weight);
  const value = readNumber(run, cell);
  if (Number.isNaN(value) || findRemark(computation, cell)) return undefined;
  const [row] = findOperands(run, findComputedCell(run, rowSum));
  /** @param {Cell} part */
  const isSet = (part) => originalOf(formatCell(part)) !== undefined;
  if ([rowSum, ...row].some(isSet)) return undefined;
  /** @param {Cell} part */
  const readScore = (part) => readNumber(run, findOperands(run, findComputedCell(run, part))[0][0]);
  const scores = row.length <= FIRST_TERMS ? row.map(readScore) : [];
  return text.softmax(readScore(exponential), scores, row.length, value);
}

/** @param {ViewContext} context @param {Cell} cell @param {number} value */
function describeGiven({ state, computation }, { id, index }, value) {
  const { axes } = computation.nodes[id];
  const words = axes.startsWith('q') ? computation.queryWords : computation.keyWords;
  const word = /mbeddings$/.test(id) ? words[index[0]] : undefined;
  const say = computation.words?.given ?? given[/** @type {keyof typeof given} */ (state.source)];
  return say({ value, seed: state.seed, tensor: id, word, index });
}

/** @param {(string | number)[][]} terms @param {Write} write */
function writeSum(terms, write) {
  if (terms.length === 1) return formatParts(terms[0], false, write);
  const shown = terms.length > MOST_TERMS ? terms.slice(0, FIRST_TERMS) : terms;
  const rest = terms.length - shown.length;
  return html`${shown.map((term, i) => html`${i ? ' + ' : nothing}<span class="factor">${formatParts(term, i > 0, write)}</span>`)}${
    rest > 0 ? html` + … <span class="note">${text.moreTerms(rest)}</span>` : nothing
  }`;
}

/**
 * @param {(string | number)[]} parts
 * @param {boolean} isAdded whether a sign stands before the parts
 * @param {Write} write
 */
const formatParts = (parts, isAdded, write) =>
  parts.map((part, i) => {
    if (typeof part === 'string') return part;
    const before = parts[i - 1];
    const isSigned = i === 0 ? isAdded : typeof before === 'string' && /[+−×÷] $/.test(before);
    return isSigned ? bracketNegative(part, write) : write(part);
  });

/** Writes a number after a sign, with brackets if it is negative. @param {number} value @param {Write} write */
const bracketNegative = (value, write) => (value < 0 ? html`(${write(value)})` : write(value));

// A product of many terms: the largest terms, and the sum of all others.

/** The most terms in a table of a longer sum. */
export const LARGEST_TERMS = 20;

/**
 * Splits a product into its largest terms and the sum of the others.
 * @param {Pick<Operations, 'linear'>} attention
 * @param {readonly number[]} left
 * @param {readonly number[]} right
 * @param {number} most the most terms to show
 * @returns {{ shown: number[], others: { count: number, sum: number } }} `shown` lists the indices
 * of the largest terms by absolute value, the largest first; `sum` is the core's sum of all other
 * products
 */
export function splitTerms(attention, left, right, most) {
  // These products only determine the order, because the core computes the numbers on screen. NaN
  // comes first.
  const sizes = left.map((value, i) => Math.abs(value * right[i]));
  const rank = (/** @type {number} */ i) => (Number.isNaN(sizes[i]) ? Infinity : sizes[i]);
  const places = [...left.keys()].sort((a, b) =>
    rank(b) > rank(a) ? 1 : rank(b) < rank(a) ? -1 : a - b,
  );
  // Keep the order of the terms within the sum.
  const rest = places.slice(most).sort((a, b) => a - b);
  const sum =
    rest.length === 0
      ? 0
      : attention.linear([rest.map((i) => left[i])], [rest.map((i) => right[i])]).data[0];
  return { shown: places.slice(0, most), others: { count: rest.length, sum } };
}

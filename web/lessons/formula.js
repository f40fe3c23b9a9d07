/** The formulas of steps. A word is a row, so a row of the input stands on the left of the weights that multiply it. */

import { mathml } from 'lit';
import { findTensorId } from '../figures/tables.js';
import { readNamedNumber } from '../graph/trace.js';
import { formulaWords as words } from '../text/en/tables.js';
import { quoted } from '../text/inline.js';
import { math, mathLines, mathText } from '../text/math.js';

/**
 * @import { Computation, NamedNode, StepContext } from '../sources/types.js'
 */

/**
 * Writes how tensors are computed, a line each, with the symbols of their tables. Tensors that the
 * run lacks, and those that are given, are left out.
 * @param {StepContext} context
 * @param {readonly string[]} names
 * @param {number} [head] counted from 1, in formulas that name it
 */
export function writeFormulas(context, names, head) {
  const { nodes } = context.computation;
  const write = (/** @type {NamedNode} */ { symbol, role, axes }) => {
    const [base, index] = symbol.split('_');
    const number = axes.startsWith('h') ? head : undefined;
    const below = index && number ? `{${index},${number}}` : (index ?? number);
    // The index of a weight matrix names its role already.
    return { symbol: below ? `${base}_${below}` : base, role: index ? undefined : role };
  };
  /** @returns {unknown} */
  const writeRightSide = (/** @type {NamedNode} */ node) =>
    node.op.formula?.(
      node.inputs.map(({ id }) =>
        id === `${node.id}Products` ? writeRightSide(nodes[id]) : write(nodes[id]),
      ),
      node,
    );
  return names
    .map((name) => nodes[findTensorId(context, name)])
    .filter((node) => node?.op.formula)
    .map((node) => mathLines`${write(node)} = ${writeRightSide(node)}`);
}

/** @param {string} symbol X, or Z for queries @param {readonly number[]} shape words, width */
export const embeddingsFormula = (symbol, [words, width]) =>
  mathLines`${symbol} ∈ ℝ^{${words} × ${width}}`;

/** The sine and cosine of a word's position, in waves that grow longer from one pair of columns to the next. */
export const positions = mathLines`
  p_{t,2i} = sin(t/10000^{2i\\/d})
  p_{t,2i+1} = cos(t/10000^{2i\\/d})`;

export const scores = mathLines`S = q:Q k:Kᵀ`;

/** @param {string} symbol under the root @param {number} number @param {string} [temperature] */
export const rootScalingFormula = (symbol, number, temperature) =>
  temperature
    ? mathLines`S′ = S/{τ · √${symbol}} = S/{${temperature} · √${number}}`
    : mathLines`S′ = S/√${symbol} = S/√${number}`;

/** @param {string} factor @param {string} [temperature] */
export const scalingFormula = (factor, temperature) =>
  mathLines`S′ = ${factor} · ${temperature ? math`S/${temperature}` : 'S'}`;

/** @param {string} temperature */
export const withTemperature = (temperature) => mathLines`S′ = S/τ = S/${temperature}`;

/** @param {number} divisor */
export const divisionFormula = (divisor) => mathLines`S′ = S/${divisor}`;

/** @param {string} before the scores before the mask: S, or S′ if they are scaled */
export const unmaskedFormula = (before) => mathLines`S″ = ${before}`;

/**
 * Scores that a mask M changes by adding −∞ to masked pairs.
 * @param {string} before
 * @param {unknown} [condition] of masked pairs
 */
export const addedMask = (before, condition) => mathLines`
  S″ = ${before} + M
  m_ij = ${maskCases('−∞', condition, math`0`)}`;

/** @param {string} before @param {string} fill @param {unknown} [condition] of masked pairs */
export const replacedByMask = (before, fill, condition) =>
  mathLines`s″_ij = ${maskCases(fill, condition, math`${before}_ij`)}`;

/** @param {string} fill @param {unknown} condition @param {unknown} otherwise */
const maskCases = (fill, condition, otherwise) => mathml`<mrow><mo>{</mo><mtable columnalign="left">
    <mtr>
      <mtd>${math`${fill}`}</mtd>
      <mtd>${mathText(words.if)}<mspace width="0.3em"></mspace>${condition ?? mathText(words.masked)}</mtd>
    </mtr>
    <mtr>
      <mtd>${otherwise}</mtd>
      <mtd>${mathText(words.else)}</mtd>
    </mtr>
  </mtable></mrow>`;

/** The weight is 0 with probability p. */
export const dropoutFormula = mathLines`a′_ij = 0 ~~ ${mathText(words.or)} ~~ a_ij/{1 − p}`;

/** @param {number} heads */
export const contributionsFormula = (heads) => mathLines`Y = ∑_{h=1}^${heads} H_h W_{O,h}`;

/** @param {string} score the symbol of scores @param {string} [share] the symbol of weights */
export const softmaxFormula = (score, share = 'a') => mathLines`
  E_ij = exp(${score}_ij − max_k ~ ${score}_ik)
  r_i = ∑_j E_ij
  ${share}_ij = E_ij/r_i`;

/**
 * @param {number} head counted from 1
 * @param {string} weights A, or A′ after dropout
 * @param {boolean} isJoined whether a second line shows queries, keys and values
 */
export const headOutputFormula = (head, weights, isJoined) => [
  mathLines`H_${head} = ${weights}_${head} v:V_${head}`,
  isJoined ? mathLines`= softmax({q:Q_${head} k:K_${head}ᵀ}/√d)v:V_${head}` : [],
];

/** @param {number} heads */
export const concatenationFormula = (heads) =>
  mathLines`H = [H_1${heads > 2 ? '⋯' : ''}${heads > 1 ? `H_${heads}` : ''}]`;

/** @param {string} word the word of the query */
export const featuresFormula = (word) => mathLines`f_j = tanh(q:q′_${mathText(word)} + k:k′_j)`;

/** @param {string} word */
export const additiveScoresFormula = (word) => mathLines`s_{${mathText(word)},j} = f_j · w`;

const fromText = mathText(`\u00a0${words.from}\u00a0`);

/** The self-attention of the second sentence, with all its inputs from the same rows. @param {string} rows */
export const decoderSelfFormula = (rows) => mathLines`q:Q, k:K, v:V ${fromText} ${rows}`;

/** The cross-attention: queries from Z, keys and values from X. */
export const decoderCross = mathLines`q:Q ${fromText} Z; ~~ k:K, v:V ${fromText} X`;

// A number of a computation within running text, by its cell.

/**
 * @param {Computation} computation
 * @param {string} cell such as 'weights.0.1.3'
 * @param {number} [digits]
 */
export function quoteCell(computation, cell, digits) {
  const number = readNamedNumber(computation.run, cell);
  return number === undefined ? '…' : quoted(number, digits);
}

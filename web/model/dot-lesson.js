/** Scaled dot-product attention with heads: what the core is given, and what it gives. */

import { tensor } from '../../src/js/index.js';
import { columnsOf, headsLast, sideBySide, slice, upright, uprightHeads } from './arrange.js';
import { scoreTable } from './edits.js';
import { MAX_DIGITS } from './limits.js';
import { maskOptions } from './mask.js';
import { scaleFactor } from './scale.js';
import { Seeded } from './seeded.js';
import { attendToScores } from './set-scores.js';
import { isCrossing } from './state.js';

/**
 * @typedef {import('../../src/js/attention.js').Operations} Attention
 * @typedef {import('../../src/js/index.js').Tensor} Tensor
 * @typedef {import('./state.js').State} State
 */

const WEIGHT_REACH = 1;

/**
 * Small weights for wide rows, as models begin with them: variance 1/D. Otherwise every softmax would
 * give all to one word.
 * @param {number} width
 */
const reachOf = (width) => (width > MAX_DIGITS ? Math.sqrt(3 / width) : WEIGHT_REACH);

/**
 * @param {Attention} attention
 * @param {State} state
 * @param {{ queryWords: string[], keyWords: string[] }} words
 * @returns {import('./lesson.js').Computed}
 */
export function dotLesson(attention, state, { queryWords, keyWords }) {
  const { dModel, heads } = state;
  const seeded = new Seeded(state);
  const crossing = isCrossing(state);
  const embeddings = seeded.embeddings('x', keyWords, dModel);
  const asking = crossing ? seeded.embeddings('x', queryWords, dModel) : embeddings;
  /** @param {string} letter */
  const weight = (letter) =>
    seeded.weight(`weights ${letter}`, [dModel, dModel], reachOf(dModel), letter.toLowerCase());
  const qProjWeight = weight('Q');
  const shared = state.keys === 'queries';
  const kProjWeight = shared ? qProjWeight : weight('K');
  const vProjWeight = weight('V');
  const outProjWeight = weight('O');
  const options = {
    ...maskOptions(state, queryWords.length, keyWords.length),
    ...(state.dropout > 0 && { dropout: { p: state.dropout, seed: state.dropoutSeed } }),
    scale: scaleFactor(state, dModel / heads, keyWords.length),
    trace: true,
  };
  const parameters = {
    inProjWeight: stacked([qProjWeight, kProjWeight, vProjWeight]),
    outProjWeight,
  };
  const { output, trace } = attention.multiHeadAttention(
    asking,
    embeddings,
    embeddings,
    parameters,
    { numHeads: heads, ...options },
  );
  const own = /** @type {Record<string, Tensor>} */ (trace);
  const edited = attendToScores(attention, seeded, own, own.v, options, scoreTable(state));
  /** @type {Record<string, Tensor>} */
  const made = edited
    ? { ...own, ...edited.trace, ...projected(attention, edited.output, outProjWeight) }
    : { ...own, output };
  return {
    inputs: crossing ? { queryEmbeddings: asking, embeddings } : { embeddings },
    parameters,
    results: Object.freeze({
      ...(crossing && { queryEmbeddings: asking }),
      embeddings,
      wq: uprightHeads(qProjWeight, heads),
      ...(!shared && { wk: uprightHeads(kProjWeight, heads) }),
      wv: uprightHeads(vProjWeight, heads),
      wo: upright(outProjWeight),
      ...made,
      contributionSum: summed(attention, made.headContributions),
    }),
    seeded: seeded.replaced,
  };
}

/**
 * W_O, whole and by heads, as the core applies it within multi-head attention.
 * @param {Attention} attention
 * @param {Tensor} heads (H, L, columns)
 * @param {Tensor} weight (D, D)
 */
function projected(attention, heads, weight) {
  const [H, L, columns] = heads.shape;
  const concatenated = sideBySide(heads);
  const D = weight.shape[0];
  const data = new Float32Array(H * L * D);
  for (let head = 0; head < H; head++) {
    const part = columnsOf(weight, head * columns, columns);
    data.set(attention.linear(slice(heads, head), part).data, head * L * D);
  }
  const headContributions = tensor([H, L, D], data);
  return { heads, concatenated, headContributions, output: attention.linear(concatenated, weight) };
}

/**
 * What the heads contribute, added up.
 * @param {Attention} attention
 * @param {Tensor} contributions (H, L, D)
 */
function summed(attention, contributions) {
  const [H, L, D] = contributions.shape;
  const ones = tensor([1, H], new Float32Array(H).fill(1));
  return tensor([L, D], attention.linear(headsLast(contributions), ones).data);
}

/** @param {Tensor[]} weights @returns {Tensor} one below the other */
function stacked(weights) {
  const [rows, columns] = weights[0].shape;
  const data = new Float32Array(weights.length * rows * columns);
  weights.forEach((weight, i) => {
    data.set(weight.data, i * rows * columns);
  });
  return tensor([weights.length * rows, columns], data);
}

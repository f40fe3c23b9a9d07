/** Computes a model's answers: probabilities of next tokens, and the similarity of sentences. */

import { tensor } from '../../../../src/js/index.js';
import { getRow } from '../../../graph/cell.js';

/**
 * @import { Operations } from '../../../../src/js/attention.js'
 * @import { Attention, Tensor } from '../../../../src/js/index.js'
 * @import { Run } from '../../../../src/js/pretrained/types.js'
 * @import { ComparedToken, Reply } from '../types.js'
 */

/** @param {Pick<Operations, 'linear'>} attention @param {Float32Array} left @param {Float32Array} right */
export function computeDotProduct(attention, left, right) {
  const [a, b] = [left, right].map((data) => tensor([1, data.length], data));
  return attention.linear(a, b).data[0];
}

/** @param {Pick<Operations, 'linear'>} attention @param {Float32Array} left @param {Float32Array} right */
export const computeCosine = (attention, left, right) =>
  computeDotProduct(attention, left, right) /
  Math.sqrt(computeDotProduct(attention, left, left) * computeDotProduct(attention, right, right));

/**
 * Returns the vector of a whole text: the model's own embedding, or the mean of its rows for models
 * without a head.
 * @param {Pick<Operations, 'linear'>} attention
 * @param {Run} run
 * @returns {Float32Array | undefined}
 */
export function computeSentenceVector(attention, { embedding, logits, hidden }) {
  if (embedding) return embedding.data;
  const [n, width] = hidden.shape;
  if (logits || n === 0) return undefined;
  const columns = new Float32Array(n * width);
  for (let i = 0; i < n * width; i++)
    columns[(i % width) * n + Math.floor(i / width)] = hidden.data[i];
  const shares = tensor([1, n], new Float32Array(n).fill(1 / n));
  return attention.linear(tensor([width, n], columns), shares).data;
}

/**
 * Compares the next tokens of each position in two runs, with their probabilities: all tokens that
 * either run finds most probable.
 * @param {Pick<Attention, 'softmax'>} attention
 * @param {readonly [before: Reply, after: Reply]} replies
 * @param {readonly [before: Tensor, after: Tensor]} logits (n, V) of both runs
 * @returns {ComparedToken[][]}
 */
export function compareNext(attention, [before, after], logits) {
  return (before.next ?? []).map((first, position) => {
    const second = after.next?.[position] ?? [];
    const [was, is] = logits.map((all) => {
      const row = getRow(all, position);
      return attention.softmax(tensor([1, row.length], row)).data;
    });
    const tokens = new Map([...first, ...second].map(({ id, token }) => [id, token]));
    return [...tokens]
      .map(([id, token]) => ({ token, id, before: was[id], after: is[id] }))
      .sort((a, b) => Math.max(b.before, b.after) - Math.max(a.before, a.after));
  });
}

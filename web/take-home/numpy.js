/** A lesson as a NumPy program. */

import { MOST_PRINTED } from './plan.js';
import { python } from './python.js';

/** @type {import('./python.js').Dialect} */
const numpy = {
  needs: 'Needs NumPy: pip install numpy',
  imports: ['import numpy as np'],
  floats: (list) => `np.array(${list}, dtype=np.float32)`,
  flags: (list) => `np.array(${list}, dtype=bool)`,
  swap: (name, axis, other) => `${name}.swapaxes(${axis}, ${other})`,
  causal: 'np.tri(L, S, dtype=bool)',
  padding: (pad) => `np.broadcast_to(np.arange(S) < S - ${pad}, (L, S))`,
  masked: (scores, fill) => `np.where(allowed, ${scores}, np.float32(${fill}))`,
  softmax: ({ emptyRow, pairs, rows }) => {
    /** @type {import('./source.js').Line[]} */
    const lines = [
      '# Softmax along each row. The row maximum is taken off first, so that no exponential overflows.',
      ['row_max = masked_scores.max(axis=-1)', rows],
    ];
    if (emptyRow === 'zeros') {
      return [
        ...lines,
        ['empty = ~allowed.any(axis=-1)', '(L), rows of which all is masked: maximum -inf, sum 0'],
        'shift = np.where(empty, np.float32(0), row_max)',
        ['exponentials = np.exp(masked_scores - shift[..., None])', pairs],
        ['row_sum = exponentials.sum(axis=-1)', rows],
        'divisor = np.where(empty, np.float32(1), row_sum)',
        ['weights = exponentials / divisor[..., None]', `${pairs}, empty rows are zeros`],
      ];
    }
    const exponentials = 'exponentials = np.exp(masked_scores - row_max[..., None])';
    return [
      ...lines,
      ...(emptyRow === 'nan'
        ? [
            "with np.errstate(invalid='ignore'):  # where all is masked, -inf - (-inf) is NaN",
            `    ${exponentials}`,
          ]
        : /** @type {import('./source.js').Line[]} */ ([[exponentials, pairs]])),
      ['row_sum = exponentials.sum(axis=-1)', rows],
      [
        'weights = exponentials / row_sum[..., None]',
        `${pairs}, ${emptyRow ? 'a row of which all is masked is NaN' : 'every row sums to 1'}`,
      ],
    ];
  },
  dropped: (p) => `np.where(kept, weights / (1 - ${p}), np.float32(0))`,
  zeros: (name) => `np.zeros_like(${name})`,
  tanh: 'np.tanh',
  sum: 'sum(axis=0)',
  check: () => [],
  digits: `np.set_printoptions(floatmode='unique', linewidth=120, threshold=${MOST_PRINTED})  # every digit that counts`,
};

/**
 * @param {import('../model/state.js').State} state
 * @param {import('../model/lesson.js').Lesson} lesson
 * @returns {import('./exports.js').Made}
 */
export const toNumpy = (state, lesson) => python(state, lesson, numpy);

/**
 * A head of a trained model: Universal Sentence Encoder Lite (Google, Apache-2.0), with float32
 * weights. `node tests/support/make-pretrained-head.js` writes its numbers.
 */

/** Layer, head and the word of each token are counted from 0. The weights (L, L) are by query, then by key. */
export const pretrainedHead = {
  model: 'use-lite',
  layer: 1,
  head: 2,
  sentence: 'They eat fried noodles',
  tokens: ['▁They', '▁eat', '▁fri', 'ed', '▁n', 'oodle', 's'],
  words: [0, 1, 2, 2, 3, 3, 3],
  weights: [
    [0.17978182, 0.71004766, 0.006078519, 0.046827562, 0.005714628, 0.017658208, 0.033891503],
    [0.6978912, 0.11304183, 0.016252642, 0.08590211, 0.022323467, 0.019224102, 0.045364663],
    [0.21972589, 0.22546835, 0.1044475, 0.13539194, 0.024240755, 0.17847213, 0.11225342],
    [0.1177566, 0.39921346, 0.18724944, 0.07628401, 0.08170797, 0.08008199, 0.05770657],
    [0.20735602, 0.20385557, 0.08650611, 0.10109194, 0.13427284, 0.136637, 0.13028052],
    [0.16748375, 0.18900655, 0.19130975, 0.10014503, 0.14769192, 0.06248795, 0.1418751],
    [0.30784106, 0.35887468, 0.030021928, 0.072662726, 0.06519177, 0.093549155, 0.07185867],
  ],
};

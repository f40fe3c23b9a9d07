/** What the chapters of the guided path show, and which answer is right. */

/**
 * @typedef {object} Plan
 * @property {Partial<import('../session/state.js').State>} state what differs from the defaults
 * @property {string[]} tensors at most three, in order; the question is about the last. None: what the
 *   step itself shows
 * @property {number} right which answer, from 0
 * @property {Partial<import('../session/state.js').State>} patch does the trial for the reader
 * @property {string[]} [seen] other tensors to show then; none: those of the step
 */

/** @type {Record<string, Plan>} */
export const plans = {
  notice: {
    state: { source: 'coffee', step: 'weights' },
    tensors: ['query', 'key', 'weights'],
    right: 1,
    patch: { cell: 'scores.1.1', step: 'scores' },
    seen: ['query', 'key', 'scores'],
  },

  asks: {
    state: { source: 'article', step: 'scores', rows: 'one' },
    tensors: ['scores'],
    right: 2,
    patch: { cell: 'scores.0.1' },
  },

  divide: {
    state: { source: 'article', step: 'weights', rows: 'one' },
    tensors: ['scores', 'scaledScores', 'weights'],
    right: 0,
    patch: { cell: 'weights.0.3' },
  },

  project: {
    state: { step: 'q' },
    tensors: ['embeddings', 'wq', 'q'],
    right: 1,
    patch: { edits: 'q.0.0:2' },
    seen: ['q', 'k', 'v'],
  },

  score: {
    state: { step: 'scores', rows: 'one' },
    tensors: ['q', 'k', 'scores'],
    right: 2,
    patch: { rows: 'all' },
  },

  scale: {
    state: { step: 'scaledScores', rows: 'one' },
    tensors: ['scores', 'scaledScores'],
    right: 0,
    patch: { sentence: 'They eat fried noodles today' },
  },

  root: {
    state: { step: 'spread' },
    tensors: [],
    right: 1,
    patch: { spread: 512 },
  },

  causal: {
    state: { mask: 'causal', step: 'maskedScores' },
    tensors: ['scaledScores', 'maskedScores'],
    right: 2,
    patch: { fill: '0', step: 'weights' },
    seen: ['maskedScores', 'weights'],
  },

  padding: {
    state: {
      sentence: 'They eat noodles [pad]',
      mask: 'padding',
      step: 'weights',
      query: 3,
    },
    tensors: ['scaledScores', 'weights'],
    right: 1,
    patch: { pad: 2 },
  },

  empty: {
    state: {
      mask: 'custom',
      masked: '2.0 2.1 2.2 2.3',
      fill: '-1e9',
      step: 'weights',
      query: 2,
    },
    tensors: ['maskedScores', 'weights'],
    right: 0,
    patch: { fill: 'inf' },
  },

  softmax: {
    state: { step: 'weights' },
    tensors: ['maskedScores', 'exponentials', 'weights'],
    right: 1,
    patch: { temperature: 0.25 },
  },

  mix: {
    state: { step: 'heads', rows: 'one' },
    tensors: ['weights', 'v', 'heads'],
    right: 2,
    patch: { edits: 's.0.1.1:-4' },
  },

  heads: {
    state: { step: 'weights', head: 1 },
    tensors: ['wq', 'q', 'weights'],
    right: 0,
    patch: { head: 0 },
  },

  concatenate: {
    state: { source: 'article', step: 'concatenated', dModel: 9, heads: 3 },
    tensors: ['heads', 'concatenated'],
    right: 2,
    patch: { cell: 'concatenated.0.7' },
    seen: ['heads.2', 'concatenated'],
  },

  output: {
    state: { step: 'headContributions' },
    tensors: ['headContributions.0', 'headContributions.1', 'output'],
    right: 1,
    patch: { edits: 'o.0.0:2' },
    seen: ['wo', 'headContributions.0', 'output'],
  },

  additive: {
    state: { mechanism: 'additive', keyWidth: 6, step: 'features', rows: 'one' },
    tensors: ['queryEmbeddings', 'embeddings', 'features'],
    right: 2,
    patch: { keyWidth: 0, step: 'mechanisms' },
    seen: [],
  },

  two: {
    state: {
      sentence: 'il n est pas aussi grand que son pere',
      target: 'he is not as tall as his father',
      step: 'decoder',
      query: 0,
    },
    tensors: ['selfWeights', 'weights'],
    right: 0,
    patch: { query: 3, pin: 5 },
  },

  learning: {
    state: { step: 'weights' },
    tensors: ['embeddings', 'wq', 'weights'],
    right: 2,
    patch: { guide: 0 },
  },
};

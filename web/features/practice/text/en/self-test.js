/** Texts of the self-test other than its questions. */

/** @import { Misconception } from '../../types.js' */

export const chapter = {
  title: 'Twelve questions',
  question: 'Can I use it somewhere new?',
};

/** @param {number} number @param {number} count */
export const title = (number, count) => `Question ${number} of ${count}`;

export const kept = 'Saved. You can still change it.';

/** @param {number} seed @param {number} count @param {number} all */
export const origin = (seed, count, all) => `Test ${seed}: ${count} of ${all} questions.`;

/** @param {boolean} hasNumbers */
export const answersLater = (hasNumbers) =>
  `You will see the answers at the end.${
    hasNumbers ? ' These numbers are chosen for the question; nothing here is trained.' : ''
  }`;

export const end = {
  title: 'Your result',
  /** @param {number} right @param {number} count */
  score: (right, count) => `${right} of ${count} answers are right.`,
  /** @param {number} count */
  open: (count) =>
    count === 1 ? 'One question has no answer yet.' : `${count} questions have no answer yet.`,
  notYet: 'The result appears when all questions are answered, because it gives the answers away.',
  show: 'Show it anyway',
  wrong: 'What was wrong',
  notAnswered: 'Not answered',
  /** @param {number} number */
  question: (number) => `Question ${number}`,
  yours: 'Your answer:',
  none: 'none',
  right: 'Right:',
  profile: 'Wrong ideas that may be behind your answers',
  nothing: 'None of your answers shows a misconception that this test knows.',
  /** @param {string} name */
  idea: (name) => `“${name}”`,
  /** @param {number} chosen @param {number} possible */
  times: (chosen, possible) =>
    `chosen in ${chosen} of ${possible} ${possible === 1 ? 'question' : 'questions'} about it`,
  another: 'Another test',
};

/**
 * The closed list of misconceptions: the page of the course that treats it, the words of somebody who
 * believes it, and the facts.
 */
export const misconceptions = {
  importance: {
    page: 'mixing-same',
    name: 'A weight says how important something is.',
    instead: 'A weight says how much of a value is mixed in; the value may be almost 0.',
  },
  explains: {
    page: 'why-limits',
    name: 'A map of weights explains an answer.',
    instead: 'Other weights can lead to the same answer, and other steps matter too.',
  },
  axis: {
    page: 'scoring-row',
    name: 'Rows of weights need not add up to 1.',
    instead:
      'Each query shares out a total of 1 among the keys: rows add up to 1, columns need not.',
  },
  share: {
    page: 'scoring-share',
    name: 'Weights are in proportion to scores; a score of 0 gets nothing.',
    instead:
      'The softmax shares out a total of 1 by exponentials: only differences between the scores of a row count.',
  },
  unchanged: {
    page: 'scoring-shift',
    name: 'Adding a number to one score, or dividing all scores, changes no weight.',
    instead: 'Adding changes nothing only if all scores of a row grow by the same number.',
  },
  pick: {
    page: 'mixing-row',
    name: 'The largest weight alone decides.',
    instead: 'All values are mixed, and many small weights can outweigh a large one.',
  },
  mixture: {
    page: 'mixing-row',
    name: 'An output can be something other than the sum of weights times values.',
    instead:
      'Each query gets one output row: the values, each times its weight, added up. So it is as long as a value.',
  },
  late: {
    page: 'order-causal',
    name: 'The mask may come after the softmax.',
    instead: 'Then masked keys have already taken their share, and rows add up to less than 1.',
  },
  scale: {
    page: 'projections-root',
    name: 'Scores are divided by a count, by d, or by nothing; values are divided too.',
    instead: 'Only scores are divided: by √d, the root of the length of a query of one head.',
  },
  position: {
    page: 'order-twins',
    name: 'Attention knows positions by itself.',
    instead: 'Without positions or masks, order makes no difference to any row.',
  },
  causal: {
    page: 'order-causal',
    name: 'A causal mask does not bring order.',
    instead: 'It does, even without positions: each word sees only itself and the words before it.',
  },
  heads: {
    page: 'heads-concatenate',
    name: 'Heads are averaged, compete, or share their numbers.',
    instead: 'Each head works alone; their rows are put side by side.',
  },
  roles: {
    page: 'projections-three',
    name: 'Queries, keys and values do the same work.',
    instead: 'Queries and keys give the weights; the weights mix the values.',
  },
  kinds: {
    page: 'order-padding',
    name: 'A causal mask and a padding mask hide the same things, or whole rows.',
    instead:
      'A causal mask hides what comes later in each row; a padding mask hides the columns of padding in all rows.',
  },
  shape: {
    page: 'translation-lengths',
    name: 'The table of weights is square, is one row, or is as wide as the embeddings.',
    instead: 'It has a row for each query and a column for each key.',
  },
  widths: {
    page: 'translation-additive',
    name: 'All rows must have the same length.',
    instead:
      'For a dot product, queries and keys must; values need not. In additive scores each matrix fits rows of its own length.',
  },
  cost: {
    page: 'own-cost',
    name: 'The number of pairs grows in proportion to the number of words.',
    instead:
      'Every query meets every key, so the number of pairs grows with the square of the length.',
  },
  stored: {
    page: 'own-picture',
    name: 'Attention weights are learned and stored.',
    instead: 'Matrices are learned; weights are computed anew for each input.',
  },
};

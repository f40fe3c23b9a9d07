/** The self-test: what surrounds its questions. */

/** @import { Misconception } from '../../types.js' */

export const chapter = {
  title: 'Twelve questions',
  question: 'Can I use it where I have not seen it?',
};

/** @param {number} number @param {number} count */
export const title = (number, count) => `Question ${number} of ${count}`;

export const answerHere = 'Your answer';

export const kept = 'Kept. You can change it until the end.';

/** @param {number} seed @param {number} count @param {number} all @param {boolean} [hasNumbers] */
export const origin = (seed, count, all, hasNumbers = false) =>
  `Test ${seed}: ${count} of ${all} questions. You will see the answers at the end.${
    hasNumbers ? ' These numbers are chosen for the question; nothing here is trained.' : ''
  }`;

export const end = {
  title: 'What came out',
  /** @param {number} right @param {number} count */
  score: (right, count) => `${right} of ${count} answers are right.`,
  /** @param {number} count */
  open: (count) =>
    count === 1 ? 'One question has no answer yet.' : `${count} questions have no answer yet.`,
  notYet: 'The result is shown when all are answered, for then the answers are known.',
  show: 'Show it all the same',
  wrong: 'What was not right',
  /** @param {number} number */
  question: (number) => `Question ${number}`,
  yours: 'Your answer:',
  none: 'none',
  right: 'Right:',
  profile: 'What your answers show',
  nothing: 'None of your answers shows a misconception that this test knows.',
  /** @param {number} chosen @param {number} possible */
  times: (chosen, possible) =>
    `chosen in ${chosen} of ${possible} ${possible === 1 ? 'question' : 'questions'} that offered it`,
  /** @param {number} count */
  free: (count) => `Other mistakes that could have been chosen, and were not: ${count}`,
  nowhere: 'No page of the course is about this.',
  another: 'Another test',
};

// What a wrong answer shows, as somebody would say it who believes it, and what is true.

/** @type {Record<Misconception, { name: string, instead: string }>} */
export const misconceptions = {
  importance: {
    name: 'A weight says how important something is.',
    instead: 'A weight says how much of a value is mixed in; the value may be next to nothing.',
  },
  explains: {
    name: 'A map of weights explains an answer.',
    instead: 'Other weights can lead to the same answer, and much happens besides.',
  },
  axis: {
    name: 'A softmax may run along any axis.',
    instead: 'Each query shares out 1 over the keys.',
  },
  share: {
    name: 'Weights are in proportion to scores; a score of 0 gets nothing.',
    instead: 'Powers of e are shared out: only differences of scores within a row count.',
  },
  pick: {
    name: 'The largest weight decides alone.',
    instead: 'All values are mixed, and many small weights can outweigh a large one.',
  },
  late: {
    name: 'The mask may come after the softmax.',
    instead: 'Then masked keys have taken their share already.',
  },
  scale: {
    name: 'Scores are divided by the number of words, by d, or by nothing.',
    instead: 'They are divided by √d, the root of the length of a query of one head.',
  },
  position: {
    name: 'Attention knows places by itself.',
    instead: 'Without positions and masks the order makes no difference to any row.',
  },
  heads: {
    name: 'Heads are averaged, or share their numbers.',
    instead: 'Each head works alone; their rows are put side by side.',
  },
  roles: {
    name: 'Queries, keys and values do the same work.',
    instead: 'Queries and keys make the weights; values are what is mixed.',
  },
  kinds: {
    name: 'A causal mask and a padding mask hide the same.',
    instead:
      'One hides what comes later, for each row; the other the columns of padding, for all rows.',
  },
  shape: {
    name: 'The table of weights is square, or as wide as the embeddings.',
    instead: 'It has a row for each query and a column for each key.',
  },
  widths: {
    name: 'All rows have to be equally long.',
    instead:
      'Queries and keys have to, for a dot product; values need not, and additive scores need nothing.',
  },
  cost: {
    name: 'The cost grows as the text does.',
    instead: 'Every query meets every key, so the number of pairs grows as the square.',
  },
  stored: {
    name: 'Attention weights are learned and stored.',
    instead: 'Matrices are learned; weights are computed anew for each input.',
  },
};

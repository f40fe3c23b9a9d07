/** Texts of the bug lab. */

import { html } from 'lit';
import { rounded } from '../../../../text/number.js';

/** @import { Settings } from '../../../../state/types.js' */

export const chapter = {
  title: 'Find the bug',
  question: 'Can I find a mistake that raises no error?',
};

export const title = 'Find the bug';

/** Describes the computation. @param {Settings} settings */
export const program = ({ mechanism, heads, positions, target }) =>
  `Here ${mechanism === 'additive' ? 'additive attention is computed' : `scaled dot-product attention is computed, with ${heads === 1 ? 'one head' : `${heads} heads`}`}${target ? ', from a second sentence to the first' : ''}. ${positions === 'none' ? 'No positions are added to the words.' : 'Sines and cosines of the positions are added to the words.'}`;

export const setup = html`<p>One step of this computation is wrong, and so are the tables that depend on it. The line above each table
  says what it should hold. <span class="gesture">Press any number to see what it should be computed from.</span></p>`;

export const question = 'Which is the first wrong table?';

export const which = 'Which mistake is it?';

export const whichHere = `Right, this table is the first wrong one. ${which}`;

export const pressed = 'The number you pressed';

export const shouldComeFrom = 'It should be computed from';

/** @param {string} table */
export const thisOne = (table) => `First wrong table: ${table}`;

export const levels = 'Level';

/** @type {Record<1 | 2 | 3, string>} */
export const level = {
  1: '1: visible in a table',
  2: '2: compute one number',
  3: '3: compare tables',
};

export const another = 'Another bug';

export const head = 'Head';

export const badge = 'Random numbers, and one deliberate mistake.';

export const programOrigin = 'The numbers are random, with one deliberate mistake';

export const programTitle = 'Attention with a deliberate mistake';

export const wrongLine = 'Wrong:';

export const rightLine = 'Right:';

export const seen = 'Where it occurred, mostly on GitHub:';

/** Words of PyTorch that the course does not use, each with a note. @type {[RegExp, string][]} */
const PROGRAM_WORDS = [
  [/\bdim=/, 'dim is the axis: −1 runs along each row, −2 along each column.'],
  [/masked_fill/, 'masked_fill(mask, x) writes x where the mask is true.'],
  [/transpose\(-2, -1\)/, 'transpose(-2, -1) swaps rows and columns.'],
];

/** Explains words of PyTorch in lines of a program. @param {string} lines */
export const explainProgram = (lines) =>
  PROGRAM_WORDS.flatMap(([word, note]) => (word.test(lines) ? [note] : [])).join(' ');

/** @param {string} table */
export const noSuch = (table) => `There is no table ${table} here.`;

/** Replies to a press on a table. */
export const reply = {
  /** @param {string} name */
  isRight: (name) =>
    `“${name}”: these numbers follow correctly from the tables before them. The mistake comes later.`,
  /** @param {string} name @param {string} [source] a wrong table from which it is computed */
  isLater: (name, source) =>
    source === undefined
      ? `“${name}”: these numbers are wrong, but so is an earlier table.`
      : `“${name}”: these numbers only pass the mistake on. They are computed from “${source}”, and numbers there are wrong already.`,
  /** @param {string} name */
  first: (name) =>
    `Right: “${name}” has the first wrong numbers. Now choose below that table: which mistake is it?`,
  /**
   * @param {string} mistake
   * @param {{ label: unknown, is: number, would: number }} [number] a number of this table, as it
   *   is and as it would be with the mistake
   */
  notThis: (mistake, number) =>
    html`“${mistake}” would give other numbers in this table.${number ? html` The ${number.label} is ${rounded(number.is)}; with that mistake it would be ${rounded(number.would)}.` : ''}`,
};

/**
 * Names of tables that only the bug lab shows.
 * @type {Record<string, readonly [string, string]>}
 */
export const tensors = {
  pooled: ['means of all words', 'mean'],
  shares: ['shares of the words', 'share'],
  qWords: ['queries without positions', 'query without position'],
  kWords: ['keys without positions', 'key without position'],
  vWords: ['values without positions', 'value without position'],
  unscaledScores: ['scores before the first division', 'score before the first division'],
  scoresBefore: ['scaled scores before dropout', 'scaled score before dropout'],
  weightsBefore: [
    'attention weights as the softmax made them',
    'attention weight as the softmax made it',
  ],
};

/**
 * The right content of each table. `hides` describes the pairs whose scores a mask hides.
 * @type {Record<string, (run: { d: number, isAdditive: boolean, hasPositions: boolean, hasTarget: boolean, hides?: string }) => unknown>}
 */
export const holds = {
  q: ({ hasPositions }) =>
    html`Each word’s embedding${hasPositions ? ', plus its position,' : ''} times <i>W</i><sub>Q</sub>.`,
  k: () => html`The same rows times <i>W</i><sub>K</sub>.`,
  v: ({ hasTarget }) =>
    html`The ${hasTarget ? 'embeddings of the sentence that is read' : 'same rows'} times <i>W</i><sub>V</sub>.`,
  projectedQueries: () => html`Each query’s embedding times <i>W</i><sub>q</sub>.`,
  projectedKeys: () => html`Each key’s embedding times <i>W</i><sub>k</sub>.`,
  features: () =>
    html`tanh of the sum of a query’s row and a key’s row: all numbers lie between −1 and 1.`,
  scores: ({ isAdditive }) =>
    isAdditive
      ? html`The features of a query and a key times the vector <i>w</i>.`
      : html`The dot product of the row’s query and the column’s key.`,
  scaledScores: ({ d }) => html`Each score divided by √${d}, as a query has ${d} numbers.`,
  maskedScores: ({ hides }) =>
    hides ? `As before, but −∞ ${hides}.` : 'As before: there is no mask.',
  weights: () =>
    html`e to the power of each score, divided by the sum of these exponentials in its row; masked keys get 0.`,
  heads: () => html`Each row of weights times the values.`,
  concatenated: () => html`Each word’s row of head 1, followed by the same word’s row of head 2.`,
  output: ({ isAdditive }) =>
    isAdditive
      ? html`Each row of weights times the keys’ embeddings.`
      : html`Each concatenated row times <i>W</i><sub>O</sub>.`,
  pooled: () => html`The mean of the output’s rows for all words that are not padding.`,
};

/** Descriptions of the pairs that painted masks hide. */
export const hides = {
  last: 'where the key comes after the query; the queries are the sentence’s last words',
  row: 'for the word that may see nothing; all its weights are 0',
};

/** Names differences that only the rounding of float32 explains. */
const ROUNDING = 1e-5;

/** @param {number} difference */
const smallOrRounded = (difference) =>
  difference > 0 && difference < ROUNDING ? 'below 0.00001: rounding' : rounded(difference);

/** Texts of the properties that should hold, with their measured values. */
export const properties = {
  title: 'What should hold, checked',
  rows: {
    name: 'Each row of weights adds up to 1',
    /** @param {string[]} words @param {number[]} sums */
    result: (words, sums) => words.map((word, i) => `${word} ${rounded(sums[i])}`).join(', '),
  },
  append: {
    name: 'One more word at the end leaves the earlier rows unchanged',
    /** @param {number} largest */
    result: (largest) => `The largest change of an output is ${smallOrRounded(largest)}.`,
  },
  permute: {
    name: 'With the words in another order, the rows are the same in that order',
    /** @param {number} largest */
    result: (largest) => `The largest difference of an output is ${smallOrRounded(largest)}.`,
  },
};

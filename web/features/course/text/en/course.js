/**
 * The glossary of the course: a sentence for each term, in the order in which the course introduces
 * them.
 */

import { html } from 'lit';
import { bold, exponent, quoted } from '../../../../text/inline.js';
import { rounded, roundedWeight } from '../../../../text/number.js';

/** @type {readonly (readonly [term: string, meaning: string])[]} */
export const glossary = [
  [
    'attention weight (A)',
    'a number between 0 and 1: how much one word attends to another; those of one query add up to 1',
  ],
  ['attends to', 'gives weight to: its output contains the other word’s value'],
  ['value (V)', 'the numbers that a word passes on to those that attend to it'],
  ['output', 'the values, each times its weight, added up'],
  ['query (Q)', 'what a word looks for, as a row of numbers'],
  ['key (K)', 'what a word offers, and is found by: a row of numbers as long as a query'],
  [
    'score (S)',
    'the dot product of a query and a key: large if both are long and point the same way',
  ],
  ['dot product', 'two rows multiplied number by number, and the products added up'],
  [
    'softmax',
    'turns scores into weights: e to the power of each score, divided by the sum of these exponentials',
  ],
  [
    'exponential (E)',
    'e to the power of a score, always above 0, with e ≈ 2.718; the lab first subtracts the largest score of the row',
  ],
  ['seed', 'the number from which random numbers are drawn: the same seed gives the same numbers'],
  ['loss', 'one number for how wrong a program’s answers are; training lowers it in the long run'],
  ['token', 'a word or a piece of a word: what a large model has one row of numbers for'],
  ['embedding (X)', 'the row of numbers that stands for a word'],
  ['cosine', 'how alike two rows are: 1 if they point the same way, 0 if they are at right angles'],
  [
    'weight matrix (W)',
    'the numbers that turn embeddings into queries, keys or values; training finds them',
  ],
  ['variance', 'how far numbers lie from their mean: the mean of the squared distances'],
  [
    'scale, √d',
    'scores are divided by the root of d, the length of a query; otherwise they would grow with d',
  ],
  ['scaled score (S′)', 'a score divided by √d'],
  [
    'gradient',
    'how much the loss changes when a number is changed a little; training changes each number so that the loss falls',
  ],
  ['position embedding', 'numbers that depend on the place of a word, added to its embedding'],
  ['mask (M)', 'which keys a query may not attend to: their scores become −∞, and their weights 0'],
  ['causal mask', 'each word sees itself and the words before it'],
  ['padding', 'empty places that make all sentences of a batch equally long'],
  [
    'head (H)',
    'one set of weight matrices with its own attention weights and its output H; several heads work in parallel',
  ],
  [
    'layer',
    'attention and what follows it; a model stacks layers, and each reads what the one before gives',
  ],
  ['concatenation', 'the outputs of all heads, side by side in one row'],
  [
    'output projection (W_O)',
    'the weight matrix that mixes the concatenated heads; the result is Y',
  ],
  ['self-attention', 'queries, keys and values come from the same words'],
  ['cross-attention', 'queries come from one sentence, keys and values from another'],
  ['encoder, decoder', 'the part that reads one sentence, and the part that writes the other'],
  ['context vector', 'what the decoder has gathered from the encoder for its next word'],
  [
    'additive attention',
    'attention whose scores come from a small network instead of a dot product',
  ],
  ['alignment', 'which word of one sentence goes with which of the other'],
  [
    'Transformer',
    'a model of several layers in which only attention connects the words; most language models are Transformers',
  ],
  ['parameters', 'all numbers that training sets, such as embeddings and weight matrices'],
  [
    'residual stream',
    'the row of a word on its way through the layers: each part reads it and adds to it',
  ],
  ['feed-forward network', 'two more matrices of a layer, applied to the row of each word alone'],
  ['norm', 'rescales each row to the same size, before or after each part of a layer'],
  [
    'logits',
    'one number for each known word; the softmax turns them into probabilities of the next word',
  ],
  [
    'temperature',
    'what scores or logits are divided by before the softmax: the higher it is, the more even the shares',
  ],
];

// Chapter 6: texts of its figures. The other texts are in heads.json.

/** @param {number} number counted from 1 */
export const head = (number) => `Head ${number}`;

/** @param {string} word @param {string} most @param {number} weight */
export const mapSeen = (word, most, weight) =>
  `a map of weights; the row of ${word} is largest at ${most}, ${rounded(weight, 2)}`;

/**
 * @typedef {object} Letter a letter that the network names
 * @property {string} word
 * @property {number} probability
 * @property {string} right the letter that it should name
 */

/** @param {Letter} before @param {Letter} opposite */
export const answered = (before, opposite) =>
  html`It answers ${namedLetter(before, 'letter before', 'probability ')} and ${namedLetter(opposite, 'letter opposite')}.`;

/** @param {Letter} letter @param {string} role @param {string} [unit] */
const namedLetter = ({ word, probability, right }, role, unit = '') =>
  html`${bold(word)} as the ${role} (${unit}${quoted(probability)})${word === right ? '' : html` – wrong, it is ${bold(right)}`}`;

export const missing = 'Silence:';

export const none = 'none';

export const next = 'The most probable next words';

export const temperature = 'Temperature';

export const drawWord = 'Draw a word at random';

export const startAgain = 'Start again';

/** @param {number} count */
export const mostWords = (count) =>
  `Mini stops here at ${count} words. Start again to draw another story.`;

export const counted = 'Right predictions, out of 100 words that the story decides';

/** @type {[string, number][]} */
export const counts = [
  ['with all heads', 100],
  ['without head 1', 55],
  ['without head 2', 73],
  ['without head 3', 52],
  ['without head 4', 54],
];

export const joined = 'all heads, concatenated';

/** @param {boolean} isJoined */
export const bands = (isJoined) =>
  isJoined
    ? 'The rows of three heads side by side, one long row for each word'
    : 'The rows of three heads, each head separate';

export const cost = {
  /** @param {number} window @param {number} shared */
  columns: (window, shared) => [
    'words',
    'scores of a head',
    `scores within ${window} words`,
    'numbers that a cache keeps',
    `kept if ${shared} heads share them`,
    'measured here',
  ],

  /** @param {number} count */
  count: (count) => count.toLocaleString('en'),

  /** @param {number} milliseconds */
  time: (milliseconds) => `${rounded(milliseconds, 2)} ms`,

  measure: 'Measure in this browser',
  table: 'What attention costs by the length of the text',
};

// Chapter 5: texts of the clocks. The other texts are in order.json.

export const clocks = {
  caption: html`Each place is a clock hand. It starts at the top and turns by 1 radian (57°) a place. The sine says how far
    right it points, the cosine how far up.`,

  /** @param {string} word @param {number} place counted from 0 */
  text: (word, place) =>
    `${word}, place ${place}: a hand that has turned by ${place} radians from the top`,
};

// Chapter 8: texts of its figures. The other texts are in own.json.

/** @param {string} word */
export const stream = (word) => [
  `the row of “${word}”`,
  '+ what the heads give',
  '= what layer 2 reads',
];

// Chapter 2: texts of its figures. The other texts are in mixing.json.

export { output } from '../../../../text/en/pages.js';

export const weights = 'attention weights';

export const otherWords = 'the other words';

/** @param {readonly number[]} point */
export const point = ([x, y]) => `(${rounded(x)}, ${rounded(y)})`;

/** @param {readonly number[]} point */
export const point2 = ([x, y]) => `(${rounded(x, 2)}, ${rounded(y, 2)})`;

/** @param {readonly number[]} at */
export const ring = (at) => `a ring around ${point(at)}`;

/** @param {readonly number[]} at */
export const cross = (at) => `a cross at ${point(at)}`;

/** @param {string} word */
export const press = (word) => `the value of ${word}: choose this point`;

/** @param {readonly { name: string, at: readonly number[] }[]} values @param {readonly number[] | undefined} found */
export const plane = (values, found) =>
  `A plane with the values of ${values.map(({ name, at }) => `${name} ${point(at)}`).join(', ')}${
    found ? `, and the output ${point(found)}` : ''
  }`;

export const values = 'The values as points.';

export const valuesAndOutput = 'Larger points have more weight.';

export const motion = {
  play: 'Play',
  pause: 'Pause',
  time: 'How much of the sum is done',

  /**
   * @param {readonly { name: string, weight: number }[]} terms the terms of the sum
   * @param {readonly number[]} sum
   */
  sum: (terms, sum) => {
    if (terms.length === 0) return 'Each value is multiplied by its weight, then added to the sum.';
    const isLong = terms.length > MOST_TERMS;
    const largest = terms.toSorted((left, right) => right.weight - left.weight);
    const named = isLong ? largest.slice(0, NAMED_TERMS) : terms;
    return `${named.map(({ name, weight }) => `${rounded(weight)}\u00a0×\u00a0${name}`).join(' + ')}${isLong ? ' + …' : ''} = ${point(sum)}`;
  },
};

/** A sum with more than MOST_TERMS terms names only the NAMED_TERMS with the largest weights. */
const [MOST_TERMS, NAMED_TERMS] = [9, 3];

/** @param {string} word */
export const scoreSliders = (word) => `Scores of ${word}`;

/** @param {string} query @param {string} key */
export const scoreSlider = (query, key) => `the score of ${query} with ${key}`;

export const sliders = (/** @type {string} */ word) => `Weights of ${word}`;

/** @param {string} word @param {string} other */
export const slider = (word, other) => `weight of ${word} on ${other}`;

export const flipping = 'The last word:';

export const left = 'left';

export const rightward = 'right';

export const up = 'up';

export const down = 'down';

export const and = ' and ';

// Chapter 5: texts of its figures. The other texts are in order.json.

export const append = {
  choice: 'Try it:',
  masked: 'append “again”',
  unmasked: 'remove the mask',
  none: 'neither',
  /** @param {number} changed @param {number} same */
  changes: (changed, same) =>
    `Of the ${changed + same} weights between the four words, ${changed > 0 ? changed : 'none'} changed.`,
};

export const leak = {
  table: 'attention weights',
  /** @param {string} query @param {string} key @param {number} weight */
  press: (query, key, weight) => `${query} to ${key}, ${roundedWeight(weight)}`,
};

// Chapter 8: texts of its last page. The other texts are in own.json.

export const end = {
  reached: 'What you did',
  /** @param {{ done: number, count: number, shown: number }} tasks */
  tasks: ({ done, count, shown }) =>
    `${done} of ${count}${shown > 0 ? `; answers shown: ${shown}` : ''}`,
  legend: 'Names lead to the first open tasks.',
  chapter: 'chapter',
  done: 'tasks done',
  program: 'Take a program home',
  programIs: `It computes attention for “They eat fried noodles” as the lab does, in NumPy, and prints each number. To copy
    or save it, open the lab and choose Export.`,
  nextIs: html`<p>What else a Transformer has:</p>`,
  next: [
    html`<b>Feed-forward networks</b>: two or three more matrices in each layer, which change each row
      alone.`,
    html`<b>Norms</b>, which rescale each row before or after attention and feed-forward networks.`,
    html`<b>Many layers</b>; Mini has two, without feed-forward networks. Many models compute
      the logits of all known words with one more matrix, where Mini uses its embeddings.`,
    html`<b>Cost:</b> n² scores for n words.`,
  ],
};

// Chapter 4: texts of its figures. The other texts are in projections.json.

export const three = {
  add: 'Add 1 to the first number of:',
  none: 'none',
  /**
   * @param {unknown[]} changed
   * @param {unknown[]} same symbols of tensors, as in `changed`
   */
  changes: (changed, same) =>
    html`Changed: ${listed(changed)}. Unchanged: ${listed(same)}. Changed numbers have a marked corner.`,
};

/** @param {unknown[]} symbols */
const listed = (symbols) => symbols.map((symbol, i) => html`${i > 0 ? ', ' : ''}${symbol}`);

export const root = {
  /** @param {number} score */
  outermost: (score) => `All scores beyond ±${score} are in the outermost bars.`,
  /** @param {number} d @param {number} variance */
  measured: (d, variance) =>
    html`Measured variance at <i>d</i> = ${d}: ${quoted(variance)}, by chance not ${d}.`,
  score: html`A score: ${[1, 2, html`<i>d</i>`].map(
    (i) =>
      html`${i === 1 ? '' : i === 2 ? ' + ' : ' + … + '}<i class="q">q</i><sub>${i}</sub> <i class="k">k</i><sub>${i}</sub>`,
  )}.`,
  cancel: html`Suppose each product is 1 or −1. Two of them give 1\u00a0+\u00a01\u00a0=\u00a02, 1\u00a0−\u00a01\u00a0=\u00a00,
    −1\u00a0+\u00a01\u00a0=\u00a00 or −1\u00a0−\u00a01\u00a0=\u00a0−2: some cancel. The squares 4, 0, 0 and 4 have the mean 2. With
    <i>d</i> products, it is <i>d</i>.`,
};

export const flat = {
  /** @param {string} word */
  slider: (word) => `score of ${word}; the other score is 0`,
  axes: { score: 'score s', weight: 'weight a' },
  /** @param {number} score @param {number} weight @param {number} slope */
  now: (score, weight, slope) =>
    html`<i>s</i> = ${quoted(score)}: <i>a</i> = ${quoted(weight)}, slope <i>a</i> (1 − <i>a</i>) = ${quoted(slope)}`,
  /** @param {number} score @param {number} weight */
  chart: (score, weight) =>
    `The weight of one of two words against its score: an S from 0 to 1, steep in the middle and flat at both
      ends. The marked score is ${rounded(score)}, and the weight there is ${rounded(weight)}`,
};

// Chapter 3: texts of its figures. The other texts are in scoring.json.

/** @param {string} word */
export const queryOf = (word) => `query of ${word}`;

/**
 * @param {string} word
 * @param {readonly number[]} query
 * @param {readonly string[]} words
 * @param {readonly number[][]} keys
 */
export const arrows = (word, query, words, keys) =>
  `A plane with the query of ${word} ${point(query)} and the keys of ${words
    .map((name, i) => `${name} ${point(keys[i])}`)
    .join(', ')} as arrows`;

/** @param {string} word */
export const arrowsCaption = (word) => html`The query of ${bold(word)} (thick) and all keys.`;

/** One line, as before the answer, so that nothing moves. */
export const feetCaption = 'Dots: how far keys go along the query.';

export const score = 'score';

export const power = html`e${exponent('score')}`;

export const weight = 'weight';

/** @param {string} word */
export const steps = (word) => `From the scores of ${word} to its weights`;

/** @param {string} word @param {boolean} areShort */
export const learning = (word, areShort) =>
  html`The query of ${bold(word)} and three keys${areShort ? ': four arrows, all still very short' : ''}.`;

/** @param {number} words the number of the other words */
export const restOfWeights = (words) =>
  `The other ${words} words have the rest of the weight. This program divides its scores by √2; chapter 4 says why.`;

export const handle = 'tip of the query of eat';

export const how = 'point in the plane, moved with the arrow keys';

export const drag = html`<span class="gesture">Drag its tip<span class="by-keys">, or move it with the arrow keys</span>.</span>`;

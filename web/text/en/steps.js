/** Texts of the steps that both mechanisms share, except the steps of the softmax. */

import { html } from 'lit';
import { bold, H, quoted, X } from '../inline.js';
import { counted } from './language.js';

export const embeddings = { name: 'Embeddings', title: 'Each word becomes a row of numbers' };

/** @param {number} width */
export const embeddingMatrix = (width) => html`A word enters as a row of
  ${counted(width, 'number')}, its embedding; the rows of all words are the matrix ${X}.`;

export const mechanisms = { name: 'Both ways', title: 'Two ways to score the same words' };

const twoFormulas = `One is the dot product of query and key; the other adds the projections,
  squeezes each sum between −1 and 1 (tanh), and weights it.`;

export const formulas = `Two formulas score the same embeddings. ${twoFormulas}`;

export const formulasButSet = `Two formulas score the same embeddings, except where you have set
  a score. ${twoFormulas}`;

export const untrained = 'The weight matrices are untrained, so neither way is shown to be better.';

export const ownKeys = `The keys have their own width and so their own embeddings. Only additive attention
  is shown.`;

export const sameKeys = 'With a width of 0 the same words are scored both ways.';

/** @param {number} key @param {number} query */
export const differentWidths = (key, query) =>
  `Here a key has ${key} numbers and a query has ${query}. A dot product needs as many in both:
    a width of 0 or ${query} makes them equal.`;

export const headChoice = 'Head';

export const decoder = { name: 'Decoder', title: 'A decoder attends twice' };

export const decoderSelf = `This is the masked self-attention of the second sentence: no word
  attends to a later one. In the decoder’s cross-attention its words attend to the first
  sentence.`;

/** @param {number} queries @param {number} keys */
export const decoderBoth = (queries, keys) =>
  `The second sentence attends to itself with ${queries} × ${queries} weights, 0 for every later
    word, and then to the first sentence with ${queries} × ${keys}.`;

export const decoderLeavesOut = `Here both use the same weight matrices on embeddings. In a
  Transformer, each has its own. Cross-attention there takes its queries from the self-attention,
  its keys and values from an encoder.`;

/** @param {string} first */
export const shifted = (first) => html`There the second sentence is also shifted by one: the row of
  ${bold(first)} predicts the word after it.`;

// Navigation around the steps: the current position, and how to move between pages.

export const steps = 'Steps';

/** Names of groups of steps. @type {Readonly<Record<string, string>>} */
export const groups = {
  input: 'Input',
  scores: 'Scores',
  weights: 'Weights',
  output: 'Output',
  layer: 'This layer',
  layer1: 'Layer 1',
  layer2: 'Layer 2',
  encoder: 'Encoder',
  decoder: 'Decoder',
  answer: 'Answer',
  model: 'Whole model',
  comparison: 'Compare',
};

export const moreSteps = 'More';

/** @param {string} name the name of the current step, which is in the menu More */
export const moreShown = (name) => `More: ${name}`;

export const formula = 'The formula';
export const concatenation = 'Concat(';

/** @param {string} name the name of a table */
export const openPart = (name) => `${name}: open`;

export const backToSteps = '← Back to the steps';
export const wholePicture = 'The whole picture';
export const worksheet = 'Worksheet';
export const openTable = 'Open its table';
export const previous = '← Previous';
export const next = 'Next →';

/** @param {number} page counted from 1 @param {number} pages */
export const position = (page, pages) => `${page} of ${pages}`;

/** @param {number | ''} page counted from 1 @param {string} title @param {'solved' | 'answered'} [mark] */
export const namedPage = (page, title, mark) => [page, title, mark].filter(Boolean).join(', ');

/**
 * @param {object} step
 * @param {number} step.number counted from 1
 * @param {number} step.count
 * @param {string} [step.layer] the name of the layer on screen, if the model has several
 * @param {number} [step.head] the head on screen, from 1
 * @param {number} step.heads
 * @param {boolean} step.canPress whether to tell the reader to press a number
 * @param {boolean} step.isComputed whether the numbers of the step are computed
 * @param {boolean} step.canSet whether the reader can set every number of the tables
 */
export const stepNote = ({ number, count, layer, head, heads, canPress, isComputed, canSet }) => {
  const reasons = [isComputed && 'see how it is computed', canSet && 'set it'].filter(Boolean);
  return html`Step ${number} of ${count}${layer ? ` · ${layer.toLowerCase()}` : ''}${head ? ` · head ${head} of ${heads}` : ''}${
    canPress && reasons.length > 0
      ? html`<span class="gesture"> · press any number to ${reasons.join(', and to ')}</span>`
      : ''
  }`;
};

/** @param {{ number: number, count: number, name: string, title: string }} step */
export const stepOpened = ({ number, count, name, title }) =>
  `Step ${number} of ${count}, ${name}: ${title}.`;

/** @param {string} title @param {string} position the position in its chapter, or '' */
export const pageOpened = (title, position) => `${position && `Page ${position}: `}${title}`;

// Texts of the steps of the two scenes with numbers from articles.

export const scores = { name: 'Scores', title: 'Four scores, as printed' };

/** @param {string} query */
export const printedScores = (query) => html`An article on this sentence prints the scores of
  ${bold(query)}, 32, 88, 56 and 72, but not the query and the keys behind them. Here a query of 1 and
  four keys of one number stand in for them, and everything else is computed from these.`;

export const scaledScores = { name: 'Divide by 8', title: 'Every score is divided by 8' };

export const rootOf64 = `In the Transformer a query is 64 numbers long, and √64 = 8. The article
  divides by 8 too, although the rows of its example have 4 numbers.`;

export const weights = { name: 'Softmax', title: 'Two printed weights differ' };

/** @param {unknown} third @param {unknown} fourth */
export const printedWeights = (third, fourth) => html`The article prints the attention weights
  0.0008, 0.87, 0.015 and 0.011, which add up to about 0.897 rather than 1. The weight that it
  prints as 0.011 is ${fourth}; the third is ${third}, which rounds to 0.016. `;

export const concatenated = { name: 'Three heads', title: 'Three heads, concatenated' };

export const threeHeads = html`The article also prints three heads, each with three numbers for
  each of three words. A row of ${H} is the row of head 1, then of head 2, then of head 3; nothing
  is added or averaged.`;

export const coffeeScores = { name: 'Scores', title: 'What is there, and what is wanted' };

export const cues = `The key of each thing has two numbers: how much it catches the eye, the
  involuntary cue, and how much it is for work. The query is the voluntary cue: a look around wants
  nothing and takes only the first number; a plan to work takes the second. The score is their dot product.`;

export const coffeeWeights = { name: 'Softmax', title: 'The eye follows the larger weight' };

export const story = `Softmax turns the scores of a row into attention weights that add up to 1.
  If nothing is wanted, the cup wins because it stands out; with a plan to work, the notebook wins
  by more. `;

// Words of the scene with a red cup and a notebook.

export const coffeeWords = {
  queryWords: ['a look around', 'a plan to work'],
  keyWords: ['red cup', 'notebook'],
  names: { f: ['catches the eye', 'is for work'] },
};

// Texts of the steps that show the reader's own weights.

export const ownHeads = { name: 'All heads', title: 'What every head attends to' };

export const pressHead = html`Each small map is one head: rows are queries, columns are keys.
  <span class="gesture">Press one to see its numbers.</span>`;

export const ownLines = { name: 'Lines', title: 'From queries to keys' };

export const eachLine = 'Each line leads from a query to a key. Its strength shows the weight.';

export const givenWeights = { name: 'Weights', title: 'Your attention weights' };

/** @param {number} number counted from 1 */
export const layer = (number) => ({
  name: `Layer ${number}`,
  title: `Your attention weights, layer ${number}`,
});

export const asGiven = `These are your numbers as you gave them. Each row says how much a query attends
  to each key. They do not say how they were computed.`;

/** @param {number} row counted from 1 @param {number} value */
export const rowContains = (row, value) =>
  html`Attention weights lie between 0 and 1, but row ${row} contains ${quoted(value)}.`;

/** @param {number} row counted from 1 @param {number} sum */
export const rowAddsUp = (row, sum) =>
  html`Attention weights of a row add up to 1, but those of row ${row} add up to ${quoted(sum)}.`;

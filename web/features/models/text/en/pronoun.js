/** The pronoun resolver: what it is, and what its steps say. */

import { html } from 'lit';
import { bold, quoted, X, Y } from '../../../../text/inline.js';

const title = 'What does “it” stand for?';

const never = 'It was told only which noun is right, never where to look.';

/** By their names among the settings. @type {Record<string, { title: string, task: string }>} */
export const variants = {
  two: { title, task: never },
  'two-free': {
    title,
    task: `${never} Its last layer has learned what words pass on, so its map need not point at the answer.`,
  },
  one: {
    title,
    task: `${never} In one layer no adjective changes which noun gets more of the weight.`,
  },
  'one-free': {
    title,
    task: `${never} With a free value, right answers need no map that points at them: a map is not an explanation.`,
  },
};

export const variantChoice = 'Layers';

/** @type {Record<string, string>} */
export const variantNames = {
  two: 'two layers',
  'two-free': 'two layers with a free value',
  one: 'one layer',
  'one-free': 'one layer with a free value',
};

export const freeValue = `The last layer passes on the words themselves, so that looking at the noun is
  the surest way to name it. With a free value, a weight matrix of its own, it passes on whatever it has learned to.`;

/** What its tensors are called, where others are called something else. @type {Record<string, readonly [plural: string, singular: string]>} */
export const tensors = {
  nouns: ['embeddings of all nouns', 'embedding'],
  output: ['what was found', 'number of what was found'],
};

export const embeddings = { name: 'Embeddings', title: 'Each word becomes a row of numbers' };

/** @param {number} words @param {number} width */
export const learned = (
  words,
  width,
) => html`Each of its ${words} words has a row of ${width} numbers,
  which training changes, and the rows of this sentence are ${X}. No row says where its word stands, so the
  order of words makes no difference.`;

export const output = { name: 'Mix', title: 'what each word finds' };

/** @param {string} query */
export const found = (query) => html`The values of all words, each times its weight, add up to what
  ${bold(query)} finds.`;

/** @param {string} query */
export const fetched = (
  query,
) => html`This layer has no values of its own: the words ${X}, each times its
  weight, add up to what ${bold(query)} finds.`;

export const mustLook = 'So the surest way to name a noun is to look at it.';

export const probabilities = { name: 'Answer', title: 'The nearest noun is the answer' };

/** @param {string} query */
export const nearest = (
  query,
) => html`What ${bold(query)} has found (${Y}) is compared with the embedding
  of every noun the model knows, also those not in the sentence: the nearer, the more probable. The
  softmax turns the distances, squared and negative, into probabilities.`;

/** @param {string} query */
export const mostProbable = (query) => html`The most probable nouns for ${bold(query)}`;

/** @param {string} noun @param {number} probability */
export const answer = (noun, probability) =>
  html`${bold('it')} stands for ${bold(noun)}, says the model (${quoted(probability)}).`;

/** @param {string} word */
export const notAsked = (word) =>
  html`In training ${bold(word)} was never asked what it stands for: look at ${bold('it')}.`;

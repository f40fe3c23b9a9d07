/** The pronoun resolver: what it is, and what its steps say. */

import { html } from 'lit';
import { bold, quoted, X, Y } from '../../../../text/inline.js';

/** @import { Example } from '../../types.js' */

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

/** What the share of right answers counts: always examples that were kept out of the training. */
export const measuredShare = 'of unseen pairs of noun and adjective are right';

/** What its training examples are. */
export const trainedOn = 'sentences, each with the noun that is right';

const carry = 'the animal did not carry the box across the street because it was too';

const cross = 'the animal did not cross the street because it was too';

/** Sentences to try, and what each shows of the trained model. @type {Example[]} */
export const examples = [
  {
    name: '… too tired',
    sentence: `${cross} tired`,
    query: 8,
    variant: 'two',
    moral:
      'In layer 1 “it” finds “tired” (0.62), in layer 2 the animal (0.96). Yet set that 0.62 to 0, and it is still the animal; set the 0.85 of “street” on “tired” to 0 instead, and it is the street. What decides is that the key of “street” turns away.',
  },
  {
    name: '… too wide',
    sentence: `${cross} wide`,
    query: 8,
    variant: 'two',
    moral:
      'One word, and “it” turns to the street (0.96). In layer 1 it hardly looks at “wide” (0.01): “animal” does (0.35), and its key turns away.',
  },
  {
    name: '… too heavy',
    sentence: `${carry} heavy`,
    query: 11,
    variant: 'two',
    moral:
      'Here “it” has to look itself: in layer 1 at “heavy” (0.95), so that in layer 2 it finds the box (0.96). Set the first to 0, and the box is lost.',
  },
  {
    name: 'Two animals',
    sentence: 'the dog did not carry the cat because it was too tired',
    query: 8,
    variant: 'two',
    moral:
      'Both could be tired, and it does not know the order of words: 0.82 for the cat and 0.18 for the dog, as their keys happen to be.',
  },
  {
    name: 'Nothing is wide',
    sentence: 'the animal did not carry the box because it was too wide',
    query: 8,
    variant: 'two',
    moral:
      'No noun suits, and it says “animal” all the same, with a probability of 0.99: how sure a model is does not tell whether it is right.',
  },
  {
    name: 'One layer: … too heavy',
    sentence: `${carry} heavy`,
    query: 11,
    variant: 'one',
    moral:
      'Street 0.20, animal 0.19, box 0.18: write another adjective, and all three change in the same proportion. It cannot look at the box, and says “cart”. Of sentences never seen, 42 % are right.',
  },
  {
    name: 'Two layers, free value: … too heavy',
    sentence: `${carry} heavy`,
    query: 11,
    variant: 'two-free',
    moral:
      'The box, and it is right; but in layer 2 all weight is on “heavy”, and none on the box. All sentences never seen are right, with a mean weight of 0.29 on the noun: a map is not an explanation.',
  },
  {
    name: 'One layer, free value: … too heavy',
    sentence: `${carry} heavy`,
    query: 11,
    variant: 'one-free',
    moral:
      'The box again, with more weight on “heavy” (0.38) and on the animal (0.24) than on the box (0.23). 98 % of sentences never seen are right, and the mean weight on the noun is 0.24: the map does not show why.',
  },
];

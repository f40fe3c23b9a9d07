/** Texts of the pronoun resolver: a description, and its steps. */

import { html } from 'lit';
import { streetSentence } from '../../../../text/en/street.js';
import { bold, quoted, X, Y } from '../../../../text/inline.js';

/** @import { Example } from '../../types.js' */

const title = 'What does “it” stand for?';

const never = 'The model was told only which noun is right, never where to look.';

/**
 * Texts of the variants, by the value of the setting.
 * @type {Record<string, { title: string, task: string }>}
 */
export const variants = {
  two: { title, task: never },
  'two-free': {
    title,
    task: `${never} Its last layer has learned what words pass on, so its map need not point at the answer.`,
  },
  one: {
    title,
    task: `${never} In one layer, no adjective changes which noun gets the most weight.`,
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

export const freeValue = `The last layer passes on the words themselves, so looking at the noun is
  the surest way to name it. With a free value, the layer has its own value matrix and learns what to pass on.`;

/**
 * Names of tensors that differ from those of other models.
 * @type {Record<string, readonly [plural: string, singular: string]>}
 */
export const tensors = {
  nouns: ['embeddings of all nouns', 'embedding'],
  output: ['attention output', 'attention output'],
};

export const embeddings = { name: 'Embeddings', title: 'Each word becomes a row of numbers' };

/** @param {number} words @param {number} width */
export const learned = (
  words,
  width,
) => html`Each of its ${words} words has a row of ${width} numbers, which
  training changes. The rows of this sentence are ${X}. No row says where its word stands, so the
  order of words makes no difference.`;

export const output = { name: 'Mix', title: 'what each word finds' };

/** @param {string} query */
export const found = (
  query,
) => html`Multiply the value of every word by its weight and add up: the sum
  is what ${bold(query)} finds.`;

/** @param {string} query */
export const fetched = (
  query,
) => html`This layer has no value matrix. Multiply each word’s row in ${X} by
  its weight and add up: the sum is what ${bold(query)} finds.`;

export const mustLook = 'So the surest way to name a noun is to look at it.';

export const probabilities = { name: 'Answer', title: 'The nearest noun is the answer' };

/** @param {string} query */
export const nearest = (
  query,
) => html`The model compares what ${bold(query)} has found (${Y}) with the
  embedding of every noun it knows, including those not in the sentence. The nearer the embedding, the more probable the noun.
  The softmax turns the negative squared distances into probabilities.`;

/** @param {string} query */
export const mostProbable = (query) => html`The most probable nouns for ${bold(query)}`;

/** @param {string} noun @param {number} probability */
export const answer = (noun, probability) =>
  html`${bold('it')} stands for ${bold(noun)}, says the model (probability ${quoted(probability)}).`;

/** @param {string} word */
export const notAsked = (word) =>
  html`In training, the model was never asked what ${bold(word)} stands for: look at ${bold('it')}.`;

export const measuredShare = 'of new pairs of noun and adjective are right';

export const trainedOn = 'sentences, each with the right noun';

const cross = 'the animal did not cross the street because it was too';

/** @type {Example[]} */
export const examples = [
  {
    name: '… too tired',
    sentence: `${cross} tired`,
    query: 8,
    variant: 'two',
    moral:
      'In layer 1 “it” finds “tired” (0.62), in layer 2 the animal (0.96). Set that 0.62 to 0, and it is still the animal; set the 0.85 that “street” gives “tired” to 0, and it is the street. So what matters is that the key of “street” turns away.',
  },
  {
    name: '… too wide',
    sentence: `${cross} wide`,
    query: 8,
    variant: 'two',
    moral:
      'Change one word, and “it” turns to the street (0.96). In layer 1, “it” hardly looks at “wide” (0.01), but “animal” does (0.35), and its key turns away.',
  },
  {
    name: '… too heavy',
    sentence: `${streetSentence} heavy`,
    query: 11,
    variant: 'two',
    moral:
      'Here “it” has to look for itself: at “heavy” in layer 1 (0.95), so that it finds the box in layer 2 (0.96). Set the first to 0, and it loses the box.',
  },
  {
    name: 'Two animals',
    sentence: 'the dog did not carry the cat because it was too tired',
    query: 8,
    variant: 'two',
    moral:
      'Both could be tired, and the model does not know the order of words. It gives 0.82 to the cat and 0.18 to the dog: only their keys decide this.',
  },
  {
    name: 'Nothing is wide',
    sentence: 'the animal did not carry the box because it was too wide',
    query: 8,
    variant: 'two',
    moral:
      'No noun suits, but it still says “animal”, with a probability of 0.99. How sure a model is does not tell you whether it is right.',
  },
  {
    name: 'One layer: … too heavy',
    sentence: `${streetSentence} heavy`,
    query: 11,
    variant: 'one',
    moral:
      'Street 0.20, animal 0.19, box 0.18: write another adjective, and all three change in the same proportion. It cannot look at the box, and says “cart”. Of unseen sentences, it gets 42% right.',
  },
  {
    name: 'Two layers, free value: … too heavy',
    sentence: `${streetSentence} heavy`,
    query: 11,
    variant: 'two-free',
    moral:
      '“box” is right, but in layer 2 all the weight is on “heavy”, and none on the box. It gets all unseen sentences right, with a mean weight of 0.29 on the noun: a map is not an explanation.',
  },
  {
    name: 'One layer, free value: … too heavy',
    sentence: `${streetSentence} heavy`,
    query: 11,
    variant: 'one-free',
    moral:
      '“box” again, with more weight on “heavy” (0.38) and on the animal (0.24) than on the box (0.23). It gets 98% of unseen sentences right, but the mean weight on the noun is 0.24: the map does not show why.',
  },
];

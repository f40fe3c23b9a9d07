/** What the steps of the describer say. */

import { html } from 'lit';
import { bold, H, K, Q, quoted, V } from '../../../../text/inline.js';

/** @import { Example } from '../../types.js' */

export const q = {
  name: 'Q, K, V',
  title: 'Two numbers to look with, two to be found by',
};

export const learned = html`Each word has a query (${Q}), a key (${K}) and a value (${V}) of two
  numbers: points in a plane, which training moves from where chance has put them. There are no
  weight matrices, and no word knows its place.`;

export const only =
  'Only adjectives were ever asked what they describe, so the queries of other words have shrunk to almost 0.';

export const scaled = html`Every score is divided by √2, the root of the length of a query, as in the
  Transformer: the sums of longer rows are larger.`;

export const heads = {
  name: 'Mix',
  title: 'What the word finds',
};

/** @param {string} query */
export const found = (query) => html`The values of all words, each times its weight, add up to the
  point that ${bold(query)} finds. If nearly all weight is on one noun, it is nearly that noun’s value.`;

export const probabilities = {
  name: 'Answer',
  title: 'The nearest noun is the answer',
};

export const nearest = html`The point found (${H}) is compared with the value of every noun the model
  knows, also those not in the sentence: the nearer, the more probable. The softmax turns the
  distances, squared and negative, into probabilities.`;

/** @param {string} query */
export const mostProbable = (query) => html`The most probable nouns for ${bold(query)}`;

/** @param {string} word @param {string} noun @param {number} probability */
export const answer = (word, noun, probability) =>
  html`${bold(word)} describes ${bold(noun)}, says the model (${quoted(probability)}).`;

/** @param {string} word */
export const notAsked = (word) =>
  html`In training ${bold(word)} was never asked what it describes: look at an adjective.`;

/** @param {string} query */
export const planeOfKeys = (query) => ({
  title: html`The query of ${bold(query)}, and the keys. A key gets a high score if it is long and points where the
    query points.`,
  text: `A plane: the query of ${query} as an arrow, the keys of the other words as arrows`,
});

/** @param {string} query */
export const planeOfValues = (query) => ({
  title: html`Values as points, larger with the weight ${bold(query)} gives them. What it finds is
    their centre of mass.`,
  text: `A plane: the values of all words as points, and the point that ${query} finds`,
});

/** @param {string} query */
export const planeOfNouns = (query) => ({
  title: html`The point that ${bold(query)} has found, and the value of every noun, larger the more
    probable it is as the answer.`,
  text: `A plane: the values of all nouns as points, and the point that ${query} has found`,
});

export const foundPoint = 'found';

/** What the share of right answers counts: always examples that were kept out of the training. */
export const measuredShare = 'of unseen pairs of noun and adjective are right';

/** What its training examples are. */
export const trainedOn = 'sentences, each with the noun that is right';

const carry = 'the animal did not carry the box across the street because it was too';

/** Sentences to try, and what each shows of the trained model. @type {Example[]} */
export const examples = [
  {
    name: '… too tired',
    sentence: `${carry} tired`,
    query: 14,
    moral: 'One word decides: change it to “heavy” or “wide”, and another noun is found.',
  },
  {
    name: '… too heavy',
    sentence: `${carry} heavy`,
    query: 14,
    moral: 'The same sentence but for its last word, and all weight is on another noun.',
  },
  {
    name: '… too wide',
    sentence: `${carry} wide`,
    query: 14,
    moral: '“the street … wide” was never in training: it is found by the class of its noun.',
  },
  {
    name: 'Three adjectives at once',
    sentence: 'the tired animal did not carry the heavy box across the wide street',
    query: 1,
    moral:
      'No sentence of this form was in training. Press “heavy” and “wide” beside the table, too.',
  },
  {
    name: 'The street crosses the animal',
    sentence: 'the street did not cross the animal because it was too tired',
    query: 11,
    moral:
      'Still the animal: this head does not know the order of words. It knows only which kind of noun goes with “tired”.',
  },
  {
    name: 'Two animals',
    sentence: 'the dog did not carry the cat because it was too tired',
    query: 11,
    moral:
      'Two nouns of one class share the weight as the lengths of their keys happen to be, and the point found between them may be nearest to a third noun.',
  },
  {
    name: 'Nothing is wide',
    sentence: 'the animal did not carry the box because it was too wide',
    query: 11,
    moral:
      'Weights always add up to 1, so something is found even where nothing fits: the answer is nonsense.',
  },
];

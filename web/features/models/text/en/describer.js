/** Texts of the describer's steps. */

import { html } from 'lit';
import { streetSentence } from '../../../../text/en/street.js';
import { bold, H, K, Q, quoted, V } from '../../../../text/inline.js';

/** @import { Example } from '../../types.js' */

export const q = {
  name: 'Q, K, V',
  title: 'Two numbers for each query, key and value',
};

export const learned = html`Each word has a query (${Q}), a key (${K}) and a value (${V}) of two numbers. They are points in a plane, which start at random and which training moves. There are no
  weight matrices, and no word knows its place.`;

export const only =
  'In training, the model was asked only what adjectives describe, so the queries of other words have shrunk to almost 0.';

export const scaled = html`Every score is divided by √2, the root of the length of a query, as in the
  Transformer: longer rows give larger sums.`;

export const heads = {
  name: 'Mix',
  title: 'What the word finds',
};

/** @param {string} query */
export const found = (
  query,
) => html`Multiply the value of every word by its weight and add up: the sum
  is the point that ${bold(query)} finds. If nearly all the weight is on one noun, the point is close to that
  noun’s value.`;

export const probabilities = {
  name: 'Answer',
  title: 'The nearest noun is the answer',
};

export const nearest = html`The model compares the point found (${H}) with the value of every noun it knows, including those not in the sentence. The nearer the value, the more probable the noun. The softmax turns the negative
  squared distances into probabilities.`;

/** @param {string} query */
export const mostProbable = (query) => html`The most probable nouns for ${bold(query)}`;

/** @param {string} word @param {string} noun @param {number} probability */
export const answer = (word, noun, probability) =>
  html`${bold(word)} describes ${bold(noun)}, says the model (probability ${quoted(probability)}).`;

/** @param {string} noun */
export const notThere = (noun) =>
  html`The sentence has no ${bold(noun)}: the model compares the point found with the values of all nouns that it knows.`;

export const sharesEvenly =
  'Words that are no adjective give every word about the same weight: training never asked about them.';

/** @param {string} word */
export const notAsked = (word) =>
  html`In training, the model was never asked what ${bold(word)} describes: look at an adjective.`;

/** @param {string} query */
export const planeOfKeys = (query) => ({
  title: html`The query of ${bold(query)}, and the keys. A key gets a high score if it is long and points where the
    query points.`,
  text: `A plane: the query of ${query} as an arrow, the keys of the other words as arrows`,
});

/** @param {string} query */
export const planeOfValues = (query) => ({
  title: html`Values as points. The more weight ${bold(query)} gives a point, the larger it is. The word finds
  their centre of mass.`,
  text: `A plane: the values of all words as points, and the point that ${query} finds`,
});

/** @param {string} query */
export const planeOfNouns = (query) => ({
  title: html`The point that ${bold(query)} has found, and the value of every noun. The more probable the
  noun, the larger its point.`,
  text: `A plane: the values of all nouns as points, and the point that ${query} has found`,
});

export const foundPoint = 'found';

export const measuredShare = 'of new pairs of noun and adjective are right';

export const trainedOn = 'sentences, each with the right noun';

/** @type {Example[]} */
export const examples = [
  {
    name: '… too tired',
    sentence: `${streetSentence} tired`,
    query: 14,
    moral: 'One word decides: change it to “heavy” or “wide”, and the model finds another noun.',
  },
  {
    name: '… too heavy',
    sentence: `${streetSentence} heavy`,
    query: 14,
    moral: 'Only the last word differs, and all the weight is on another noun.',
  },
  {
    name: '… too wide',
    sentence: `${streetSentence} wide`,
    query: 14,
    moral:
      '“the street … wide” was never in training. The model knows only what kind of noun can be wide.',
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
      'It is still the animal: this head does not know the order of words. It knows only which kind of noun goes with “tired”.',
  },
  {
    name: 'Two animals',
    sentence: 'the dog did not carry the cat because it was too tired',
    query: 11,
    moral:
      'Of two nouns of the same kind, the one with the longer key gets more of the weight. The point between them may be nearest to a third noun.',
  },
  {
    name: 'Nothing is wide',
    sentence: 'the animal did not carry the box because it was too wide',
    query: 11,
    moral:
      'Weights always add up to 1, so the model finds something even if nothing fits: the answer is nonsense.',
  },
];

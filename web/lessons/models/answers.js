/** What a model says in the end, in one sentence. */

import { adjectives } from '../../../src/js/learning/grammars/describer.js';
import * as describer from '../../text/en/models/describer.js';
import * as mini from '../../text/en/models/mini.js';
import * as pronoun from '../../text/en/models/pronoun.js';
import * as toy from '../../text/en/models/toy.js';
import { selectedWord } from '../tables.js';
import { mostProbableWord } from './most-probable.js';

/** @typedef {import('../tables.js').Context} Context */

const ASKED = Object.values(adjectives).flat();

/** Without an entry the source says it itself. @type {Record<string, (context: Context) => unknown>} */
const says = {
  describer(context) {
    const asked = selectedWord(context);
    const { word, probability } = mostProbableWord(context);
    return ASKED.includes(asked)
      ? describer.answer(asked, word, probability)
      : describer.notAsked(asked);
  },

  pronoun(context) {
    const asked = selectedWord(context);
    if (asked !== 'it') return pronoun.notAsked(asked);
    const { word, probability } = mostProbableWord(context);
    return pronoun.answer(word, probability);
  },

  mini(context) {
    const { word, probability } = mostProbableWord(context);
    return mini.answer(selectedWord(context), word, probability);
  },

  toy(context) {
    const { shape } = context.computation.results.probabilities;
    const asked = selectedWord(context);
    if (shape.length > 2) {
      return toy.answerTwice(asked, mostProbableWord(context, 0), mostProbableWord(context, 1));
    }
    const { word, probability } = mostProbableWord(context);
    return toy.answer(asked, word, probability);
  },
};

/** Numbers that have overflowed say nothing. @param {Context} context @returns {boolean} */
const isNumber = ({ computation: { results } }) => !Number.isNaN(results.probabilities.data[0]);

/** @type {Record<string, (context: Context) => unknown>} */
export const answers = Object.fromEntries(
  Object.entries(says).map(([model, say]) => [
    model,
    (context) => (isNumber(context) ? say(context) : undefined),
  ]),
);

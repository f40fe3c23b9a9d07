/** What a model says in the end, in one sentence. */

import { adjectives } from '../../../src/js/learning/grammars/describer.js';
import * as describer from '../../text/en/models/describer.js';
import * as mini from '../../text/en/models/mini.js';
import * as toy from '../../text/en/models/toy.js';
import { selectedWord } from '../tables.js';
import { mostProbableWord } from './most-probable.js';

/** @typedef {import('../tables.js').Context} Context */

const ASKED = Object.values(adjectives).flat();

/** Without an entry the source says it itself. @type {Record<string, (context: Context) => unknown>} */
export const answers = {
  describer(context) {
    const asked = selectedWord(context);
    const { word, probability } = mostProbableWord(context);
    return ASKED.includes(asked)
      ? describer.answer(asked, word, probability)
      : describer.notAsked(asked);
  },

  mini(context) {
    const { word, probability } = mostProbableWord(context);
    return mini.answer(selectedWord(context), word, probability);
  },

  toy(context) {
    // With two outputs there are two answers, which the last step shows.
    if (context.computation.results.probabilities.shape.length > 2) return undefined;
    const { word, probability } = mostProbableWord(context);
    return toy.answer(selectedWord(context), word, probability);
  },
};

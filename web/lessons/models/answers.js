/** What a model says in the end, in one sentence. */

import { adjectives } from '../../../src/js/learning/grammars/describer.js';
import * as describer from '../../text/en/models/describer.js';
import { selectedRow } from '../tables.js';

/** @typedef {import('../tables.js').Context} Context */

/** @type {Record<string, (context: Context) => unknown>} */
export const answers = {
  describer(context) {
    const { queryWords, names, results } = context.computation;
    const nouns = names?.n ?? [];
    const row = selectedRow(context);
    const shares = results.probabilities.data.subarray(
      row * nouns.length,
      (row + 1) * nouns.length,
    );
    const most = shares.indexOf(Math.max(...shares));
    const isAsked = Object.values(adjectives).flat().includes(queryWords[row]);
    return isAsked
      ? describer.answer(queryWords[row], nouns[most], shares[most])
      : describer.notAsked(queryWords[row]);
  },
};

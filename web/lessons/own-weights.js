/** Attention weights of the reader's: there is nothing to compute, only to look at. */

import { nothing } from 'lit';
import * as words from '../text/en/steps-own.js';
import { paragraph } from '../text/inline.js';
import { table } from './tables.js';

/** @type {Record<string, import('./dot.js').Step>} */
export const ownWeightsSteps = {
  weights: {
    ...words.weights,
    text: () => paragraph(words.asGiven),
    formula: () => nothing,
    figure: (context) => [table(context, 'weights')],
  },
};

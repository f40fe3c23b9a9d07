/** Attention weights of the reader's: there is nothing to compute, only to look at. */

import { nothing } from 'lit';
import * as words from '../text/en/steps-own.js';
import { paragraph } from '../text/inline.js';
import { table } from './tables.js';

/**
 * @param {readonly string[]} ids `weights`, or those of several layers: `layer1/weights`
 * @returns {Record<string, import('./dot.js').Step>}
 */
export const ownWeightsSteps = (ids) =>
  Object.fromEntries(
    ids.map((id, i) => [
      id,
      {
        ...(ids.length > 1 ? words.layer(i + 1) : words.weights),
        text: () => paragraph(words.asGiven),
        formula: () => nothing,
        figure: (context) => [table(context, id)],
      },
    ]),
  );

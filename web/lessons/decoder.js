/** Two sentences: the step that sets a decoder's two attentions beside each other. */

import { html } from 'lit';
import { isDecoderSelf } from '../session/settings.js';
import { crossName, selfName } from '../text/en/captions.js';
import * as words from '../text/en/steps-shared.js';
import { paragraph } from '../text/inline.js';
import * as formula from './formula.js';
import { table } from './tables.js';

/** @type {import('./dot.js').Step} */
export const decoder = {
  ...words.decoder,
  text: ({ computation: { queryWords, keyWords }, state }) =>
    isDecoderSelf(state)
      ? paragraph(words.decoderSelf)
      : paragraph(
          words.decoderBoth(queryWords.length, keyWords.length),
          words.decoderLeavesOut,
          words.shifted(queryWords[0]),
        ),
  formula: ({ state }) =>
    isDecoderSelf(state)
      ? formula.decoderSelf('X')
      : html`${formula.decoderSelf('Z')} ${formula.decoderCross}`,
  figure: (context) =>
    isDecoderSelf(context.state)
      ? [table(context, 'weights', { name: selfName })]
      : [
          table(context, 'selfWeights', { name: selfName }),
          table(context, 'weights', { name: crossName }),
        ],
};

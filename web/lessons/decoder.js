/** Two sentences: the step that sets a decoder's two attentions beside each other. */

import { html } from 'lit';
import { isDecoderSelf } from '../model/state.js';
import * as formula from './formula.js';
import { table } from './tables.js';
import { word } from './text.js';

/** @type {import('./dot.js').Step} */
export const decoder = {
  name: 'Decoder',
  title: 'A decoder attends twice',
  text: ({ lesson, state }) =>
    isDecoderSelf(state)
      ? html`<p>This is the masked self-attention of the second sentence: no word attends to a later
          one. In the decoder’s cross-attention its words attend to the first sentence: choose “the other
          sentence” above.</p>`
      : html`<p>The second sentence attends to itself, ${lesson.queryWords.length}
          × ${lesson.queryWords.length} weights, none for a later word, and to the first sentence:
          ${lesson.queryWords.length} × ${lesson.keyWords.length} weights. Here both use the same
          matrices, on embeddings; in a Transformer each has its own, and the second has queries from the
          output of the first, keys and values from an encoder. There the second sentence is shifted by
          one: the row of <b>${word(lesson.queryWords[0])}</b> predicts the word after it.</p>`,
  formula: ({ state }) =>
    isDecoderSelf(state)
      ? formula.decoderSelf('X')
      : html`${formula.decoderSelf('Z')} ${formula.decoderCross}`,
  stage: (context) =>
    isDecoderSelf(context.state)
      ? [table(context, 'weights', { name: 'masked self-attention' })]
      : [
          table(context, 'selfWeights', { name: 'masked self-attention' }),
          table(context, 'weights', { name: 'cross-attention' }),
        ],
};

/** Two sentences: the step that sets a decoder's two attentions beside each other. */

import { html } from 'lit';
import { isDecoderSelf } from '../model/state.js';
import * as formula from './formula.js';
import { table } from './tables.js';

/** @type {import('./dot.js').Step} */
export const decoder = {
  name: 'Decoder',
  title: 'A decoder attends twice',
  text: ({ lesson, state }) =>
    isDecoderSelf(state)
      ? html`<p>This is the masked self-attention of the second sentence: its words ask each other,
          and none asks a later one. In the decoder’s other attention they ask the first sentence.
          Choose “the other sentence” above to see it.</p>`
      : html`<p>In its masked self-attention the second sentence asks itself: ${lesson.queryWords.length}
          × ${lesson.queryWords.length} weights, none for a later word. In its cross-attention it asks
          the first sentence: ${lesson.queryWords.length} × ${lesson.keyWords.length} weights. This is
          simplified: here the same matrices serve both, and the words ask with their embeddings; in a
          Transformer each attention has matrices of its own, and the second asks with what the first
          has put out.</p>`,
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

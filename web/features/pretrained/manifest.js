/** The source of pretrained models as data, before the feature is loaded: its steps and preset. */

import { pretrainedHead } from './example-head.js';
import { presets } from './text/en/presets.js';

/**
 * @import { Feature } from '../../features.js'
 * @import { SourceKind, State } from '../../state/types.js'
 */

/** @type {SourceKind} */
const source = {
  name: 'pretrained',
  slot: 'pretrained',
  steps: [
    'allHeads',
    'headLines',
    'modelPicture',
    'input',
    'q',
    'k',
    'v',
    'scores',
    'weights',
    'heads',
    'output',
    'sum',
    'hidden',
    'layerSum',
    'stream',
    'next',
  ],
  groups: { allHeads: 'model', input: 'layer', stream: 'answer' },
  rare: ['layerSum', 'sum', 'q', 'k', 'v', 'output', 'input'],
  withoutTable: ['allHeads', 'headLines', 'modelPicture', 'hidden', 'stream', 'next'],
  uses: /** @type {const} */ ([
    'sentence',
    'model',
    'endpoint',
    'modelLayer',
    'silence',
    'block',
    'edits',
    'layerEdits',
    'comparedSentence',
    'pair',
  ]),
  decides: {
    mask: 'none',
    mechanism: 'dot',
    fill: 'inf',
    emptyRow: 'zeros',
    scale: 'sqrt',
    temperature: 1,
    dropout: 0,
  },
  hasLargeSizes: true,
  hasTokens: true,
  presets: [
    {
      id: 'real-model',
      ...presets['real-model'],
      query: 1,
      state: { heads: 4, dModel: 512, modelLayer: 1, step: 'allHeads', head: 2 },
    },
    {
      id: 'article-in-model',
      ...presets['article-in-model'],
      query: 3,
      state: {
        sentence: 'Hello I love you',
        heads: 4,
        dModel: 512,
        step: 'allHeads',
        head: 1,
      },
    },
  ],
};

const { model, layer, head, sentence, tokens, words, weights } = pretrainedHead;

/** The state in which the lab shows the example head. @type {Partial<State>} */
const state = { source: 'pretrained', model, sentence, modelLayer: layer, head, step: 'weights' };

/** @type {Feature} */
export const pretrainedNames = {
  values: { sources: [source], exampleHead: { state, tokens, words, weights } },
};

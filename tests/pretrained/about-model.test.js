import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { steps } from '../../web/features/pretrained/steps.js';
import { describeStructure } from '../../web/features/pretrained/text/en/about-model.js';
import { markup, plain } from '../support/markup.js';
import { sourceOf } from './checkpoints.js';
import { openModel } from './computation.js';

/** @type {[name: string, lines: string[]][]} */
const LINES = [
  [
    'gpt2',
    [
      'Heads: 4 of 8 numbers',
      'Positions: learned, up to 64 tokens',
      'Norms: LayerNorm before attention and feed-forward',
      'Feed-forward: GELU (tanh)',
      'Weights in the file: float32',
    ],
  ],
  [
    'gemma3',
    [
      'Heads: 4 of 12 numbers, which share 1 head of keys and values',
      'Window: 4 tokens, in layer 3 all earlier tokens',
      'Positions: rotary, base 10,000 with all angles divided by 8, in a window base 100, up to 64 tokens',
      'Norms: RMSNorm before attention and feed-forward, of queries and keys, of both outputs',
      'Feed-forward: GELU (tanh) gate',
      'Weights in the file: float32',
    ],
  ],
  [
    'gpt_neox',
    [
      'Heads: 4 of 16 numbers',
      'Positions: rotary, base 10,000, for 4 of 16 numbers, up to 64 tokens',
      'Norms: LayerNorm before attention and feed-forward',
      'Feed-forward: GELU',
      'Attention and feed-forward read the same rows',
      'Weights in the file: float16',
    ],
  ],
  [
    'marian',
    [
      'Heads: 4 of 8 numbers',
      'Positions: sines and cosines, up to 64 tokens',
      'Norms: LayerNorm after attention and feed-forward',
      'Feed-forward: SiLU',
      'Weights in the file: float32',
    ],
  ],
];

describe('what the panel says about a model', () => {
  for (const [name, lines] of LINES)
    it(`lists how the layers of ${name} compute`, async () => {
      const { info } = await openModel(sourceOf(name));
      assert.deepEqual(describeStructure(info), lines);
    });

  it('says how many tokens the window of a layer has', async () => {
    for (const [name, modelLayer, rule] of /** @type {[string, number, RegExp][]} */ ([
      ['gemma3', 0, /^Each token sees a window of 4 tokens, which ends with itself\./],
      ['gemma3', 2, /^No token may attend to a later one/],
      ['gpt_neo', 1, /^Each token sees a window of 4 tokens/],
    ])) {
      const { show } = await openModel(sourceOf(name));
      const context = await show({ sentence: 'the old mill', modelLayer, step: 'weights' });
      assert.match(plain(markup(steps.weights.text(/** @type {any} */ (context)))), rule, name);
    }
  });
});

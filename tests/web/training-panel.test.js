import assert from 'node:assert/strict';
import { it } from 'node:test';
import { getLearningModel } from '../../web/features/models/kinds/models.js';
import * as text from '../../web/features/models/text/en/training.js';
import { Writer } from '../../web/features/models/training/writer.js';
import { trainingPanel } from '../../web/features/models/views/training-panel.js';
import { normaliseState } from '../../web/state/normalise.js';
import { markup, plain } from '../support/markup.js';
import '../support/names.js';

/**
 * @import { FirstExamples } from '../../web/features/models/types.js'
 * @import { LoadState } from '../../web/session/load-state.js'
 */

/**
 * @param {'describer' | 'mini'} source
 * @param {number} seed
 * @param {number} training
 * @param {Partial<LoadState<FirstExamples>>} [examples]
 */
function render(source, seed, training, examples = {}) {
  const [{ sentence }] = getLearningModel({ source: source }).words.examples ?? [];
  const state = normaliseState({ source, seed, training, sentence });
  const run = {
    progress: { total: 10, every: 1, reached: 10, losses: [], measures: [] },
    vocabulary: [],
    writer: new Writer(
      { requestUpdate() {} },
      () => {},
      async () => undefined,
    ),
    examples,
  };
  const context = { state, readonly: false, computation: { queryWords: [] }, dispatch: () => {} };
  return markup(trainingPanel(/** @type {any} */ (context), /** @type {any} */ (run)));
}

/** @param {Parameters<typeof render>} settings */
const panel = (...settings) => plain(render(...settings));

it('the panel says what an example shows only for seed 0', () => {
  for (const training of [-1, 0, 5]) {
    assert.ok(panel('describer', 0, training).includes(text.ofTrained), `${training}`);
    assert.ok(!panel('describer', 1, training).includes(text.ofTrained), `${training}`);
  }
});

it('the curves name no range of losses before the first step', () => {
  assert.match(panel('describer', 0, 0), /loss right answers/);
});

it('the panel treats the shipped Mini as seed 0, and a retrained one by its settings', () => {
  assert.ok(panel('mini', 3, -1).includes(text.ofTrained));
  assert.ok(!panel('mini', 3, 5).includes(text.ofTrained));
});

it('the panel lists training examples with their answers once they are drawn', () => {
  const partOf = (/** @type {Partial<LoadState<FirstExamples>>} */ examples) =>
    /<details class="trained-on".*?<\/details>/s.exec(render('describer', 1, -1, examples))?.[0] ??
    '';
  assert.ok(plain(partOf({ loading: new Promise(() => {}) })).endsWith(text.drawing));
  const first = [
    { given: 'the dog was tired', answers: ['dog'] },
    { given: 'a b', answers: ['b a', 'a'] },
  ];
  const part = partOf({ value: { steps: 2500, batch: 64, first } });
  assert.match(plain(part), /160,000 sentences.* 64 for each of 2,500 steps/);
  assert.deepEqual(
    [...part.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item]) => plain(item)),
    ['the dog was tired → dog', 'a b → b a → a'],
  );
});

it('the panel tells why it has no training examples', () => {
  const failure = new Error('No memory is left.');
  assert.match(
    panel('describer', 1, -1, { failure, hasFailed: true }),
    /The examples did not load: No memory is left\. Try again$/,
  );
});

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
 * @param {Record<string, unknown>} [more] other parts of the run, and the page
 */
function render(source, seed, training, examples = {}, { guide = '', ...more } = {}) {
  const [{ sentence }] = getLearningModel({ source: source }).words.examples ?? [];
  const state = normaliseState({ source, seed, training, sentence, guide });
  const run = {
    progress: { total: 10, every: 1, reached: 10, losses: [], measures: [] },
    vocabulary: [],
    writer: new Writer({ requestUpdate() {} }, async () => undefined),
    examples,
    ...more,
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

it('the curves name a range of losses only with a curve', () => {
  assert.match(panel('describer', 0, 0), /loss right answers/);
  /** @type {[number, number][]} */
  const losses = [1, 2, 3].map((step) => [step, 5 / step]);
  const progress = { total: 10, every: 1, reached: 3, losses, measures: [] };
  // In the course, the curve ends at the step on the screen, also after a longer training.
  const rangeAt = (/** @type {number} */ step, guide = 'translation-learn') =>
    /loss \(0 to 5\)/.test(panel('describer', 0, step, {}, { progress, guide }));
  assert.deepEqual(
    [0, 1, 2, 3].map((step) => rangeAt(step)),
    [false, false, true, true],
  );
  assert.ok(rangeAt(0, ''), 'the lab shows the whole curve');
});

it('a training on its way says how many steps are done, and no time', () => {
  const progress = { total: 1500, every: 15, reached: 225, losses: [], measures: [] };
  assert.match(
    panel('describer', 0, -1, {}, { progress, wanted: -1, remaining: { seconds: 10 } }),
    /Training: step 225 of 1,500\./,
  );
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

it('a small loss has no exponent, which no page of the course explains', () => {
  assert.deepEqual([7.67e-6, 1e-9, 0.0123, 2.14].map(text.lossIs), [
    'loss 0.00000767',
    'loss 0.000000001',
    'loss 0.0123',
    'loss 2.14',
  ]);
  assert.equal(text.lossTo(1e-6), 'loss (0 to 0.000001)');
});

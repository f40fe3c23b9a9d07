// The training panel's texts about example sentences, which were written for seed 0.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { learningModels } from '../../web/features/models/kinds/models.js';
import * as text from '../../web/features/models/text/en/training.js';
import { trainingPanel } from '../../web/features/models/views/training-panel.js';
import { normaliseState } from '../../web/state/normalise.js';
import { markup, plain } from '../support/markup.js';
import '../support/names.js';

/** @param {'describer' | 'mini'} source @param {number} seed @param {number} training */
function panel(source, seed, training) {
  const [{ sentence }] = learningModels[source].words.examples ?? [];
  const state = normaliseState({ source, seed, training, sentence });
  const run = {
    progress: { total: 10, every: 1, reached: 10, losses: [], measures: [] },
    ...{ vocabulary: [], writer: { temperature: 1 } },
  };
  const context = { state, readonly: false, computation: {}, dispatch: () => {} };
  return plain(markup(trainingPanel(/** @type {any} */ (context), /** @type {any} */ (run))));
}

it('what a sentence shows is said of seed 0, and of no other', () => {
  for (const training of [-1, 0, 5]) {
    assert.ok(panel('describer', 0, training).includes(text.ofTrained), `${training}`);
    assert.ok(!panel('describer', 1, training).includes(text.ofTrained), `${training}`);
  }
});

it('the Mini that ships has seed 0, whatever the settings say; one that is trained anew has theirs', () => {
  assert.ok(panel('mini', 3, -1).includes(text.ofTrained));
  assert.ok(!panel('mini', 3, 5).includes(text.ofTrained));
});

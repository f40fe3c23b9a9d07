import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findDefaultQuery } from '../../web/features/models/kinds/models.js';
import { normaliseState } from '../../web/state/normalise.js';
import { listPresets, makePresetState } from '../../web/state/presets.js';
import { isLearningModel } from '../../web/state/source-kinds.js';
import '../support/names.js';

/** @param {string} preset @param {string} [sentence] @param {string[]} [vocabulary] */
function defaultQueryOf(preset, sentence, vocabulary = []) {
  const state = normaliseState({
    ...makePresetState(preset),
    ...(sentence !== undefined && { sentence }),
  });
  return findDefaultQuery(state, vocabulary);
}

it('the default query of each preset is the one that it begins with', () => {
  const models = listPresets().filter(({ state }) => isLearningModel(normaliseState(state)));
  for (const { id, query } of models) {
    const place = defaultQueryOf(id, undefined, ['.', '?']);
    if (id.startsWith('translator')) assert.equal(place, 0, id);
    else if (place !== undefined) assert.equal(place, query, id);
  }
  assert.deepEqual(
    models
      .filter(({ id }) => defaultQueryOf(id, undefined, ['?']) === undefined)
      .map(({ id }) => id),
    ['toy-mirror', 'toy-previous-and-mirror'],
  );
});

it('the default query of another sentence is the adjective, “it”, a repeated letter or the last word', () => {
  assert.equal(defaultQueryOf('describer', 'The street was too WIDE, the dog heavy was'), 7);
  assert.equal(defaultQueryOf('describer', 'the dog'), undefined);
  assert.equal(defaultQueryOf('pronoun', 'the box was not carried because it was heavy'), 6);
  assert.equal(defaultQueryOf('toy-induction', 'a b c c b'), 3);
  assert.equal(defaultQueryOf('toy-induction', 'a b c'), undefined);
  assert.equal(defaultQueryOf('mini', 'Anna has a ball', ['<s>', 'Anna', 'has', 'a', 'ball']), 4);
  assert.equal(defaultQueryOf('mini', '<s>', ['<s>']), 0);
  assert.equal(defaultQueryOf('mini', '', ['<s>']), 0);
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { createDescriber } from '../../src/js/learning/index.js';
import { chooseTableFormat, makeTable } from '../../web/figures/tables.js';
import { makeComputation, openSource } from '../../web/session/computation.js';
import { makeTrainedDescriber, STEPS, vocabulary } from '../../web/sources/trained-describer.js';
import { normaliseState } from '../../web/state/normalise.js';
import { makePresetState } from '../../web/state/presets.js';
import { DESCRIBER_SEED as SEED } from '../../web/state/source-kinds.js';
import { UnknownWordError } from '../../web/state/words.js';
import { numberTable } from '../../web/views/number-table.js';
import { attention, viewContext } from '../support/computations.js';
import { markup } from '../support/markup.js';
import '../support/names.js';
import { makeDescriberModule, path } from '../support/make-describer.js';
import { trainTo } from '../support/trained.js';

const settings = normaliseState({ source: 'describer', seed: SEED, sentence: 'the dog was tired' });

it('the shipped describer has the bits of its training, and make-describer.js writes the same module', async () => {
  const model = await createDescriber({ seed: SEED });
  await trainTo(model, `describer-${SEED}`, STEPS);
  assert.deepEqual(vocabulary, [...model.vocabulary]);
  const shipped =
    makeTrainedDescriber('the dog')?.parameters?.(/** @type {any} */ (undefined)) ?? {};
  for (const [name, { shape, data }] of Object.entries(model.parameters)) {
    assert.deepEqual([...shipped[name].shape], [...shape], name);
    assert.deepEqual([...shipped[name].data], [...data], name);
  }
  assert.equal(await readFile(path, 'utf8'), await makeDescriberModule(model));
  model.dispose();
});

it('tables of the shipped describer have ≈0 in place of numbers such as 4.88e−16', () => {
  const state = normaliseState(makePresetState('describer'));
  const context = viewContext({ state, computation: makeComputation(attention, state) });
  for (const tensor of ['q', 'k', 'v', 'scores', 'scaledScores']) {
    const matrix = makeTable(context, tensor);
    const shown = [...matrix.view.numbers].map(chooseTableFormat(matrix));
    assert.deepEqual(shown.filter((number) => /e/.test(number)).slice(0, 3), [], tensor);
    const rows = matrix.rowWords?.map((_, row) => row) ?? [];
    const table = markup(numberTable(matrix, context, { rows }));
    assert.equal(table.includes('≈0'), shown.includes('≈0'), tensor);
    assert.ok(shown.includes('≈0') || /^[kv]$/.test(tensor), tensor);
  }
});

it('the shipped describer opens at once, and only for its settings', () => {
  assert.ok(openSource(attention, settings));
  for (const other of [{ seed: 1 }, { training: 0 }, { rate: 2 }, { source: 'toy' }]) {
    assert.equal(openSource(attention, normaliseState({ ...settings, ...other })), undefined);
  }
});

it('the shipped describer names all unknown words once, and cuts a long sentence', () => {
  const assertNamed = (/** @type {string} */ sentence, /** @type {RegExp} */ named) =>
    assert.throws(
      () => makeTrainedDescriber(sentence),
      (error) => error instanceof UnknownWordError && named.test(error.message),
    );
  assertNamed('the cat was angry', /seen the word “angry”;/);
  assertNamed('the cat ate the soup and ate', /seen the words “ate”, “soup” and “and”;/);
  assert.equal(makeTrainedDescriber(' , '), undefined);
  assert.equal(makeTrainedDescriber('the '.repeat(20))?.leftOut, 4);
});

// Interventions in a model with an encoder: names begin with their stack, and each stack has sizes of its own.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { ArgumentError, loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { filesOf, jsonOf } from './checkpoints.js';

const attention = await loadAttention();
const files = filesOf('marian');
const marian = await loadPretrained(attention, files);
const gpt2 = await loadPretrained(attention, filesOf('gpt2'));
after(() => {
  for (const model of [marian, gpt2]) model.dispose();
});

/** @param {() => unknown} run @param {string} argument @param {RegExp} says */
function assertRefused(run, argument, says) {
  assert.throws(run, (/** @type {any} */ error) => {
    assert.ok(error instanceof ArgumentError, String(error));
    assert.equal(error.argument, argument);
    assert.match(error.message, says);
    return true;
  });
}

describe('the layers that are traced', () => {
  /** Which layers of a run have tables. @param {readonly object[] | undefined} layers */
  const listTraced = (layers = []) =>
    layers.flatMap((tables, index) => (Object.keys(tables).length > 0 ? [index] : []));

  for (const [decoderLayers, encoderLayers] of [
    [1, 2],
    [2, 1],
  ]) {
    it(`may be of one stack alone: a decoder of ${decoderLayers}, an encoder of ${encoderLayers}`, async () => {
      const config = { ...jsonOf('marian', 'config.json') };
      config.decoder_layers = decoderLayers;
      config.encoder_layers = encoderLayers;
      const model = await loadPretrained(attention, { ...files, 'config.json': config });
      const run = model.run({ ids: [5, 6, 7] }, { trace: ['weights'], layers: [1] });
      const traced = [listTraced(run.layers), listTraced(run.encoder?.layers)];
      assert.deepEqual(
        traced,
        [decoderLayers, encoderLayers].map((n) => (n === 2 ? [1] : [])),
      );
      assertRefused(() => model.run([5], { layers: [2] }), 'options.layers', /from 0 to 1/);
      model.dispose();
    });
  }
});

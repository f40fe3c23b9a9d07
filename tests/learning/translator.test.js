import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTranslator, frenchEnglishPairs } from '../../src/js/learning/index.js';
import { assertRefused } from '../support/refusal.js';

const SENTENCE = "il n' est pas aussi grand que son père";

describe('the translator', async () => {
  const model = await createTranslator();

  it('reads French as one types it, and shows it as one writes it', () => {
    const { source } = model.translate('Il n’est pas aussi grand que son pere.');
    assert.equal(source.join(' '), SENTENCE);
    assert.deepEqual(model.translate('il n est pas aussi grand que son père').source, source);
  });

  for (const scoring of /** @type {const} */ (['additive', 'dot'])) {
    it(`gives no weight where that is blocked, by ${scoring} scoring`, async () => {
      const translator = await createTranslator({ scoring, seed: 1 });
      translator.train(2);
      const S = 11;
      const all = Array.from({ length: S }, (_, s) => /** @type {[number, number]} */ ([1, s]));
      /** @type {[number, number][]} */
      const blocked = [[0, 2], [0, 5], ...all];
      const tensors = translator.run(SENTENCE, { blocked });
      const weights = tensors['decoder/weights'].data;
      const masked = tensors['decoder/maskedScores'].data;
      for (const [row, column] of blocked) {
        assert.equal(weights[row * S + column], 0);
        assert.equal(masked[row * S + column], -Infinity);
      }
      const sums = [0, 1, 2].map((row) =>
        weights.subarray(row * S, (row + 1) * S).reduce((sum, weight) => sum + weight, 0),
      );
      assert.ok(Math.abs(sums[0] - 1) < 1e-6 && sums[1] === 0 && Math.abs(sums[2] - 1) < 1e-6);
      const contexts = tensors['decoder/contexts'].data;
      assert.ok(contexts.subarray(48, 96).every((value) => value === 0));
      assert.ok(contexts.every((value) => Number.isFinite(value)));
      const { weights: translated } = translator.translate(SENTENCE, { blocked });
      assert.deepEqual(weights.subarray(0, translated.data.length), translated.data);
      // An empty list has no effect, bit for bit.
      assert.deepEqual(translator.run(SENTENCE, { blocked: [] }), translator.run(SENTENCE));
    });
  }

  it('refuses to block what is not there', () => {
    const wrong = /** @type {any[]} */ ([
      ...[[[0, 11]], [[19, 0]], [[-1, 0]], [0, 1], 'all', [[0, 1, 2]]],
    ]);
    for (const blocked of wrong)
      assertRefused(() => model.translate(SENTENCE, { blocked }), {
        kind: 'ArgumentError',
        operation: 'translate',
        argument: 'options.blocked',
      });
  });

  it('names a word that it does not know', () => {
    const [kind, argument] = ['ArgumentError', 'sentence'];
    for (const sentence of ['le brontosaure mange', 'Brontosaure'])
      assertRefused(() => model.translate(sentence), {
        kind,
        operation: 'translate',
        argument,
        says: /rontosaure"/,
      });
    assertRefused(() => model.run(''), { kind, operation: 'run', argument, says: /1 to 18/ });
  });

  it('is given pairs without end', () => {
    const pairs = frenchEnglishPairs({ seed: 2, count: 50 });
    assert.equal(new Set(pairs.map(({ source }) => source)).size, 50);
    for (const { source, target, alignment } of pairs) {
      assert.equal(alignment.length, target.split(' ').length);
      const words = source.split(' ').length;
      for (const from of alignment.flat()) assert.ok(from >= 0 && from < words);
    }
    assert.deepEqual(frenchEnglishPairs({ seed: 2, count: 50 }), pairs);
    assert.notDeepEqual(frenchEnglishPairs({ seed: 3, count: 50 }), pairs);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findScoreInputs } from '../../web/features/pretrained/steps.js';
import {
  compareQueryWithKeys,
  queryKeysView,
} from '../../web/features/pretrained/views/query-keys.js';
import { markup, plain } from '../support/markup.js';
import { sourceOf } from './checkpoints.js';
import { openModel } from './computation.js';
import '../support/features.js';

/** @param {string} name @param {object} [requested] @returns {Promise<any>} */
async function contextOf(name, requested) {
  const { show } = await openModel(sourceOf(name));
  const shown = await show({ sentence: 'the old mill', step: 'scores', ...requested });
  return { ...shown, selected: shown.state.query };
}

describe('one query against all keys', () => {
  // Families with added positions, with rotary positions, and with shared keys.
  for (const name of ['gpt2', 'gpt_neox', 'llama', 'bert', 'use-lite']) {
    it(`has products that add up to the scores of ${name}`, async () => {
      const context = await contextOf(name, { query: 2, head: 3 });
      const { rows } = compareQueryWithKeys(context, findScoreInputs(context));
      const { scores, weights } = context.computation.results;
      const [, L, S] = scores.shape;
      assert.equal(rows.length, S);
      for (const { place, products, score, weight } of rows) {
        const at = (3 * L + 2) * S + place;
        assert.equal(score, scores.data[at]);
        assert.equal(weight, weights.data[at]);
        const sum = products.reduce((total, product) => total + product, 0);
        const size = products.reduce((total, product) => total + Math.abs(product), 1);
        assert.ok(Math.abs(sum - score) <= 1e-5 * size, `${place}: ${sum} and ${score}`);
      }
      assert.notEqual(rows[0].score, rows[1].score);
    });
  }

  it('are the 64 with the largest weights where there are more, in their order', async () => {
    const context = await contextOf('use-lite', { sentence: 'one two '.repeat(40).trim() });
    const { rows } = compareQueryWithKeys(context, findScoreInputs(context));
    const { keyWords } = context.computation;
    assert.ok(keyWords.length > 64);
    assert.equal(rows.length, 64);
    const places = rows.map(({ place }) => place);
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    const least = Math.min(...rows.map(({ weight }) => weight));
    const { data } = context.computation.results.weights;
    const first = context.selected * keyWords.length;
    const larger = [...data.subarray(first, first + keyWords.length)].filter((w) => w > least);
    assert.ok(larger.length < 64);
    const page = plain(markup(queryKeysView(context, findScoreInputs(context))));
    assert.match(page, new RegExp(`64 keys of ${keyWords.length}`));
  });

  it('says of a key that the query may not attend to that it is masked', async () => {
    const context = await contextOf('gpt2', { query: 1 });
    const page = plain(markup(queryKeysView(context, findScoreInputs(context))));
    const later = context.computation.keyWords.length - 2;
    assert.equal(page.match(/masked/g)?.length, later);
  });
});

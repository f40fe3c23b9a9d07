import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Attention } from '../../src/js/attention.js';
import { Core } from '../../src/js/core.js';
import { loadAttention } from '../../src/js/index.js';
import { recordFigure } from '../support/bar.js';
import { reduceCaseCount } from '../support/extent.js';
import { statuses } from '../support/header.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { RawCall, RawCore } from '../support/raw.js';
import { callRandomly } from './random-calls.js';

/** @import { Tensor } from '../../src/js/index.js' */

const CALLS = reduceCaseCount(100_000);
const STACK_SIZE = 65536;

const seed = 1;
const random = createRandom(seed);
const core = new RawCore();

/**
 * @param {import('../../src/js/index.js').Attention} attention
 * @returns {Record<string, Tensor>}
 */
function compute(attention) {
  const inputs = createRandom(2);
  const [query, key, value] = [
    inputs.tensor([2, 5, 6]),
    inputs.tensor([2, 7, 6]),
    inputs.tensor([2, 7, 3]),
  ];
  const options = { isCausal: true, trace: true };
  const { output, trace } = attention.scaledDotProductAttention(query, key, value, options);
  return { output, ...trace };
}

describe('the exports', () => {
  it(`return a status or a size in each of ${CALLS} calls with random and edge integers`, (t) => {
    const { counts, sizesAsked } = callRandomly(core, seed, CALLS);
    t.diagnostic(`${sizesAsked} calls asked for a size; of each status 0 to ${statuses.size - 1}:`);
    for (const [name, count] of counts) {
      t.diagnostic(`${name}: ${count.join(', ')}`);
      const calls = count.reduce((sum, some) => sum + some, 0);
      // Four in five calls start valid, and a quarter of these stays unchanged.
      assert.ok(5 * count[0] > calls, `${name} was called rightly ${count[0]} times of ${calls}`);
      const different = count.filter((some) => some > 0).length;
      assert.ok(different >= 5, `${name} returned ${different} different statuses only`);
    }
    recordFigure('raw', { counts: { calls: CALLS } });
  });

  it('end at once where a product is deep but has no rows and no columns', () => {
    const sizes = { rows: 0, out: 0, in: 1 };
    const call = new RawCall(core, 'attn_linear', sizes, random);
    for (const depth of [2 ** 32 - 1, 2 ** 32 - 512, 2 ** 31]) {
      call.args.in = depth;
      assert.equal(call.run(), 0);
    }
  });

  it('leave no trace: the same instance computes as a fresh one does', async () => {
    const used = compute(new Attention(new Core(core.instance)));
    const fresh = compute(await loadAttention());
    assert.deepEqual(Object.keys(used), Object.keys(fresh));
    for (const name in fresh) assertSameBits(used[name], fresh[name], name);
  });

  it('leave the data of the core, which lies between its stack and the heap, as it was', () => {
    const data = core.bytes.subarray(STACK_SIZE, core.floor);
    assert.deepEqual(data, new RawCore().bytes.subarray(STACK_SIZE, core.floor));
  });
});

// Whatever integers an export is called with, it returns a status or a size and does not trap.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { Attention } from '../../src/js/attention.js';
import { Core } from '../../src/js/core.js';
import { loadAttention } from '../../src/js/index.js';
import { prototypes, statuses } from '../support/header.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { callKinds, entryPoints, RawCall, RawCore, randomSizes } from '../support/raw.js';

const CALLS = 100_000;
const CALLS_PER_LAYOUT = 240;
const STACK_SIZE = 65536;

const seed = 1;
const random = createRandom(seed);
const core = new RawCore();
const size = core.bytes.length;
const asksForSize = prototypes.filter((prototype) => !entryPoints.includes(prototype));
/** Addresses and sizes at which guards go wrong. */
const edges = [
  ...[0, 1, 2, 3, 4, 7, 8, 15, 16, 64, 255, 1024, 4096],
  ...[-1, -4, -16, 2 ** 31 - 1, -(2 ** 31), 2 ** 30, 2 ** 30 + 1, 2 ** 29],
  ...[0xffff, 0x10000, 0x10001, 0x8000, 0x3fffffff],
  ...[core.floor, core.floor - 4, core.floor - 16, core.floor - 64, core.floor - 512],
  ...[size, size - 4, size - 16, size - 64, size - 4096, size / 2, size + 4],
];

/** A valid call of each entry point, side by side in memory, and random bytes behind them. */
function layOut() {
  let at = core.floor + 4096;
  const calls = callKinds.map((kind) => {
    const call = new RawCall(core, kind.name, randomSizes(kind, random), random, at);
    at = call.end;
    return call;
  });
  for (let i = 0; i < 64; i++) core.words[at / 4 + i] = random.pick([random.bits(), ...edges]);
  const addresses = calls.flatMap((call) => call.slots.map(({ name }) => call.get(name)));
  return { calls, values: [...edges, at, at + 4, at + 32], addresses };
}

/** @param {ReturnType<typeof layOut>} layout */
function anyInteger({ values, addresses }) {
  const kind = random.uniform();
  if (kind < 0.5) return random.pick(values);
  if (kind < 0.8) return random.pick(addresses);
  return kind < 0.9 ? random.integer(0, 12) : random.bits();
}

/**
 * Makes one of the arguments, or one word of a struct, a random or an edge value.
 * @param {RawCall} call @param {ReturnType<typeof layOut>} layout
 */
function spoil(call, layout) {
  const name = random.pick(call.names);
  const before = call.get(name);
  call.set(name, anyInteger(layout));
  return () => call.set(name, before);
}

/** @param {string} name @param {number[]} args */
function answerOf(name, args) {
  try {
    return core.exports[name](...args);
  } catch (cause) {
    throw new Error(`${name}(${args}) trapped (seed ${seed})`, { cause });
  }
}

/**
 * @param {import('../../src/js/index.js').Attention} attention
 * @returns {Record<string, import('../../src/js/index.js').Tensor>}
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
    /** @type {Map<string, number[]>} calls of each entry point by status */
    const counts = new Map(entryPoints.map(({ name }) => [name, Array(statuses.size).fill(0)]));
    let sizesAsked = 0;
    let layout = layOut();
    for (let i = 0; i < CALLS; i++) {
      if (i % CALLS_PER_LAYOUT === 0) layout = layOut();
      if (random.uniform() < 0.1) {
        const { name, parameters } = random.pick(asksForSize);
        const args = parameters.map(() => anyInteger(layout));
        assert.ok(Number.isInteger(answerOf(name, args)), `${name}(${args}) (seed ${seed})`);
        sizesAsked++;
        continue;
      }
      // One in five is wholly random; the others are valid but for at most three values.
      const call = random.pick(layout.calls);
      const isWild = random.uniform() < 0.2;
      const mends = Array.from({ length: isWild ? 0 : random.integer(0, 3) }, () =>
        spoil(call, layout),
      );
      const args = Object.values(call.args).map((arg) => (isWild ? anyInteger(layout) : arg));
      const status = answerOf(call.name, args);
      for (const mend of mends.reverse()) mend();
      const count = counts.get(call.name) ?? [];
      assert.ok(status in count, `${call.name}(${args}): ${status} (seed ${seed})`);
      count[status]++;
    }
    t.diagnostic(`${sizesAsked} calls asked for a size; of each status 0 to ${statuses.size - 1}:`);
    for (const [name, count] of counts) {
      t.diagnostic(`${name}: ${count.join(', ')}`);
      assert.ok(count[0] > 1000, `${name} was called rightly ${count[0]} times only`);
      const reached = count.filter((calls) => calls > 0).length;
      assert.ok(reached >= 5, `${name} returned ${reached} different statuses only`);
    }
  });

  it('end at once where a product is deep but has no rows and no columns', () => {
    const sizes = { N: 1, L: 1, S: 0, Q: 1, K: 1, Ev: 1, A: 0 };
    const call = new RawCall(core, 'attn_additive_attention', sizes, random);
    for (const depth of [2 ** 32 - 1, 2 ** 32 - 512, 2 ** 31]) {
      call.args.K = depth;
      // A script that runs longer is stopped: the call would never end.
      const status = runInNewContext('run()', { run: () => call.run() }, { timeout: 10_000 });
      assert.equal(status, 0);
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

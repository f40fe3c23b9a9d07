// Calls pass as many arguments as the core's functions have, because wasm takes 0 for missing ones.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { CORE_EXPORTS } from '../../src/js/abi.js';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { createEach } from '../learning/tasks.js';
import { checkpoints, filesOf } from '../pretrained/checkpoints.js';
import { makeCases, runCase } from '../support/cases.js';
import { samples } from '../support/samples.js';

const calledFunctions = new Set();

/** Exports that only pretrained models call. */
const OF_PRETRAINED = [
  ...['attn_packed_embedding', 'attn_split_heads', 'attn_merge_heads'],
  ...['attn_add', 'attn_multiply'],
];

/**
 * Wraps a function so that it refuses too few or too many arguments.
 * @param {string} name
 * @param {any} value
 */
function makeStrict(name, value) {
  if (typeof value !== 'function') return value;
  return (/** @type {number[]} */ ...args) => {
    assert.equal(args.length, value.length, `arguments of ${name}`);
    calledFunctions.add(name);
    return value(...args);
  };
}

// Both modules are instantiated with this function.
const { instantiate } = WebAssembly;
WebAssembly.instantiate = /** @type {any} */ (
  async (/** @type {any} */ module, /** @type {any} */ imports) => {
    const { exports } = /** @type {any} */ (await instantiate(module, imports));
    const strict = Object.entries(exports).map(([name, value]) => [name, makeStrict(name, value)]);
    return { exports: Object.fromEntries(strict) };
  }
);
after(() => {
  WebAssembly.instantiate = instantiate;
});

describe('the core gets all arguments of', () => {
  it('every operation and layer', async () => {
    const attention = await loadAttention();
    const unused = new Set(Object.keys(attention));
    const methods = Object.entries(attention).map(([name, method]) => [
      name,
      (/** @type {any[]} */ ...args) => {
        unused.delete(name);
        return /** @type {any} */ (method)(...args);
      },
    ]);
    for (const { make, run } of Object.values(samples)) run(Object.fromEntries(methods), make());
    assert.deepEqual([...unused], ['dispose'], 'operations without a sample');
    for (const case_ of makeCases(2118, 60, { max: 9 })) runCase(attention, case_);
    const uncalled = CORE_EXPORTS.filter((name) => !calledFunctions.has(name));
    assert.deepEqual(uncalled, OF_PRETRAINED);
    calledFunctions.clear();
  });

  it('every model that learns', async () => {
    for (const model of await createEach()) model.train(1);
    for (const name of ['attn_linear', 'attn_pack_weight'])
      assert.ok(calledFunctions.delete(name), name);
  });

  for (const name of checkpoints) {
    it(`the pretrained model ${name}`, async () => {
      const model = await loadPretrained(await loadAttention(), /** @type {any} */ (filesOf(name)));
      model.run('a b', { trace: ['weights'] });
      for (const each of ['attn_linear', 'attn_pack_weight'])
        assert.ok(calledFunctions.has(each), each);
      calledFunctions.clear();
    });
  }
});

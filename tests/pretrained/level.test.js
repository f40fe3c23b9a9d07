// Twenty models, loaded, run and disposed of one after the other, take the memory of one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { ModelLoading } from '../../web/features/pretrained/run/loading.js';
import { ModelServer } from '../../web/features/pretrained/run/server.js';
import { makeInstance } from '../support/instance.js';
import { filesOf } from './checkpoints.js';

const ROUNDS = 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

const NO_CHANGES = { silence: [], block: [], edits: {} };
const TEXT = 'the old mill';

/** In bytes, of JavaScript: what finalizers release is gone a moment later. */
async function usedHeap() {
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    await new Promise(setImmediate);
  }
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
}

/**
 * What twenty rounds add to the heap: the least of three times, as compiled code and caches come once.
 * @param {(i: number) => Promise<void>} round
 */
async function growthOf(round) {
  let least = Infinity;
  for (let series = 0; series < 3; series++) {
    const heap = await usedHeap();
    for (let i = 0; i < ROUNDS; i++) await round(series * ROUNDS + i);
    least = Math.min(least, (await usedHeap()) - heap);
  }
  return least;
}

describe('twenty loads and disposals', () => {
  for (const name of ['gpt2', 'gpt_neox', 'llama', 'bert', 'use-lite']) {
    it(`of ${name} leave the memory of one`, async () => {
      const { attention, memory, arena } = makeInstance();
      const source = () => (name === 'use-lite' ? name : filesOf(name));
      const load = async () => {
        const model = await loadPretrained(attention, /** @type {any} */ (source()));
        model.run(TEXT, { trace: true });
        if (model.sizes.isCausal) model.generate(TEXT, { tokens: 3 });
        model.dispose();
      };
      await load();
      await load();
      const [bytes, used] = [memory.buffer.byteLength, arena.used];
      const grown = await growthOf(load);
      assert.equal(memory.buffer.byteLength, bytes);
      assert.equal(arena.used, used);
      assert.ok(grown < 500_000, `${grown} bytes more`);
    });
  }

  it('by elements of a page leave nothing of the models and of their last runs', async () => {
    const server = new ModelServer();
    const round = async (/** @type {number} */ i) => {
      // Each under a name of its own, which nothing overwrites.
      const name = `tiny/${i}`;
      await server.load(name, filesOf(['gpt2', 'llama', 'bert'][i % 3]), undefined);
      await server.run(name, TEXT, { ...NO_CHANGES, silence: ['0.0'] });
      server.release(name);
      await assert.rejects(async () => server.run(name, TEXT, NO_CHANGES), /is not loaded/);
    };
    const grown = await growthOf(round);
    assert.ok(grown < 500_000, `${grown} bytes more`);
  });
});

describe('a model whose element is gone', () => {
  it('goes with it, and stays for another element', async () => {
    const server = new ModelServer();
    const threads = /** @type {any} */ ({ server: async () => server, ended: 0 });
    const wanted = { model: 'use-lite', endpoint: '' };
    const open = async () => {
      const nothing = () => {};
      const loading = new ModelLoading(threads, nothing, nothing, () => true);
      await loading.want(wanted);
      return loading;
    };
    const isThere = () => {
      try {
        return server.layer('use-lite', 0).heads === 4;
      } catch {
        return false;
      }
    };
    /** @type {ModelLoading | undefined} */
    let kept = await open();
    await open();
    for (let i = 0; i < 5; i++) await usedHeap();
    assert.ok(isThere() && kept.status.kind === 'ready');
    kept = undefined;
    for (let i = 0; i < 5; i++) await usedHeap();
    assert.ok(!isThere());
  });
});

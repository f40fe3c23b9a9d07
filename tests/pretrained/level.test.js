import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { ModelLoading } from '../../web/features/pretrained/run/loading.js';
import { ModelServer } from '../../web/features/pretrained/run/server.js';
import { makeInstance } from '../support/instance.js';
import { filesOf, NO_CHANGES, sourceOf } from './checkpoints.js';

const ROUNDS = 20;
/** The bytes by which the heap may grow in twenty rounds. */
const MOST_GROWTH = 500_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

const TEXT = 'the old mill';

/**
 * Returns the used JavaScript heap in bytes. Finalizers release memory a moment after a collection.
 */
async function usedHeap() {
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    await new Promise(setImmediate);
  }
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
}

/**
 * Asserts that twenty rounds leave the heap level at least once in three times, because compiled
 * code and caches grow once.
 * @param {(i: number) => Promise<void>} round
 */
async function assertLevel(round) {
  const growths = [];
  while (growths.length < 3) {
    const heap = await usedHeap();
    for (let i = 0; i < ROUNDS; i++) await round(growths.length * ROUNDS + i);
    const growth = (await usedHeap()) - heap;
    if (growth < MOST_GROWTH) return;
    growths.push(growth);
  }
  assert.fail(`${growths.join(', ')} bytes more`);
}

describe('twenty loads and disposals', () => {
  for (const name of ['gpt2', 'gpt_neox', 'llama', 'bert', 'use-lite']) {
    it(`of ${name} leave the memory of one`, async () => {
      const { attention, memory, arena } = makeInstance();
      const load = async () => {
        const { used } = arena;
        const model = await loadPretrained(attention, sourceOf(name));
        assert.equal(arena.used - used, Math.ceil(model.bytes / 16) * 16);
        model.run(TEXT, { trace: true });
        if (model.sizes.isCausal) model.generate(TEXT, { tokens: 3 });
        model.dispose();
      };
      await load();
      await load();
      const [bytes, used] = [memory.buffer.byteLength, arena.used];
      await assertLevel(load);
      assert.equal(memory.buffer.byteLength, bytes);
      assert.equal(arena.used, used);
    });
  }

  it('by elements of a page leave nothing of the models and of their last runs', async () => {
    const server = new ModelServer();
    const round = async (/** @type {number} */ i) => {
      // Each model has its own name, so that none is replaced.
      const name = `tiny/${i}`;
      await server.load(name, filesOf(['gpt2', 'llama', 'bert'][i % 3]), undefined);
      await server.run(name, TEXT, { ...NO_CHANGES, silence: ['0.0'] });
      server.release(name);
      await assert.rejects(async () => server.run(name, TEXT, NO_CHANGES), /is not loaded/);
    };
    await assertLevel(round);
  });
});

describe('a model whose element is gone', () => {
  it('goes with it, and stays for another element', async () => {
    const server = new ModelServer();
    const remote = /** @type {any} */ ({ server: async () => server, ended: 0 });
    const wanted = { model: 'use-lite', endpoint: '' };
    const open = async () => {
      const host = { requestUpdate() {}, loadsAtOnce: true };
      const loading = new ModelLoading(host, remote, () => {});
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

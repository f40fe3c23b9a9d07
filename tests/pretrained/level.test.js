// Twenty models, loaded, run and disposed of one after the other, take the memory of one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadPretrained } from '../../src/js/pretrained/index.js';
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
      const [bytes, used, heap] = [memory.buffer.byteLength, arena.used, await usedHeap()];
      for (let i = 0; i < ROUNDS; i++) await load();
      assert.equal(memory.buffer.byteLength, bytes);
      assert.equal(arena.used, used);
      const grown = (await usedHeap()) - heap;
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
    for (let i = ROUNDS; i < ROUNDS + 3; i++) await round(i);
    const heap = await usedHeap();
    for (let i = 0; i < ROUNDS; i++) await round(i);
    const grown = (await usedHeap()) - heap;
    assert.ok(grown < 500_000, `${grown} bytes more`);
  });
});

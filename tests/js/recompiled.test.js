import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LoadError, loadAttention } from '../../src/js/index.js';
import { loadLearning } from '../../src/js/learning/module.js';

const { compile } = WebAssembly;

/** @param {() => Promise<unknown>} load @param {any} refusal */
async function assertFailsOnce(load, refusal) {
  WebAssembly.compile = () => Promise.reject(new WebAssembly.CompileError('no more code'));
  try {
    await assert.rejects(load, refusal);
  } finally {
    WebAssembly.compile = compile;
  }
  await load();
}

it('loadAttention() works after a compilation that failed', () =>
  assertFailsOnce(async () => {
    const attention = await loadAttention();
    assert.deepEqual([...attention.softmax([1, 1]).data], [0.5, 0.5]);
  }, LoadError));

it('so does what models learn with', () =>
  assertFailsOnce(async () => {
    assert.ok((await loadLearning()).sizeFrom('attn_heap_base', []) > 0);
  }, /no more code/));

// The same inputs give the same bits in Node and in browsers: all operations, training, and a model
// that is read from files. tests/native compares the native build.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { trainingDigests } from '../learning/digest.js';
import { filesOf } from '../pretrained/checkpoints.js';
import { recordFigure } from '../support/bar.js';
import { serveFolder } from '../support/browser.js';
import { digestMany } from '../support/cases.js';
import { allowRelaxedSimd } from '../support/relaxed-simd.js';
import { itInEachBrowser } from './each-browser.js';

const attention = await loadAttention();
const folder = fileURLToPath(new URL('../../', import.meta.url));
const server = await serveFolder(folder);
const isolated = await serveFolder(folder, {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
});
after(() => Promise.all([server.close(), isolated.close()]));

describe('1,200 calls of all operations give the same bits in Node and, from src/js, from dist/core.js and by the fast build, in', async () => {
  const expected = await digestMany(attention);
  allowRelaxedSimd();
  const fused = await digestMany(await loadAttention({ fast: true }));

  itInEachBrowser(async (page, name) => {
    await page.goto(`${server.url}tests/browser/bits.html`, { waitUntil: 'load' });
    const digests = await page.evaluate(() => /** @type {any} */ (globalThis).digests);
    assert.deepEqual(digests, { sources: expected, oneFile: expected });
    recordFigure('bits', { counts: { [`calls in ${name}`]: expected.length } });
    // If a browser does not fuse, the fast build rounds as the exact build does.
    const fast = await page.evaluate(() => /** @type {any} */ (globalThis).digestFast());
    assert.equal(fast.isFast, true);
    assert.deepEqual(fast.digests, fast.digests[0] === fused[0] ? fused : expected);
    recordFigure('fast', { counts: { [`calls in ${name}`]: fused.length } });
    const compare = () => page.evaluate(() => /** @type {any} */ (globalThis).compareThreads());
    assert.deepEqual(await compare(), { threads: [1, 1], isSame: true });
    await page.goto(`${isolated.url}tests/browser/bits.html`, { waitUntil: 'load' });
    assert.deepEqual(await compare(), { threads: [1, 2], isSame: true });
  });

  it('nearly all calls have different results', () => {
    assert.equal(expected.length, 1200);
    // A few cases coincide because they are tiny or special: a single 1, or only NaN.
    assert.ok(new Set(expected).size > 1130);
  });
});

describe('50 steps of training give the same bits in Node and in', async () => {
  const expected = await trainingDigests(0);
  itInEachBrowser(async (page) => {
    await page.goto(`${server.url}tests/browser/learning.html`, { waitUntil: 'load' });
    const digests = await page.evaluate(() => /** @type {any} */ (globalThis).digests);
    assert.deepEqual(digests, expected);
  });
});

const TEXT = 'the old mill';

/**
 * Returns the bits of all logits, and the text that a model writes.
 *
 * @param {any} attention
 * @param {any} load
 * @param {any} files
 * @param {string} text
 */
async function bitsOf(attention, load, files, text) {
  const model = await load(attention, files);
  try {
    const { logits, ids } = model.run(text);
    const generated = model.sizes.isCausal
      ? model.generate(text, { tokens: 4, temperature: 2, seed: 3 }).ids
      : [];
    return { ids, generated, bits: [...new Uint32Array(logits.data.buffer)] };
  } finally {
    model.dispose();
  }
}

describe('a pretrained model, from a Blob of each file, has the bits of Node in', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
      import { loadAttention } from './src/js/index.js';
      import { loadPretrained } from './src/js/pretrained/index.js';
      globalThis.library = { loadAttention, loadPretrained };`,
      resolveDir: folder,
    },
    bundle: true,
    format: 'iife',
    write: false,
  });

  itInEachBrowser(async (page) => {
    await page.goto(`${server.url}tests/golden/checkpoints/gpt2/config.json`);
    await page.evaluate(outputFiles[0].text);
    for (const name of ['gpt2', 'gpt_neox', 'llama', 'bert']) {
      const found = await page.evaluate(
        async (path, text, source) => {
          const { loadAttention, loadPretrained } = /** @type {any} */ (globalThis).library;
          /** @type {Record<string, Blob>} */
          const files = {};
          for (const file of ['config.json', 'model.safetensors', 'tokenizer.json']) {
            files[file] = await (await fetch(`${path}/${file}`)).blob();
          }
          // biome-ignore lint/security/noGlobalEval: the function of this file
          const bits = eval(`(${source})`);
          return bits(await loadAttention(), loadPretrained, files, text);
        },
        ...[`${server.url}tests/golden/checkpoints/${name}`, TEXT, bitsOf.toString()],
      );
      assert.deepEqual(found, await bitsOf(attention, loadPretrained, filesOf(name), TEXT), name);
    }
  });
});

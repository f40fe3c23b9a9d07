// A pretrained model gives the same bits in Node and in browsers, from a Blob of either.
import assert from 'node:assert/strict';
import { after, describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { filesOf } from '../pretrained/checkpoints.js';
import { serveFolder } from '../support/browser.js';
import { itInEachBrowser } from './each-browser.js';

const names = ['gpt2', 'gpt_neox', 'llama', 'bert'];
const TEXT = 'the old mill';

/**
 * The bits of all logits, and what a model writes.
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
    const written = model.sizes.isCausal
      ? model.generate(text, { tokens: 4, temperature: 2, seed: 3 }).ids
      : [];
    return { ids, written, bits: [...new Uint32Array(logits.data.buffer)] };
  } finally {
    model.dispose();
  }
}

/** @type {Record<string, any>} */
const expected = {};
const attention = await loadAttention();
for (const name of names)
  expected[name] = await bitsOf(attention, loadPretrained, filesOf(name), TEXT);

const root = fileURLToPath(new URL('../../', import.meta.url));
const server = await serveFolder(root);
after(() => server.close());

const { outputFiles } = await build({
  stdin: {
    contents: `
      import { loadAttention } from './src/js/index.js';
      import { loadPretrained } from './src/js/pretrained/index.js';
      globalThis.library = { loadAttention, loadPretrained };`,
    resolveDir: root,
  },
  bundle: true,
  format: 'iife',
  write: false,
});

describe('the same bits as in Node, in', () => {
  itInEachBrowser(async (page) => {
    await page.goto(`${server.url}tests/golden/checkpoints/gpt2/config.json`);
    await page.evaluate(outputFiles[0].text);
    for (const name of names) {
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
        `${server.url}tests/golden/checkpoints/${name}`,
        TEXT,
        bitsOf.toString(),
      );
      assert.deepEqual(found, expected[name], name);
    }
  });
});

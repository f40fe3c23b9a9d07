// The folder of a model, by an address that begins at the script of a Worker.
import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { serveFolder } from '../support/browser.js';
import { itInEachBrowser } from './each-browser.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const site = await mkdtemp(join(tmpdir(), 'worker-'));
const server = await serveFolder(site);
after(async () => {
  await server.close();
  await rm(site, { recursive: true });
});

describe('a Worker opens the folder of a model from its own place, as fetch does, in', async () => {
  await mkdir(join(site, 'scripts'));
  await cp(join(root, 'tests/golden/checkpoints/gpt2'), join(site, 'models/gpt2'), {
    recursive: true,
  });
  await build({
    stdin: {
      contents: `
      import { loadAttention } from './src/js/index.js';
      import { loadPretrained } from './src/js/pretrained/index.js';
      addEventListener('message', async ({ data }) => {
        try {
          const { family } = await loadPretrained(await loadAttention(), data);
          postMessage(family);
        } catch ({ message }) {
          postMessage(message);
        }
      });`,
      resolveDir: root,
    },
    bundle: true,
    format: 'iife',
    outfile: join(site, 'scripts/worker.js'),
  });

  itInEachBrowser(async (page) => {
    await page.goto(`${server.url}models/gpt2/config.json`);
    const families = await page.evaluate(async () => {
      const worker = new Worker('/scripts/worker.js');
      const found = [];
      for (const source of [
        '../models/gpt2/',
        '/models/gpt2/',
        `${location.origin}/models/gpt2/`,
      ]) {
        worker.postMessage(source);
        const { data } = await new Promise((resolve) => {
          worker.onmessage = resolve;
        });
        found.push(data);
      }
      worker.terminate();
      return found;
    });
    assert.deepEqual(families, ['gpt2', 'gpt2', 'gpt2']);
  });
});

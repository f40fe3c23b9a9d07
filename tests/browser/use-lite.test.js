import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { digestRuns } from '../pretrained/digest.js';
import { serveFolder } from '../support/browser.js';
import { reference } from '../support/use-lite.js';
import { itInEachBrowser } from './each-browser.js';

const texts = reference.sentences.map(({ text }) => text);
const expected = digestRuns(await loadPretrained(await loadAttention(), 'use-lite'), texts);

const folder = await mkdtemp(join(tmpdir(), 'use-lite-'));
const models = fileURLToPath(new URL('../../dist/models/', import.meta.url));
await cp(models, join(folder, 'models'), { recursive: true });
await build({
  stdin: {
    contents: `
      import { loadAttention } from './src/js/index.js';
      import { loadPretrained } from './src/js/pretrained/index.js';
      import { digestRuns } from './tests/pretrained/digest.js';
      globalThis.runUseLite = async (texts) =>
        digestRuns(await loadPretrained(await loadAttention(), 'use-lite'), texts);`,
    resolveDir: fileURLToPath(new URL('../../', import.meta.url)),
  },
  outfile: join(folder, 'page.js'),
  bundle: true,
  // The bundler of the script does the same.
  define: { 'import.meta.url': 'undefined' },
});
await writeFile(
  join(folder, 'index.html'),
  '<!doctype html><meta charset="utf-8"><title>model</title><script src="page.js"></script>',
);
await mkdir(join(folder, 'posts/first'), { recursive: true });
await writeFile(
  join(folder, 'posts/first/index.html'),
  '<!doctype html><meta charset="utf-8"><title>model</title><script src="../../page.js" defer></script>',
);
const server = await serveFolder(folder);
const sandbox = await serveFolder(folder, {
  'content-security-policy': 'sandbox allow-scripts',
});
after(async () => {
  await server.close();
  await sandbox.close();
  await rm(folder, { recursive: true });
});

for (const [where, address] of [
  ['a server', server.url],
  ['a folder of the server far from the script', `${server.url}posts/first/index.html`],
  ['a sandboxed page, which may not fetch', sandbox.url],
  ['a file: address', pathToFileURL(join(folder, 'index.html')).href],
]) {
  describe(`From ${where}, ten sentences have the bits of Node in`, () => {
    itInEachBrowser(async (page) => {
      await page.goto(address, { waitUntil: 'load' });
      const digests = await page.evaluate(
        (all) => /** @type {any} */ (globalThis).runUseLite(all),
        texts,
      );
      assert.deepEqual(digests, expected);
    });
  });
}

it('all sentences have different results', () => {
  assert.equal(new Set(expected).size, texts.length);
});

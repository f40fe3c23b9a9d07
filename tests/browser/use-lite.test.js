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
const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
await cp(join(dist, 'models'), join(folder, 'models'), { recursive: true });
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
await cp(join(dist, 'attention-lab.js'), join(folder, 'attention-lab.js'));
await writeFile(
  join(folder, 'posts/first/index.html'),
  `<!doctype html><meta charset="utf-8"><title>model</title><script src="../../attention-lab.js" defer></script>
  <attention-lab source="pretrained" model="use-lite" load="eager" steps="weights" sentence="${texts[0]}"></attention-lab>`,
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

describe('An element finds it beside its script, far from the page, in', () => {
  itInEachBrowser(async (page) => {
    await page.goto(`${server.url}posts/first/index.html`, { waitUntil: 'load' });
    await page.waitForFunction(() =>
      document
        .querySelector('attention-lab')
        ?.shadowRoot?.querySelector('table[data-tensor="weights"] td'),
    );
    assert.ok(server.requests.includes('/models/use-lite/config.json'));
    assert.ok(!server.requests.some((path) => path.startsWith('/posts/first/models')));
  });
});

it('all sentences have different results', () => {
  assert.equal(new Set(expected).size, texts.length);
});

// The same seed gives the same weights everywhere: here in browsers, in tests/native natively.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { trainingDigests } from '../learning/digest.js';
import { launchBrowser, serveFolder } from '../support/browser.js';
import { browserNames } from '../support/find-browser.js';

const expected = await trainingDigests(0);
const server = await serveFolder(fileURLToPath(new URL('../../', import.meta.url)));
after(() => server.close());

describe('50 steps of training give the same bits in Node and in', () => {
  for (const name of browserNames) {
    it(name, async () => {
      const browser = await launchBrowser(name);
      try {
        const page = await browser.newPage();
        await page.goto(`${server.url}tests/browser/learning.html`, { waitUntil: 'load' });
        const digests = await page.evaluate(() => /** @type {any} */ (globalThis).digests);
        assert.deepEqual(digests, expected);
      } finally {
        await browser.close();
      }
    });
  }
});

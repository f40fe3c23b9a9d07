// The same seed gives the same weights everywhere: here in browsers, in tests/native natively.
import assert from 'node:assert/strict';
import { after, describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { trainingDigests } from '../learning/digest.js';
import { serveFolder } from '../support/browser.js';
import { itInEachBrowser } from './each-browser.js';

const expected = await trainingDigests(0);
const server = await serveFolder(fileURLToPath(new URL('../../', import.meta.url)));
after(() => server.close());

describe('50 steps of training give the same bits in Node and in', () => {
  itInEachBrowser(async (page) => {
    await page.goto(`${server.url}tests/browser/learning.html`, { waitUntil: 'load' });
    const digests = await page.evaluate(() => /** @type {any} */ (globalThis).digests);
    assert.deepEqual(digests, expected);
  });
});

// The same inputs give the same bits everywhere.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadAttention } from '../../src/js/index.js';
import { reached } from '../support/bar.js';
import { serveFolder } from '../support/browser.js';
import { digestMany } from '../support/cases.js';
import { allowRelaxedSimd } from '../support/relaxed-simd.js';
import { itInEachBrowser } from './each-browser.js';

const expected = await digestMany(await loadAttention());
allowRelaxedSimd();
const fused = await digestMany(await loadAttention({ fast: true }));
const folder = fileURLToPath(new URL('../../', import.meta.url));
const server = await serveFolder(folder);
const isolated = await serveFolder(folder, {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
});
after(() => Promise.all([server.close(), isolated.close()]));

describe('1,200 calls of all operations give the same bits in Node and, from src/js, from dist/core.js and by the fast build, in', () => {
  itInEachBrowser(async (page, name) => {
    await page.goto(`${server.url}tests/browser/bits.html`, { waitUntil: 'load' });
    const digests = await page.evaluate(() => /** @type {any} */ (globalThis).digests);
    assert.deepEqual(digests, { sources: expected, oneFile: expected });
    reached('bits', { counts: { [`calls in ${name}`]: expected.length } });
    // Where a browser does not fuse, the fast build rounds as the exact one does.
    const fast = await page.evaluate(() => /** @type {any} */ (globalThis).digestFast());
    assert.equal(fast.isFast, true);
    assert.deepEqual(fast.digests, fast.digests[0] === fused[0] ? fused : expected);
    reached('fast', { counts: { [`calls in ${name}`]: fused.length } });
    const compare = () => page.evaluate(() => /** @type {any} */ (globalThis).compareThreads());
    assert.deepEqual(await compare(), { threads: [1, 1], isSame: true });
    await page.goto(`${isolated.url}tests/browser/bits.html`, { waitUntil: 'load' });
    assert.deepEqual(await compare(), { threads: [1, 2], isSame: true });
  });

  it('each has results of its own', () => {
    assert.equal(expected.length, 1200);
    // A few are so small, or so strange, that they coincide: a single 1, nothing but NaN.
    assert.ok(new Set(expected).size > 1130);
  });
});

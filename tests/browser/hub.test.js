// A model of the Hub in a page: requests to other origins, redirects, and the browser's own cache.
// tests/pretrained/hub*.test.js tests what is requested, refused and kept.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { filesOf } from '../pretrained/checkpoints.js';
import {
  attention,
  numbersOf,
  publish,
  spreadWeights,
  startHub,
  weightRanges,
} from '../pretrained/hub-models.js';
import { contentsOf } from '../pretrained/hub-server.js';
import { launchBrowser, serveFolder } from '../support/browser.js';
import { browserNames } from '../support/find-browser.js';

/** @import { Browser } from '../support/browser.js' */
/** @import { Page } from 'puppeteer-core' */

const expectedOutput = [...numbersOf(await loadPretrained(attention, filesOf('gpt2')))];
const weights = spreadWeights(20_000_000);
const files = { ...contentsOf('gpt2'), 'model.safetensors': weights };
const site = await serveFolder(fileURLToPath(new URL('../../', import.meta.url)));
after(() => site.close());

for (const name of browserNames) {
  describe(`a model of the Hub in ${name}`, { concurrency: 1 }, () => {
    /** @type {Browser} */
    let browser;
    /** @type {Page} */
    let page;
    /** @type {Awaited<ReturnType<typeof startHub>>} */
    let hub;
    before(async () => {
      hub = await startHub();
      publish(hub, 'gpt2', { files });
      browser = await launchBrowser(name);
      page = await browser.newPage();
      await page.goto(`${site.url}tests/browser/hub.html`, { waitUntil: 'load' });
      await page.waitForFunction(() => /** @type {any} */ (globalThis).isReady);
    });
    after(async () => {
      await browser?.close();
      await hub?.close();
    });

    /** @returns {Promise<any>} */
    const load = () =>
      page.evaluate((url) => /** @type {any} */ (globalThis).hub.load(url), hub.url);
    /** @returns {Promise<any>} */
    const list = () => page.evaluate(() => /** @type {any} */ (globalThis).hub.listKeptModels());
    const forget = () =>
      page.evaluate(() => /** @type {any} */ (globalThis).hub.forgetPretrained('tiny/gpt2'));

    it('is not requested before load()', () => assert.equal(hub.requests.length, 0));

    it('resumes after the connection breaks, also on another origin, and gives the numbers of its files', async () => {
      hub.transfer.cutAt = (from) => (from > 0 ? 9_000_000 : Infinity);
      const { numbers, origin } = await load();
      assert.deepEqual(numbers, expectedOutput);
      assert.equal(origin.isKept, true);
      assert.ok(weightRanges(hub).length > 2);
      // No request needs a preflight, and none tells the Hub which page sends it.
      for (const { method, headers } of hub.requests) {
        assert.equal(method, 'GET');
        assert.equal(headers.referer, undefined);
      }
      delete hub.transfer.cutAt;
    });

    it('is stored, and opens again without a download', async () => {
      const bytes = Object.values(files).reduce((sum, { length }) => sum + length, 0);
      assert.deepEqual(await list(), [{ id: 'tiny/gpt2', bytes, isComplete: true }]);
      hub.requests.length = 0;
      assert.deepEqual((await load()).numbers, expectedOutput);
      assert.equal(hub.requests.length, 1);
    });

    it('can be deleted from storage', async () => {
      assert.equal(await forget(), true);
      assert.deepEqual(await list(), []);
      assert.equal(await forget(), false);
    });

    // Firefox has no command for this.
    if (name === 'chromium') {
      it('works if the browser has no storage left, says so, and stores nothing', async () => {
        const session = await page.createCDPSession();
        const { origin } = new URL(site.url);
        await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 10_000_000 });
        const { numbers, origin: from } = await load();
        await session.send('Storage.overrideQuotaForOrigin', { origin });
        assert.deepEqual(numbers, expectedOutput);
        assert.equal(from.isKept, false);
        assert.equal(from.note, 'The browser does not keep the model: it has no room left.');
        assert.deepEqual(await list(), []);
      });
    }

    it('opens from storage without a network, and no longer once it is deleted', async () => {
      assert.equal((await load()).origin.isKept, true);
      await hub.close();
      assert.deepEqual((await load()).numbers, expectedOutput);
      assert.equal(await forget(), true);
      assert.equal((await load()).reason, 'network');
    });
  });
}

// A real model on the built page, opened by a press, with a local Hub.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { publish, startHub } from '../pretrained/hub-models.js';
import { launchBrowser, serveFolder, watchPage } from '../support/browser.js';
import { describeInBrowsers } from './each-browser.js';
import { handsOn, settle, untilText } from './hands.js';
import { dist, load } from './lab.js';

/** @import { BrowserName } from '../support/find-browser.js' */
/** @import { Page } from 'puppeteer-core' */

/**
 * Opens a browser on the built page, with the shipped models next to it.
 * @param {BrowserName} name
 */
async function openPage(name) {
  const server = await serveFolder(dist);
  const hub = await startHub();
  const browser = await launchBrowser(name);
  const page = await browser.newPage();
  const complaints = watchPage(page);
  await page.setViewport({ width: 1280, height: 900 });
  const addressOf = (/** @type {string} */ hash) => `#v=1&from=pretrained&hub=${hub.url}&${hash}`;
  return {
    ...{ page, server, hub, complaints, hands: handsOn(page) },
    until: (/** @type {RegExp} */ wanted) => untilMessage(page, wanted),
    press: (/** @type {string} */ selector) => pressAtOnce(page, selector),
    /**
     * Opens a state by its address on a new page. Without `isLoaded`, its model is not loaded.
     * @param {string} hash
     * @param {{ isLoaded?: boolean }} [options]
     */
    async open(hash, { isLoaded = true } = {}) {
      await load(page, `${server.url}${addressOf(hash)}`);
      if (isLoaded) await loadModel(page);
    },
    /**
     * Shows another state on the same page, which keeps its model if it is the same.
     * @param {string} hash
     */
    async show(hash) {
      const address = addressOf(hash);
      const isOpen = page.url().startsWith(server.url) && !page.url().endsWith(address);
      if (!isOpen) return this.open(hash);
      await page.evaluate(async (wanted) => {
        const followed = new Promise((resolve) =>
          addEventListener('hashchange', resolve, { once: true }),
        );
        location.hash = wanted;
        await followed;
      }, address);
      await settle(page);
      if ((await page.$('attention-lab >>> .load-model')) !== null) await loadModel(page);
      await page.waitForFunction(() => inLab('figure.weights td'));
    },
    /**
     * Publishes a checkpoint as a model of the Hub, and returns its id.
     * @param {string} checkpoint
     */
    publish(checkpoint) {
      publish(hub, checkpoint);
      return `tiny/${checkpoint}`;
    },
    async close() {
      await browser.close();
      await server.close();
      await hub.close();
    },
  };
}

/**
 * Runs tests on one page, which must not complain.
 * @param {string} what
 * @param {(desk: Awaited<ReturnType<typeof openPage>>, browserName: BrowserName) => void} define
 * @param {readonly BrowserName[]} [names] Chromium by default
 */
export function onModelPage(what, define, names = ['chromium']) {
  describeInBrowsers(what, names, (browserName) => {
    const desk = /** @type {Awaited<ReturnType<typeof openPage>>} */ ({});
    before(async () => {
      Object.assign(desk, await openPage(browserName));
    });
    after(() => desk.close?.());
    define(desk, browserName);
    it('causes no error and writes nothing to the console', () =>
      assert.deepEqual(desk.complaints, []));
  });
}

/** Returns the paths of a checkpoint's files. @param {string} checkpoint */
export const pathsOf = (checkpoint) =>
  ['config.json', 'model.safetensors', 'tokenizer.json'].map((file) =>
    fileURLToPath(new URL(`../golden/checkpoints/${checkpoint}/${file}`, import.meta.url)),
  );

/** The text for the shipped model, and its sizes in an address. */
export const TEXT = 'They eat fried noodles';
export const SIZES = 'h=4&d=512&ml=1&head=2';

/**
 * Presses the button that loads the model, once the button exists.
 * @param {Page} page
 * @param {{ polling?: number }} [options] polling in milliseconds, for pages without frames
 */
export async function pressLoad(page, options) {
  await page.waitForFunction(() => inLab('.load-model'), options);
  await page.$eval('attention-lab >>> .load-model', (button) =>
    /** @type {HTMLElement} */ (button).click(),
  );
}

/** Loads the model and waits for the numbers. @param {Page} page */
export async function loadModel(page) {
  await pressLoad(page);
  // Wait until the source is open, because numbers of an earlier text may still be on the screen.
  await page.evaluate(async () => {
    await lab.export('json').catch(() => {});
    await lab.updateComplete;
  });
  await page.waitForFunction(() => inLab('figure.weights td'));
}

/** Returns the numbers of matching elements. @param {Page} page @param {string} selector */
export const valuesOf = (page, selector) =>
  page.$$eval(`attention-lab >>> ${selector}`, (all) =>
    all.map((element) => Number(/** @type {HTMLDataElement} */ (element).value)),
  );

/** Returns the texts of matching elements. @param {Page} page @param {string} selector */
export const textsOf = (page, selector) =>
  page.$$eval(`attention-lab >>> ${selector}`, (all) =>
    all.map((element) => element.textContent?.replace(/\s+/g, ' ').trim() ?? ''),
  );

/** Waits until the overview's message matches. @param {Page} page @param {RegExp} wanted */
export const untilMessage = (page, wanted) => untilText(page, '.overview .status', wanted);

/**
 * Presses an element without waiting for a message to go.
 * @param {Page} page
 * @param {string} selector
 */
const pressAtOnce = (page, selector) =>
  page.$eval(`attention-lab >>> ${selector}`, (element) =>
    /** @type {HTMLElement} */ (element).click(),
  );

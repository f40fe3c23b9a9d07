// Runs the same tests in both browsers or in one of them. Each has its own page, which must not
// report errors.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { recordFigure } from '../support/bar.js';
import { launchBrowser, watchPage } from '../support/browser.js';
import { browserNames } from '../support/find-browser.js';
import { handsOn } from './hands.js';
import { load, openBrowser } from './lab.js';

/**
 * @import { BrowserName } from '../support/find-browser.js'
 * @import { Page } from 'puppeteer-core'
 */

/**
 * @typedef {object} Desk the tools of a test, filled when it runs
 * @property {Page} page
 * @property {ReturnType<typeof handsOn>} hands
 * @property {string} url the address of the page
 */

/**
 * @typedef {(name: string, run: () => void | Promise<void>) => void} Once `it` for a test that runs
 *   in only one browser
 * @typedef {(desk: Desk, browserName: BrowserName, once: Once) => void} Define
 */

/**
 * Defines a test in one browser only, because the page's own code decides the result.
 * @param {BrowserName} browserName the browser of the current suite
 * @returns {Once}
 */
const onceOf = (browserName) => (name, run) => {
  if (browserName === browserNames[0]) it(name, run);
};

/**
 * For results that depend on the browser: events, focus, history, announcements.
 * @param {string} what
 * @param {Define} define
 */
export const inEachBrowser = (what, define) => inBrowsers(what, define, browserNames);

/**
 * For results that the page's own code decides: numbers, words, available controls.
 * @param {string} what
 * @param {Define} define
 */
export const inOneBrowser = (what, define) => inBrowsers(what, define, ['chromium']);

/**
 * Runs one test in each browser, named after the browser, on an empty page.
 * @param {(page: Page, browserName: BrowserName) => Promise<void>} check
 */
export function itInEachBrowser(check) {
  for (const name of browserNames) {
    it(name, async () => {
      const browser = await launchBrowser(name);
      try {
        const page = await browser.newPage();
        const complaints = watchPage(page);
        await check(page, name);
        assert.deepEqual(complaints, []);
      } finally {
        await browser.close();
      }
    });
  }
}

/**
 * Defines a suite in each of some browsers. The browsers run at the same time, which is safe
 * because no test waits for a fixed time.
 * @param {string} what
 * @param {readonly BrowserName[]} names
 * @param {(browserName: BrowserName, once: Once) => void} define
 */
export function describeInBrowsers(what, names, define) {
  describe(what, { concurrency: names.length }, () => {
    for (const name of names)
      describe(`in ${name}`, { concurrency: 1 }, () => define(name, onceOf(name)));
  });
}

/** @param {string} what @param {Define} define @param {readonly BrowserName[]} names */
function inBrowsers(what, define, names) {
  describeInBrowsers(what, names, (browserName, once) => {
    /** @type {Awaited<ReturnType<typeof openBrowser>>} */
    let opened;
    const desk = /** @type {Desk} */ ({});

    before(async () => {
      opened = await openBrowser(browserName);
      desk.page = opened.page;
      desk.hands = handsOn(opened.page);
      desk.url = opened.server.url;
      await load(desk.page, `${desk.url}#v=1`);
    });
    after(() => opened?.close());

    define(desk, browserName, once);

    it('writes nothing to the console, and requests only the page', () => {
      assert.deepEqual(opened.complaints, []);
      recordFigure('browsers', { counts: { [`pages in ${browserName}`]: 1 } });
      assert.deepEqual(new Set(opened.server.requests), new Set(['/']));
    });
  });
}

// The same tests in both browsers, or in one, each on a page of its own that it may not complain about.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { reached } from '../support/bar.js';
import { launchBrowser } from '../support/browser.js';
import { browserNames } from '../support/find-browser.js';
import { handsOn } from './hands.js';
import { load, openBrowser } from './lab.js';

/**
 * @import { BrowserName } from '../support/find-browser.js'
 * @import { Page } from 'puppeteer-core'
 */

/**
 * @typedef {object} Desk what a test works with, once it runs
 * @property {Page} page
 * @property {ReturnType<typeof handsOn>} hands
 * @property {string} url of the page
 */

/**
 * @typedef {(name: string, run: () => void | Promise<void>) => void} Once `it`, of what is tried in one browser
 * @typedef {(desk: Desk, browserName: BrowserName, once: Once) => void} Define
 */

/**
 * Defines a test in one of the browsers: of what the page's own code decides alike in each.
 * @param {BrowserName} browserName where it would be defined
 * @returns {Once}
 */
const onceOf = (browserName) => (name, run) => {
  if (browserName === browserNames[0]) it(name, run);
};

/**
 * What depends on the browser: events, focus, history, what is said aloud.
 * @param {string} what
 * @param {Define} define
 */
export const inEachBrowser = (what, define) => inBrowsers(what, define, browserNames);

/**
 * What the page's own code decides alike in every browser: numbers, words, which controls there are.
 * @param {string} what
 * @param {Define} define
 */
export const inOneBrowser = (what, define) => inBrowsers(what, define, ['chromium']);

/**
 * One test in each browser, named like it, on an empty page.
 * @param {(page: Page, browserName: BrowserName) => Promise<void>} check
 */
export function itInEachBrowser(check) {
  for (const name of browserNames) {
    it(name, async () => {
      const browser = await launchBrowser(name);
      try {
        await check(await browser.newPage(), name);
      } finally {
        await browser.close();
      }
    });
  }
}

/**
 * A suite in each of some browsers. Both at once: each is busy with itself, and what is waited for is never a time.
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

    it('without a message on the console, or a request but for the page', () => {
      assert.deepEqual(opened.complaints, []);
      reached('browsers', { counts: { [`pages in ${browserName}`]: 1 } });
      assert.deepEqual(new Set(opened.server.requests), new Set(['/']));
    });
  });
}

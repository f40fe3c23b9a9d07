// Somebody else's pages with one heat map, whose policy forbids WebAssembly.
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import { launchBrowser, serveFolder, watchPage } from '../support/browser.js';
import { browserNames } from '../support/find-browser.js';
import { describeInBrowsers } from './each-browser.js';
import { handsOnMap } from './heat-hands.js';
import { dist } from './lab.js';

/** @import { Tabs } from './heat-hands.js' */
/** @import { BrowserName } from '../support/find-browser.js' */
/** @import { Once } from './each-browser.js' */

/**
 * @typedef {ReturnType<typeof deskOn>} Desk the tools of a test
 * @typedef {(desk: Desk, once: Once, browserName: BrowserName) => void} Define
 *
 * @typedef {object} Site
 * @property {string} script a script of the build
 * @property {string} [map] the tag of the map
 * @property {string} [css]
 */

const POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", 'img-src data:'],
  ...["require-trusted-types-for 'script'", 'trusted-types lit-html'],
].join('; ');

/** @param {string} script @param {string} map */
const pageOf = (script, map) => `<!doctype html><html lang="en"><meta charset="utf-8">
  <meta name="viewport" content="width=device-width"><title>Somebody's page</title>
  <link rel="icon" href="data:,"><link rel="stylesheet" href="host.css">
  <script src="note.js"></script><script src="${script}" defer></script>
  <main><h1>Maps</h1>${map}<button>What comes after</button></main></html>`;

// Runs before the element's script. It records the element's events and reports violations of the
// policy.
const NOTE = `
  kept.noted = [];
  for (const type of ['attention-cell', 'attention-error']) {
    document.addEventListener(type, (event) => kept.noted.push([type, event.detail]));
  }
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error('violation of', event.violatedDirective));
  for (const name of ['compile', 'instantiate', 'validate', 'Module', 'Memory']) {
    WebAssembly[name] = () => console.error('WebAssembly', name);
  }`;

/**
 * Runs the same tests in each browser, each on a newly loaded page. After each, the page has violated no
 * policy, used no WebAssembly, requested no further file, and only warned of weights: that they cannot be
 * shown, or that rows do not sum to 1.
 * @param {string} what
 * @param {Site} site
 * @param {Define} define
 * @param {readonly BrowserName[]} [names] both browsers by default
 */
export function onMap(what, site, define, names = browserNames) {
  const { script, map = '<attention-map><p>Fallback</p></attention-map>' } = site;
  describeInBrowsers(what, names, (browserName, once) => {
    const tabs = /** @type {Tabs} */ ({});
    const desk = deskOn(tabs);
    let folder = '';
    /** @type {Awaited<ReturnType<typeof launchBrowser>>} */
    let browser;
    /** @type {Awaited<ReturnType<typeof serveFolder>>} */
    let server;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'attention-map-'));
      const texts = {
        'index.html': pageOf(script, map),
        'host.css': site.css ?? '',
        'note.js': NOTE,
      };
      for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text);
      await copyFile(join(dist, script), join(folder, script));
      browser = await launchBrowser(browserName);
      server = await serveFolder(folder, { 'content-security-policy': POLICY });
      tabs.desk = await browser.newPage();
      tabs.page = await browser.newPage();
      tabs.complaints = watchPage(tabs.page);
    });
    after(async () => {
      await browser?.close();
      await server?.close();
      await rm(folder, { recursive: true });
    });
    beforeEach(async () => {
      desk.complaints.length = 0;
      await tabs.page.setViewport({ width: 1280, height: 800 });
      await tabs.page.goto(server.url, { waitUntil: 'load' });
      await desk.settle();
    });
    afterEach(() => {
      assert.deepEqual(
        desk.complaints.filter((text) => isNoError(text) && !/row \d+.* sums to/.test(text)),
        [],
      );
      const files = ['/', '/host.css', '/note.js', `/${script}`];
      assert.deepEqual(new Set(server.requests), new Set(files));
    });
    define(desk, once, browserName);
  });
}

/** Whether a complaint is no error of weights that cannot be shown. @param {string} text */
const isNoError = (text) => !text.startsWith('warn: <attention-map>: ');

/** @param {Tabs} tabs */
function deskOn(tabs) {
  /** Returns the texts of the map's elements that match. @param {string} selector */
  const texts = (selector) =>
    tabs.page.$$eval(`attention-map >>> ${selector}`, (all) =>
      all.map((element) => element.textContent?.replace(/\s+/g, ' ').trim() ?? ''),
    );
  /** Describes the focused element. @returns {Promise<Record<string, string | undefined>>} */
  const focus = () =>
    tabs.page.evaluate(() => {
      const element = /** @type {HTMLElement | null} */ (
        attentionMap.shadowRoot?.activeElement ?? null
      );
      return { ...element?.dataset, text: element?.textContent?.trim() ?? '' };
    });
  const drawn = () => tabs.page.evaluate(() => nextFrames(4));
  return Object.assign(tabs, handsOnMap(tabs), { texts, focus, drawn });
}

/** Weights given in the markup, in the script of the lab, with an author's styles. */
const BY_HAND = {
  script: 'attention-lab.js',
  map: `<attention-map row-tokens="The cat sat" weights="[[0.5, 0.25, 0.25], [1, 0, 0], [0.2, 0.3, 0.5]]"
    label="attention by hand"><p>Fallback</p></attention-map>`,
  css: `
  .styled { --attention-weight: rgb(255, 0, 0); --attention-positive: rgb(0, 255, 0);
    --attention-negative: rgb(0, 0, 255); --attention-cell-size: 61px; --attention-font: monospace; }
  .styled::part(cell) { font-style: italic; }
  .styled::part(matrix) { padding-top: 7px; }`,
};

/**
 * Runs tests on one page whose weights must sum to 1, too.
 * @param {string} what
 * @param {Define} define
 * @param {readonly BrowserName[]} [names] both browsers by default
 */
export function onHeatMaps(what, define, names = browserNames) {
  /** @type {Define} */
  const strict = (desk, ...rest) => {
    define(desk, ...rest);
    afterEach(() => assert.deepEqual(desk.complaints.filter(isNoError), []));
  };
  onMap(what, BY_HAND, strict, names);
}

/**
 * For results that the element's own code decides alike in every browser.
 * @param {string} what
 * @param {Define} define
 */
export const onHeatMapsOnce = (what, define) => onHeatMaps(what, define, ['chromium']);

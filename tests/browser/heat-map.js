// A heat map of somebody's own weights, in a page whose policy forbids WebAssembly.
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { launchBrowser, serveFolder } from '../support/browser.js';
import { browserNames } from '../support/find-browser.js';
import { handsOn, plain, weightsOf } from './heat-hands.js';
import { dist } from './lab.js';
import { onceOf } from './once.js';

/** @typedef {import('./heat-hands.js').Hands & import('./heat-hands.js').Tabs} Desk what a test works with */

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');

const host = `<!doctype html><html lang="en"><meta charset="utf-8">
  <meta name="viewport" content="width=device-width"><title>Somebody's page</title>
  <link rel="icon" href="data:,"><link rel="stylesheet" href="host.css">
  <script src="note.js"></script><script src="attention-lab.js" defer></script>
  <main><h1>Maps</h1>
  <attention-map row-tokens="The cat sat" weights="[[0.5, 0.25, 0.25], [1, 0, 0], [0.2, 0.3, 0.5]]"
    label="attention by hand"><p>Fallback</p></attention-map>
  <button>What comes after</button></main></html>`;

const css = `
  .styled { --attention-weight: rgb(255, 0, 0); --attention-positive: rgb(0, 255, 0);
    --attention-negative: rgb(0, 0, 255); --attention-cell-size: 61px; --attention-font: monospace; }
  .styled::part(cell) { font-style: italic; }
  .styled::part(matrix) { padding-top: 7px; }`;

// Before the element's script comes: what it says is kept, and what it must not do is complained of.
const note = `
  window.noted = [];
  for (const type of ['attention-cell', 'attention-error']) {
    document.addEventListener(type, (event) => window.noted.push([type, event.detail]));
  }
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error('violation of', event.violatedDirective));
  for (const name of ['compile', 'instantiate', 'validate', 'Module', 'Memory']) {
    WebAssembly[name] = () => console.error('WebAssembly', name);
  }`;

/**
 * The same tests in both browsers, each on a page that is loaded afresh and may not complain.
 * @param {string} what
 * @param {(desk: Desk, browserName: import('./once.js').BrowserName, once: import('./once.js').Once) => void} define
 * @param {readonly import('./once.js').BrowserName[]} [names] both, unless it is said
 */
export function onHeatMaps(what, define, names = browserNames) {
  for (const browserName of names) {
    describe(`${what} in ${browserName}`, { concurrency: 1 }, () => {
      let folder = '';
      /** @type {Awaited<ReturnType<typeof launchBrowser>>} */
      let browser;
      /** @type {Awaited<ReturnType<typeof serveFolder>>} */
      let server;
      const tabs = /** @type {import('./heat-hands.js').Tabs} */ ({});
      const hands = handsOn(tabs);
      const { settle, give, click, noted } = hands;
      /** @type {string[]} */
      const complaints = [];
      tabs.complaints = complaints;

      before(async () => {
        folder = await mkdtemp(join(tmpdir(), 'attention-map-'));
        await writeFile(join(folder, 'index.html'), host);
        await writeFile(join(folder, 'host.css'), css);
        await writeFile(join(folder, 'note.js'), note);
        await copyFile(join(dist, 'attention-lab.js'), join(folder, 'attention-lab.js'));
        browser = await launchBrowser(browserName);
        server = await serveFolder(folder, { 'content-security-policy': policy });
        tabs.desk = await browser.newPage();
        tabs.page = await browser.newPage();
        tabs.page.on('pageerror', (error) => complaints.push(String(error)));
        tabs.page.on('console', (message) => complaints.push(message.text()));
        await tabs.page.setViewport({ width: 1280, height: 800 });
      });

      after(async () => {
        await browser?.close();
        await server?.close();
        await rm(folder, { recursive: true });
      });

      beforeEach(async () => {
        await tabs.page.goto(server.url, { waitUntil: 'load' });
        await settle();
      });

      define(Object.assign(tabs, hands), browserName, onceOf(browserName));

      it('without a request, a violation, WebAssembly or a message on the console', async () => {
        await give({ weights: plain(weightsOf([2, 30, 30], 13)), rowTokens: null });
        await click(0, 0);
        assert.deepEqual(
          (await noted()).map(([type]) => type),
          ['attention-cell'],
        );
        const files = ['/', '/host.css', '/note.js', '/attention-lab.js'];
        assert.deepEqual(new Set(server.requests), new Set(files));
        assert.deepEqual(complaints, []);
      });
    });
  }
}

/**
 * What the element's own code decides alike in every browser.
 * @param {string} what
 * @param {(desk: Desk) => void} define
 */
export const onHeatMapsOnce = (what, define) => onHeatMaps(what, define, ['chromium']);

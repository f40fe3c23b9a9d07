// A page with one map, of a script of its own or of the lab's, for the tests of grid, lines and labels.
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe } from 'node:test';
import { launchBrowser, serveFolder } from '../support/browser.js';
import { browserNames } from '../support/find-browser.js';
import { handsOn } from './heat-hands.js';
import { dist } from './lab.js';
import { onceOf } from './once.js';

/** @typedef {import('../../web/elements/attention-map.js').AttentionMap} Heat */

/** @param {string} types allowed by Trusted Types */
const policyOf = (types) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    "require-trusted-types-for 'script'",
    `trusted-types ${types}`,
  ].join('; ');

/** @param {string} script */
const host = (script) => `<!doctype html><html lang="en"><meta charset="utf-8">
  <meta name="viewport" content="width=device-width"><title>Somebody's page</title>
  <link rel="icon" href="data:,"><script src="note.js"></script><script src="${script}" defer></script>
  <main><h1>Maps</h1><attention-map><p>Fallback</p></attention-map>
  <button>What comes after</button></main></html>`;

const note = `
  window.noted = [];
  for (const type of ['attention-cell', 'attention-error']) {
    document.addEventListener(type, (event) => window.noted.push([type, event.detail]));
  }
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error('violation of', event.violatedDirective));`;

/**
 * @param {string} what
 * @param {{ scripts: string[], types?: string }} how the first of the scripts stands in the page
 * @param {(
 *   desk: ReturnType<typeof deskOn>,
 *   once: import('./once.js').Once,
 *   browserName: import('../support/find-browser.js').BrowserName,
 * ) => void} define
 * @param {readonly import('../support/find-browser.js').BrowserName[]} [names] both, unless it is said
 */
export function onMap(what, { scripts, types = 'lit-html' }, define, names = browserNames) {
  for (const browserName of names) {
    describe(`${what} in ${browserName}`, { concurrency: 1 }, () => {
      const tabs = /** @type {import('./heat-hands.js').Tabs} */ ({});
      const desk = deskOn(tabs);
      let folder = '';
      /** @type {Awaited<ReturnType<typeof launchBrowser>>} */
      let browser;
      /** @type {Awaited<ReturnType<typeof serveFolder>>} */
      let server;

      before(async () => {
        folder = await mkdtemp(join(tmpdir(), 'map-views-'));
        await writeFile(join(folder, 'index.html'), host(scripts[0]));
        await writeFile(join(folder, 'note.js'), note);
        for (const name of scripts) await copyFile(join(dist, name), join(folder, name));
        browser = await launchBrowser(browserName);
        server = await serveFolder(folder, { 'content-security-policy': policyOf(types) });
        tabs.desk = await browser.newPage();
        tabs.page = await browser.newPage();
        tabs.page.on('pageerror', (error) => desk.complaints.push(String(error)));
        tabs.page.on('console', (message) => desk.complaints.push(message.text()));
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
        desk.requests = () => server.requests;
        desk.refused = server.refused;
      });
      define(desk, onceOf(browserName), browserName);
    });
  }
}

/** @param {import('./heat-hands.js').Tabs} tabs */
function deskOn(tabs) {
  const hands = handsOn(tabs);
  /** What a selector finds within the map, by what it says. @param {string} selector */
  const texts = (selector) =>
    tabs.page.$$eval(`attention-map >>> ${selector}`, (all) =>
      all.map((one) => one.textContent?.replace(/\s+/g, ' ').trim() ?? ''),
    );
  /** What has the focus. */
  const focus = () =>
    tabs.page.evaluate(() => {
      const one = /** @type {HTMLElement | null | undefined} */ (
        document.querySelector('attention-map')?.shadowRoot?.activeElement
      );
      /** @type {Record<string, string | undefined>} */
      const said = { ...one?.dataset, text: one?.textContent?.trim() ?? '' };
      return said;
    });
  /** Once the browser has drawn. */
  const drawn = () =>
    tabs.page.evaluate(async () => {
      for (let i = 0; i < 4; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  /** @type {string[]} */
  const complaints = [];
  return Object.assign(tabs, hands, {
    ...{ texts, focus, drawn, complaints, requests: () => /** @type {string[]} */ ([]) },
    refused: /** @type {Set<string>} */ (new Set()),
  });
}

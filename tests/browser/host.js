// Somebody else's page with our script next to it, from a server or from a folder.
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ICON, launchBrowser, serveFolder, watchPage } from '../support/browser.js';
import { browserNames } from '../support/find-browser.js';
import { describeInBrowsers } from './each-browser.js';
import { dist } from './lab.js';

/**
 * @import { Browser } from '../support/browser.js'
 * @import { BrowserName } from '../support/find-browser.js'
 * @import { Once } from './each-browser.js'
 */

/**
 * @typedef {import('puppeteer-core').Page} Page
 *
 * @typedef {object} Host the tools of a test, filled when it runs
 * @property {(wanted: Wanted) => Promise<Opened>} open
 * @property {(body: string, more?: Omit<Wanted, 'html'>) => Promise<Opened>} openLab opens a plain
 *   page with this body, and waits until its labs show their lessons
 *
 * @typedef {object} Wanted
 * @property {string} html the HTML of the page
 * @property {Record<string, string | Buffer>} [files] other files next to the page, by name
 * @property {readonly string[]} [refused] files that the server refuses at first
 * @property {string} [policy] a content security policy
 * @property {'server' | 'file'} [from] the server by default
 * @property {string | (() => void)} [early] runs in the page and its frames before any of their
 *   scripts
 * @property {boolean} [mayComplain] whether messages of the page are ignored
 *
 * @typedef {object} Opened
 * @property {Page} page
 * @property {() => string[]} readComplaints returns errors and all console messages since it was last
 *   called; those that no test reads must not be
 * @property {() => string[]} requests the paths that the server was asked for
 * @property {(name: string) => void} allow serves a file that was refused
 */

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * A page as an author would write it.
 * @param {string} body
 * @param {string} [script] attributes of the script element
 */
export const plainPage = (body, script = 'defer') => `<!doctype html>
<html lang="de"><meta charset="utf-8"><title>Von jemand anderem</title>
<script src="attention-lab.js" ${script}></script>
${body}</html>`;

/**
 * Returns an import map for the package's modules without a bundler.
 * @param {string} [base] the folder with `node_modules`
 */
export const importMap = (base = './') =>
  `<script type="importmap">${JSON.stringify({
    imports: {
      lit: `${base}node_modules/lit/index.js`,
      'lit/': `${base}node_modules/lit/`,
      'lit-element/': `${base}node_modules/lit-element/`,
      'lit-html': `${base}node_modules/lit-html/lit-html.js`,
      'lit-html/': `${base}node_modules/lit-html/`,
      '@lit/reactive-element': `${base}node_modules/@lit/reactive-element/reactive-element.js`,
    },
  })}</script>`;

/**
 * Opens a page with the package's modules, from a server that the test closes.
 * @param {Host} host
 * @param {string} body
 */
export async function openModules(host, body) {
  const server = await serveFolder(root, { 'access-control-allow-origin': '*' });
  const html = `<!doctype html><title>Modules</title>${importMap(server.url)}
    <script type="module" src="${server.url}dist/define.js"></script>${body}`;
  const { page } = await host.open({ html, mayComplain: true });
  await page.waitForFunction(() => customElements.get('attention-lab'));
  await untilSettled(page);
  /**
   * Answers for modules that are not loaded yet as if they did not exist.
   * @param {string} [part] a part of the text of these modules; by default, all are refused
   */
  const refuseModules = async (part = '') => {
    for (const name of await readdir(dist))
      if (name.endsWith('.js') && (await readFile(join(dist, name), 'utf8')).includes(part))
        server.refused.add(`/dist/${name}`);
  };
  return { page, refuseModules, allowModules: () => server.refused.clear(), close: server.close };
}

/** The example tag of the README. */
export const TAG = `<attention-lab sentence="They eat fried noodles" steps="scores,weights" query="1">
<p id="fallback">Without JavaScript this text stays.</p></attention-lab>`;

/**
 * Runs the same tests in both browsers. Afterwards, the pages that a test has opened are closed,
 * and must not have reported errors.
 * @param {string} what
 * @param {(host: Host, browserName: BrowserName, once: Once) => void} define
 * @param {readonly BrowserName[]} [names] both browsers by default
 */
export function onHostPages(what, define, names = browserNames) {
  describeInBrowsers(what, names, (browserName, once) => {
    /** @type {Browser} */
    let browser;
    /** @type {(() => Promise<unknown>)[]} */
    let toClose = [];
    /** Messages of pages, unless a test reads them. @type {Set<string[]>} */
    const uncheckedMessages = new Set();

    before(async () => {
      browser = await launchBrowser(browserName);
      // Keep an empty page open. Without any page, Chromium would start another process for each
      // new page.
      await browser.newPage();
    });
    afterEach(async () => {
      for (const close of toClose.reverse()) await close();
      toClose = [];
      const messages = [...uncheckedMessages].flat();
      uncheckedMessages.clear();
      assert.deepEqual(messages, []);
    });
    after(() => browser?.close());

    /** @param {Wanted} wanted */
    async function open({ html, files = {}, refused = [], policy, from = 'server', ...more }) {
      const folder = await mkdtemp(join(tmpdir(), 'attention-lab-'));
      toClose.push(() => rm(folder, { recursive: true }));
      await copyFile(join(dist, 'attention-lab.js'), join(folder, 'attention-lab.js'));
      const all = { [ICON]: '', ...files, 'index.html': html };
      for (const [name, text] of Object.entries(all)) {
        await writeFile(join(folder, name), text);
      }
      const headers = policy === undefined ? undefined : { 'content-security-policy': policy };
      const server = await serveFolder(folder, headers);
      toClose.push(server.close);
      for (const name of refused) server.refused.add(`/${name}`);
      const allow = (/** @type {string} */ name) => server.refused.delete(`/${name}`);
      const page = await browser.newPage();
      toClose.push(() => page.close());
      const complaints = watchPage(page);
      if (!more.mayComplain) uncheckedMessages.add(complaints);
      if (more.early) await page.evaluateOnNewDocument(more.early);
      const file = pathToFileURL(join(folder, 'index.html')).href;
      await page.goto(from === 'file' ? file : server.url, { waitUntil: 'load' });
      const requests = () => server.requests.filter((path) => path !== `/${ICON}`);
      return { page, requests, allow, readComplaints: () => complaints.splice(0) };
    }

    /** @type {Host['openLab']} */
    async function openLab(body, more) {
      const opened = await open({ html: plainPage(body), ...more });
      await untilSettled(opened.page);
      return opened;
    }

    define({ open, openLab }, browserName, once);
  });
}

/**
 * For results that the page's own code decides alike in every browser.
 * @param {string} what
 * @param {(host: Host) => void} define
 */
export const onHostPagesOnce = (what, define) => onHostPages(what, define, ['chromium']);

/**
 * Waits until every lab shows its lesson or an error, and every map shows its weights.
 * @param {Pick<Page, 'evaluate'>} page a page or a frame
 */
export async function untilSettled(page) {
  const count = await page.evaluate(async () => {
    const labs = document.querySelectorAll('attention-lab');
    for (const lab of labs) {
      await lab.ready.catch(() => {});
      while (!(await lab.updateComplete));
    }
    const maps = document.querySelectorAll('attention-map');
    for (const map of maps) await map.updateComplete;
    return labs.length;
  });
  assert.ok(count > 0, 'there is a lab on the page');
}

/**
 * Presses an element without using its position, as the keyboard does.
 * @param {Page} page
 * @param {string} selector
 */
export const press = (page, selector) =>
  page.$eval(selector, (element) => {
    const control = /** @type {HTMLElement} */ (element);
    control.focus();
    control.click();
  });

// A real browser on a page served from this machine. One driver controls Chromium and Firefox.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { COUNTS_VARIABLE, withCounts } from './browser-counts.js';
import { borrowBrowser, POOL_VARIABLE } from './browser-pool.js';
import { connectTo, launch } from './start-browser.js';

/**
 * @import { BrowserName } from './find-browser.js'
 * @import { AddressInfo } from 'node:net'
 * @import { ConsoleMessage, ElementHandle, Page } from 'puppeteer-core'
 */

/**
 * @typedef {object} Browser
 * @property {() => Promise<Page>} newPage
 * @property {() => Promise<void>} close
 */

/**
 * The longest wait for a page, in milliseconds. On a busy machine, a training takes longer than
 * Puppeteer waits by default.
 */
const LONGEST_WAIT = 120_000;

/** Browsers request this file on their own. */
export const ICON = 'favicon.ico';

/**
 * Opens a browser without any history: in a test run a fresh context in a borrowed browser,
 * otherwise a new browser.
 * @param {BrowserName} name
 * @returns {Promise<Browser>}
 */
export async function launchBrowser(name) {
  const context = await openContext(name);
  const folder = process.env[COUNTS_VARIABLE];
  const browser = folder && name === 'chromium' ? await withCounts(context, folder) : context;
  return {
    async newPage() {
      const page = await withGlobals(await browser.newPage());
      page.setDefaultTimeout(LONGEST_WAIT);
      return page;
    },
    close: () => browser.close(),
  };
}

/**
 * Gives each document of a page the functions of `tests/browser/globals.d.ts`.
 * @param {Page} page
 */
export async function withGlobals(page) {
  await page.evaluateOnNewDocument(defineGlobals);
  return page;
}

/**
 * Collects what a page complains of: its errors, and all messages on its console.
 * @param {Page} page
 */
export function watchPage(page) {
  /** @type {string[]} */
  const complaints = [];
  const complain = (/** @type {string} */ text) => text.includes(ICON) || complaints.push(text);
  page.on('pageerror', (error) => complain(String(error)));
  page.on('console', (message) => complain(`${message.type()}: ${readConsole(message)}`));
  return complaints;
}

/** Returns a message without the element that a warning passes to the console. @param {ConsoleMessage} message */
const readConsole = (message) => message.text().replace(/ (\[node \w+\]|JSHandle@\w+)$/, '');

/**
 * Waits for an element of the lab that matches. `page.waitForSelector` does not notice changes
 * inside a shadow root, so it would wait forever unless the element already exists.
 * @param {Page} page
 * @param {string} selector
 */
export async function waitInLab(page, selector) {
  const found = await page.waitForFunction((wanted) => inLab(wanted), {}, selector);
  return /** @type {ElementHandle<HTMLElement>} */ (found);
}

/** Runs in the page. */
export function defineGlobals() {
  /** @param {string} tag */
  const searchIn = (tag) => {
    const find = () => document.querySelector(tag);
    return {
      element: { get: find, configurable: true },
      first: (/** @type {string} */ selector) =>
        find()?.shadowRoot?.querySelector(selector) ?? null,
      all: (/** @type {string} */ selector) => [
        ...(find()?.shadowRoot?.querySelectorAll(selector) ?? []),
      ],
    };
  };
  const [lab, map] = ['attention-lab', 'attention-map'].map(searchIn);
  /** @type {typeof readPixels} */
  const read = (canvas, x = 0, y = 0, width = canvas.width, height = canvas.height) => {
    // Reads a copy, because browsers warn about canvases that are read too often.
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy?.drawImage(canvas, 0, 0);
    return [...(copy?.getImageData(x, y, width, height).data ?? [])];
  };
  /** @type {typeof tablesIn} */
  const readTables = (root) => {
    const text = (/** @type {Element | null} */ element) => element?.textContent?.trim() ?? '';
    const index = (/** @type {string | undefined} */ value) =>
      value === undefined ? undefined : Number(value);
    /** @type {NodeListOf<HTMLTableElement>} */
    const tables = root.querySelectorAll('table[data-tensor]');
    return [...tables].map((table) => ({
      tensor: table.dataset.tensor ?? '',
      head: index(table.dataset.head),
      query: index(table.dataset.query),
      caption: text(table.querySelector('caption')),
      rowHeaders: [...table.querySelectorAll('th[scope=row]')].map(text),
      columnHeaders: [...table.querySelectorAll('th[scope=col]')].map(text),
      part: table.hasAttribute('data-lens') || table.hasAttribute('data-part'),
      cells: /** @type {HTMLElement[]} */ ([...table.querySelectorAll('td[data-value]')]).map(
        (cell) => ({
          row: Number(cell.dataset.row),
          column: Number(cell.dataset.col),
          value: cell.dataset.value ?? '',
          text: text(cell),
          // The numbers of a locked lab have no `data-place`, because they cannot be pressed.
          place:
            cell.dataset.place ??
            [table.dataset.tensor, table.dataset.head, cell.dataset.row, cell.dataset.col]
              .filter((part) => part !== undefined)
              .join('.'),
        }),
      ),
    }));
  };
  const boxOf = (/** @type {string} */ selector) => {
    const element = lab.first(selector);
    if (!element) throw new Error(`${selector} is not in the lab`);
    return element.getBoundingClientRect().toJSON();
  };
  const nextFrames = async (count = 1) => {
    for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame);
  };
  Object.defineProperties(globalThis, { lab: lab.element, attentionMap: map.element });
  globalThis.kept ??= {};
  Object.assign(globalThis, {
    ...{ inLab: lab.first, allInLab: lab.all, boxOf },
    ...{ inMap: map.first, allInMap: map.all, readPixels: read, tablesIn: readTables, nextFrames },
  });
}

/** @param {BrowserName} name @returns {Promise<Browser>} */
async function openContext(name) {
  const port = Number(process.env[POOL_VARIABLE]);
  if (!port) return launch(name);
  const lent = await borrowBrowser(port, name);
  const browser = await connectTo(name, lent.endpoint);
  const context = await browser.createBrowserContext();
  return {
    newPage: () => context.newPage(),
    async close() {
      await context.close();
      await browser.disconnect();
      await lent.giveBack();
    },
  };
}

/** @type {Record<string, string>} */
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * Serves a folder on a free port of the loopback interface.
 * @param {string} folder
 * @param {Record<string, string>} [headers] sent with every response, such as a security policy
 * @returns {Promise<{ url: string, requests: string[], refused: Set<string>, close(): Promise<void>
 *   }>} `requests` lists all requested paths, including those that were not found; the server
 *   answers paths in `refused` as not found
 */
export async function serveFolder(folder, headers = {}) {
  /** @type {string[]} */
  const requests = [];
  /** @type {Set<string>} */
  const refused = new Set();

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    requests.push(pathname);
    try {
      // normalize() of an absolute path never goes above the folder.
      const path = normalize(decodeURIComponent(pathname));
      const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
      if (refused.has(pathname) || !(await stat(file)).isFile()) throw new Error('not a file');
      const type = types[extname(file)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', ...headers });
      createReadStream(file).pipe(response);
    } catch {
      response.writeHead(404).end();
    }
  });

  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  const { port } = /** @type {AddressInfo} */ (server.address());

  return {
    url: `http://127.0.0.1:${port}/`,
    requests,
    refused,
    close() {
      // A browser keeps its connections open, and close() alone would wait for them.
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

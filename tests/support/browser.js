// A real browser on a page served from this machine: Chromium and Firefox through one driver.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import puppeteer from 'puppeteer-core';
import { findBrowser } from './find-browser.js';

/** @typedef {import('./find-browser.js').BrowserName} BrowserName */

// Root, as in a container, may not sandbox; the rest keeps Chromium from calling home.
const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts a browser with an empty profile of its own, which goes when the browser is closed.
 * Throws, and says how to get it, when it is not installed: no test is skipped in silence.
 * @param {BrowserName} name
 */
export function launchBrowser(name) {
  return puppeteer.launch({
    browser: name === 'firefox' ? 'firefox' : 'chrome',
    executablePath: findBrowser(name),
    headless: true,
    args: name === 'firefox' ? [] : chromiumFlags,
  });
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
 * @param {Record<string, string>} [headers] sent with every answer, such as a security policy
 * @returns {Promise<{ url: string, requests: string[], close(): Promise<void> }>} `requests` are
 *   the paths asked for so far, those that were not found too
 */
export async function serveFolder(folder, headers = {}) {
  /** @type {string[]} */
  const requests = [];

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    requests.push(pathname);
    try {
      // normalize() of an absolute path never climbs above the folder.
      const path = normalize(decodeURIComponent(pathname));
      const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
      if (!(await stat(file)).isFile()) throw new Error('not a file');
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
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());

  return {
    url: `http://127.0.0.1:${port}/`,
    requests,
    close() {
      // A browser keeps its connections open; close() alone would wait for them.
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

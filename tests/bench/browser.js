// The run on a page of headless Chromium, served from this machine.
import { fileURLToPath } from 'node:url';
import { launchBrowser, serveFolder } from '../support/browser.js';

/** @import { Options, Run } from './run.js' */

/** An isolated page has a clock of 5 µs, any other of 100. All stay on one thread. */
const isolated = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/**
 * @param {Options} options
 * @returns {Promise<{ version: string, run: Run }>}
 */
export async function runInBrowser({ only, rounds, progress }) {
  const server = await serveFolder(fileURLToPath(new URL('../../', import.meta.url)), isolated);
  const browser = await launchBrowser('chromium');
  try {
    const page = await browser.newPage();
    // Waiting for a call of the page would end after three minutes; the page calls back instead.
    const run = await new Promise((resolve, reject) => {
      const fail = (/** @type {string} */ reason) => reject(new Error(reason));
      page.on('pageerror', (error) => reject(error));
      page.on('error', reject);
      Promise.all([
        page.exposeFunction('options', () => ({ only, rounds })),
        page.exposeFunction('progress', progress),
        page.exposeFunction('finish', resolve),
        page.exposeFunction('fail', fail),
      ])
        .then(() => page.goto(`${server.url}tests/bench/page.html`, { timeout: 0 }))
        .catch(reject);
    });
    return { version: (await page.browser().version()).replace('/', ' '), run };
  } finally {
    await browser.close();
    await server.close();
  }
}

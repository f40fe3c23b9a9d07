// Records which parts of instrumented scripts pages of Chromium run, in a folder for `npm run
// coverage`.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @import { Browser } from './browser.js' */
/** @import { Page } from 'puppeteer-core' */

/** The environment variable with the folder, set in a coverage run. */
export const COUNTS_VARIABLE = 'ATTENTION_LAB_COUNTS';

/** The prefix of the addresses of instrumented scripts. */
export const COUNTED = 'counted:';

/**
 * Wraps a browser so that each page's coverage is written when the page or the browser is closed.
 * @param {Browser} browser
 * @param {string} folder
 * @returns {Promise<Browser>}
 */
export async function withCounts(browser, folder) {
  /** @type {Set<() => Promise<void>>} */
  const open = new Set();
  return {
    async newPage() {
      const page = await browser.newPage();
      const write = await countScripts(page, folder);
      open.add(write);
      const close = page.close.bind(page);
      page.close = async (options) => {
        open.delete(write);
        await write();
        await close(options);
      };
      return page;
    },
    async close() {
      await Promise.all([...open].map((write) => write()));
      await browser.close();
    },
  };
}

/**
 * @param {Page} page a page that has not navigated yet
 * @param {string} folder
 * @returns {Promise<() => Promise<void>>}
 */
async function countScripts(page, folder) {
  const session = await page.createCDPSession();
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return async () => {
    // A test may have closed the page in another way.
    if (page.isClosed()) return;
    const { result } = await session.send('Profiler.takePreciseCoverage');
    const counted = result.filter(({ url }) => url.startsWith(COUNTED));
    await writeFile(join(folder, `${randomUUID()}.json`), JSON.stringify({ result: counted }));
  };
}

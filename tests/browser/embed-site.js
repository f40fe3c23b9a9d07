// The page for authors on a site, and other people's pages next to it and to the script.
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchBrowser, serveFolder, watchPage } from '../support/browser.js';
import { browserNames } from '../support/find-browser.js';
import { describeInBrowsers } from './each-browser.js';
import { dist } from './lab.js';

/** @import { BrowserName } from '../support/find-browser.js' */
/** @import { Once } from './each-browser.js' */
/** @import { Page } from 'puppeteer-core' */

/**
 * @typedef {object} Running filled when a test runs
 * @property {Awaited<ReturnType<typeof launchBrowser>>} browser
 * @property {Awaited<ReturnType<typeof serveFolder>>} server
 * @property {string} folder
 *
 * @typedef {Running & ReturnType<typeof pagesOf>} Site
 */

/** A page of somebody else. @param {string} body */
const makePage = (body) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>A page of somebody else’s</title>
<link rel="icon" href="data:,">
${body}
</html>
`;

export const SITE = [...['embed.html', 'embed.js', 'attention-lab.js', 'index.html']];

/** Further files to download. */
export const FURTHER_FILES = ['attention-map.js'];

/**
 * Runs the same tests in each browser.
 * @param {string} what
 * @param {(site: Site, browserName: BrowserName, once: Once) => void} define
 * @param {readonly BrowserName[]} [names] both browsers by default
 */
export function onAuthorsSite(what, define, names = browserNames) {
  describeInBrowsers(what, names, (browserName, once) => {
    const site = /** @type {Running} */ ({});

    before(async () => {
      site.folder = await mkdtemp(join(tmpdir(), 'attention-lab-'));
      // Other people's pages lie next to these files, as they may lie next to the script anywhere.
      for (const name of [...SITE, ...FURTHER_FILES]) {
        await copyFile(join(dist, name), join(site.folder, name));
      }
      site.browser = await launchBrowser(browserName);
      site.server = await serveFolder(site.folder);
    });
    after(async () => {
      await site.browser?.close();
      await site.server?.close();
      await rm(site.folder, { recursive: true });
    });

    define(Object.assign(site, pagesOf(site)), browserName, once);
  });
}

/** @param {Running} site */
function pagesOf(site) {
  /**
   * Uses a page that must not report errors.
   * @param {string} url
   * @param {(page: Page) => Promise<void>} use
   * @param {() => void} [early] runs before any script of the page
   */
  async function onPage(url, use, early) {
    const page = await site.browser.newPage();
    const complaints = watchPage(page);
    await page.setViewport({ width: 1280, height: 900 });
    await page.evaluateOnNewDocument(() => {
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
      );
    });
    if (early) await page.evaluateOnNewDocument(early);
    try {
      await page.goto(url, { waitUntil: 'load' });
      await use(page);
      assert.deepEqual(complaints, [], url);
    } finally {
      await page.close();
    }
  }

  /**
   * Writes somebody else's page next to the script.
   * @param {string} name
   * @param {string} body
   * @returns {Promise<Record<'from a file' | 'from a server', string>>} the addresses of the page
   */
  async function paste(name, body) {
    const path = join(site.folder, `${name}.html`);
    await writeFile(path, makePage(body));
    return {
      'from a file': pathToFileURL(path).href,
      'from a server': `${site.server.url}${name}.html`,
    };
  }

  return { onPage, paste };
}

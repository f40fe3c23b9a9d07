// The apps whose framework writes files, which any server can give.
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launchBrowser, serveFolder } from '../support/browser.js';
import { assertAlive, onApp, prepareApp, runIn } from './frameworks.js';

/**
 * @param {string} name
 * @param {{ build: [program: string, ...args: string[]], out: string, alive?: typeof assertAlive }} how `out`: where its
 *   files are
 * @param {(found: () => { folder: string, browser: import('../support/browser.js').Browser }) => void} [more]
 *   tests
 */
export function builtAsFiles(name, { build: [program, ...args], out, alive = assertAlive }, more) {
  describe(name, () => {
    /** @type {string} */
    let folder;
    /** @type {import('../support/browser.js').Browser} */
    let browser;
    before(async () => {
      folder = await prepareApp(name);
      browser = await launchBrowser('chromium');
    });
    after(() => browser?.close());

    it('builds, and shows the numbers of the core, without a warning', async () => {
      await runIn(folder, program, args);
      const server = await serveFolder(join(folder, out));
      try {
        await onApp(browser, server.url, alive);
      } finally {
        await server.close();
      }
    });

    more?.(() => ({ folder, browser }));
  });
}

// The apps that Vite builds, each with the page that its framework's server renderer has written.
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launchBrowser, serveFolder } from '../support/browser.js';
import { assertAlive, onApp, prepareApp, runIn } from './frameworks.js';

/**
 * @param {string} name
 * @param {[program: string, ...args: string[]]} check that types are right, and wrong ones are noticed
 */
export function builtByVite(name, check) {
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

    it('its types are right, and what is wrong is noticed', async () => {
      const [program, ...args] = check;
      await runIn(folder, program, args);
    });

    for (const mode of ['development', 'production']) {
      it(`shows the numbers of the core, built for ${mode}, without a warning`, async () => {
        await runIn(folder, '../render.js', [], { NODE_ENV: mode });
        const server = await serveFolder(join(folder, `out-${mode}`));
        try {
          for (const when of ['', '?late'])
            await onApp(browser, server.url + when, assertAlive, mode === 'development');
        } finally {
          await server.close();
        }
      });
    }
  });
}

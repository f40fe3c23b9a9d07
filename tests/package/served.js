import { it } from 'node:test';
import { createServer } from 'vite';
import { serveFolder } from '../support/browser.js';
import { itInFull } from '../support/extent.js';
import { assertComputed, assertShown, onPage } from './pages.js';

/** @import { Browser } from '../support/browser.js' */
/** @import { Project } from './project.js' */

/**
 * @param {Project} project
 * @param {Browser} browser
 */
export function servedTests({ home }, browser) {
  it('works from any server, by an import map or by its path, in a page and in a worker', async () => {
    const server = await serveFolder(home);
    try {
      await onPage(browser, `${server.url}unbundled.html`, async (page) => {
        await assertComputed(page);
        await assertShown(page);
      });
    } finally {
      await server.close();
    }
  });

  itInFull(
    'works from Vite’s development server, which bundles dependencies in advance',
    async () => {
      const server = await createServer({
        root: home,
        configFile: false,
        logLevel: 'error',
        server: { host: '127.0.0.1', port: 0 },
      });
      try {
        await server.listen();
        const [url] = server.resolvedUrls?.local ?? [];
        // Lit warns that this is its development build.
        await onPage(browser, `${url}core.html`, assertComputed, ['error']);
        await onPage(browser, `${url}element.html`, assertShown, ['error']);
      } finally {
        await server.close();
      }
    },
  );
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { createServer } from 'vite';
import { serveFolder } from '../support/browser.js';
import { snippetWith } from '../support/documents.js';
import { assertComputed, assertModelShown, assertShown, onPage } from './pages.js';

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

  it('opens the model that ships by the import map that the documents print', async () => {
    const page = `<!doctype html><meta charset="utf-8"><title>A model</title>
<link rel="icon" href="data:,">${snippetWith('html', '"importmap"')}
<script type="module">import 'attention-lab/define';</script>
<attention-lab source="pretrained" model="use-lite" load="eager" steps="weights"></attention-lab>`;
    await writeFile(join(home, 'model.html'), page);
    const server = await serveFolder(home);
    try {
      await onPage(browser, `${server.url}model.html`, assertModelShown);
    } finally {
      await server.close();
    }
  });

  it('works from Vite’s development server, which bundles dependencies in advance', async () => {
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
      const withWarnings = /^(debug|info|log|warn): /;
      await onPage(browser, `${url}core.html`, assertComputed, withWarnings);
      await onPage(browser, `${url}element.html`, assertShown, withWarnings);
    } finally {
      await server.close();
    }
  });
}

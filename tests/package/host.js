// The common behaviour of frameworks, without any framework: a server writes the tags, and a script runs before or after
// the elements are defined.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build } from 'esbuild';
import { loadAttention } from '../../src/js/index.js';
import { makeComputation } from '../../web/session/computation.js';
import { normaliseState } from '../../web/state/normalise.js';
import { serveFolder } from '../support/browser.js';
import { ORDERS } from './consumer/host.js';
import { assertAlive, onPage } from './pages.js';
import { run } from './project.js';

/**
 * @import { Browser } from '../support/browser.js'
 * @import { Project } from './project.js'
 * @import { Page } from 'puppeteer-core'
 */

const CLIENT = `
import { areReady, moveAll, ORDERS } from './host.js';
globalThis.moveAll = moveAll;
globalThis.alive = ORDERS[decodeURIComponent(location.search.slice(1))]().then(areReady);
`;

/**
 * @param {Project} project
 * @param {Browser} browser
 */
export function hostTests({ home, installed }, browser) {
  /** @type {Awaited<ReturnType<typeof serveFolder>>} */
  let server;
  before(async () => {
    const program = "import { writeTags } from './host.js'; console.log(await writeTags());";
    const tags = await run(process.execPath, ['--input-type=module', '-e', program], home);
    const folder = join(home, 'host');
    await mkdir(folder);
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A framework</title>
      <link rel="icon" href="data:,"><script type="module" src="client.js"></script>${tags}</html>`;
    await writeFile(join(folder, 'index.html'), page);
    await build({
      stdin: { contents: CLIENT, resolveDir: home },
      ...{ bundle: true, format: 'esm', outfile: join(folder, 'client.js'), logLevel: 'error' },
      external: ['attention-lab/markdown-it'],
    });
    server = await serveFolder(folder);
  });
  after(() => server?.close());

  describe('numbers, objects and events arrive', () => {
    for (const order of Object.keys(ORDERS)) {
      it(order, async () => {
        await onPage(browser, `${server.url}?${encodeURIComponent(order)}`, async (page) => {
          await page.evaluate(() => /** @type {any} */ (globalThis).alive);
          await assertAlive(page);
          await assertFences(page);
        });
      });
    }

    it('and stay when all elements are removed, moved and inserted again', async () => {
      const [order] = Object.keys(ORDERS);
      await onPage(browser, `${server.url}?${encodeURIComponent(order)}`, async (page) => {
        await page.evaluate(() => /** @type {any} */ (globalThis).alive);
        await page.evaluate(() => /** @type {any} */ (globalThis).moveAll());
        await assertAlive(page);
      });
    });
  });

  it('the components of React say that they run on the client', async () => {
    const text = await readFile(join(installed, 'dist/react.js'), 'utf8');
    assert.match(text, /^(\/\*!.*\*\/\n)?['"]use client['"];/);
  });
}

/** Asserts what Markdown's fences wrote: a sentence and a chapter. @param {Page} page */
async function assertFences(page) {
  const [numbers, chapter] = await page.evaluate(async () => {
    const labs = document.querySelectorAll('attention-lab');
    const [sentenceLab, chapterLab] = [...labs].slice(-2);
    for (const lab of [sentenceLab, chapterLab]) while (!(await lab.updateComplete));
    const cells = /** @type {NodeListOf<HTMLElement>} */ (
      sentenceLab.renderRoot.querySelectorAll('table[data-tensor="weights"] td[data-value]')
    );
    return [
      [...cells].map((cell) => Math.fround(Number(cell.dataset.value))),
      {
        title: chapterLab.renderRoot.querySelector('.step-title')?.textContent?.trim(),
        fields: chapterLab.renderRoot.querySelectorAll('.task input').length,
      },
    ];
  });
  const state = normaliseState({ sentence: 'They eat noodles', mask: 'causal' });
  const { weights } = makeComputation(await loadAttention(), state).results;
  assert.deepEqual(numbers, [...weights.data.slice(0, 9)]);
  assert.deepEqual(chapter, { title: 'A row', fields: 1 });
}

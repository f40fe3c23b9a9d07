// The one script file in a page of somebody else's, under a policy that forbids what it can.
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launchBrowser, serveFolder } from '../support/browser.js';
import { browserNames } from '../support/find-browser.js';
import { assertTable, dist, readLab, readTables, recompute, showOnly } from './lab.js';

/**
 * @typedef {import('../../web/attention-lab.js').AttentionLab} Lab
 * @typedef {typeof import('../../web/attention-lab.js')} Module
 */

const strict = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');
const noWasm = "default-src 'none'; script-src 'self'; style-src 'self'";

const host = `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,">
  <script src="note.js"></script><script src="attention-lab.js"></script>
  <attention-lab sentence="Hello I love you" heads="8" d-model="8" step="weights" hide="title, settings">
  <p>Fallback</p></attention-lab></html>`;

const note = `
  window.noted = [];
  for (const type of ['securitypolicyviolation', 'attention-ready', 'attention-error']) {
    document.addEventListener(type, (event) =>
      window.noted.push([type, event.violatedDirective ?? event.detail.code ?? '']));
  }`;

for (const browserName of browserNames) {
  describe(`the element embedded in ${browserName}`, () => {
    let folder = '';
    /** @type {Awaited<ReturnType<typeof launchBrowser>>} */
    let browser;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'attention-lab-'));
      await writeFile(join(folder, 'index.html'), host);
      await writeFile(join(folder, 'note.js'), note);
      await copyFile(join(dist, 'attention-lab.js'), join(folder, 'attention-lab.js'));
      browser = await launchBrowser(browserName);
    });

    after(async () => {
      await browser?.close();
      await rm(folder, { recursive: true });
    });

    /** @param {string} policy */
    async function open(policy) {
      const server = await serveFolder(folder, { 'content-security-policy': policy });
      const page = await browser.newPage();
      /** @type {string[]} */
      const errors = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      await page.goto(server.url, { waitUntil: 'load' });
      await page.evaluate(async () => {
        const lab = /** @type {Lab} */ (document.querySelector('attention-lab'));
        await lab.ready.catch(() => {});
        await lab.updateComplete;
      });
      /** @returns {Promise<string[][]>} */
      const noted = () => page.evaluate(() => /** @type {any} */ (globalThis).noted);
      return { page, server, errors, noted };
    }

    it('works under a strict policy, without a violation', async () => {
      const { page, server, errors, noted } = await open(strict);
      try {
        for (const step of ['weights', 'scores', 'concatenated']) {
          await page.evaluate((to) => {
            /** @type {Lab} */ (document.querySelector('attention-lab')).goto(to);
          }, step);
          const lab = await readLab(page);
          assert.deepEqual([lab.state.heads, lab.state.dModel, lab.state.step], [8, 8, step]);
          const tensors = recompute(lab);
          const tables = await readTables(page);
          assert.ok(tables.length >= 2);
          for (const table of tables) assertTable(table, tensors, step);
        }
        for (const lesson of [{ mechanism: 'additive' }, { source: 'article' }]) {
          await showOnly(
            page,
            /** @type {Partial<import('../../web/model/state.js').State>} */ (lesson),
          );
        }
        assert.deepEqual(await noted(), [['attention-ready', '']]);
        assert.deepEqual(errors, []);
        assert.deepEqual(server.requests, ['/', '/note.js', '/attention-lab.js']);
      } finally {
        await page.close();
        await server.close();
      }
    });

    it('takes properties that were set before it was defined, and tells nobody of them', async () => {
      const { page, server, errors } = await open(strict);
      try {
        const told = await page.evaluate(async () => {
          const changes = [];
          document.addEventListener('attention-change', (event) => changes.push(event));
          const early = document.createElement('attention-later');
          Object.assign(early, { heads: 8, dModel: 8, seed: 3, theme: 'dark', hide: 'steps' });
          const whole = document.createElement('attention-later');
          Object.assign(whole, { state: { sentence: 'one two', mask: 'causal' } });
          document.body.append(early, whole);
          const Lab = /** @type {Module['AttentionLab']} */ (customElements.get('attention-lab'));
          customElements.define('attention-later', class extends Lab {});
          const labs = /** @type {unknown[]} */ ([early, whole]);
          return Promise.all(
            /** @type {Lab[]} */ (labs).map(async (lab) => {
              await lab.ready;
              const { heads, dModel, seed, sentence, mask } = lab.state;
              return [
                heads,
                dModel,
                seed,
                sentence,
                mask,
                lab.theme,
                lab.hide ?? 'not said',
                changes.length,
              ];
            }),
          );
        });
        assert.deepEqual(told, [
          [8, 8, 3, 'They eat fried noodles', 'none', 'dark', 'steps', 0],
          [2, 4, 7, 'one two', 'causal', '', 'not said', 0],
        ]);
        assert.deepEqual(errors, []);
      } finally {
        await page.close();
        await server.close();
      }
    });

    it('leaves out what it is told to hide', async () => {
      const { page, server } = await open(strict);
      try {
        const parts = await page.evaluate(() => {
          const root = document.querySelector('attention-lab')?.shadowRoot;
          return ['h1', '#seed', '#sentence', '.steps', '.badge'].map(
            (part) => root?.querySelector(part) !== null,
          );
        });
        assert.deepEqual(parts, [false, false, true, true, true]);
      } finally {
        await page.close();
        await server.close();
      }
    });

    it('says so, and is not blank, where the core may not be loaded', async () => {
      const { page, server, noted } = await open(noWasm);
      try {
        const text = await page.evaluate(
          () =>
            document.querySelector('attention-lab')?.shadowRoot?.querySelector('[role=alert]')
              ?.textContent ?? '',
        );
        assert.match(text, /could not be\s+loaded/);
        const errors = (await noted()).filter(([type]) => type === 'attention-error');
        assert.equal(errors.length, 1);
        assert.equal((await readTables(page)).length, 0);
      } finally {
        await page.close();
        await server.close();
      }
    });
  });
}

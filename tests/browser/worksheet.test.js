// From the lab to a worksheet of its numbers: chosen with mouse and keyboard, and alone on paper.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { it } from 'node:test';
import { inOneBrowser } from './each-browser.js';
import { settle } from './hands.js';
import { assertTable, load, readTables, recompute } from './lab.js';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

inOneBrowser(
  'a worksheet',
  (desk) => {
    /** How many sheets and keys there are, and which blanks. */
    const read = () =>
      desk.page.evaluate(() => {
        const root = document.querySelector('attention-lab')?.shadowRoot;
        const count = (/** @type {string} */ selector) =>
          root?.querySelectorAll(selector).length ?? 0;
        return {
          sheets: count('.paper:not(.key)'),
          keys: count('.paper.key'),
          blanks: count('.paper td.covered'),
        };
      });

    it('is led to from the whole picture, with the numbers that are on screen', async () => {
      const { page, hands } = desk;
      await load(page, `${desk.url}#v=1&s=Cats+drink+cold+milk&seed=3&mask=causal&view=whole`);
      await settle(page);
      await hands.click('a', 'Worksheet');
      // Its script is loaded first.
      await page.waitForFunction(() =>
        document.querySelector('attention-lab')?.shadowRoot?.querySelector('.papers'),
      );
      const state = await hands.state();
      assert.equal(state.guide, 'practice-worksheet');
      assert.deepEqual([state.sentence, state.seed], ['Cats drink cold milk', 3]);
      const tensors = recompute({ state });
      const tables = await readTables(page);
      assert.ok(tables.length >= 4);
      for (const table of tables) {
        const size = table.cells.length;
        if (size > 0) assertTable({ ...table, part: true }, tensors, table.tensor);
      }
    });

    it('changes with what is chosen, and keeps it in the address', async () => {
      const { page, hands } = desk;
      assert.deepEqual(await read(), { sheets: 1, keys: 1, blanks: 5 });
      await hands.click('.choose', 'whole tables');
      await hands.click('.choose', 'a seed for each');
      await hands.click('.options input');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Tab');
      // The address follows when the page has time.
      await page.waitForFunction(() => location.hash.includes('.3.each.'));
      await settle(page);
      const chosen = await read();
      assert.deepEqual([chosen.sheets, chosen.keys], [3, 3]);
      assert.ok(chosen.blanks >= 3 * (10 + 10 + 4));
      const address = page.url();
      assert.match(address, /practice-worksheet_\w+\.all\.3\.each\.key/);
      await page.goto('about:blank');
      await load(page, address);
      await settle(page);
      assert.deepEqual(await read(), chosen);
    });

    it('takes no number apart: it may be of another run', async () => {
      const { hands } = desk;
      await hands.click('.paper:nth-child(2) td[data-value]');
      assert.equal((await hands.state()).cell, '');
      await hands.press('Enter');
      assert.equal((await hands.state()).cell, '');
    });

    it('is alone on paper', async () => {
      const { page } = desk;
      await page.emulateMediaType('print');
      const seen = await page.evaluate(() => {
        const root = document.querySelector('attention-lab')?.shadowRoot;
        const all = [...(root?.querySelectorAll('.lab :not(.papers, .papers *)') ?? [])];
        const within = (/** @type {Element} */ one) => one.querySelector('.papers') !== null;
        return {
          others: all
            .filter((one) => !within(one) && one.checkVisibility() && one.clientHeight > 1)
            .map((one) => one.outerHTML.slice(0, 60)),
          papers: [...(root?.querySelectorAll('.paper') ?? [])].map((one) => [
            one.checkVisibility(),
            getComputedStyle(one).breakBefore,
          ]),
        };
      });
      assert.deepEqual(seen.others, []);
      assert.deepEqual(seen.papers, [
        [true, 'auto'],
        ...Array.from({ length: 5 }, () => [true, 'page']),
      ]);
      await page.emulateMediaType('screen');
    });

    for (const [width, theme] of /** @type {const} */ ([
      [1280, 'light'],
      [390, 'dark'],
      [320, 'light'],
    ])) {
      it(`has nothing that axe complains of, and fits, at ${width} pixels, ${theme}`, async () => {
        const { page } = desk;
        await page.setViewport({ width, height: 800 });
        for (const guide of ['practice-worksheet', 'practice-notes']) {
          await page.goto('about:blank');
          await load(page, `${desk.url}#v=1&g=${guide}`);
          await page.evaluate((wanted) => {
            document.querySelector('attention-lab')?.setAttribute('theme', wanted);
          }, theme);
          await settle(page);
          await page.evaluate(source);
          const { found, excess } = await page.evaluate(async () => {
            const { axe } = /** @type {any} */ (globalThis);
            const { violations } = await axe.run(document, {
              resultTypes: ['violations'],
              preload: false,
            });
            const { scrollWidth, clientWidth } = document.documentElement;
            return {
              excess: scrollWidth - clientWidth,
              found: violations.map((/** @type {any} */ { id, nodes }) => [id, nodes[0].html]),
            };
          });
          assert.deepEqual(found, [], guide);
          assert.ok(excess <= 0, `${guide}: ${excess}`);
        }
      });
    }
  },
  ['/attention-course.js', '/attention-practice.js'],
);

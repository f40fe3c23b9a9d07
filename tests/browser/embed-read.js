// Reads what the page for authors shows, and compares it with the core.
import assert from 'node:assert/strict';
import { assertTable, recompute } from './lab.js';

/**
 * @import { AttentionLab } from '../../web/elements/attention-lab.js'
 * @import { Frame, Page } from 'puppeteer-core'
 */

/** Opens all examples, because closed ones have not been created yet. @param {Page} page */
export const openAll = (page) =>
  page.evaluate(async () => {
    await Promise.all(
      [...document.querySelectorAll('section > details:not([open])')].map(
        (details) =>
          new Promise((resolve) => {
            details.addEventListener('toggle', resolve, { once: true });
            details.setAttribute('open', '');
          }),
      ),
    );
  });

/**
 * Reads every lab of a page or frame once its lesson is shown: its state and its tables.
 * @param {Page | Frame} where
 * @param {string} [within] a selector
 */
export const readLabs = (where, within = ':root') =>
  where.evaluate(async (around) => {
    const labs = /** @type {NodeListOf<AttentionLab>} */ (
      document.querySelectorAll(`${around} attention-lab`)
    );
    return Promise.all(
      [...labs].map(async (lab) => {
        if (!lab.ready) throw new Error('The script has not run.');
        await lab.ready;
        // Resolves to false if an update has requested another one.
        while (!(await lab.updateComplete));
        return {
          state: lab.getState(),
          author: [
            lab.steps,
            lab.table,
            lab.hide,
            lab.show,
            lab.readonly,
            lab.compact,
            lab.theme,
            lab.lang,
          ].map((text) => text || ''),
          tables: tablesIn(lab.renderRoot),
        };
      }),
    );
  }, within);

/**
 * Asserts that every number in every table of every lab is the core's.
 * @param {Page | Frame} page
 * @param {string} where
 * @param {string} [within] a selector
 */
export async function assertLabs(page, where, within) {
  const labs = await readLabs(page, within);
  for (const { state, tables } of labs) {
    const tensors = recompute({ state });
    // The course covers the numbers that it asks for.
    const open = tables.filter(({ cells }) => state.guide === '' || cells.length > 0);
    // A page of the course may have figures without tables.
    assert.ok(open.length > 0 || state.guide !== '', `${where}: a table is on screen`);
    for (const table of open) assertTable(table, tensors, where);
  }
  return labs;
}

/**
 * Asserts that every number in every map is the given one.
 * @param {Page} page
 * @returns {Promise<number>} the number of maps
 */
export async function assertMaps(page) {
  const maps = await page.evaluate(async () => {
    const all = document.querySelectorAll('attention-map');
    // Grids and lines have no table of numbers.
    return Promise.all(
      [...all]
        .filter(({ view }) => view === 'map')
        .map(async (map) => {
          await map.updateComplete;
          const given = /** @type {any} */ (map.weights);
          const rows = typeof given === 'string' ? JSON.parse(given) : undefined;
          return {
            shape: rows ? [rows.length, rows[0].length] : [...given.shape],
            data: rows ? rows.flat() : [...given.data],
            head: map.head,
            shown: /** @type {HTMLElement[]} */ ([
              ...map.renderRoot.querySelectorAll('td[data-value]'),
            ]).map((cell) => Number(cell.dataset.value)),
          };
        }),
    );
  });
  for (const { shape, data, head, shown } of maps) {
    const [rows, columns] = shape.slice(-2);
    const from = shape.length === 3 ? head * rows * columns : 0;
    const expected = data.slice(from, from + rows * columns).map(Math.fround);
    assert.deepEqual(shown.map(Math.fround), expected);
  }
  return maps.length;
}

/**
 * Returns the page in a frame, once it has loaded and set the frame's height.
 * @param {Page} page
 * @returns {Promise<Frame>}
 */
export async function frameOf(page) {
  // A lazy frame loads only when it is near the viewport.
  await page.evaluate(() => document.querySelector('iframe')?.scrollIntoView());
  await page.waitForFunction(() => document.querySelector('iframe')?.height !== '480');
  const handle = await page.$('iframe');
  const frame = await handle?.contentFrame();
  assert.ok(frame, 'there is a page in the frame');
  return frame;
}

/** @param {Page} page */
export async function assertHeight(page) {
  const frame = await frameOf(page);
  await readLabs(frame);
  const height = await frame.evaluate(() =>
    String(Math.ceil(document.documentElement.getBoundingClientRect().height)),
  );
  await page.waitForFunction(
    (wanted) => document.querySelector('iframe')?.height === wanted,
    {},
    height,
  );
}

/**
 * Returns the snippets of the live examples, by the id of their section.
 * @param {Page} page
 */
export const readSnippets = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.example:has(.live)')].map((example) => ({
      name: example.closest('section')?.querySelector('h2')?.id ?? '',
      text: example.querySelector('.snippet code')?.textContent ?? '',
    })),
  );

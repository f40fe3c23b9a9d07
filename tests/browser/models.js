// What the tests of models on the page share.
import assert from 'node:assert/strict';
import { Training } from '../../web/learning/training.js';
import { compute } from '../../web/session/computation.js';
import { assertTable, attention, readTables } from './lab.js';

/** @typedef {import('../../web/elements/attention-lab.js').AttentionLab} Lab */
/** @typedef {import('puppeteer-core').Page} Page */

/** What a model's element loads. */
export const SCRIPTS = ['/attention-models.js', '/attention-learning.js'];

/** A training of one browser alone: of two requests it answers the later one. */
export const newTraining = () =>
  new Training(/** @type {any} */ ({ requestUpdate: () => {} }), () => {});

/**
 * Every number on screen is that of the same source, computed here.
 * @param {Page} page
 * @param {Training} training
 * @param {string} where
 */
export async function assertNumbers(page, training, where) {
  const state = await page.evaluate(() =>
    /** @type {Lab} */ (document.querySelector('attention-lab')).getState(),
  );
  const { results } = compute(attention, state, await training.open(attention, state));
  const tables = await readTables(page);
  assert.ok(tables.length > 1, where);
  for (const table of tables) assertTable(table, results, where);
}

/** @param {Record<string, { data: ArrayLike<number> }>} tensors */
export const numbersOf = (tensors) =>
  Object.fromEntries(Object.entries(tensors).map(([name, { data }]) => [name, Array.from(data)]));

/** The parameters that the page shows. @param {Page} page @returns {Promise<Record<string, number[]>>} */
export const shown = (page) =>
  page.evaluate(() => {
    const lab = /** @type {Lab} */ (document.querySelector('attention-lab'));
    return Object.fromEntries(
      Object.entries(lab.parameters).map(([name, { data }]) => [name, [...data]]),
    );
  });

/** The step that the page is at. @param {Page} page @returns {Promise<number>} */
export const stepOf = (page) =>
  page.evaluate(() => /** @type {any} */ (document.querySelector('attention-lab')).training);

/**
 * Until the numbers of a step are on screen.
 * @param {Page} page
 * @param {number} step −1 for the last
 * @param {number} total
 */
export const untilTrained = (page, step, total) =>
  page.waitForFunction(
    (wanted, all) => {
      const lab = /** @type {Lab} */ (document.querySelector('attention-lab'));
      return (
        lab.training === wanted &&
        lab.shadowRoot
          ?.querySelector('.badge')
          ?.textContent?.includes(
            wanted === 0 ? 'Untrained' : `in ${wanted < 0 ? all : wanted} step`,
          )
      );
    },
    { timeout: 60_000 },
    step,
    total,
  );

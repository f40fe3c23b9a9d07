// What the tests of models on the page share.
import assert from 'node:assert/strict';
import { Training } from '../../web/learning/training.js';
import { compute } from '../../web/session/computation.js';
import { assertTable, attention, readTables } from './lab.js';

/** @typedef {import('../../web/elements/attention-lab.js').AttentionLab} Lab */

/** What a model's element loads. */
export const SCRIPTS = ['/attention-models.js', '/attention-learning.js'];

/** A training of one browser alone: of two requests it answers the later one. */
export const newTraining = () => new Training({ requestUpdate: () => {} }, () => {});

/**
 * Every number on screen is that of the same source, computed here.
 * @param {import('puppeteer-core').Page} page
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

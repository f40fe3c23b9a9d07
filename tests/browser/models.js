import assert from 'node:assert/strict';
import { normaliseState } from '../../web/state/normalise.js';
import { computationOfModel, modelAt } from '../support/models.js';
import { assertTable, readState, readTables } from './lab.js';

/** @import { State } from '../../web/state/types.js' */
/** @import { Page } from 'puppeteer-core' */

/** @type {Map<string, Promise<any>>} */
const models = new Map();

/** Returns the library's model of the same run at the same step. @param {State} state */
function modelOf(state) {
  const { source, training, task, heads, variant, seed, mechanism } = state;
  const key = JSON.stringify({ source, training, task, heads, variant, seed, mechanism });
  const model = models.get(key) ?? modelAt(state);
  models.set(key, model);
  return model;
}

/** Computes what the page should show of a model. @param {State} state */
export const runOf = async (state) =>
  computationOfModel({ model: await modelOf(state), state }, {}).computation;

/**
 * Asserts that every number on the screen is the library's.
 * @param {Page} page
 * @param {string} where
 */
export async function assertNumbers(page, where) {
  const { results } = await runOf(await readState(page));
  const tables = await readTables(page);
  assert.ok(tables.length > 1, where);
  for (const table of tables) assertTable(table, results, where);
}

/** Returns the parameters of the library's own run. @param {Partial<State>} settings */
export async function trainParameters(settings) {
  const { parameters } = await modelOf(normaliseState({ seed: 0, ...settings }));
  return numbersOf(parameters);
}

/** @param {Record<string, { data: ArrayLike<number> }>} tensors */
const numbersOf = (tensors) =>
  Object.fromEntries(Object.entries(tensors).map(([name, { data }]) => [name, Array.from(data)]));

/**
 * Returns the parameters that the page shows.
 * @param {Page} page
 * @returns {Promise<Record<string, number[]>>}
 */
export async function readParameters(page) {
  // Return the bits as one text, which keeps the sign of zeros and is faster than thousands of
  // separate values.
  const text = await page.evaluate(() => {
    const bits = Object.entries(lab.parameters).map(([name, { data }]) => [
      name,
      [...new Uint32Array(Float32Array.from(data).buffer)],
    ]);
    return JSON.stringify(Object.fromEntries(bits));
  });
  /** @type {[string, number[]][]} */
  const parameters = Object.entries(JSON.parse(text));
  return Object.fromEntries(
    parameters.map(([name, bits]) => [name, [...new Float32Array(Uint32Array.from(bits).buffer)]]),
  );
}

/** Returns the step that the page shows. @param {Page} page @returns {Promise<number>} */
export const stepOf = (page) => page.evaluate(() => lab.training);

/**
 * Waits until the numbers of a step are on the screen.
 * @param {Page} page
 * @param {number} step −1 for the last step
 * @param {number} total
 */
export const untilTrained = (page, step, total) =>
  page.waitForFunction(
    (wanted, all) =>
      lab.training === wanted &&
      inLab('.badge')
        ?.textContent?.replaceAll(',', '')
        .includes(wanted === 0 ? 'Untrained' : `in ${wanted < 0 ? all : wanted} step`),
    { timeout: 60_000 },
    step,
    total,
  );

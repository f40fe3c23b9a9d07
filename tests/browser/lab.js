// Shared by the tests of the page: opens the page, reads its tables, and recomputes them.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { loadAttention } from '../../src/js/index.js';
import { needSlot } from '../../web/features.js';
import { makeComputation } from '../../web/session/computation.js';
import { measureScoreVariance } from '../../web/sources/score-variance.js';
import { FEW_WORDS } from '../../web/text/number.js';
import { launchBrowser, serveFolder, watchPage } from '../support/browser.js';
import '../support/names.js';

/**
 * @import { Tensor } from '../../src/js/index.js'
 * @import { AttentionLab as Lab } from '../../web/elements/attention-lab.js'
 * @import { State } from '../../web/state/types.js'
 * @import { BrowserName } from '../support/find-browser.js'
 * @import { Page } from 'puppeteer-core'
 */

/**
 * @typedef {object} Cell
 * @property {number} row
 * @property {number} column
 * @property {string} value the attribute `data-value`
 * @property {string} text
 * @property {string} place
 *
 * @typedef {object} Table
 * @property {string} tensor
 * @property {number | undefined} head
 * @property {number | undefined} query
 * @property {string} caption
 * @property {string[]} rowHeaders
 * @property {string[]} columnHeaders
 * @property {Cell[]} cells
 * @property {boolean} part whether the table shows only some of its rows or columns
 */

export const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
export const attention = await loadAttention();

/**
 * Opens a browser on the built page. `complaints` collects everything that a page must not do:
 * errors, warnings, and requests for other files.
 * @param {BrowserName} name
 */
export async function openBrowser(name) {
  const server = await serveFolder(dist);
  const browser = await launchBrowser(name);
  const page = await browser.newPage();
  const complaints = watchPage(page);
  page.on('request', (request) => {
    const url = request.url();
    if (url !== page.url() && !/^(data|blob):/.test(url) && !request.isNavigationRequest()) {
      complaints.push(`request for ${url}`);
    }
  });
  await page.setViewport({ width: 1280, height: 800 });
  return {
    page,
    complaints,
    server,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Loads the page and waits until it is rendered. @param {Page} page @param {string} url */
export async function load(page, url) {
  // An address that differs only after # would load nothing.
  await page.goto('about:blank');
  await page.goto(url, { waitUntil: 'load' });
  await page.evaluate(async () => {
    await lab.ready;
  });
}

/**
 * Dispatches the event with which a browser begins or ends printing.
 * @param {Page} page
 * @param {'beforeprint' | 'afterprint'} type
 */
export const dispatch = (page, type) =>
  page.evaluate((name) => void dispatchEvent(new Event(name)), type);

/**
 * Emulates forced colours, which only Chromium can. Returns a function that ends it.
 * @param {Page} page
 * @param {'light' | 'dark'} [scheme]
 */
export async function emulateForcedColours(page, scheme) {
  const session = await page.createCDPSession();
  const features = [{ name: 'forced-colors', value: 'active' }];
  if (scheme) features.push({ name: 'prefers-color-scheme', value: scheme });
  await session.send('Emulation.setEmulatedMedia', { features });
  assert.ok(await page.evaluate(() => matchMedia('(forced-colors: active)').matches));
  return async () => {
    await session.send('Emulation.setEmulatedMedia', { features: [] });
    await session.detach();
  };
}

/** Returns a sentence of different words. @param {number} count @param {string} [stem] */
export const makeSentence = (count, stem = 'w') =>
  Array.from({ length: count }, (_, i) => `${stem}${i}`).join(' ');

/** Returns by how many pixels a page is wider than its window. @param {Page} page */
export const readExcess = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * Returns the box of the first element of the lab that matches each selector.
 * @param {Page} page
 * @param {string[]} selectors
 */
export const boxesOf = (page, ...selectors) =>
  page.evaluate((all) => all.map((selector) => boxOf(selector)), selectors);

/** Waits until the bar at the top shows the chosen word, which it scrolls to after a layout. @param {Page} page */
export const untilChosenInSight = (page) =>
  page.waitForFunction(
    () => {
      const words = inLab('.words');
      const frame = words?.getBoundingClientRect();
      const word = words?.querySelector(':checked')?.parentElement?.getBoundingClientRect();
      return word && frame && word.left >= frame.left && word.right <= frame.right;
    },
    { timeout: 5000 },
  );

/** @param {Page} page @param {Partial<State>} change */
export async function show(page, change) {
  await page.evaluate(async (wanted) => {
    lab.setState(wanted);
    await lab.updateComplete;
  }, change);
}

/** Sets properties of the lab, and waits until it shows them. @param {Page} page @param {Partial<Lab>} props */
export const setProps = (page, props) =>
  page.evaluate(async (wanted) => {
    Object.assign(lab, wanted);
    while (!(await lab.updateComplete));
  }, props);

/**
 * Resets the state, applies a change, and waits until all its effects are on the screen.
 * @param {Page} page
 * @param {Partial<State>} change
 */
export async function showOnly(page, change) {
  await page.evaluate(async (wanted) => {
    lab.reset();
    lab.setState(wanted);
    scrollTo(0, 0);
    // The course may have to load first. If a message stays for two and a half minutes, report it.
    const end = performance.now() + 150_000;
    for (;;) {
      while (!(await lab.updateComplete));
      const status = inLab('p.status[role=status]:not(.empty)');
      if (!status) return;
      if (performance.now() > end) throw new Error(`It still says: ${status.textContent}`);
      await nextFrames();
    }
  }, change);
}

/**
 * Reads every table on the screen.
 * @param {Page} page
 * @returns {Promise<Table[]>}
 */
export async function readTables(page) {
  // Returns one JSON text, because Firefox takes ten times as long to transfer thousands of
  // separate values.
  return JSON.parse(await page.evaluate(() => JSON.stringify(tablesIn(lab.renderRoot))));
}

/** @param {Page} page @returns {Promise<State>} */
export const readState = (page) => page.evaluate(() => lab.getState());

// `recompute` also opens the source of the first screen.
await needSlot('trainedDescriber');

/** State that selects what is shown without changing any number. */
const LOOKED_AT = { step: '', cell: '', query: 0, key: 0, pin: 0, head: 0, rows: '', before: '' };

/** @type {{ key: string, results: Readonly<Record<string, Tensor>> }} */
let computed = { key: '', results: {} };

/**
 * Computes the tensors that the page should show, with a separate core.
 * @param {{ state: State }} lab
 * @returns {Readonly<Record<string, Tensor>>}
 */
export function recompute({ state }) {
  // Do not use the page's own cache key: this check would miss whatever that key leaves out.
  const key = JSON.stringify({ ...state, ...LOOKED_AT });
  if (key !== computed.key) computed = { key, results: makeComputation(attention, state).results };
  return {
    ...computed.results,
    spread: measureScoreVariance(attention, { seed: state.seed, d: state.spread }),
  };
}

/**
 * Asserts that every number in every table on the screen is the core's.
 * @param {Page} page
 * @param {string} where
 */
export async function assertPage(page, where) {
  const state = await readState(page);
  const tensors = recompute({ state });
  const tables = await readTables(page);
  assert.ok(tables.length > 0, `${where}: a table is on screen`);
  for (const table of tables) assertTable(table, tensors, where);
  return { state, tensors, tables };
}

/**
 * Asserts that every cell holds the tensor's element, bit for bit, and shows it rounded. No element
 * may be missing, unless a lens or a chosen row shows only a part.
 * @param {Table & { hasDecimals?: boolean }} table `hasDecimals`: whether all numbers have three
 *   decimals, as on a worksheet
 * @param {Readonly<Record<string, { shape: readonly number[], data: Float32Array }>>} tensors
 * @param {string} where
 */
export function assertTable({ tensor, head, query, cells, part, hasDecimals }, tensors, where) {
  assert.ok(
    Object.hasOwn(tensors, tensor),
    `${where}: ${tensor} is not a tensor of the computation`,
  );
  const { shape, data } = tensors[tensor];
  const leading = [head, query].filter((index) => index !== undefined);
  const rest = shape.slice(leading.length);
  const size = rest.reduce((product, length) => product * length, 1);
  const columns = Math.max(...cells.map(({ column }) => column)) + 1;
  const isWeight = /^(.*\/)?(weights|(other|self)Weights|dropped|probabilities)$/.test(tensor);
  if (!part) assert.equal(cells.length, size, `${where}: ${tensor} has shape ${shape}`);
  assert.ok(cells.length > 0, `${where}: ${tensor} has no cell`);
  const from = leading.reduce((offset, step, axis) => offset * shape[axis] + step, 0) * size;
  const isSmall = (/** @type {number} */ number) => Math.abs(number) < 1e-4;
  const hasLarger = !data.subarray(from, from + size).every(isSmall);
  const seen = new Set();
  for (const { row, column, value, text, place } of cells) {
    const [name, ...at] = place.split('.');
    // A vector has one index: its row if it is vertical, its column if it is horizontal.
    const index = [
      ...leading,
      ...(rest.length === 1 ? [columns > 1 ? column : row] : [row, column]),
    ];
    assert.deepEqual([name, at.map(Number)], [tensor, index], `${where}: ${place}`);
    const is = data[index.reduce((offset, step, axis) => offset * shape[axis] + step, 0)];
    assert.ok(
      Object.is(Math.fround(Number(value)), is),
      `${where}: ${place} is ${is}, the page has ${value}`,
    );
    const isFixed =
      (hasDecimals && Number.isFinite(is)) ||
      (isWeight && is > 0 && is < (Number(shape.at(-1)) > FEW_WORDS ? 1 : 0.0005));
    const rounded = Number(isFixed ? is.toFixed(3) : is.toPrecision(3));
    const expected = Number.isInteger(is) ? is : rounded;
    const isAlmostZero = isWeight
      ? is > 0 && expected === 0
      : !hasDecimals && is !== 0 && isSmall(is) && hasLarger;
    const shown = Number(text.replaceAll('\u2212', '-').replace('∞', 'Infinity'));
    assert.ok(
      isAlmostZero ? text === '≈0' : Object.is(shown, expected) || shown === expected,
      `${where}: ${place} is ${is}, the page shows ${text}`,
    );
    seen.add(place);
  }
  assert.equal(seen.size, cells.length, `${where}: ${tensor} has a cell twice`);
}

/**
 * Asserts that a number in running text has at least three digits, all of them right.
 * @param {string} text
 * @param {number} number
 * @param {string} where
 */
export function assertRounded(text, number, where) {
  if (text === '≈0') return assert.ok(number > 0 && number < 0.0005, `${where} is ${number}`);
  const plain = text.replaceAll('−', '-').replace('∞', 'Infinity');
  const digits = plain.replace(/e.*|[-.]/g, '').replace(/^0+/, '').length;
  const shown = Number(plain);
  const rounded = Number(number.toPrecision(Math.min(21, Math.max(3, digits))));
  assert.ok(
    Object.is(shown, number) || shown === rounded,
    `${where} is ${number}, written ${text}`,
  );
}

/**
 * Returns the last table of a tensor, which belongs to the step.
 * @param {Table[]} tables
 * @param {string} tensor
 */
export function tableOf(tables, tensor) {
  const found = tables.findLast((table) => table.tensor === tensor);
  assert.ok(found, `${tensor} is on screen`);
  return found;
}

/** @param {Table} table @param {number} row */
export const rowOf = ({ cells }, row) =>
  cells.filter((cell) => cell.row === row).map(({ value }) => Math.fround(Number(value)));

/**
 * Reads how a field says that its text is refused.
 * @param {Page} page
 * @param {string} selector
 * @returns {Promise<string[]>} the value of `aria-invalid`, and the description
 */
export const readRefusal = (page, selector) =>
  page.evaluate((wanted) => {
    const field = inLab(wanted);
    const id = field?.getAttribute('aria-describedby');
    const description = id ? inLab(`#${id}`)?.textContent : undefined;
    return [field?.getAttribute('aria-invalid') ?? '', description?.trim() ?? ''];
  }, selector);

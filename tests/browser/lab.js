// What the tests of the page share: opening it, reading its tables back, computing them again.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { loadAttention } from '../../src/js/index.js';
import { launchBrowser, serveFolder } from '../support/browser.js';

/**
 * @typedef {import('puppeteer-core').Page} Page
 * @typedef {import('../../web/model/state.js').State} State
 * @typedef {import('../../web/attention-lab.js').AttentionLab} Lab
 * @typedef {import('../../src/js/index.js').Tensor} Tensor
 *
 * @typedef {object} Cell
 * @property {number} row
 * @property {number} column
 * @property {string} value `data-value`
 * @property {string} text
 *
 * @typedef {object} Table
 * @property {string} tensor
 * @property {number | undefined} head
 * @property {number | undefined} query
 * @property {string} caption
 * @property {string[]} rowHeaders
 * @property {string[]} columnHeaders
 * @property {Cell[]} cells
 */

export const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
export const attention = await loadAttention();

/**
 * A browser on the built page. Everything that a page must not do is noted in `complaints`: errors,
 * warnings, requests beyond its own file.
 * @param {import('../support/find-browser.js').BrowserName} name
 */
export async function openBrowser(name) {
  const server = await serveFolder(dist);
  const browser = await launchBrowser(name);
  /** @type {string[]} */
  const complaints = [];
  const page = await browser.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
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

/**
 * Loads the page and waits until the lesson is on it.
 * @param {Page} page
 * @param {string} url
 */
export async function load(page, url) {
  await page.goto(url, { waitUntil: 'load' });
  await page.evaluate(async () => {
    const lab = /** @type {Lab} */ (document.querySelector('attention-lab'));
    await lab.ready;
  });
}

/**
 * @param {Page} page
 * @param {Partial<State>} change
 */
export async function show(page, change) {
  await page.evaluate(async (wanted) => {
    const lab = /** @type {Lab} */ (document.querySelector('attention-lab'));
    lab.setState(wanted);
    await lab.updateComplete;
  }, change);
}

/** From nothing chosen. @param {Page} page @param {Partial<State>} change */
export async function showOnly(page, change) {
  await page.evaluate(() => {
    /** @type {Lab} */ (document.querySelector('attention-lab')).reset();
  });
  await show(page, change);
}

/**
 * Every table on screen, as whoever reads the page back finds it.
 * @param {Page} page
 * @returns {Promise<Table[]>}
 */
export function readTables(page) {
  return page.evaluate(() => {
    const root = document.querySelector('attention-lab')?.shadowRoot;
    const text = (/** @type {Element | null} */ element) => element?.textContent?.trim() ?? '';
    const index = (/** @type {string | undefined} */ value) =>
      value === undefined ? undefined : Number(value);
    return [...(root?.querySelectorAll('table') ?? [])].map((table) => ({
      tensor: table.dataset.tensor ?? '',
      head: index(table.dataset.head),
      query: index(table.dataset.query),
      caption: text(table.querySelector('caption')),
      rowHeaders: [...table.querySelectorAll('th[scope=row]')].map(text),
      columnHeaders: [...table.querySelectorAll('th[scope=col]')].map(text),
      cells: /** @type {HTMLElement[]} */ ([...table.querySelectorAll('td[data-value]')]).map(
        (cell) => ({
          row: Number(cell.dataset.row),
          column: Number(cell.dataset.col),
          value: cell.dataset.value ?? '',
          text: text(cell),
        }),
      ),
    }));
  });
}

/**
 * The state, and what the core was given, copied out of the page.
 * @param {Page} page
 */
export async function readLab(page) {
  const { state, inputs, parameters } = await page.evaluate(() => {
    const lab = /** @type {Lab} */ (document.querySelector('attention-lab'));
    const plain = (/** @type {Readonly<Record<string, Tensor>>} */ tensors) =>
      Object.entries(tensors).map(([name, { shape, data }]) => ({
        name,
        shape: [...shape],
        data: [...data],
      }));
    return {
      state: lab.getState(),
      inputs: plain(lab.inputs),
      parameters: plain(lab.parameters),
    };
  });
  const tensors = (/** @type {typeof inputs} */ list) =>
    Object.fromEntries(
      list.map(({ name, shape, data }) => [name, { shape, data: Float32Array.from(data) }]),
    );
  return { state, inputs: tensors(inputs), parameters: tensors(parameters) };
}

/**
 * The tensors that the page should show, computed here from what its core was given.
 * @param {Awaited<ReturnType<typeof readLab>>} lab
 * @returns {Record<string, { shape: readonly number[], data: Float32Array }>}
 */
export function recompute({ state, inputs, parameters }) {
  if (state.source === 'article') {
    const { query, key, value } = inputs;
    const one = attention.scaledDotProductAttention(query, key, key, { scale: 1 / 8, trace: true });
    const nothing = { shape: [3, 9], data: new Float32Array(27) };
    const several = attention.multiHeadAttention(
      nothing,
      nothing,
      value,
      /** @type {import('../../src/js/multi-head.js').MultiHeadParameters} */ (
        /** @type {unknown} */ (parameters)
      ),
      {
        numHeads: 3,
        attnMask: [
          [true, false, false],
          [false, true, false],
          [false, false, true],
        ],
        trace: true,
      },
    );
    const { heads, concatenated } = /** @type {Record<string, Tensor>} */ (several.trace);
    return { ...one.trace, heads, concatenated };
  }
  const { embeddings } = inputs;
  const isCausal = state.mask === 'causal';
  if (state.mechanism === 'additive') {
    const { output, trace } = attention.additiveAttention(
      embeddings,
      embeddings,
      embeddings,
      /** @type {import('../../src/js/additive.js').AdditiveParameters} */ (
        /** @type {unknown} */ (parameters)
      ),
      { isCausal, trace: true },
    );
    const { wq, wk, wv } = parameters;
    return { embeddings, wq: turned(wq), wk: turned(wk), wv, ...trace, output };
  }
  const { heads } = state;
  const { output, trace } = attention.multiHeadAttention(
    embeddings,
    embeddings,
    embeddings,
    /** @type {import('../../src/js/multi-head.js').MultiHeadParameters} */ (
      /** @type {unknown} */ (parameters)
    ),
    { numHeads: heads, isCausal, trace: true },
  );
  const width = embeddings.shape[1];
  const { inProjWeight, outProjWeight } = parameters;
  /** @param {number} block of the three that are stacked */
  const perHead = (block) => {
    const shape = [heads, width, width / heads];
    const data = Float32Array.from({ length: width * width }, (_, i) => {
      const column = i % shape[2];
      const row = Math.floor(i / shape[2]) % width;
      const head = Math.floor(i / (shape[2] * width));
      return inProjWeight.data[(block * width + head * shape[2] + column) * width + row];
    });
    return { shape, data };
  };
  const weights = { wq: perHead(0), wk: perHead(1), wv: perHead(2), wo: turned(outProjWeight) };
  return { embeddings, ...weights, ...trace, output };
}

/** @param {{ shape: readonly number[], data: Float32Array }} matrix */
function turned({ shape: [rows, columns], data }) {
  const at = (/** @type {number} */ i) => (i % rows) * columns + Math.floor(i / rows);
  return { shape: [columns, rows], data: data.map((_, i) => data[at(i)]) };
}

/**
 * Every cell holds the tensor's element, bit for bit, and shows it rounded; no element is missing.
 * @param {Table} table
 * @param {Record<string, { shape: readonly number[], data: Float32Array }>} tensors
 * @param {string} where
 */
export function assertTable({ tensor, head, query, cells }, tensors, where) {
  assert.ok(Object.hasOwn(tensors, tensor), `${where}: ${tensor} is not a tensor of the lesson`);
  const { shape, data } = tensors[tensor];
  const leading = [head, query].filter((index) => index !== undefined);
  const first = leading.reduce((at, index, axis) => at * shape[axis] + index, 0);
  const rest = shape.slice(leading.length);
  const size = rest.reduce((product, length) => product * length, 1);
  // A sum for each row, and the vector that weighs features, are columns: one cell in each row.
  const upright = tensor === 'rowSum' || (tensor === 'wv' && rest.length === 1);
  const columns = upright ? 1 : rest[rest.length - 1];
  const digits = tensor === 'weights' && columns > 10 ? 2 : 3;
  assert.equal(cells.length, size, `${where}: ${tensor} has shape ${shape}`);
  const seen = new Set();
  for (const { row, column, value, text } of cells) {
    const place = `${where}: ${tensor}[${[...leading, row, column]}]`;
    const is = data[first * size + row * columns + column];
    assert.ok(
      Object.is(Math.fround(Number(value)), is),
      `${place} is ${is}, the page has ${value}`,
    );
    const shown = Number(text.replaceAll('\u2212', '-').replace('∞', 'Infinity'));
    const expected = Number.isInteger(is) ? is : Number(is.toPrecision(digits));
    assert.ok(shown === expected, `${place} is ${is}, the page shows ${text}`);
    seen.add(`${row} ${column}`);
  }
  assert.equal(seen.size, size, `${where}: ${tensor} has a cell twice`);
}

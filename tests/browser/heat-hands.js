// Controls a heat map: sets its properties, reads it and presses its cells.
import assert from 'node:assert/strict';
import { chooseNumberFormat, chooseWeightFormat, exact } from '../../web/text/number.js';
import { createRandom } from '../support/random.js';

/** @import { AttentionMap } from '../../web/elements/attention-map.js' */
/** @import { KeyInput, Page } from 'puppeteer-core' */

/**
 * @typedef {ReturnType<typeof handsOnMap>} Hands
 *
 * @typedef {object} Tabs filled when a test runs
 * @property {Page} page
 * @property {Page} desk a page without a policy, used for parsing
 * @property {string[]} complaints errors, and all messages of the console
 */

/** @param {Tabs} tabs */
export function handsOnMap(tabs) {
  const settle = () =>
    tabs.page.evaluate(async () => {
      // Resolves to false if an update has requested another one.
      while (!(await attentionMap.updateComplete));
    });

  /** @param {Partial<AttentionMap>} properties */
  async function give(properties) {
    await tabs.page.evaluate(
      (all) => {
        Object.assign(attentionMap, all);
      },
      /** @type {any} */ (properties),
    );
    await settle();
  }

  const read = () =>
    tabs.page.evaluate(() => {
      const table = inMap('table');
      const text = (/** @type {Element | null} */ element) => element?.textContent?.trim() ?? '';
      const all = (/** @type {string} */ selector) => allInMap(selector);
      const places = (/** @type {string} */ selector) =>
        /** @type {HTMLElement[]} */ (all(selector)).map(({ dataset: { row, col } }) => [
          Number(row),
          Number(col),
        ]);
      return {
        tensor: table?.dataset.tensor,
        tableHead: table?.dataset.head,
        caption: text(inMap('caption, figcaption')).replace(/\s+/g, ' '),
        colours: table?.className.trim(),
        rows: all('th[scope=row]').map(text),
        columns: all('th[scope=col]').map(text),
        cells: /** @type {HTMLElement[]} */ (all('td[data-value]')).map((cell) => ({
          row: Number(cell.dataset.row),
          column: Number(cell.dataset.col),
          value: cell.dataset.value ?? '',
          text: text(cell),
        })),
        selected: places('[aria-selected=true]'),
        outlined: places('.traced'),
        heads: /** @type {HTMLInputElement[]} */ (all('.heads input')).map(
          ({ labels, checked }) => [text(labels?.[0] ?? null), checked],
        ),
        alert: text(inMap('[role=alert]')).replace(/\s+/g, ' '),
        legend: text(inMap('.legend')).replace(/\s+/g, ' '),
        fallback: /** @type {HTMLElement | null} */ (
          attentionMap.firstElementChild
        )?.checkVisibility(),
        head: [attentionMap.head, attentionMap.getAttribute('head')],
      };
    });

  /** @returns {Promise<any[]>} */
  const noted = () => tabs.page.evaluate(() => kept.noted);

  /** Returns row and column of the focused cell, or −1 for both. */
  const focused = () =>
    tabs.page.evaluate(() => {
      const active = attentionMap.shadowRoot?.activeElement;
      const { row, col } = /** @type {HTMLElement | undefined} */ (active)?.dataset ?? {};
      return [Number(row ?? -1), Number(col ?? -1)];
    });

  /** @param {number} row @param {number} column */
  const click = (row, column) => pressOn(`td[data-row="${row}"][data-col="${column}"]`);

  /** @param {string} selector of an element of the map */
  async function pressOn(selector) {
    const handle = await tabs.page.$(`attention-map >>> ${selector}`);
    assert.ok(handle, `${selector} is on the page`);
    await handle.click();
    await settle();
  }

  /** @param {KeyInput[]} keys */
  async function press(...keys) {
    for (const key of keys) {
      await tabs.page.keyboard.press(key);
      await settle();
    }
  }

  /** @param {KeyInput} held @param {KeyInput[]} keys */
  async function chord(held, ...keys) {
    await tabs.page.keyboard.down(held);
    await press(...keys);
    await tabs.page.keyboard.up(held);
  }

  /** Exports the map, or returns the reason for the refusal. @param {any} format */
  const exported = (format) =>
    tabs.page.evaluate(
      (wanted) => attentionMap.export(wanted).catch(({ code, message }) => `${code} ${message}`),
      format,
    );

  /** @param {string} svg */
  const parse = (svg) =>
    tabs.desk.evaluate((text) => {
      const xml = new DOMParser().parseFromString(text, 'image/svg+xml');
      return {
        root: xml.documentElement.localName,
        texts: [...xml.querySelectorAll('text')].map((element) => element.textContent),
        rectangles: xml.querySelectorAll('rect').length,
      };
    }, svg);

  /** Moves the focus to a cell of the grid with Tab. */
  async function tabIn() {
    await tabs.page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    for (let i = 0; i < 40; i++) {
      await tabs.page.keyboard.press('Tab');
      if ((await focused())[0] >= 0) return;
    }
    assert.fail('no cell is reached by Tab');
  }

  return {
    settle,
    give,
    read,
    noted,
    focused,
    click,
    pressOn,
    press,
    chord,
    exported,
    parse,
    tabIn,
  };
}

/**
 * Asserts that every number is the given one, bit for bit, and is shown rounded.
 * @param {Awaited<ReturnType<Hands['read']>>} shown
 * @param {{ shape: number[], data: Float32Array }} given
 * @param {number} head
 */
export function assertShown({ cells }, { shape, data }, head) {
  const [rows, columns] = shape.slice(-2);
  assert.equal(cells.length, rows * columns);
  const writeWeight = chooseWeightFormat(columns);
  const writeNumber = chooseNumberFormat(data);
  for (const [i, { row, column, value, text }] of cells.entries()) {
    assert.deepEqual([row, column], [Math.floor(i / columns), i % columns]);
    const is = data[head * rows * columns + i];
    assert.ok(Object.is(Math.fround(Number(value)), is), `${is} is on the page as ${value}`);
    assert.equal(value, exact(is));
    const isWeight = data.every((number) => number >= 0);
    assert.equal(text, isWeight ? writeWeight(is) : writeNumber(is));
  }
}

/**
 * Draws rows that sum to 1 up to the precision of float32.
 * @param {number[]} shape
 * @param {number} seed
 */
export function weightsOf(shape, seed) {
  const { uniform } = createRandom(seed);
  const columns = /** @type {number} */ (shape.at(-1));
  const count = shape.reduce((product, size) => product * size, 1);
  const data = new Float32Array(count);
  for (let start = 0; start < count; start += columns) {
    const row = Array.from({ length: columns }, () => Math.exp(6 * uniform()));
    const sum = row.reduce((a, b) => a + b);
    data.set(
      row.map((value) => value / sum),
      start,
    );
  }
  return { shape, data };
}

/** @param {{ shape: number[], data: Float32Array }} tensor */
export const plain = ({ shape, data }) => ({ shape, data: [...data] });

/**
 * Draws weights of several layers.
 * @param {number} layers
 * @param {number[]} shape (heads, queries, keys)
 */
export const drawLayers = (layers, shape) =>
  Array.from({ length: layers }, (_, i) => plain(weightsOf([1, ...shape], 20 + i)));

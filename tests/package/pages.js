// The consumer's pages in a browser compute and show what Node computes.
import assert from 'node:assert/strict';
import { assertPage } from '../browser/lab.js';
import { watchPage } from '../support/browser.js';
import { expected } from './node.js';

/**
 * @import { Attention } from '../../src/js/index.js'
 * @import { AttentionLab as Lab } from '../../web/elements/attention-lab.js'
 * @import { Browser } from '../support/browser.js'
 * @import { Page } from 'puppeteer-core'
 */

/** Matches messages that are neither errors nor warnings. */
const PLAIN = /^(debug|info|log): /;

/**
 * Opens a page and looks at it. There must be no errors and no missing files.
 * @param {Browser} browser
 * @param {string} url
 * @param {(page: Page) => Promise<void>} look
 * @param {RegExp} [allowed] complaints that do not count
 */
export async function onPage(browser, url, look, allowed = PLAIN) {
  const page = await browser.newPage();
  const complaints = watchPage(page);
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} for ${response.url()}`);
  });
  try {
    await page.goto(url, { waitUntil: 'load' });
    await look(page);
    assert.deepEqual(
      complaints.filter((text) => !allowed.test(text)),
      [],
    );
  } finally {
    await page.close();
  }
}

/** Asserts the results in the page and in its worker. @param {Page} page */
export async function assertComputed(page) {
  const computed = await page.evaluate(() => /** @type {any} */ (globalThis).computed);
  assert.deepEqual(computed, [expected, expected]);
}

/**
 * The fast build comes with a separate request, only when it is requested. Its threads run the text
 * of functions, which a bundler may have rewritten.
 * @param {Page} page
 * @param {boolean} isInside whether the bundler left the build in the page's script
 */
export async function assertFast(page, isInside) {
  const [before, after, isFast, sum, threads, isSame] = await page.evaluate(async () => {
    const { computed, loadFast } = /** @type {any} */ (globalThis);
    await computed;
    const countScripts = () =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length;
    const before = countScripts();
    const attention = await loadFast(1);
    const after = countScripts();
    const [sum] = attention.linear([[2, 3]], [[5, 7]]).data;
    const two = await loadFast(2);
    const data = Float32Array.from({ length: 32768 }, (_, i) => Math.sin(i));
    const x = { shape: [1, 8, 64, 64], data };
    const [expected, result] = [attention, two].map(
      (/** @type {Attention} */ each) => each.scaledDotProductAttention(x, x, x).output.data,
    );
    const isSame = expected.every((value, i) => value === result[i]);
    return [before, after, attention.isFast, sum, two.threads, isSame];
  });
  assert.deepEqual([isFast, sum, threads, isSame], [true, 31, 2, true]);
  assert.equal(after - before, isInside ? 0 : 1);
}

/** @param {Page} page */
export async function assertShown(page) {
  await page.evaluate(() => document.querySelector('attention-lab')?.ready);
  const { tables } = await assertPage(page, page.url());
  assert.ok(tables.some(({ tensor }) => tensor === 'weights'));
  // A map outside the view waits unless `ready` is read.
  await page.evaluate(() => document.querySelector('attention-map')?.ready);
  const cells = await page.evaluate(() => {
    const map = document.querySelector('attention-map')?.shadowRoot;
    return [...(map?.querySelectorAll('td[data-value]') ?? [])].map((cell) =>
      Number(cell.getAttribute('data-value')),
    );
  });
  assert.deepEqual(cells, [0.25, 0.75, 1, 0]);
}

/** Asserts that the model that ships shows its tokens. @param {Page} page */
export async function assertModelShown(page) {
  const shown = await page.waitForFunction(() => {
    const root = document.querySelector('attention-lab')?.shadowRoot;
    const failed = root?.querySelector('.load-model')?.parentElement?.textContent;
    const tokens = [...(root?.querySelectorAll('.matrix tbody th bdi') ?? [])];
    return failed ?? (tokens.length > 0 && tokens.map((token) => token.textContent).join(' '));
  });
  assert.match(String(await shown.jsonValue()), /^They eat fri ed n oodle s\b/);
}

/**
 * Checks what every app shows: a sentence in the first lab, its own numbers in `#own`, in `#map`
 * and in a map without a name, and what the events said in `#cell` and `#step`.
 * @param {Page} page
 */
export async function assertAlive(page) {
  await page.waitForSelector('#cell');
  await page.evaluate(async () => {
    const labs = [...document.querySelectorAll('attention-lab')];
    await Promise.all(labs.map((lab) => lab.ready));
    // Maps outside the view wait unless `ready` is read.
    await Promise.all([...document.querySelectorAll('attention-map')].map((map) => map.ready));
    await Promise.all(labs.map((lab) => lab.updateComplete));
  });
  const { state, tables } = await assertPage(page, page.url());
  assert.deepEqual([state.dModel, state.step, state.sentence.split(' ').length], [8, 'weights', 4]);
  assert.ok(tables.some(({ tensor }) => tensor === 'weights'));

  const weights = [0.25, 0.75, 1, 0];
  assert.deepEqual(await cellsOf(page, '#own'), weights);
  const maps = await page.$$('attention-map');
  assert.ok(maps.length > 1);
  for (const i of maps.keys()) assert.deepEqual(await cellsOf(page, 'attention-map', i), weights);
  assert.deepEqual(await wordsOf(page, '#map'), ['the', 'cat', 'le', 'chat']);

  await page.evaluate(() => {
    const cell = document
      .querySelector('#map')
      ?.shadowRoot?.querySelector('td[data-place="weights.0.1"]');
    /** @type {HTMLElement} */ (cell).click();
    /** @type {Lab} */ (document.querySelector('attention-lab')).prev();
  });
  await assertSaid(page, '#cell', 'the chat 0.75');
  await assertSaid(page, '#step', 'scores 1/2');
}

/** @param {Page} page @param {string} selector @param {number} [nth] */
const cellsOf = (page, selector, nth = 0) =>
  page.evaluate(
    (selector, nth) => {
      const root = document.querySelectorAll(selector)[nth].shadowRoot;
      const cells = [...(root?.querySelectorAll('.matrix td[data-value]') ?? [])];
      return cells.map((cell) => Number(cell.getAttribute('data-value')));
    },
    selector,
    nth,
  );

/** @param {Page} page @param {string} selector */
const wordsOf = (page, selector) =>
  page.evaluate((selector) => {
    const words = document.querySelector(selector)?.shadowRoot?.querySelectorAll('th bdi') ?? [];
    const [columns, rows] = [2, 2];
    const all = [...words].map((word) => word.textContent?.trim());
    return [...all.slice(columns), ...all.slice(0, rows)];
  }, selector);

/** @param {Page} page @param {string} selector @param {string} wanted */
async function assertSaid(page, selector, wanted) {
  const handle = await page.waitForFunction(
    (selector) => document.querySelector(selector)?.textContent?.trim(),
    {},
    selector,
  );
  assert.equal(await handle.jsonValue(), wanted);
}

// The consumer's pages in a browser: what they compute and show has to be what Node computes.
import assert from 'node:assert/strict';
import { assertPage } from '../browser/lab.js';
import { expected } from './node.js';

/**
 * @typedef {import('../support/browser.js').Browser} Browser
 * @typedef {import('puppeteer-core').Page} Page
 */

/**
 * Opens a page and looks at it; nothing may be complained of or be missing.
 * @param {Browser} browser
 * @param {string} url
 * @param {(page: Page) => Promise<void>} look
 * @param {string[]} [grave] types of messages that count
 * @param {string} [except] how one begins that does not
 */
export async function onPage(browser, url, look, grave = ['error', 'warn'], except = undefined) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const isExcepted = except !== undefined && message.text().startsWith(except);
    if (grave.includes(message.type()) && !isExcepted) complaints.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} for ${response.url()}`);
  });
  try {
    await page.goto(url, { waitUntil: 'load' });
    await look(page);
    assert.deepEqual(complaints, []);
  } finally {
    await page.close();
  }
}

/** In the page and in its worker. @param {Page} page */
export async function assertComputed(page) {
  const computed = await page.evaluate(() => /** @type {any} */ (globalThis).computed);
  assert.deepEqual(computed, [expected, expected]);
}

/** @param {Page} page */
export async function assertShown(page) {
  await page.evaluate(() => document.querySelector('attention-lab')?.ready);
  const { tables } = await assertPage(page, page.url());
  assert.ok(tables.some(({ tensor }) => tensor === 'weights'));
  const cells = await page.evaluate(() => {
    const map = document.querySelector('attention-map')?.shadowRoot;
    return [...(map?.querySelectorAll('td[data-value]') ?? [])].map((cell) =>
      Number(cell.getAttribute('data-value')),
    );
  });
  assert.deepEqual(cells, [0.25, 0.75, 1, 0]);
}

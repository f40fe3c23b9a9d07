// Runs in WebKit: every lesson at every step, clicks, and a comparison with the core's bits.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { recordFigure } from '../support/bar.js';
import { serveFolder } from '../support/browser.js';
import { digestMany } from '../support/cases.js';
import { assertPage, attention, load, showOnly } from './lab.js';
import { lessons, name, stepsIn } from './lessons.js';
import { launchWebKit } from './webkit.js';

describe('in WebKit', { concurrency: 1 }, () => {
  /** @type {Awaited<ReturnType<typeof launchWebKit>>} */
  let webkit;
  /** @type {Awaited<ReturnType<typeof serveFolder>>} */
  let server;
  let url = '';
  before(async () => {
    server = await serveFolder(fileURLToPath(new URL('../../', import.meta.url)));
    webkit = await launchWebKit();
    url = `${server.url}dist/#v=1`;
  });
  after(async () => {
    await webkit?.close();
    await server?.close();
  });

  it('every step shows the core’s numbers without an error', async () => {
    const { page, version } = webkit;
    await load(page, url);
    await page.evaluate(() => {
      const failures = /** @type {string[]} */ ([]);
      kept.failures = failures;
      addEventListener('error', ({ message }) => failures.push(message));
      addEventListener('unhandledrejection', ({ reason }) => failures.push(String(reason)));
    });
    let steps = 0;
    for (const lesson of lessons) {
      for (const step of stepsIn(lesson)) {
        await showOnly(page, { ...lesson, step });
        await assertPage(page, `${name(lesson)} ${step}`);
        steps++;
      }
    }
    assert.deepEqual(await page.evaluate(() => kept.failures), []);
    recordFigure('browsers', {
      counts: { 'steps in WebKit': steps },
      notes: [`WebKit ${version}`],
    });
  });

  it('a click opens a number, and next() opens the next step', async () => {
    const { page } = webkit;
    await load(page, url);
    await showOnly(page, { step: 'weights' });
    const seen = await page.evaluate(async () => {
      const cell = /** @type {HTMLElement} */ (inLab('td[data-place]'));
      cell.click();
      await lab.updateComplete;
      const traced = inLab('.trace')?.textContent ?? '';
      lab.next();
      await lab.updateComplete;
      return { place: cell.dataset.place, cell: lab.cell, traced, step: lab.getState().step };
    });
    assert.equal(seen.cell, seen.place);
    assert.match(seen.traced, /\d/);
    const steps = stepsIn({});
    assert.equal(seen.step, steps[steps.indexOf('weights') + 1]);
  });

  it('1,000 calls give the same bits as in Node', async () => {
    const { page } = webkit;
    await page.goto(`${server.url}tests/browser/bits.html`);
    const expected = await digestMany(attention);
    const digests = await page.evaluate(() => /** @type {any} */ (globalThis).digests);
    assert.deepEqual(digests, { sources: expected, oneFile: expected });
    recordFigure('browsers', { counts: { 'calls with the same bits': expected.length } });
  });
});

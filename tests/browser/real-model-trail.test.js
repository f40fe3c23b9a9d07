import assert from 'node:assert/strict';
import { it } from 'node:test';
import { settle } from './hands.js';
import { onModelPage } from './real-model.js';

/** @import { Page } from 'puppeteer-core' */

const MODEL = 's=The+cat+sat+on+the+mat+because+it+was+tired+again&h=4&d=512';

/** @type {[address: string, tensor: string, link: RegExp][]} */
const LINKS = [
  ['ml=1&step=scores&head=2&q=1&c=scores.1.5.2', 'q', /^128 numbers of the queries Q/],
  ['ml=1&step=q&head=2&q=1&c=qProducts.1.8.7', 'attention/normalized', /^512 numbers of the norm/],
  ['ml=1&step=weights&head=1&q=1&c=rowMax.1.9', 'scaledScores', /^\d+ numbers of the scaled/],
];

/** Presses the link of the trace whose text matches. @param {Page} page @param {RegExp} wanted */
async function follow(page, wanted) {
  for (const link of await page.$$('attention-lab >>> .ways button')) {
    const text = await link.evaluate(({ textContent }) => textContent ?? '');
    if (!wanted.test(text.replace(/\s+/g, ' '))) continue;
    await link.evaluate((button) => /** @type {HTMLElement} */ (button).click());
    await settle(page);
    return;
  }
  assert.fail(`no link ${wanted}`);
}

/** Whether a number of a table is marked and in view. @param {Page} page @param {string} tensor */
const isMarkInView = (page, tensor) =>
  page.$eval(`attention-lab >>> .figure [data-tensor="${tensor}"] .operand`, (cell) => {
    const { top, bottom, left, right } = cell.getBoundingClientRect();
    const root = /** @type {ShadowRoot} */ (cell.getRootNode());
    const hit = root.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && hit === cell;
  });

onModelPage('the trail of a number of a real model', (desk) => {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ]) {
    it(`scrolls to the numbers that a link marks at ${width} × ${height}`, async () => {
      const { page } = desk;
      await page.setViewport({ width, height });
      for (const [address, tensor, link] of LINKS) {
        await desk.show(`${MODEL}&${address}`);
        await follow(page, link);
        assert.ok(await isMarkInView(page, tensor), `${tensor} from ${address}`);
      }
    });
  }

  it('leads to the output of the layer before, and back', async () => {
    const { page, hands } = desk;
    await page.setViewport({ width: 1280, height: 800 });
    await desk.show(`${MODEL}&ml=1&step=input&c=input.2.5`);
    const readPanel = async () => (await hands.textOf('.trace')).replace(/\s+/g, ' ');
    const readTraced = () =>
      page.$eval('attention-lab >>> .figure .traced', (cell) => {
        const { place, value } = /** @type {HTMLElement} */ (cell).dataset;
        const root = /** @type {ShadowRoot} */ (cell.getRootNode());
        const panel = root.querySelector('.trace')?.getBoundingClientRect();
        return { place, value, isInView: panel && panel.top >= 0 && panel.bottom <= innerHeight };
      });
    const { value } = await readTraced();
    await follow(page, /stream X′.*layer 1$/);
    assert.deepEqual(await readTraced(), { place: 'layerSum.2.5', value, isInView: true });
    await follow(page, /stream X .*layer 2$/);
    assert.deepEqual(await readTraced(), { place: 'input.2.5', value, isInView: true });
    await desk.show(`${MODEL}&step=input&c=input.2.5`);
    assert.match(await readPanel(), /layer 1 reads: \S+ = token embedding \S+ \+ position/);
  });
});

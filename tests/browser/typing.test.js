// The page draws itself again while a reader types: a model reports, another setting changes. What is typed and not yet sent stays.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inOneBrowser } from './each-browser.js';
import { settle } from './hands.js';
import { load } from './lab.js';

inOneBrowser('a field in the middle of typing', (desk) => {
  /** Types half of a number; then the page is drawn again. @param {string} selector @param {string} half */
  const typeHalf = (selector, half) =>
    desk.page.evaluate(
      async (wanted, text) => {
        for (const details of allInLab('details')) details.setAttribute('open', '');
        const field = /** @type {HTMLInputElement} */ (inLab(wanted));
        field.focus();
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
        lab.requestUpdate();
        while (!(await lab.updateComplete));
        return field.value;
      },
      selector,
      half,
    );

  /** It is sent, and what counts then is shown. @param {string} selector */
  const send = (selector) =>
    desk.page.evaluate(async (wanted) => {
      const field = /** @type {HTMLInputElement} */ (inLab(wanted));
      field.dispatchEvent(new Event('change', { bubbles: true }));
      lab.requestUpdate();
      while (!(await lab.updateComplete));
      return field.value;
    }, selector);

  /** @type {[selector: string, half: string, hash: string, outOfRange: string, nearest: string][]} */
  const fields = [
    ['#temperature', '1', 'step=weights&temp=7', '5000', '1024'],
    ['#pad', '3', 'mask=padding&step=weights', '-4', '0'],
    ['#dropout', '0', 'step=weights&drop=0.25', '7', '1'],
    ['.edit', '0', 'step=weights&cell=weights.0.1.0', '', ''],
    ['#training-seed', '4', 'from=describer&train=20', '-3', '0'],
    ['.options input[type="number"]', '1', 'g=practice-worksheet&a=weights.all.3', '900', '40'],
  ];
  for (const [selector, half, hash, outOfRange, nearest] of fields) {
    it(`keeps it: ${selector}`, async () => {
      const { page } = desk;
      await page.goto('about:blank');
      await load(page, `${desk.url}#v=1&${hash}`);
      await settle(page);
      await page.waitForFunction((wanted) => inLab(wanted), {}, selector);
      assert.equal(await typeHalf(selector, half), half);
      if (nearest === '') return;
      assert.equal(await typeHalf(selector, outOfRange), outOfRange);
      assert.equal(await send(selector), nearest, 'the nearest number counts, and is shown');
    });
  }
});

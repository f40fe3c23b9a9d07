// The page may render while a reader types: a model reports, habits are measured, another setting
// changes. Typed text that is not submitted stays.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inOneBrowser } from './each-browser.js';
import { settle } from './hands.js';
import { load, show } from './lab.js';
import { onModelPage } from './real-model.js';

/** @import { Page } from 'puppeteer-core' */

/**
 * Types half of a text, then makes the page render.
 * @param {Page} page
 * @param {string} selector
 * @param {string} half
 */
const typeHalf = (page, selector, half) =>
  page.evaluate(
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
    ...[selector, half],
  );

/**
 * Submits or leaves the field, and returns what it then shows.
 * @param {Page} page
 * @param {string} selector
 * @param {'change' | 'blur'} how
 */
const end = (page, selector, how) =>
  page.evaluate(
    async (wanted, type) => {
      const field = /** @type {HTMLInputElement} */ (inLab(wanted));
      if (type === 'blur') field.blur();
      else field.dispatchEvent(new Event('change', { bubbles: true }));
      lab.requestUpdate();
      while (!(await lab.updateComplete));
      return field.value;
    },
    ...[selector, how],
  );

inOneBrowser('a field with half-typed text', (desk) => {
  /** @type {[selector: string, half: string, hash: string, outOfRange: string, nearest: string, limits?: string][]} */
  const fields = [
    [
      '#temperature',
      '1',
      'step=weights&temp=7',
      '0',
      '0.0009765625',
      'Only numbers from 1/1024 to 1024.',
    ],
    ['#pad', '3', 'mask=padding&step=weights', '-4', '0', 'Only whole numbers from 0 to 4.'],
    ['#dropout', '0', 'step=weights&drop=0.25', '7', '1', 'Only numbers from 0 to 1.'],
    ['#dModel', '8', 'step=weights&d=7', '5000', '768', 'Only whole numbers from 1 to 768.'],
    ['#seed', '8', 'step=weights&seed=9', '3.5', '3', 'Only whole numbers from 0 to 999999.'],
    [
      '#scale',
      '8',
      'step=weights&sc=2',
      '-2e6',
      '-1000000',
      'Only numbers from −1000000 to 1000000.',
    ],
    ['.edit', '0', 'step=weights&cell=weights.0.1.0', '', ''],
    [
      '#training-seed',
      '4',
      'from=describer&train=20',
      '-3',
      '0',
      'Only whole numbers from 0 to 999999.',
    ],
    ['.options input[type="number"]', '1', 'g=practice-worksheet&a=weights.all.3', '900', '40'],
  ];
  for (const [selector, half, hash, outOfRange, nearest, limits] of fields) {
    it(`keeps its text while the page renders: ${selector}`, async () => {
      const { page } = desk;
      await load(page, `${desk.url}#v=1&${hash}`);
      await settle(page);
      await page.waitForFunction((wanted) => inLab(wanted), {}, selector);
      assert.equal(await typeHalf(page, selector, half), half);
      if (nearest === '') return;
      assert.equal(await typeHalf(page, selector, outOfRange), outOfRange);
      assert.equal(await end(page, selector, 'change'), nearest, 'the nearest number counts');
      if (limits) assert.equal(await desk.hands.textOf(`:has(> ${selector}) .limits`), limits);
    });
  }

  it('takes a decimal comma and arrow keys in fields of numbers, and refuses other text', async () => {
    const { page, hands } = desk;
    await show(page, { guide: '', source: 'seed', step: 'weights' });
    await page.evaluate(() => {
      for (const details of allInLab('details')) details.setAttribute('open', '');
    });
    for (const [name, typed, number] of /** @type {const} */ ([
      ['temperature', '0,5', 0.5],
      ['dropout', '0,25', 0.25],
      ['dropout', '1/2', 0.5],
      ['scale', '−1,5', -1.5],
      ['scale', '1,000,000', 1_000_000],
    ])) {
      await hands.fill(`#${name}`, typed);
      assert.equal(await page.evaluate((field) => lab.state[field], name), number, typed);
      assert.equal(await hands.textOf(`:has(> #${name}) .limits`), '', typed);
    }
    await hands.fill('#scale', '1,000');
    assert.match(
      await hands.textOf(':has(> #scale) .limits'),
      /^“1,000” may be 1000 or 1\.000\./,
      'nobody can tell which is meant',
    );
    await hands.fill('#scale', 'half');
    assert.match(await hands.textOf(':has(> #scale) .limits'), /^“half” is not a number/);
    assert.equal(await page.evaluate(() => lab.state.scale), 1_000_000);
    const emptied = await page.$eval('attention-lab >>> input#scale', (field) => {
      field.value = '';
      field.dispatchEvent(new Event('change'));
      return field.value;
    });
    assert.equal(emptied, '1000000', 'an emptied field shows the number that counts');
    const keypads = await page.evaluate(() =>
      ['#temperature', '#scale'].map((name) => inLab(name)?.inputMode),
    );
    assert.deepEqual(keypads, ['decimal', ''], 'a negative number needs a minus');
    await hands.fill('#temperature', '0.2');
    await hands.press('ArrowUp', 'ArrowUp', 'ArrowDown');
    assert.equal(await page.evaluate(() => lab.state.temperature), 0.3);
  });

  it('shows the valid value once its text is submitted', async () => {
    const { page } = desk;
    await show(page, { guide: '', source: 'seed', sentence: 'They eat', target: '' });
    assert.equal(await typeHalf(page, '#target', '   '), '   ');
    assert.equal(await end(page, '#target', 'change'), '');
    assert.equal(await page.evaluate(() => lab.state.target), '');
  });

  it('ends no step while a second sentence is typed anew', async () => {
    const { page } = desk;
    const shown = { step: 'decoder', target: 'he is tall', layer: /** @type {const} */ ('self') };
    await show(page, { guide: '', source: 'seed', sentence: 'They eat', ...shown });
    await typeHalf(page, '#target', '');
    await typeHalf(page, '#target', 'he is');
    assert.equal(await end(page, '#target', 'change'), 'he is');
    const { step, layer, target } = await page.evaluate(() => lab.state);
    assert.deepEqual([step, layer, target], ['decoder', 'self', 'he is']);
  });
});

onModelPage('what a reader types for a real model', (desk) => {
  for (const [selector, text, hash] of [
    ['#hub-name', 'tiny/', 'model=tiny/bert&s=the+bird&step=weights'],
    ['#hub-endpoint', 'https://hub.', 'model=tiny/bert&s=the+bird&step=weights'],
    ['#second-text', 'the old', 'model=tiny/bert&s=the+bird&step=weights'],
    ['.writing input', '2', 'model=tiny/gpt2&s=the+bird&step=weights'],
    ['#compared-sentence', 'They eat', 'h=4&d=512&step=next'],
  ]) {
    it(`stays in ${selector} while the page renders`, async () => {
      for (const name of ['bert', 'gpt2']) desk.publish(name);
      await desk.show(hash);
      assert.equal(await typeHalf(desk.page, selector, text), text);
    });
  }

  it('is replaced by the model’s name once the field loses focus', async () => {
    desk.publish('bert');
    // The previous text must still be written to the address of its page.
    await desk.open('model=tiny/bert&s=the+bird&step=weights');
    await typeHalf(desk.page, '#hub-name', 'no name');
    assert.equal(await end(desk.page, '#hub-name', 'blur'), 'tiny/bert');
  });
});

// `value`, `input` and `change` work like those of form fields, so that Observable's `viewof` can
// use them.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { waitInLab } from '../support/browser.js';
import { onHostPages, plainPage } from './host.js';

/**
 * @import { AttentionLab } from '../../web/elements/attention-lab.js'
 * @import { Page } from 'puppeteer-core'
 */

/** For each event: its type, whether the value was the state, and one entry of the value. */
const listen = () => {
  /** @type {unknown[]} */
  const heard = [];
  kept.heard = heard;
  for (const type of ['attention-ready', 'input', 'change']) {
    document.addEventListener(type, ({ target }) => {
      const { value, state } = /** @type {AttentionLab} */ (target);
      heard.push([type, JSON.stringify(value) === JSON.stringify(state), value.spread]);
    });
  }
};

/** @param {Page} page @returns {Promise<[string, boolean, number][]>} */
const takeEvents = (page) => page.evaluate(() => kept.heard.splice(0));

const namesOf = (/** @type {[string, boolean, number][]} */ heard) => heard.map(([name]) => name);

const SLIDER = '<attention-lab step="spread" steps="spread"></attention-lab>';

onHostPages('value', (host, _browserName, once) => {
  once('is the state, may be set in part, and setting it sends no input event', async () => {
    const { page, requests } = await host.openLab(
      '<attention-lab guide="why-cup"></attention-lab>',
      { early: listen },
    );
    // The element is ready once the page of the course is shown, and sends nothing before.
    assert.deepEqual(namesOf(await takeEvents(page)), ['attention-ready']);
    assert.deepEqual(requests(), ['/', '/attention-lab.js']);
    const values = await page.evaluate(() => {
      lab.value = /** @type {any} */ ({ sentence: 'one two', guide: '' });
      lab.value = /** @type {any} */ ({ sentence: 'one two' });
      return [lab.value.sentence, lab.sentence, lab.value.mask];
    });
    assert.deepEqual(values, ['one two', 'one two', 'none']);
    assert.deepEqual(await takeEvents(page), []);
  });

  once('has numbers as their shortest decimals, in getters and in events', async () => {
    const { page } = await host.openLab(
      '<attention-lab></attention-lab><attention-map weights="[[0.9, 0.1]]"></attention-map>',
    );
    const given = await page.evaluate(async () => {
      /** @type {unknown[]} */
      const heard = [];
      const changed = (/** @type {any} */ event) => heard.push(event.detail.state);
      lab.addEventListener('attention-change', changed);
      Object.assign(lab, { temperature: 0.9, dropout: '.1', scale: 0.3 });
      const { temperature, dropout, scale } = lab;
      const pressed = (/** @type {any} */ event) => heard.push(event.detail.value);
      attentionMap.addEventListener('attention-cell', pressed);
      await attentionMap.updateComplete;
      inMap('td[data-value]')?.click();
      return {
        heard,
        getters: { temperature, dropout, scale },
        state: lab.value,
        map: attentionMap.value?.value,
      };
    });
    const expected = { temperature: 0.9, dropout: 0.1, scale: 0.3 };
    const { heard, state } = given;
    const part = (/** @type {any} */ { temperature, dropout, scale }) => ({
      ...{ temperature, dropout, scale },
    });
    assert.deepEqual([given.getters, part(state), part(heard[2])], [expected, expected, expected]);
    assert.deepEqual([given.map, heard[3]], [0.9, 0.9]);
  });

  it('of a map stays when equal weights and tokens are given anew', async () => {
    const { page } = await host.open({
      html: plainPage('<attention-map weights="[[0.9, 0.1], [0.2, 0.8]]"></attention-map>'),
    });
    const seen = await page.evaluate(async () => {
      const map = attentionMap;
      const make = () => [
        [0.9, 0.1],
        [0.2, 0.8],
      ];
      const values = [];
      await map.ready;
      map.rowTokens = ['a', 'b'];
      await map.ready;
      const cell = /** @type {HTMLElement} */ (map.shadowRoot?.querySelector('td[data-row="1"]'));
      cell.click();
      for (const change of [
        { weights: make() },
        { rowTokens: ['a', 'b'] },
        { weights: { shape: [2, 2], data: Float32Array.from(make().flat()) } },
        { rowTokens: ['a', 'c'] },
      ]) {
        Object.assign(map, change);
        await map.ready;
        await map.updateComplete;
        values.push(map.value?.rowToken ?? null);
      }
      return values;
    });
    assert.deepEqual(seen, ['b', 'b', 'b', null]);
  });

  it('a dragged slider sends one input event per step, and change on release', async () => {
    const { page } = await host.openLab(SLIDER, { early: listen });
    await takeEvents(page);
    const slider = await waitInLab(page, '#spread-length');
    const box = await slider.boundingBox();
    assert.ok(box);
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 2, y, { steps: 8 });
    const moved = await takeEvents(page);
    assert.ok(moved.length > 1, JSON.stringify(moved));
    assert.ok(moved.every(([name, isRight]) => name === 'input' && isRight));
    const spreads = moved.map(([, , spread]) => spread);
    assert.deepEqual(spreads, [...new Set(spreads)], 'each is said once');
    await page.mouse.up();
    assert.deepEqual(namesOf(await takeEvents(page)), ['change']);
    // Each key press on a slider is a separate change.
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(namesOf(await takeEvents(page)), ['input', 'change']);
  });

  once('typing sends input for each letter, and change when the focus leaves', async () => {
    const { page } = await host.openLab('<attention-lab></attention-lab>', { early: listen });
    const field = await waitInLab(page, '#sentence');
    await field.focus();
    await page.keyboard.press('End');
    await takeEvents(page);
    await page.keyboard.type(' now');
    const typed = namesOf(await takeEvents(page));
    assert.deepEqual(new Set(typed), new Set(['input']));
    await page.keyboard.press('Tab');
    assert.deepEqual(namesOf(await takeEvents(page)), ['change']);
    // A press is final at once.
    await page.evaluate(() => {
      /** @type {HTMLElement | null} */ (inLab('td[data-place]'))?.click();
    });
    assert.deepEqual(namesOf(await takeEvents(page)), ['input', 'change']);
  });

  once('a listener may set it, which sends no further event', async () => {
    const { page } = await host.openLab(SLIDER, { early: listen });
    await page.evaluate(() => {
      for (const type of ['input', 'change'])
        lab.addEventListener(type, () => {
          lab.seed += 1;
        });
    });
    await takeEvents(page);
    await (await waitInLab(page, '#spread-length')).focus();
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(namesOf(await takeEvents(page)), ['input', 'change']);
    const state = await page.evaluate(() => lab.state);
    assert.deepEqual([state?.spread, state?.seed], [128, 9]);
  });

  once('gives Observable’s viewof the first value, then one for each input event', async () => {
    const { page } = await host.openLab(SLIDER);
    await page.evaluate(() => {
      // Does what Generators.input does.
      const seen = [lab.value.spread];
      kept.seen = seen;
      lab.addEventListener('input', () => seen.push(lab.value.spread));
    });
    await (await waitInLab(page, '#spread-length')).focus();
    for (const key of /** @type {const} */ (['ArrowRight', 'ArrowRight', 'ArrowLeft']))
      await page.keyboard.press(key);
    // A program that sets the value dispatches the event itself, as with a field.
    await page.evaluate(() => {
      lab.value = /** @type {any} */ ({ spread: 7 });
      lab.dispatchEvent(new Event('input'));
    });
    const seen = await page.evaluate(() => kept.seen);
    assert.deepEqual(seen, [64, 128, 256, 128, 7]);
  });

  once('of a map is the number pressed last, until its weights change', async () => {
    const { page } = await host.open({
      html: plainPage(
        '<attention-map weights="[[0, 1], [0.25, 0.75]]" row-tokens="a ##b" column-tokens="c d"></attention-map>',
      ),
    });
    const found = await page.evaluate(async () => {
      const map = attentionMap;
      await map.updateComplete;
      /** @type {unknown[]} */
      const heard = [];
      for (const type of ['input', 'change'])
        document.addEventListener(type, () => heard.push([type, map.value?.value]));
      const first = map.value;
      const root = /** @type {ShadowRoot} */ (map.shadowRoot);
      /** @type {HTMLElement | null} */ (
        root.querySelector('[data-row="1"][data-col="0"]')
      )?.click();
      const pressed = map.value;
      // Inner fields dispatch nothing of their own.
      /** @type {HTMLElement | null} */ (root.querySelector('.pieces input'))?.click();
      const marks = () => root.querySelectorAll('[aria-selected], .traced').length;
      await map.updateComplete;
      const marked = marks();
      map.weights = [
        [1, 0],
        [0.5, 0.5],
      ];
      await map.updateComplete;
      return { first, pressed, heard, last: map.value, marked: [marked, marks()] };
    });
    const cell = { row: 1, column: 0, head: 0, rowToken: '##b', columnToken: 'c', value: 0.25 };
    assert.deepEqual(found, {
      ...{ first: null, pressed: cell, last: null, marked: [1, 0] },
      heard: [
        ['input', 0.25],
        ['change', 0.25],
      ],
    });
  });
});

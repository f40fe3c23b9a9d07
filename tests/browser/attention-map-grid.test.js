// The grid of all heads and layers, in the map's own script under a strict policy.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { drawLayers } from './heat-hands.js';
import { onHostPagesOnce, openModules, press } from './host.js';
import { onMap } from './map-page.js';

/** @import { AttentionMap as Heat } from '../../web/elements/attention-map.js' */

onMap('the grid of a map', { script: 'attention-map.js' }, (map, once) => {
  const { give, texts, focus, press, drawn } = map;

  once('show all heads and layers in a grid, and a press enlarges one', async () => {
    await give({ weights: drawLayers(3, [2, 20, 20]), view: 'grid', layer: 1 });
    const names = await map.page.$$eval('attention-map >>> .thumb', (all) =>
      all.map((element) => element.getAttribute('aria-label')),
    );
    assert.deepEqual(names.slice(0, 3), ['Layer 1, head 1', 'Layer 1, head 2', 'Layer 2, head 1']);
    assert.equal(names.length, 6);
    await drawn();
    await map.pressOn('.thumb[data-layer="2"][data-head="1"]');
    assert.equal((await focus()).text, 'All heads');
    assert.match((await texts('figcaption'))[0], /^attention weights, layer 3, head 2 20 × 20$/);
    await press('Escape');
    assert.deepEqual(await focus(), { layer: '2', head: '1', text: '' });
  });

  it('move through the grid with arrow keys, Home and End', async () => {
    await give({ weights: drawLayers(3, [4, 5, 5]), view: 'grid' });
    await map.page.focus('attention-map >>> .thumb[tabindex="0"]');
    for (const [key, layer, head] of /** @type {const} */ ([
      ['ArrowRight', '0', '1'],
      ['ArrowDown', '1', '1'],
      ['End', '1', '3'],
      ['ArrowRight', '1', '3'],
      ['ArrowUp', '0', '3'],
      ['Home', '0', '0'],
    ])) {
      await press(key);
      assert.deepEqual(await focus(), { layer, head, text: '' }, key);
    }
    assert.equal((await map.page.$$('attention-map >>> .thumb[tabindex="0"]')).length, 1);
    await press('ArrowDown', 'ArrowRight', 'Enter');
    assert.match((await texts('caption'))[0], /layer 2, head 2/);
    await map.pressOn('.back');
    assert.deepEqual(await focus(), { layer: '1', head: '1', text: '' });
    assert.equal((await map.page.$$('attention-map >>> .thumb')).length, 12);
  });

  once('keep small maps close together, and lines as high as their words', async () => {
    await map.page.setViewport({ width: 1280, height: 800 });
    await give({ weights: drawLayers(2, [4, 5, 5]), view: 'grid' });
    await drawn();
    const widths = await map.page.$$eval('attention-map >>> tbody td', (all) =>
      all.map((cell) => cell.clientWidth - (cell.firstElementChild?.clientWidth ?? 0)),
    );
    assert.equal(widths.length, 8);
    assert.ok(
      widths.every((gap) => gap < 4),
      `${widths}`,
    );
    await give({ view: 'lines' });
    await drawn();
    const [picture, words] = await map.page.$eval('attention-map >>> .lines .scroll', (scroll) => {
      const measure = (/** @type {Element} */ element) => element.getBoundingClientRect();
      const [svg] = [...scroll.querySelectorAll('svg')].map(measure);
      const all = [...scroll.querySelectorAll('[data-side=k]')].map(measure);
      return [
        [svg.top, svg.bottom],
        [all[0].top, all[all.length - 1].bottom],
      ];
    });
    assert.ok(
      picture.every((end, i) => Math.abs(end - words[i]) < 1),
      `${picture} beside ${words}`,
    );
  });

  once('paint each small map in the colours of its numbers', async () => {
    const first = { shape: [1, 1, 2], data: [1, 0] };
    await give({
      weights: [first, { shape: [1, 1, 2], data: [0, 1] }],
      view: 'grid',
      theme: 'light',
    });
    await drawn();
    const pixels = await map.page.$$eval('attention-map >>> .thumb canvas', (all) =>
      all.map((canvas) => readPixels(/** @type {HTMLCanvasElement} */ (canvas), 0, 0, 2, 1)),
    );
    const [ink, paper] = [
      [26, 36, 51, 255],
      [253, 252, 249, 255],
    ];
    assert.deepEqual(pixels, [
      [...ink, ...paper],
      [...paper, ...ink],
    ]);
  });

  once('paint small maps once visible, and a hidden grid delays no other', async () => {
    const colours = await map.page.evaluate(async () => {
      /** @param {number} value */
      const weights = (value) => ({
        shape: [2, 40, 40],
        data: new Float32Array(3200).fill(value),
      });
      const box = document.body.appendChild(document.createElement('div'));
      const maps = [box, document.body].map((place) => {
        const element = document.createElement('attention-map');
        Object.assign(element, { view: 'grid', scale: '1', weights: weights(0.2), theme: 'light' });
        place.prepend(element);
        return element;
      });
      const red = (/** @type {Heat} */ map) => {
        const canvas = /** @type {HTMLCanvasElement} */ (
          map.shadowRoot?.querySelector('.thumb canvas')
        );
        return readPixels(canvas, 0, 0, 1, 1)[0];
      };
      while (!maps.every((map) => map.shadowRoot?.querySelector('.thumb canvas')))
        await nextFrames(6);
      await nextFrames(6);
      const before = maps.map(red);
      box.style.display = 'none';
      await nextFrames(6);
      for (const map of maps) map.weights = weights(0.9);
      await nextFrames(6);
      const meanwhile = red(maps[1]);
      box.style.display = '';
      await nextFrames(6);
      const after = maps.map(red);
      for (const map of maps) map.remove();
      box.remove();
      return { before, meanwhile, after };
    });
    assert.deepEqual(colours, { before: [208, 208], meanwhile: 49, after: [49, 49] });
  });
});

onHostPagesOnce('a map from modules', (host) => {
  it('keeps its weights if the grid did not load, and a press loads it', async () => {
    const { page, refuseModules, allowModules, close } = await openModules(
      host,
      '<attention-lab></attention-lab><attention-map weights="[[[1]], [[1]]]"></attention-map>',
    );
    const find = (/** @type {string} */ selector) =>
      page.waitForFunction(
        (part) => document.querySelector('attention-map')?.shadowRoot?.querySelector(part),
        {},
        selector,
      );
    try {
      await find('table');
      await refuseModules();
      await page.$eval('attention-map', (map) => {
        map.view = 'grid';
      });
      await find('[role=alert]');
      assert.match(
        await page.$eval('attention-map >>> [role=alert]', (element) => element.textContent ?? ''),
        /^Grid and lines did not load: .+\.$/,
      );
      await find('table');
      allowModules();
      await press(page, 'attention-map >>> .status button');
      await find('.thumb');
      assert.equal(await page.$('attention-map >>> .status'), null);
    } finally {
      await close();
    }
  });
});

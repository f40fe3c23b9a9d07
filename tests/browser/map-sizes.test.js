// A map's pixels are those of the screen where it stands: narrow, zoomed, of another density.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { computeTone } from '../../web/styles/colour.js';
import { inOneBrowser } from './each-browser.js';
import { showOnly } from './lab.js';

inOneBrowser('maps of any size', (desk) => {
  /** A table of 512 columns of which every second has weights. @param {string} style */
  const showPairs = (style) =>
    desk.page.evaluate(async (css) => {
      lab.style.cssText = css;
      const data = Float32Array.from({ length: 512 * 512 }, (_, i) => Number(i % 2 === 1));
      lab.tensors = { weights: { shape: [512, 512], data } };
      await lab.updateComplete;
    }, style);

  /** A large map is painted in a later frame than its tables. @param {number} width @param {string | undefined} said */
  const untilPainted = (width, said) =>
    desk.page.waitForFunction(
      (pixels, numbers) => {
        const map = inLab('.map');
        const found = /stands for (.+?) numbers/.exec(map?.textContent ?? '')?.[1];
        return map?.querySelector('canvas')?.width === pixels && (found ?? '') === numbers;
      },
      {},
      width,
      said ?? '',
    );

  /** What is on the canvas and said below it; how many pixels of the screen it has. */
  const seen = () =>
    desk.page.evaluate(() => {
      const map = inLab('.map');
      const canvas = /** @type {HTMLCanvasElement} */ (map?.querySelector('canvas'));
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
      copy?.drawImage(canvas, 0, 0);
      const { data } = copy?.getImageData(0, 0, canvas.width, 1) ?? { data: [] };
      const dark = Array.from(data).filter((byte, i) => i % 4 === 0 && byte < 128).length;
      return {
        ...{ width: canvas.width, dark },
        room: canvas.getBoundingClientRect().width * devicePixelRatio,
        said: /stands for (.+?) numbers/.exec(map?.textContent ?? '')?.[1],
      };
    });

  it('have no more numbers than pixels, at any width, zoom or screen, and say so', async () => {
    await showOnly(desk.page, {});
    for (const [style, ratio, width, said] of /** @type {const} */ ([
      ['', 1, 256, '2 × 2'],
      ['', 1.25, 256, '2 × 2'],
      ['', 2, 512, undefined],
      ['', 1, 256, '2 × 2'],
      ['zoom: 0.5', 1, 128, '4 × 4'],
      ['width: 200px', 1, 128, '2 × 4'],
    ])) {
      // Another screen that is only emulated is no event.
      await desk.page.setViewport({ width: 1280, height: 800, deviceScaleFactor: ratio });
      await showPairs(style);
      await untilPainted(width, said);
      const map = await seen();
      const where = `${style} ${ratio}: ${JSON.stringify(map)}`;
      assert.deepEqual([map.width, map.said], [width, said], where);
      assert.ok(map.width <= map.room, where);
      assert.equal(map.dark, width === 512 ? 256 : width, where);
    }
    await desk.page.setViewport({ width: 1280, height: 800 });
    await desk.page.evaluate(() => {
      lab.style.cssText = '';
      lab.tensors = null;
    });
  });

  it('show masked numbers in the colours that they have in digits', async () => {
    const sentence = Array.from({ length: 20 }, (_, i) => `w${i}`).join(' ');
    await showOnly(desk.page, { sentence, mask: 'causal', fill: '0', step: 'scores', heads: 1 });
    const [pixel, value, end] = await desk.page.evaluate(async () => {
      lab.setAttribute('theme', 'light');
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      const map = inLab('.first .map');
      const canvas = /** @type {HTMLCanvasElement} */ (map?.querySelector('canvas'));
      const copy = new OffscreenCanvas(20, 20).getContext('2d');
      copy?.drawImage(canvas, 0, 0);
      const { data } = copy?.getImageData(2, 0, 1, 1) ?? { data: [] };
      lab.removeAttribute('theme');
      const text = map?.querySelector('.note')?.textContent ?? '';
      return [data[0], lab.results.weights.data[2], Number(/0 to ([\d.]+\d)/.exec(text)?.[1])];
    });
    const { level } = computeTone('weights', value / end, 1);
    assert.ok(level > 3, `${level}`);
    assert.ok(Math.abs(pixel - (253 + (level / 100) * (26 - 253))) < 2, `${pixel} of ${level} %`);
  });
});

// Presets by mouse, and maps of pixels with a lens: at the true size of real models, narrow,
// zoomed, and on screens of other densities.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { normaliseState } from '../../web/state/normalise.js';
import { listSteps } from '../../web/state/step-order.js';
import { computeLevel, computeTone, PALETTES, roundUpLimit } from '../../web/styles/colour.js';
import { inOneBrowser } from './each-browser.js';
import { assertPage, makeSentence, showOnly, tableOf } from './lab.js';

const father = "il n'est pas aussi grand que son père";

inOneBrowser('presets', (desk) => {
  it('can be chosen from the list, which then names the preset', async () => {
    const { hands, page } = desk;
    await showOnly(page, {});
    /** @type {[string, (tensors: Readonly<Record<string, { shape: readonly number[] }>>) => unknown, unknown][]} */
    const expected = [
      ['hello', ({ weights }) => weights.shape, [2, 4, 4]],
      ['father', ({ weights }) => weights.shape, [2, 8, 8]],
      ['jane', ({ weights }) => weights.shape, [2, 5, 5]],
      ['article', ({ concatenated }) => concatenated.shape, [3, 9]],
      ['coffee', ({ weights }) => weights.shape, [2, 2]],
      ['noodles', ({ heads }) => heads.shape, [2, 4, 2]],
    ];
    for (const [id, read, shape] of expected) {
      await hands.select('#preset', id);
      const { tensors, state } = await assertPage(page, id);
      assert.deepEqual(read(tensors), shape, id);
      const chosen = await page.evaluate(() => {
        return /** @type {HTMLSelectElement | null | undefined} */ (inLab('#preset'))?.value;
      });
      assert.equal(chosen, id);
      if (id === 'father') assert.equal(state.sentence, father);
    }
    await hands.select('#preset', 'father');
    assert.match(await hands.textOf('.badge'), /are random.*Nothing here is trained/);
  });

  it('of a real model keeps the sentence that the reader typed', async () => {
    const { hands, page } = desk;
    await showOnly(page, { sentence: 'the river bank was muddy', query: 2 });
    await hands.select('#preset', 'real-model');
    const { source, sentence, query } = await hands.state();
    assert.deepEqual([source, sentence, query], ['pretrained', 'the river bank was muddy', 2]);
  });

  it('with random numbers have a link that opens the sentence in a trained model', async () => {
    const { hands, page } = desk;
    const link = '.source-note .note > :is(a, button)';
    await showOnly(page, { source: 'article' });
    assert.equal(await hands.count(link), 0);
    await showOnly(page, { sentence: 'the river bank was muddy', query: 2, heads: 1 });
    await hands.click(link, 'See this sentence in a trained model');
    const { source, model, sentence, query, step } = await hands.state();
    assert.deepEqual(
      [source, model, sentence, query, step],
      ['pretrained', 'use-lite', 'the river bank was muddy', 2, 'allHeads'],
    );
    assert.ok(await hands.count('.load-model'), 'nothing is loaded before a press');
  });

  for (const [width, heads] of /** @type {const} */ ([
    [512, 8],
    [768, 12],
  ])) {
    it(`have ${width} numbers in ${heads} heads of 64 at every step`, async () => {
      const { hands, page } = desk;
      await showOnly(page, { step: 'q', dModel: width, heads });
      const state = normaliseState(await hands.state());
      assert.deepEqual([state.dModel, state.heads], [width, heads]);
      const shapes = new Map();
      for (const step of listSteps(state).filter((name) => name !== 'spread')) {
        await page.evaluate((to) => lab.goto(to), step);
        await hands.press();
        const { tables } = await assertPage(page, `${width} ${step}`);
        for (const { tensor, part, cells } of tables) {
          shapes.set(tensor, part);
          if (part) assert.ok(cells.length <= 16, 'a lens of 4 × 4 at most');
        }
      }
      for (const tensor of ['embeddings', 'wq', 'q', 'wo', 'output']) {
        assert.equal(shapes.get(tensor), true, `${tensor} is a map with a lens`);
      }
      for (const tensor of ['scores', 'weights']) assert.equal(shapes.get(tensor), false, tensor);
    });
  }

  it('of sixty words have a dark largest weight on the map, in the lens and in a picture', async () => {
    const { page } = desk;
    const sentence = makeSentence(60);
    await showOnly(page, { sentence, step: 'heads' });
    const { tensors } = await assertPage(page, 'sixty words');
    const weights = tensors.weights.data.slice(0, 60 * 60);
    const most = Math.max(...weights);
    const at = weights.indexOf(most);
    assert.ok(most < 0.5, `${most}`);
    const seen = await page.evaluate(
      async (row, column) => {
        lab.setState({ cell: `weights.0.${row}.${column}` });
        await lab.updateComplete;
        await nextFrames();
        const map = inLab('.first .map');
        const canvas = /** @type {HTMLCanvasElement} */ (map?.querySelector('canvas'));
        const [red] = readPixels(canvas, column, row, 1, 1);
        const cell = map?.querySelector(`[data-place="weights.0.${row}.${column}"]`);
        const note = map?.querySelector('.note')?.textContent;
        lab.goto('weights');
        await lab.updateComplete;
        return { red, cell: cell?.className, note, svg: await lab.export('svg') };
      },
      Math.floor(at / 60),
      at % 60,
    );
    assert.ok(seen.red < 128, `red ${seen.red}`);
    assert.match(seen.cell ?? '', /flips-light/);
    const [, end] = /Colours go from 0 to (0\.\d+)\./.exec(seen.note ?? '') ?? [];
    assert.ok(Number(end) >= most && Number(end) < 2 * most, `${end} for ${most}`);
    assert.match(seen.svg, new RegExp(`60 × 60, colours end at ${end}0*<`));
  });

  it('of many numbers have a map with the largest number of each pixel, and a click moves its lens', async () => {
    const { hands, page } = desk;
    await showOnly(page, { dModel: 512, heads: 8, step: 'q', head: 2 });
    await page.evaluate(() => lab.setAttribute('theme', 'light'));
    await showOnly(page, { dModel: 512, heads: 8, step: 'q', head: 3 });
    const { tensors } = await assertPage(page, 'maps');
    const maps = await page.evaluate(() => {
      return allInLab('.map').map((map) => {
        const canvas = /** @type {HTMLCanvasElement} */ (map.querySelector('canvas'));
        const { width, height } = canvas;
        const { tensor } = /** @type {HTMLElement} */ (map.querySelector('table')).dataset;
        return {
          tensor,
          width,
          height,
          pixels: readPixels(canvas),
          label: canvas.getAttribute('aria-label'),
          text: map.textContent,
        };
      });
    });
    assert.deepEqual(
      maps.map(({ tensor, width, height }) => [tensor, height, width]),
      [
        ['embeddings', 4, 256],
        ['wq', 256, 32],
        ['q', 4, 64],
      ],
    );
    for (const { tensor = '', width, height, pixels, label, text } of maps) {
      const { data, shape } = tensors[tensor];
      const [rows, columns] = shape.slice(-2);
      const first = tensor === 'embeddings' ? 0 : 3 * rows * columns;
      const [down, right] = [rows / height, columns / width];
      const numbers = Array.from({ length: width * height }, (_, i) => {
        const [top, left] = [down * Math.floor(i / width), right * (i % width)];
        const together = Array.from(
          { length: down * right },
          (__, j) => data[first + (top + Math.floor(j / right)) * columns + left + (j % right)],
        );
        return together.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most));
      });
      const blockSize = /Of (\d+ × \d+) numbers, each pixel/.exec(text)?.[1];
      assert.equal(blockSize, down * right > 1 ? `${down} × ${right}` : undefined, tensor);
      const limit = roundUpLimit([...data.slice(first, first + rows * columns)]);
      const ends = [PALETTES.light.negative, PALETTES.light.paper, PALETTES.light.positive].map(
        (colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)),
      );
      numbers.forEach((value, i) => {
        const share = Math.abs(computeLevel('signed', value, limit)) / 100;
        const end = ends[value < 0 ? 0 : 2];
        const off = [0, 1, 2].map((channel) => {
          const wanted = ends[1][channel] + share * (end[channel] - ends[1][channel]);
          return Math.abs(pixels[4 * i + channel] - wanted);
        });
        assert.ok(Math.max(...off) <= 1, `${tensor} ${i}: ${value}`);
      });
      assert.match(label ?? '', new RegExp(`${rows} by ${columns}`));
    }
    const canvas = await hands.find('.figure .term:nth-child(2) canvas');
    await canvas.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const box = await canvas.boundingBox();
    assert.ok(box);
    await page.mouse.click(box.x + box.width * 0.5, box.y + box.height * 0.75);
    await hands.press();
    const { state, tables } = await assertPage(page, 'the lens elsewhere');
    const [, head, row, column] = state.cell.split('.').map(Number);
    assert.equal(head, 3);
    // A row is half a screen pixel high, and the mouse may be off by a pixel or two.
    assert.ok(Math.abs(row - 384) <= 4 && Math.abs(column - 32) <= 4, state.cell);
    const lens = tableOf(tables, 'wq').cells;
    assert.ok(
      lens.some((cell) => cell.row === row && cell.column === column),
      'it is in the lens',
    );
    assert.equal(await hands.count(`td.traced[data-place="${state.cell}"]`), 1);
    await page.evaluate(() => lab.removeAttribute('theme'));
  });

  it('show digits up to 16 words, maps up to 512, and say how many further words are left out', async () => {
    const { hands, page } = desk;
    for (const [words, maps] of [
      [16, 0],
      [17, 1],
      [512, 1],
    ]) {
      await showOnly(page, { sentence: 'x '.repeat(words).trim() });
      assert.equal(await hands.count('.first .map'), maps, `${words} words`);
      const { tensors } = await assertPage(page, `${words} words`);
      assert.deepEqual(tensors.weights.shape, [2, words, words]);
    }
    await showOnly(page, { sentence: 'x '.repeat(600).trim() });
    assert.match(await hands.textOf('#limits'), /Left out: 88 more words/);
    assert.deepEqual((await assertPage(page, '600 words')).tensors.weights.shape, [2, 512, 512]);
  });
});

inOneBrowser('maps of any size', (desk) => {
  /** Shows a table of 512 columns in which every second one has weights. @param {string} style */
  const showPairs = (style) =>
    desk.page.evaluate(async (css) => {
      lab.style.cssText = css;
      const data = Float32Array.from({ length: 512 * 512 }, (_, i) => Number(i % 2 === 1));
      lab.tensors = { weights: { shape: [512, 512], data } };
      await lab.updateComplete;
    }, style);

  /**
   * Waits until a large map is painted, which happens in a later frame than its tables.
   * @param {number} width
   * @param {string | undefined} blockSize
   */
  const untilPainted = (width, blockSize) =>
    desk.page.waitForFunction(
      (pixels, numbers) => {
        const map = inLab('.map');
        const found = /Of (\d+ × \d+) numbers, each pixel/.exec(map?.textContent ?? '')?.[1];
        return map?.querySelector('canvas')?.width === pixels && (found ?? '') === numbers;
      },
      {},
      width,
      blockSize ?? '',
    );

  /** Returns the canvas's content, the text below, and its size in screen pixels. */
  const seen = () =>
    desk.page.evaluate(() => {
      const map = inLab('.map');
      const canvas = /** @type {HTMLCanvasElement} */ (map?.querySelector('canvas'));
      const row = readPixels(canvas, 0, 0, canvas.width, 1);
      const dark = row.filter((byte, i) => i % 4 === 0 && byte < 128).length;
      return {
        ...{ width: canvas.width, dark },
        room: canvas.getBoundingClientRect().width * devicePixelRatio,
        blockSize: /Of (\d+ × \d+) numbers, each pixel/.exec(map?.textContent ?? '')?.[1],
      };
    });

  it('have at most one number per pixel at any width, zoom or screen, and say so', async () => {
    await showOnly(desk.page, {});
    for (const [style, ratio, width, blockSize] of /** @type {const} */ ([
      ['width: 400px', 1, 256, '2 × 2'],
      ['width: 400px', 1.25, 256, '2 × 2'],
      ['width: 400px', 2, 512, undefined],
      ['', 1, 512, undefined],
      ['zoom: 0.5', 1, 256, '2 × 2'],
      ['width: 200px', 1, 128, '4 × 4'],
    ])) {
      // Emulating another screen sends no event, so show the map again.
      await desk.page.setViewport({ width: 1280, height: 800, deviceScaleFactor: ratio });
      await showPairs(style);
      await untilPainted(width, blockSize);
      const map = await seen();
      const where = `${style} ${ratio}: ${JSON.stringify(map)}`;
      assert.deepEqual([map.width, map.blockSize], [width, blockSize], where);
      assert.ok(map.width <= map.room, where);
      assert.equal(map.dark, width === 512 ? 256 : width, where);
    }
    await desk.page.setViewport({ width: 1280, height: 800 });
    await desk.page.evaluate(() => {
      lab.style.cssText = '';
      lab.tensors = null;
    });
  });

  it('show masked numbers in the same colours as tables', async () => {
    const sentence = makeSentence(20);
    await showOnly(desk.page, { sentence, mask: 'causal', fill: '0', step: 'scores', heads: 1 });
    const [pixel, value, end] = await desk.page.evaluate(async () => {
      lab.setAttribute('theme', 'light');
      await nextFrames(3);
      const map = inLab('.first .map');
      const canvas = /** @type {HTMLCanvasElement} */ (map?.querySelector('canvas'));
      const [red] = readPixels(canvas, 2, 0, 1, 1);
      lab.removeAttribute('theme');
      const text = map?.querySelector('.note')?.textContent ?? '';
      return [red, lab.results.weights.data[2], Number(/0 to ([\d.]+\d)/.exec(text)?.[1])];
    });
    const { level } = computeTone('weights', value / end, 1);
    assert.ok(level > 3, `${level}`);
    assert.ok(Math.abs(pixel - (253 + (level / 100) * (26 - 253))) < 2, `${pixel} of ${level} %`);
  });
});

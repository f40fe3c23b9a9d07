// How a heat map looks: its tones, an author's style, room and contrast.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { again } from '../support/extent.js';
import { assertAccessible } from './axe.js';
import { plain, weightsOf } from './heat-hands.js';
import { FORMS, OF_LOOKS } from './lessons.js';
import { onHeatMapsOnce } from './map-page.js';

/** @import { AttentionMap } from '../../web/elements/attention-map.js' */

onHeatMapsOnce('the looks of a heat map', (heat) => {
  const { give, cellAt, click } = heat;

  it('paints a map in the tones of its scale, and says what has none', async () => {
    const data = new Float32Array(20 * 17);
    data[0] = 1;
    data[1] = 0.5;
    data[2] = Number.NaN;
    const pixels = () =>
      heat.page.evaluate(() => {
        const canvas = /** @type {HTMLCanvasElement | null | undefined} */ (inMap('canvas'));
        // A copy of it: browsers warn of those that read a canvas itself too often.
        const copy = document.createElement('canvas');
        const context = copy.getContext('2d', { willReadFrequently: true });
        if (canvas) context?.drawImage(canvas, 0, 0);
        const bytes = [...(context?.getImageData(0, 0, 4, 1).data ?? [])];
        return [0, 4, 8, 12].map((at) => bytes.slice(at, at + 3));
      });
    await give({
      rowTokens: null,
      weights: `{"shape":[20,17],"data":[${[...data]}]}`,
      theme: 'light',
    });
    const ink = [26, 36, 51];
    const paper = [253, 252, 249];
    assert.deepEqual(await pixels(), [ink, [140, 144, 150], paper, paper]);
    const notes = await heat.page.$$eval('attention-map >>> .note', (all) =>
      all.map((one) => one.textContent).join(' '),
    );
    assert.match(notes, /NaN or infinite: 1\./);
    await give({ theme: 'dark' });
    assert.notDeepEqual((await pixels())[0], ink);
  });

  it('is styled from outside by parts and custom properties', async () => {
    await heat.page.evaluate(() => attentionMap.classList.add('styled'));
    const look = (/** @type {number} */ row, /** @type {number} */ column) =>
      heat.page.evaluate(
        (r, c) => {
          const cell = inMap(`td[data-row="${r}"][data-col="${c}"]`);
          const matrix = inMap('.matrix');
          if (!cell || !matrix) return undefined;
          const style = getComputedStyle(cell);
          return {
            colour: style.backgroundColor.match(/[\d.]+/g)?.map(Number),
            font: style.fontFamily,
            slant: style.fontStyle,
            padding: getComputedStyle(matrix).paddingTop,
            height: cell.getBoundingClientRect().height,
          };
        },
        row,
        column,
      );
    const weight = await look(1, 0);
    assert.deepEqual(
      [weight?.font, weight?.slant, weight?.padding],
      ['monospace', 'italic', '7px'],
    );
    assert.ok(Math.abs((weight?.height ?? 0) - 61) <= 2, `${weight?.height}`);
    const [red, green, blue] = weight?.colour ?? [];
    assert.ok(red > 0.99 && green < 0.01 && blue < 0.01, `${weight?.colour}`);
    const signed = Array.from({ length: 7 }, () => [1, -1]);
    await give({ rowTokens: null, weights: signed });
    const [positive, negative] = [await look(6, 0), await look(6, 1)];
    assert.ok(Number(positive?.colour?.[1]) > 0.99 && Number(negative?.colour?.[2]) > 0.99);
    assert.ok(Math.abs((positive?.height ?? 0) - 61) <= 2, 'with many rows, too');
  });

  // Wide, light and narrow, dark are all there is of each; in the others the first two maps look as they should.
  for (const [form, [width, theme]] of FORMS.entries()) {
    const test = form < 2 ? it : again;
    test(`finds room at ${width} pixels, ${theme}, and axe finds nothing to complain of`, async () => {
      await heat.page.setViewport({ width, height: 800 });
      const words = 'il n est pas aussi grand que son pere selon les autres';
      /** @type {Partial<AttentionMap>[]} */
      const cases = [
        {},
        { weights: plain(weightsOf([12, 4, 12], 15)), rowTokens: null, columnTokens: words },
        {
          weights: [
            [-Infinity, 2],
            [3, -4],
          ],
          columnTokens: 'a b',
        },
        { weights: plain(weightsOf([2, 20, 30], 16)), columnTokens: null },
        { weights: [[0], [1, 2]] },
      ];
      for (const given of form < 2 ? cases : cases.slice(0, 2)) {
        await give({ ...given, theme });
        if ((await cellAt(1, 1)) !== null) await click(1, 1);
        const wide = await heat.page.evaluate(
          () => document.documentElement.scrollWidth > innerWidth,
        );
        const only = form < 2 ? undefined : OF_LOOKS;
        await assertAccessible(heat.page, { only });
        assert.equal(wide, false);
      }
      await heat.page.setViewport({ width: 1280, height: 800 });
    });
  }
});

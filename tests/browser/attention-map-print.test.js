// The pictures of a map on paper, in forced colours, and in narrow and wide containers.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assertAccessible } from './axe.js';
import { drawLayers } from './heat-hands.js';
import { emulateForcedColours, readExcess } from './lab.js';
import { onMap } from './map-page.js';

onMap('the views of a map', { script: 'attention-map.js' }, (map, once, browserName) => {
  const { give, drawn } = map;

  // Only Chromium can emulate print and forced colours.
  if (browserName === 'chromium') {
    const word = Array.from({ length: 20 }, (_, i) => `w${i}`);
    const identity = word.map((_, row) => word.map((_, column) => Number(row === column)));
    /** Shows a view in which every weight is 0 or 1. @param {'map' | 'grid' | 'lines'} view */
    const show = (view) => {
      const weights = [[[identity, identity]], [[identity, identity]]];
      return give({ weights, columnTokens: word, view });
    };
    /**
     * Reads the map's views, and whether a colour is painted, before anything else happens.
     * @param {'beforeprint' | 'afterprint' | ''} event the event to dispatch first
     * @param {number[]} colour
     */
    const look = (event, colour) =>
      map.page.evaluate(
        (type, wanted) => {
          if (type) dispatchEvent(new Event(type));
          const isPainted = allInMap('canvas, .lines path').map((picture) => {
            if (!(picture instanceof HTMLCanvasElement))
              return getComputedStyle(picture).stroke === `rgb(${wanted.join(', ')})`;
            const bytes = readPixels(picture);
            for (let at = 0; at < bytes.length; at += 4)
              if (wanted.every((value, i) => Math.abs(value - bytes[at + i]) < 3)) return true;
            return false;
          });
          const style = getComputedStyle(attentionMap);
          return {
            isPainted: isPainted.length > 0 && isPainted.every(Boolean),
            colours: [style.backgroundColor, style.color],
            style: attentionMap.getAttribute('style'),
            kept: getComputedStyle(/** @type {Element} */ (inMap('.own'))).printColorAdjust,
            controls: allInMap('button, input, fieldset, .hint')
              .filter((element) => element.checkVisibility() && !element.matches('.word, .thumb'))
              .map((element) => element.className),
          };
        },
        event,
        colour,
      );
    const LIGHT = [26, 36, 51];

    it('print at once in light colours, without controls, even on a dark page', async () => {
      await map.page.evaluate(() => {
        document.documentElement.style.colorScheme = 'dark';
        attentionMap.style.setProperty('--attention-paper', '#001');
      });
      for (const view of /** @type {const} */ (['map', 'grid', 'lines'])) {
        await show(view);
        await drawn();
        const screen = await look('', LIGHT);
        assert.ok(!screen.isPainted, view);
        await map.page.emulateMediaType('print');
        const paper = await look('beforeprint', LIGHT);
        assert.ok(paper.isPainted, view);
        assert.deepEqual(paper.colours, ['rgb(255, 255, 255)', 'rgb(27, 28, 31)'], view);
        assert.deepEqual([paper.kept, paper.controls], ['exact', []], view);
        await map.page.emulateMediaType('screen');
        await look('afterprint', LIGHT);
        await drawn();
        assert.deepEqual(await look('', LIGHT), screen, view);
      }
    });

    it('are painted in the reader’s colours in forced colours', async () => {
      for (const [scheme, colour] of /** @type {const} */ ([
        ['dark', [255, 255, 255]],
        ['light', [0, 0, 0]],
      ])) {
        const endForcedColours = await emulateForcedColours(map.page, scheme);
        for (const view of /** @type {const} */ (['map', 'grid', 'lines'])) {
          await show(view);
          await drawn();
          assert.ok((await look('', [...colour])).isPainted, `${scheme} ${view}`);
        }
        await endForcedColours();
      }
    });
  }

  for (const view of /** @type {const} */ (['map', 'grid', 'lines'])) {
    for (const [width, theme] of /** @type {const} */ ([
      [320, 'light'],
      [1280, 'dark'],
    ])) {
      const test = width === 320 ? it : once;
      test(`fit ${width} pixels, and axe finds nothing: ${view}, ${theme}`, async () => {
        await map.page.setViewport({ width, height: 800 });
        const words = Array.from({ length: 20 }, (_, i) => `Ġlongword${i}`);
        await give({ weights: drawLayers(2, [3, 20, 20]), columnTokens: words, view, theme });
        await drawn();
        assert.equal(await readExcess(map.page), 0);
        if (browserName === 'chromium') await assertAccessible(map.page);
      });
    }
  }
});

// Where the colours of a map end: of many words at the map's own largest number, and it says so.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { onMap } from './map-page.js';

const WORDS = 62;
/** Two heads of 62 words, whose largest weights are 0.25 and 0.125; all others are 1/64. */
const weights = {
  shape: [2, WORDS, WORDS],
  data: Array.from({ length: 2 * WORDS * WORDS }, (_, i) =>
    i % (WORDS * WORDS) === 5 ? 0.25 / (1 + Math.floor(i / (WORDS * WORDS))) : 1 / 64,
  ),
};
const INK = 36;
const PAPER = 240;

onMap(
  'the scale of a map',
  { scripts: ['attention-map.js'] },
  (map) => {
    const { give, texts, drawn } = map;

    /** Of each canvas the darkest and the lightest red. */
    const ends = async () => {
      await drawn();
      return map.page.$$eval('attention-map >>> canvas', (all) =>
        all.map((one) => {
          const canvas = /** @type {HTMLCanvasElement} */ (one);
          const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
          copy?.drawImage(canvas, 0, 0);
          const { data } = copy?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
          const reds = [...data].filter((_, i) => i % 4 === 0);
          return [Math.min(...reds), Math.max(...reds)];
        }),
      );
    };

    it('of 62 words ends at the largest weight of each head, and says so', async () => {
      await give({ weights, theme: 'light' });
      const [[dark, light]] = await ends();
      assert.ok(dark <= INK && light > 200, `${dark} ${light}`);
      assert.match((await texts('.map > .note'))[0], /^Colours go from 0 to 0\.25\./);
      await give({ head: 1 });
      assert.ok((await ends())[0][0] <= INK);
      assert.match((await texts('.map > .note'))[0], /^Colours go from 0 to 0\.13\./);
    });

    it('ends at 1 where the author chooses that', async () => {
      await give({ weights, scale: '1', theme: 'light' });
      const [[dark, light]] = await ends();
      assert.ok(dark > 150 && light >= PAPER, `${dark} ${light}`);
      assert.match((await texts('.map > .note'))[0], /^Colours go from 0 to 1\./);
    });

    it('of all heads is said below the grid, and of one head where it has the focus', async () => {
      await give({ weights, view: 'grid', theme: 'light' });
      for (const [dark] of await ends()) assert.ok(dark <= INK, `${dark}`);
      assert.deepEqual(await texts('.legend'), ['0 the largest number of each map']);
      await map.page.focus('attention-map >>> [data-head="1"]');
      assert.deepEqual(await texts('.readout'), ['Head 2: Colours go from 0 to 0.13.']);
      const svg = String(await map.exported('svg'));
      assert.match(svg, /attention weights, colours end at the largest number of each map/);
      await give({ scale: '1' });
      for (const [dark] of await ends()) assert.ok(dark > 150, `${dark}`);
      assert.deepEqual(await texts('.legend'), ['0 1']);
    });

    it('of lines is that of the head that is shown', async () => {
      await give({ weights, view: 'lines', head: 1 });
      assert.deepEqual(await texts('.legend'), ['0 0.125']);
    });

    it('of a table in digits ends at 1, or where it is asked for at its largest number', async () => {
      await give({ weights: [[0.25, 0.125]] });
      const paint = () =>
        map.page.$eval(
          'attention-map >>> td[data-value]',
          (cell) => getComputedStyle(cell).backgroundColor,
        );
      const usual = await paint();
      assert.deepEqual(await texts('.legend'), ['0 1']);
      await give({ scale: 'max' });
      assert.deepEqual(await texts('.legend'), ['0 0.250']);
      assert.notEqual(await paint(), usual);
      assert.match(String(await map.exported('svg')), />0\.250</);
    });

    it('that does not exist is named once on the console, with those that do', async () => {
      const said = once(/** @type {any} */ (map.page), 'console');
      await give({ weights, scale: /** @type {any} */ ('maxx') });
      const [message] = await said;
      assert.match(message.text(), /<attention-map> scale="maxx": did you mean max\?/);
      assert.match((await texts('.map > .note'))[0], /^Colours go from 0 to 0\.25\./);
    });
  },
  ['chromium'],
);

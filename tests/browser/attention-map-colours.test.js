// The colours of a map equal those of tables in every notation, even on a canvas, which has no
// style sheet. Also where the colours end.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onHeatMapsOnce, onMap } from './map-page.js';

const NOTATIONS = [
  ...['#804020', 'teal', 'hsl(200 50% 50%)', 'oklch(0.6 0.15 30)', 'color(display-p3 0.2 0.5 0.3)'],
  ...['color-mix(in oklab, red, blue)', 'light-dark(#aa1100, #11aa00)', 'var(--of-the-page)'],
  ...['rgb(200 0 0 / 50%)'],
];

/**
 * Returns 20 rows of 17 numbers, of which only the first differs.
 * @param {number} first
 * @param {number} rest
 */
const wide = (first, rest) =>
  Array.from({ length: 20 }, (_, i) =>
    Array(17)
      .fill(rest)
      .with(0, i ? rest : first),
  );

onHeatMapsOnce('the colours of a heat map', (heat) => {
  const { give, exported } = heat;

  /** Returns red, green and blue of the first two numbers on the canvas. */
  const readColours = () =>
    heat.page.evaluate(() => {
      const canvas = /** @type {HTMLCanvasElement} */ (inMap('canvas'));
      const bytes = readPixels(canvas, 0, 0, 2, 1);
      return [bytes.slice(0, 3), bytes.slice(4, 7)];
    });

  const drawn = async () => {
    await heat.drawn();
    return readColours();
  };

  /** Returns the colour of the table's number 0.0 on its background. */
  const inTable = () =>
    heat.page.evaluate(() => {
      const cell = inMap('td[data-value]');
      const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      if (!cell || !pixel) return [];
      for (const element of [attentionMap, cell]) {
        pixel.fillStyle = getComputedStyle(element).backgroundColor;
        pixel.fillRect(0, 0, 1, 1);
      }
      return [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3);
    });

  /** @param {string} name the only custom property to set @param {string} value */
  const set = (name, value) =>
    heat.page.evaluate(
      (property, to) => {
        const { style } = attentionMap;
        style.cssText = '';
        style.setProperty(property, to);
      },
      ...[name, value],
    );

  /** @param {number[]} a @param {number[]} b @param {string} what */
  const assertNear = (a, b, what) => {
    assert.equal(a.length, 3, what);
    const apart = Math.max(...a.map((channel, i) => Math.abs(channel - b[i])));
    assert.ok(apart <= 1, `${what}: ${a}, ${b}`);
  };

  for (const theme of /** @type {const} */ (['light', 'dark'])) {
    it(`${theme}: equal those of tables in every notation, painted and exported`, async () => {
      await heat.page.evaluate(() =>
        document.documentElement.style.setProperty('--of-the-page', 'light-dark(#123456, #abcdef)'),
      );
      const cases = NOTATIONS.flatMap((value) => [
        { name: '--attention-weight', value, first: 1 },
        { name: '--attention-positive', value, first: 5 },
        { name: '--attention-negative', value, first: -5 },
      ]);
      for (const { name, value, first } of cases) {
        const what = `${name}: ${value}`;
        await set('--none', '');
        await give({ theme, rowTokens: null, weights: [[first, 0]] });
        const usualColours = await inTable();
        await set(name, value);
        const wanted = await inTable();
        assert.notDeepEqual(wanted, usualColours, what);
        await give({ weights: wide(first, 0) });
        assertNear((await readColours())[0], wanted, what);
        const svg = String(await exported('svg'));
        const fills = [...svg.matchAll(/fill="rgb\(([\d, ]+)\)"/g)].map(([, list]) => list);
        assertNear(fills[0].split(', ').map(Number), wanted, `${what} in SVG`);
      }
      assert.deepEqual(heat.complaints.splice(0), [
        'warn: <attention-map> weights: row 0, counted from 0, sums to 5; expected 1.',
      ]);
    });
  }

  it('change on a canvas when the page changes a custom property', async () => {
    await give({ rowTokens: null, weights: wide(1, 0) });
    for (const value of [...NOTATIONS.slice(0, 4), 'rgb(200, 0, 0)']) {
      await set('--attention-weight', value);
      await drawn();
    }
    assert.deepEqual((await readColours())[0], [200, 0, 0]);
  });

  it('are those of the theme in a file, in whatever notation the ink is', async () => {
    await give({ rowTokens: null, weights: [[0.55, 0.45]], theme: 'dark' });
    const files = [];
    for (const ink of ['#eeeeee', 'oklch(0.95 0 0)', 'color(srgb 0.9333 0.9333 0.9333)']) {
      await set('--attention-ink', ink);
      files.push(String(await exported('svg')));
    }
    // On 55 %, digits have the colour of the paper in a dark theme only.
    assert.match(files[0], /fill="#17181b"[^>]*>0\.550/);
    assert.deepEqual(files.slice(1), [files[0], files[0]]);
  });

  it('follow the colour scheme of the page, also while hidden', async () => {
    const light = [253, 252, 249];
    const dark = [23, 24, 27];
    await give({ rowTokens: null, weights: wide(1, 0) });
    /** @param {string} scheme */
    const turn = (scheme) =>
      heat.page.evaluate((to) => (document.documentElement.style.colorScheme = to), scheme);
    /** @param {boolean} hidden */
    const hide = (hidden) =>
      heat.page.evaluate((is) => {
        /** @type {HTMLElement} */ (document.querySelector('main')).hidden = is;
      }, hidden);
    await turn('light');
    assert.deepEqual((await drawn())[1], light);
    await turn('dark');
    assert.deepEqual((await drawn())[1], dark);
    await turn('light');
    assert.deepEqual((await drawn())[1], light);
    await hide(true);
    await drawn();
    await turn('dark');
    await drawn();
    await hide(false);
    assert.deepEqual((await drawn())[1], dark);
  });

  it('are painted once for each change', async () => {
    await give({ rowTokens: null, weights: wide(1, 0), theme: 'light' });
    await drawn();
    await heat.page.evaluate(() => {
      const { prototype } = CanvasRenderingContext2D;
      const { putImageData } = prototype;
      Object.assign(kept, { painted: 0, told: 0 });
      prototype.putImageData = function (/** @type {any} */ ...all) {
        kept.painted++;
        putImageData.apply(this, /** @type {any} */ (all));
      };
      attentionMap.shadowRoot?.addEventListener('transitionrun', () => kept.told++);
    });
    const counts = () => heat.page.evaluate(() => [kept.painted, kept.told]);
    await set('--attention-weight', 'rgb(0, 0, 200)');
    for (let i = 0; i < 5; i++) await drawn();
    assert.deepEqual(await counts(), [1, 1]);
    await set('--attention-weight', 'rgb(0, 0, 200)');
    for (let i = 0; i < 5; i++) await drawn();
    assert.deepEqual(await counts(), [1, 1]);
  });
});

const WORDS = 62;
/** Two heads of 62 words. Their largest weights are 0.25 and 0.125, and all others are 1/64. */
const weights = {
  shape: [2, WORDS, WORDS],
  data: Array.from({ length: 2 * WORDS * WORDS }, (_, i) =>
    i % (WORDS * WORDS) === 5 ? 0.25 / (1 + Math.floor(i / (WORDS * WORDS))) : 1 / 64,
  ),
};
const INK = 36;

onMap(
  'the scale of a map',
  { script: 'attention-map.js' },
  (map) => {
    const { give, texts, drawn } = map;

    /** Returns the darkest and the lightest red of each canvas. */
    const ends = async () => {
      await drawn();
      return map.page.$$eval('attention-map >>> canvas', (all) =>
        all.map((canvas) => {
          const bytes = readPixels(/** @type {HTMLCanvasElement} */ (canvas));
          const reds = bytes.filter((_, i) => i % 4 === 0);
          return [Math.min(...reds), Math.max(...reds)];
        }),
      );
    };

    it('ends at the largest weight of each head for 62 words, and the note says so', async () => {
      await give({ weights, theme: 'light' });
      const [[dark, light]] = await ends();
      assert.ok(dark <= INK && light > 200, `${dark} ${light}`);
      assert.match((await texts('.map p.note'))[0], /^Colours go from 0 to 0\.25\./);
      await give({ head: 1 });
      assert.ok((await ends())[0][0] <= INK);
      assert.match((await texts('.map p.note'))[0], /^Colours go from 0 to 0\.13\./);
    });

    it('is written below the grid, and for the focused head', async () => {
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

    it('of a table with digits ends at 1, or at its largest number with scale="max"', async () => {
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
  },
  ['chromium'],
);

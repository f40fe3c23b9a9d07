// Lines, layers, labels and pieces of words, in the map's own script under a strict policy.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toDecimal } from '../../web/text/number.js';
import { drawLayers, plain, weightsOf } from './heat-hands.js';
import { onMap } from './map-page.js';

/** @import { AttentionMap as Heat } from '../../web/elements/attention-map.js' */

const PIECES = ['The', 'Ġcat', 's', 'Ġsat'];

onMap('the views of a map', { script: 'attention-map.js' }, (map, once) => {
  const { give, texts, focus, press, exported, parse, noted, drawn, settle } = map;

  once('have layers: a press or a property chooses one, and events name it', async () => {
    const weights = drawLayers(3, [2, 4, 4]);
    await give({ weights, columnTokens: PIECES });
    assert.deepEqual(await texts('.layers label'), ['1', '2', '3']);
    await map.pressOn('.layers label:nth-of-type(2)');
    await give({ head: 1 });
    assert.match((await texts('caption'))[0], /^attention weights, layer 2, head 2 4 × 4$/);
    await map.click(0, 3);
    const value = toDecimal(weights[1].data[16 + 3]);
    assert.deepEqual(await noted(), [
      [
        'attention-cell',
        { row: 0, column: 3, layer: 1, head: 1, rowToken: 'The', columnToken: 'Ġsat', value },
      ],
    ]);
    for (const [wanted, shown] of [
      [9, 2],
      [-1, 0],
    ]) {
      await give({ layer: wanted });
      assert.equal(
        await map.page.$eval(
          'attention-map',
          (attentionMap) => /** @type {any} */ (attentionMap).layer,
        ),
        shown,
      );
    }
  });

  once('show a Float32Array with a shape', async () => {
    await map.page.evaluate(() => {
      attentionMap.setAttribute('shape', '1,2,2');
      attentionMap.weights = Float32Array.of(0.25, 0.75, 1, 0);
    });
    await settle();
    assert.deepEqual(
      await texts('td[data-value]'),
      ['0.250', '0.750', '1', '0'].map((text) => text),
    );
  });

  once('show word pieces without their marks, or as given after a switch is pressed', async () => {
    await give({ weights: plain(weightsOf([4, 4], 30)), columnTokens: PIECES });
    assert.deepEqual(await texts('th[scope=col]'), ['The', 'cat', '…s', 'sat']);
    assert.match(String(await exported('csv')), /^query \/ key,The,Ġcat,s,Ġsat\r\n/);
    const box = await map.page.$('attention-map >>> .pieces input');
    await box?.click();
    await settle();
    assert.deepEqual(await texts('th[scope=col]'), PIECES);
    assert.equal(
      await map.page.$eval('attention-map', (attentionMap) =>
        attentionMap.getAttribute('word-pieces'),
      ),
      'raw',
    );
    await box?.click();
    await settle();
    assert.deepEqual(await texts('th[scope=row]'), ['The', 'cat', '…s', 'sat']);
    await give({ columnTokens: ['a', 'b', 'c', 'd'] });
    assert.deepEqual(await texts('.pieces'), [], 'no switch where there are no marks');
  });

  once(
    'label the edges from the side where the words begin, also if that side changes',
    async () => {
      const words = (/** @type {string} */ letter) =>
        Array.from({ length: 20 }, (_, i) => letter + i);
      const weights = plain(weightsOf([20, 20], 31));
      for (const [letter, isFirstAt] of /** @type {const} */ ([
        ...[
          ['a', 'left'],
          ['ש', 'right'],
          ['b', 'left'],
        ],
      ])) {
        await give({ weights, rowTokens: words(letter), columnTokens: words(letter) });
        await drawn();
        const places = await map.page.evaluate(() =>
          [...allInMap('.edge.columns span')].map((label) => label.getBoundingClientRect().x),
        );
        const isRising = places.every((x, i) => i === 0 || x > places[i - 1]);
        const isFalling = places.every((x, i) => i === 0 || x < places[i - 1]);
        assert.deepEqual(
          [isRising, isFalling],
          [isFirstAt === 'left', isFirstAt === 'right'],
          letter,
        );
      }
    },
  );

  it('fill the width, label the edges, and show the number under the pointer', async () => {
    const given = weightsOf([40, 60], 31);
    const rowTokens = Array.from({ length: 40 }, (_, i) => `row${i}`);
    for (const width of [320, 640, 1280]) {
      await map.page.setViewport({ width, height: 800 });
      await give({ weights: plain(given), rowTokens });
      await drawn();
      await settle();
      const found = await map.page.evaluate(() => {
        const boxOf = (/** @type {Element} */ element) => element.getBoundingClientRect();
        const canvas = /** @type {Element} */ (inMap('canvas'));
        const { right, left, top, width: wide, height: high } = boxOf(canvas);
        const labels = allInMap('.rows span').map((label) => {
          const { top: from, bottom } = boxOf(label);
          return { text: label.textContent?.trim(), from, bottom };
        });
        const columns = allInMap('.columns span').length;
        return { hole: boxOf(attentionMap).right - right, left, top, wide, high, labels, columns };
      });
      assert.ok(found.hole < 20 && found.hole >= 0, `${found.hole} pixels are left free`);
      assert.ok(found.wide > 0.55 * width);
      assert.ok(found.labels.length >= 5 && found.columns >= 5);
      assert.equal(found.labels[0].text, 'row0');
      for (const [i, { from }] of found.labels.entries()) {
        if (i > 0) assert.ok(from >= found.labels[i - 1].bottom - 1, 'no label lies on another');
      }
      // The middle of the first of 40 rows.
      await map.page.mouse.move(found.left + (30.5 / 60) * found.wide, found.top + found.high / 80);
      const value = Number(given.data[30].toPrecision(4));
      assert.deepEqual(await texts('.readout'), [`row0 → 31 ${value}`]);
    }
  });

  once('show the focused number', async () => {
    await give({ weights: [[0.25, 0.75]], rowTokens: 'a', columnTokens: 'x y' });
    await map.tabIn();
    assert.deepEqual(await texts('.readout'), ['a → x 0.2500']);
    await press('ArrowRight');
    assert.deepEqual(await texts('.readout'), ['a → y 0.7500']);
  });

  once(
    'keep the reading of the pressed number, in numbers and in the lens, until the weights change',
    async () => {
      const many = weightsOf([20, 20], 3);
      for (const weights of [
        [
          [0.25, 0.75],
          [1, 0],
        ],
        plain(many),
      ]) {
        await give({ weights });
        await drawn();
        const { page } = map;
        const cell = await page.evaluateHandle(
          () => /** @type {HTMLElement} */ (allInMap('td[data-place]')[1]),
        );
        const other = await page.evaluateHandle(
          () => /** @type {HTMLElement} */ (allInMap('td[data-place]')[0]),
        );
        await other.hover();
        const [reading] = await texts('.readout');
        await cell.click();
        await page.mouse.move(1, 799);
        await settle();
        const [pressed] = await texts('.readout');
        assert.match(pressed, /\d/);
        assert.notEqual(pressed, reading);
        await page.evaluate(() => /** @type {HTMLElement} */ (inMap('td[data-place]')).blur());
        await settle();
        assert.deepEqual(await texts('.readout'), [pressed]);
        // The pointer on another number reads that number, and then the pressed one again.
        await other.hover();
        assert.deepEqual(await texts('.readout'), [reading]);
        await page.mouse.move(1, 799);
        assert.deepEqual(await texts('.readout'), [pressed]);
      }
      await give({
        weights: [
          [0.5, 0.5],
          [1, 0],
        ],
      });
      assert.deepEqual(await texts('.readout'), ['']);
    },
  );

  once('draw lines between two columns, or only those of the focused word', async () => {
    const weights = [
      [0.5, 0.25, 0.25],
      [0, 1, 0],
    ];
    await give({ weights, rowTokens: 'a b', columnTokens: 'x y z', view: 'lines' });
    const readSide = (/** @type {string} */ side) =>
      map.page.$$eval(`attention-map >>> [data-side=${side}]`, (all) =>
        all.map((element) => /** @type {HTMLElement} */ (element).dataset.weight ?? ''),
      );
    const listLines = () =>
      map.page.$$eval('attention-map >>> .lines path', (all) =>
        all.flatMap((path) => {
          const name = (/** @type {string} */ attribute) => Number(path.getAttribute(attribute));
          const [opacity, width] = [name('stroke-opacity'), name('stroke-width')];
          const ends = path.getAttribute('d')?.matchAll(/M0 ([\d.]+)L1 ([\d.]+)/g) ?? [];
          return [...ends].map(([, from, to]) => [from, to, opacity, width].join(' '));
        }),
      );
    await drawn();
    assert.deepEqual((await listLines()).toSorted(), [
      '0.5 0.5 0.5 2.5',
      '0.5 1.5 0.25 1.75',
      '0.5 2.5 0.25 1.75',
      '1.5 1.5 1 4',
    ]);
    await map.page.focus('attention-map >>> [data-side=q]');
    await drawn();
    assert.deepEqual(await readSide('k'), ['0.500', '0.250', '0.250']);
    assert.equal((await listLines()).length, 3, 'other lines are gone');
    await press('ArrowDown');
    assert.deepEqual(await readSide('k'), ['', '1', '']);
    await press('ArrowRight');
    assert.deepEqual([(await focus()).side, (await focus()).index], ['k', '1']);
    const stops = await map.page.$$eval('attention-map >>> .lines [tabindex="0"]', (all) =>
      all.map(
        (element) => `${element.getAttribute('data-side')}${element.getAttribute('data-index')}`,
      ),
    );
    assert.deepEqual(stops, ['k1'], 'one tab stop');
    assert.deepEqual(await readSide('q'), ['0.250', '1']);
    assert.equal(
      await map.page.$eval('attention-map >>> .word.active', (element) =>
        element.getAttribute('aria-description'),
      ),
      'attended by \u2068b\u2069 1, \u2068a\u2069 0.250',
    );
    await press('Enter', 'ArrowLeft', 'ArrowUp', 'Enter');
    assert.deepEqual(await noted(), [
      [
        'attention-cell',
        { row: 0, column: 1, head: 0, rowToken: 'a', columnToken: 'y', value: 0.25 },
      ],
    ]);
    await press('Escape');
    assert.deepEqual(await texts('[aria-pressed=true]'), []);
  });

  once('end lines where numbers begin, and name a pressed word out of sight', async () => {
    for (const width of [390, 1280]) {
      await map.page.setViewport({ width, height: 800 });
      await give({ weights: plain(weightsOf([60, 60], 33)), view: 'lines', columnTokens: null });
      for (const [side, sign] of /** @type {const} */ ([
        ['q', 1],
        ['k', -1],
      ])) {
        await map.pressOn(`[data-side=${side}][data-index="3"]`);
        await map.page.mouse.move(0, 0);
        const seen = await map.page.evaluate((pressed) => {
          const others = allInMap(`.word:not([data-side=${pressed}])`);
          others[others.length - 1].scrollIntoView();
          const gaps = others.map((word) => {
            const { left, right } = word.getBoundingClientRect();
            const number = Number.parseFloat(getComputedStyle(word, '::after').width);
            return pressed === 'q' ? left - number : right + number;
          });
          const lines = allInMap('.lines path').map((path) => path.getBoundingClientRect());
          const { bottom, top } = /** @type {Element} */ (
            inMap('.readout')
          ).getBoundingClientRect();
          const pressedWord = inMap('[aria-pressed=true]')?.getBoundingClientRect();
          return {
            ...{ gaps, top, bottom, isOut: Number(pressedWord?.bottom) < 0 },
            ends: lines.map(({ left, right }) => (pressed === 'q' ? right : left)),
          };
        }, side);
        assert.equal(seen.gaps.length, 60);
        for (const gap of seen.gaps)
          for (const end of seen.ends) assert.ok(sign * (gap - end) >= 2, `${end} of ${gap}`);
        assert.ok(seen.isOut && seen.top >= 0 && seen.bottom <= 800, JSON.stringify(seen));
        assert.match((await texts('.readout'))[0], /^4: attend/);
        await press('Escape');
      }
    }
  });

  once('draw the strongest lines of 512 words, and all lines of the focused word', async () => {
    await map.page.evaluate(() => {
      const data = Float32Array.from({ length: 512 * 512 }, (_, i) => (i % 97) / 97);
      Object.assign(attentionMap, { weights: data, shape: [512, 512], view: 'lines' });
    });
    await settle();
    assert.match(
      (await texts('.lines .note'))[2],
      /^The 2,000 strongest lines are drawn, from 0\.\d+ on\./,
    );
    await map.page.focus('attention-map >>> [data-side=q]');
    await press('End');
    assert.deepEqual([(await focus()).side, (await focus()).index], ['q', '511']);
    const named = await map.page.$$eval(
      'attention-map >>> [data-side=k][data-weight]:not([data-weight=""])',
      (all) => all.length,
    );
    const row = Array.from({ length: 512 }, (_, i) => ((511 * 512 + i) % 97) / 97);
    assert.equal(named, row.filter((value) => value >= 0.005).length);
  });

  it('are exported as SVG and PNG', async () => {
    await give({ weights: drawLayers(2, [3, 4, 4]), columnTokens: PIECES, view: 'grid' });
    const grid = String(await exported('svg'));
    assert.equal(grid.match(/<image /g)?.length, 6);
    assert.ok((await parse(grid)).texts.includes('layers ↓'));
    await give({ view: 'lines' });
    const lines = String(await exported('svg'));
    assert.ok((lines.match(/<path /g)?.length ?? 0) > 4);
    const words = (await parse(lines)).texts;
    assert.deepEqual(words.slice(1, 6), ['queries', 'The', 'cat', '…s', 'sat']);
    await map.pressOn('[data-side=q]');
    assert.equal(String(await exported('svg')).match(/<path /g)?.length, 4, 'of one word');
    const type = await map.page.$eval('attention-map', async (attentionMap) => {
      const blob = await /** @type {Heat} */ (attentionMap).export('png');
      return [blob.type, blob.size > 500];
    });
    assert.deepEqual(type, ['image/png', true]);
    await give({ view: 'map' });
    await map.page.evaluate(() => {
      const data = new Float32Array(200 * 200).fill(0.5);
      Object.assign(attentionMap, { weights: { shape: [200, 200], data }, columnTokens: null });
    });
    const map200 = String(await exported('svg'));
    assert.equal(map200.match(/<image /g)?.length, 1, 'one image, not 40,000 rectangles');
    assert.equal((await parse(map200)).rectangles, 1);
  });

  once('have the label in the language and direction of the author', async () => {
    for (const size of [2, 20])
      for (const view of /** @type {const} */ (['map', 'grid', 'lines'])) {
        await give({
          weights: drawLayers(2, [2, size, size]),
          label: 'أوزان (1).',
          lang: 'ar',
          view,
        });
        const shown = await map.page.evaluate(() => {
          const root = attentionMap.shadowRoot;
          const label = /** @type {HTMLElement} */ (root?.querySelector('caption, figcaption'));
          const chapterText = /** @type {HTMLElement} */ (label.querySelector('.chapter-text'));
          return [
            chapterText.textContent,
            chapterText.lang,
            getComputedStyle(chapterText).direction,
            label.textContent,
          ];
        });
        assert.deepEqual(shown.slice(0, 3), ['أوزان (1).', 'ar', 'rtl'], `${view} of ${size}`);
        assert.match(shown[3] ?? '', /^أوزان \(1\)\.(, layer 1, head 1)? /);
      }
  });

  once('name queries and keys beside the words of rows in either direction', async () => {
    for (const [word, side] of /** @type {const} */ ([
      ['dog', 'right'],
      ['הכלב', 'left'],
    ])) {
      await give({
        weights: drawLayers(1, [1, 2, 2])[0],
        rowTokens: Array(2).fill(word),
        columnTokens: Array(2).fill(word),
        view: 'map',
      });
      const [names, label] = await map.page.evaluate(
        (edge) =>
          ['.corner span', 'tbody th'].map((selector) => {
            const range = document.createRange();
            range.selectNodeContents(
              /** @type {Element} */ (attentionMap.shadowRoot?.querySelector(selector)),
            );
            return range.getBoundingClientRect()[edge];
          }),
        side,
      );
      assert.ok(Math.abs(names - label) < 4, `${word}: ${names}, ${label}`);
    }
  });

  once('stay in one block with legend and caption if words run from right to left', async () => {
    for (const [size, selector] of /** @type {const} */ ([
      [2, 'table'],
      [20, '.ends'],
    ]))
      for (const direction of ['ltr', 'rtl']) {
        await map.page.evaluate((dir) => {
          document.body.dir = dir;
        }, direction);
        await give({
          weights: drawLayers(1, [1, size, size])[0],
          rowTokens: Array(size).fill('הכלב'),
          columnTokens: Array(size).fill('הכלב'),
          caption: 'כיתוב של הטבלה',
          view: 'map',
        });
        const [left, table, caption] = await map.page.evaluate((wanted) => {
          const edges = [
            '.own',
            wanted === 'table' ? wanted : '.labelled .sheet',
            '.author-caption',
          ];
          return edges.map((each) => {
            const box = attentionMap.shadowRoot?.querySelector(each)?.getBoundingClientRect();
            return Math.round(box?.left ?? 0);
          });
        }, selector);
        assert.ok(table - left < 20, `${direction}: ${table - left} pixels from the left`);
        assert.equal(caption - left, 16, direction);
      }
    await map.page.evaluate(() => {
      document.body.dir = '';
    });
  });
});

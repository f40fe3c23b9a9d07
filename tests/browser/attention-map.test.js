import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readOwnWeights } from '../../web/sources/own-weights.js';
import { rounded } from '../../web/text/number.js';
import { createRandom } from '../support/random.js';
import { toCsv } from '../support/written.js';
import { assertAccessible } from './axe.js';
import { assertShown, plain, weightsOf } from './heat-hands.js';
import { readExcess } from './lab.js';
import { FORMS, OF_LOOKS } from './lessons.js';
import { onHeatMapsOnce } from './map-page.js';

/** @import { AttentionMap } from '../../web/elements/attention-map.js' */

onHeatMapsOnce('a heat map', (heat) => {
  const { settle, give, read, press, tabIn, exported, parse, click } = heat;

  it('shows the weights of its attributes in place of its fallback', async () => {
    const shown = await read();
    assert.equal(shown.caption, 'attention by hand 3 × 3');
    assert.deepEqual(shown.rows, ['The', 'cat', 'sat']);
    assert.deepEqual(shown.columns, ['The', 'cat', 'sat']);
    assert.deepEqual(
      [shown.tensor, shown.tableHead, shown.colours],
      ['weights', undefined, 'weights'],
    );
    assert.deepEqual([shown.heads, shown.fallback, shown.legend], [[], false, '0 1']);
    const data = Float32Array.of(0.5, 0.25, 0.25, 1, 0, 0, 0.2, 0.3, 0.5);
    assertShown(shown, { shape: [3, 3], data }, 0);
  });

  it('shows every number of a tensor, of nested arrays and of logits unchanged', async () => {
    const random = createRandom(11);
    const cases = [
      weightsOf([1, 1], 1),
      weightsOf([4, 4], 2),
      weightsOf([16, 16], 3),
      weightsOf([3, 12], 4),
      { ...random.tensor([5, 6], 8), shape: [5, 6] },
      { ...random.tensor([2, 2], 1e-6), shape: [2, 2] },
    ];
    for (const given of cases) {
      const [rows, columns] = given.shape;
      const signed = given.data.some((value) => value < 0);
      const nested = Array.from({ length: rows }, (_, row) => [
        ...given.data.subarray(row * columns, (row + 1) * columns),
      ]);
      for (const weights of [plain(given), nested]) {
        await give({ weights, rowTokens: null, columnTokens: null });
        const shown = await read();
        assertShown(shown, given, 0);
        assert.equal(shown.colours, signed ? 'signed' : 'weights');
        assert.deepEqual(
          shown.columns,
          Array.from({ length: columns }, (_, i) => `${i + 1}`),
        );
      }
    }
  });

  it('has a radio button for each head; it, digit keys, property and attribute choose one', async () => {
    const given = weightsOf([8, 3, 3], 5);
    await give({ weights: plain(given) });
    const at = async (/** @type {number} */ head) => {
      const shown = await read();
      assertShown(shown, given, head);
      assert.equal(shown.tableHead, `${head}`);
      assert.deepEqual(shown.head, [head, head === 0 ? shown.head[1] : `${head}`]);
      assert.equal(shown.caption, `attention by hand, head ${head + 1} 3 × 3`);
      const checked = shown.heads.filter(([, isChecked]) => isChecked);
      assert.deepEqual([shown.heads.length, checked.map(([text]) => text)], [8, [`${head + 1}`]]);
    };
    await at(0);
    const third = await heat.page.$('attention-map >>> .heads label:nth-of-type(3)');
    await third?.click();
    await settle();
    await at(2);
    await press('6');
    await at(5);
    await tabIn();
    await press('8');
    await at(7);
    await press('9');
    await at(7);
    await give({ head: 1 });
    await at(1);
    await heat.page.evaluate(() => attentionMap.setAttribute('head', '4'));
    await settle();
    await at(4);
    for (const [wanted, shown] of [
      [99, 7],
      [-3, 0],
      [2.7, 2],
      [Number.NaN, 0],
    ]) {
      await heat.page.evaluate((text) => attentionMap.setAttribute('head', text), `${wanted}`);
      await settle();
      await at(shown);
    }
    await heat.page.evaluate(() => attentionMap.removeAttribute('head'));
    await settle();
    await at(0);
    assert.deepEqual(heat.complaints.splice(0), [
      'warn: <attention-map> head="99": the nearest number that fits, 7, is taken.',
      'warn: <attention-map> head="-3": the nearest number that fits, 0, is taken.',
      'warn: <attention-map> head="2.7": the nearest number that fits, 2, is taken.',
      'warn: <attention-map> head="NaN": not a number.',
    ]);
  });

  it('does not warn of a layer that a program chose, when new weights lack it', async () => {
    const layer = await heat.page.evaluate(async () => {
      const rows = [[1]];
      Object.assign(attentionMap, { weights: [[[rows]], [[rows]]], rowTokens: 'a', layer: 1 });
      await attentionMap.updateComplete;
      // No other update comes between, which would forget that the attribute was written.
      attentionMap.weights = [[[rows]]];
      await attentionMap.updateComplete;
      return attentionMap.layer;
    });
    assert.equal(layer, 0);
  });

  it('warns once of the first row that does not sum to 1, and shows the weights', async () => {
    const transposed = [
      [0.9, 0.4],
      [0.1, 0.6],
    ];
    await give({ weights: transposed });
    await give({ weights: structuredClone(transposed), rowTokens: 'a b' });
    assert.equal((await read()).cells.length, 4);
    const right = [
      [1, 0],
      [0.5, 0.5],
    ];
    await give({ weights: right });
    await give({ weights: '[[0.9, 0.1], [20, 80]]' });
    // The same element has been warned of.
    await give({ weights: '[[0.9, 0.1], [30, 80]]' });
    await give({
      weights: [
        [0, 0],
        [0.33, 0.66],
      ],
    });
    await give({ weights: [right, [right[0], [0.9, 0.4]]] });
    assert.deepEqual(heat.complaints.splice(0), [
      // The tokens of two rows come after their weights.
      'warn: <attention-map>: row-tokens has shape (3,); expected (2,) to match weights',
      'warn: <attention-map> weights: row 0, counted from 0, sums to 1.30; expected 1. The columns sum to 1: are the weights transposed?',
      'warn: <attention-map> weights: row 1, counted from 0, sums to 100; expected 1.',
      'warn: <attention-map> weights: row 1 of head 1, counted from 0, sums to 1.30; expected 1.',
    ]);
  });

  it('chooses a head with arrow keys, which the page around it does not see', async () => {
    await give({ weights: plain(weightsOf([3, 3, 3], 5)) });
    await heat.page.evaluate(() => {
      const seen = /** @type {string[]} */ ([]);
      kept.seen = seen;
      document.addEventListener('keydown', ({ key }) => seen.push(key));
      allInMap('.heads input')[0].focus();
    });
    /** @type {number[]} */
    const heads = [];
    for (const key of /** @type {const} */ ([
      'ArrowRight',
      'ArrowDown',
      'ArrowRight',
      'ArrowLeft',
    ])) {
      await press(key);
      heads.push(await heat.page.evaluate(() => attentionMap.head));
    }
    assert.deepEqual(heads, [1, 2, 0, 2]);
    assert.deepEqual(await heat.page.evaluate(() => kept.seen), []);
  });

  it('shows NaN and infinities, and the legend has the ends of signed colours', async () => {
    await give({ weights: '[[NaN, Infinity, -Infinity], [0, -4.5, 2], [1, 1, 1]]' });
    const shown = await read();
    assert.deepEqual(shown.cells.map(({ text, value }) => [text, value]).slice(0, 5), [
      ['NaN', 'NaN'],
      ['∞', 'Infinity'],
      ['−∞', '-Infinity'],
      ['0', '0'],
      ['−4.50', '-4.5'],
    ]);
    assert.deepEqual([shown.colours, shown.legend], ['signed', '−5 5']);
  });

  it('accepts 2,048 tokens', async () => {
    await heat.page.evaluate(async () => {
      const data = Float32Array.from({ length: 2048 * 2048 }, (_, i) => Number(i % 2049 === 0));
      Object.assign(attentionMap, { rowTokens: null, weights: { shape: [2048, 2048], data } });
    });
    await settle();
    await tabIn();
    await heat.chord('Control', 'End');
    const { cells, alert } = await read();
    assert.equal(alert, '');
    assert.deepEqual(cells.at(-1), { row: 2047, column: 2047, value: '1', text: '1' });
  });

  it('is exported as SVG, PNG, CSV and JSON', async () => {
    const given = weightsOf([2, 3, 4], 10);
    await give({ weights: plain(given), columnTokens: 'a & "b" <c>', head: 1 });
    const ours = given.data.subarray(12);
    const { root, texts, rectangles } = await parse(String(await exported('svg')));
    assert.equal(root, 'svg');
    // The legend has seven colours in a frame.
    assert.equal(rectangles, 1 + 12 + 8);
    for (const value of ours) {
      const at = texts.indexOf(rounded(value));
      assert.ok(at >= 0, `${value} is in the picture`);
      texts.splice(at, 1);
    }
    const ends = ['keys →', 'queries ↓'];
    const words = ['a', '&', '"b"', '<c>', ...ends, 'The', 'cat', 'sat', '0', '1'];
    assert.deepEqual(texts, ['attention by hand, head 2 · 3 × 4', ...words]);
    const tokens = { rowTokens: 'The cat sat', columnTokens: 'a & "b" <c>' };
    const shown = readOwnWeights({ weights: plain(given), ...tokens });
    assert.ok(shown);
    assert.equal(await exported('csv'), toCsv(shown, 'weights', [1]));
    const json = JSON.parse(String(await exported('json')));
    assert.deepEqual(Float32Array.from(json.tensors.weights.data), given.data);
    await give({ weights: json.tensors.weights });
    assertShown(await read(), given, 1);
    const size = await heat.page.evaluate(async () => {
      const blob = /** @type {Blob} */ (await attentionMap.export('png'));
      const { width, height } = await createImageBitmap(blob);
      return [blob.type, width, height];
    });
    const svg = String(await exported('svg'));
    const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
    assert.deepEqual(size, ['image/png', 2 * Number(width), 2 * Number(height)]);
    assert.match(
      String(await exported('pdf')),
      /^ERR_ARGUMENT export: .*"pdf".* svg, png, csv, json/,
    );
    assert.match(String(await exported('jsn')), /^ERR_ARGUMENT .*did you mean json\?/);
  });

  it('exports SVG whose texts neither overlap nor leave the picture', async () => {
    const weights = Array(12).fill([
      [0, 1],
      [0.5, -1.5e-20],
    ]);
    await give({ rowTokens: null, columnTokens: null, weights, head: 11 });
    const labels = [
      'decoder layer 6, cross-attention',
      'ATTENTION WEIGHTS OF LAYER 6',
      '第六層の注意の重み、単語の関係を学習する仕組み',
      'comments summarised, 10 mm by 20 mm: mean',
    ];
    const words = ['COMMUNICATION', '単語の関係を学習'];
    // Without words, the caption is wider than the numbers below it.
    for (const [label, columnTokens] of labels.flatMap((text) => [
      /** @type {const} */ ([text, null]),
      /** @type {const} */ ([text, words]),
    ])) {
      await give({ label, weights, columnTokens });
      const svg = String(await exported('svg'));
      const { width, boxes } = await heat.desk.evaluate((text) => {
        document.body.innerHTML = text;
        const root = /** @type {SVGSVGElement} */ (document.querySelector('svg'));
        const all = [...root.querySelectorAll('text')];
        return {
          width: root.width.baseVal.value,
          boxes: all.map((element) => {
            const { x, y, width: long, height } = element.getBBox();
            return {
              text: element.textContent,
              left: x,
              right: x + long,
              top: y,
              bottom: y + height,
            };
          }),
        };
      }, svg);
      // The title, both ends, two columns, two rows, and four numbers.
      assert.equal(boxes.length, 1 + 2 + 2 + 2 + 4);
      for (const box of boxes) {
        assert.ok(box.left >= 0 && box.right <= width, `${box.text}: ${box.right} of ${width}`);
        for (const other of boxes) {
          const apart =
            box === other ||
            box.bottom <= other.top ||
            other.bottom <= box.top ||
            box.right <= other.left ||
            other.right <= box.left;
          assert.ok(apart, `${box.text} lies on ${other.text}`);
        }
      }
    }
  });

  it('paints a map in the colours of its scale, and counts the numbers without one', async () => {
    const data = new Float32Array(20 * 17);
    data[0] = 1;
    data[1] = 0.5;
    data[2] = Number.NaN;
    const pixels = () =>
      heat.page.evaluate(() => {
        const bytes = readPixels(/** @type {HTMLCanvasElement} */ (inMap('canvas')), 0, 0, 4, 1);
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
      all.map((element) => element.textContent).join(' '),
    );
    assert.match(notes, /NaN or infinite: 1\./);
    await give({ theme: 'dark' });
    assert.notDeepEqual((await pixels())[0], ink);
  });

  it('is styled by parts and custom properties', async () => {
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

  for (const [form, [width, theme]] of FORMS.entries()) {
    it(`fits ${width} pixels, and axe finds nothing: ${theme}`, async () => {
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
        if (await heat.page.$('attention-map >>> td[data-row="1"][data-col="1"]'))
          await click(1, 1);
        const only = form < 2 ? undefined : OF_LOOKS;
        await assertAccessible(heat.page, { only });
        assert.equal(await readExcess(heat.page), 0);
      }
      await heat.page.setViewport({ width: 1280, height: 800 });
    });
  }
});

// What a heat map shows of the weights that it is given.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createRandom } from '../support/random.js';
import { assertShown, plain, weightsOf } from './heat-hands.js';
import { onHeatMapsOnce } from './map-page.js';

onHeatMapsOnce('a heat map', (heat) => {
  const { settle, give, read, press, tabIn } = heat;

  it('shows what the attributes say, and its fallback no more', async () => {
    const shown = await read();
    assert.equal(shown.caption, 'attention by hand 3 × 3');
    assert.deepEqual(shown.rows, ['The', 'cat', 'sat']);
    assert.deepEqual(shown.columns, ['The', 'cat', 'sat']);
    assert.deepEqual(
      [shown.tensor, shown.tableHead, shown.colours],
      ['weights', undefined, 'weights'],
    );
    assert.deepEqual([shown.tabs, shown.fallback, shown.legend], [[], false, '0 1']);
    const data = Float32Array.of(0.5, 0.25, 0.25, 1, 0, 0, 0.2, 0.3, 0.5);
    assertShown(shown, { shape: [3, 3], data }, 0);
  });

  it('shows every number of a tensor, of nested arrays and of logits as it was given', async () => {
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

  it('has a tab for each head; tabs, digits, property and attribute choose one', async () => {
    const given = weightsOf([8, 3, 3], 5);
    await give({ weights: plain(given) });
    const at = async (/** @type {number} */ head) => {
      const shown = await read();
      assertShown(shown, given, head);
      assert.equal(shown.tableHead, `${head}`);
      assert.deepEqual(shown.head, [head, head === 0 ? shown.head[1] : `${head}`]);
      assert.equal(shown.caption, `attention by hand, head ${head + 1} 3 × 3`);
      const pressed = shown.tabs.filter(([, state]) => state === 'true');
      assert.deepEqual([shown.tabs.length, pressed.map(([text]) => text)], [8, [`${head + 1}`]]);
    };
    await at(0);
    const tab = await heat.page.$('attention-map >>> .heads button:nth-of-type(3)');
    await tab?.click();
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
    assert.deepEqual(heat.complaints.splice(0), ['<attention-map> head="NaN": not a number.']);
  });

  it('shows attention between two sentences, of another length each', async () => {
    const given = weightsOf([2, 3, 5], 6);
    const rowTokens = ['he', 'is', 'tall'];
    const columnTokens = ['il', 'n', 'est', 'pas', 'grand'];
    await give({ weights: plain(given), rowTokens, columnTokens });
    const shown = await read();
    assert.deepEqual([shown.rows, shown.columns], [rowTokens, columnTokens]);
    assertShown(shown, given, 0);
    await give({ rowTokens: null });
    assert.deepEqual((await read()).rows, ['1', '2', '3']);
  });

  it('shows NaN and infinities as such, and prints where signed colours end', async () => {
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

  it('refuses nothing up to 2,048 tokens', async () => {
    await heat.page.evaluate(async () => {
      const data = Float32Array.from({ length: 2048 * 2048 }, (_, i) => Number(i % 2049 === 0));
      Object.assign(attentionMap, { rowTokens: null, weights: { shape: [2048, 2048], data } });
    });
    await settle();
    await tabIn();
    await heat.page.keyboard.down('Control');
    await press('End');
    await heat.page.keyboard.up('Control');
    const { cells, alert } = await read();
    assert.equal(alert, '');
    assert.deepEqual(cells.at(-1), { row: 2047, column: 2047, value: '1', text: '1' });
  });

  it('shows each word’s weight on the one before it, in place of which every second row has none', async () => {
    /** @param {number} room in pixels, of which some are the words' @param {number} pixels of a side */
    const seen = async (room, pixels) => {
      await heat.page.evaluate((width) => {
        attentionMap.style.width = `${width}px`;
        const data = Float32Array.from({ length: 512 * 512 }, (_, i) => Number(i % 513 === 512));
        Object.assign(attentionMap, { rowTokens: null, weights: { shape: [512, 512], data } });
      }, room);
      // A large map is painted in a later frame than its words.
      await heat.page.waitForFunction(
        (side) => {
          const { width, height } = /** @type {HTMLCanvasElement} */ (inMap('canvas'));
          return width === side && height === side;
        },
        {},
        pixels,
      );
      return heat.page.evaluate(() => {
        const canvas = /** @type {HTMLCanvasElement} */ (inMap('canvas'));
        // A copy of it: browsers warn of those that read a canvas itself too often.
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
        copy?.drawImage(canvas, 0, 0);
        const { data: bytes } = copy?.getImageData(0, 0, canvas.width, canvas.height) ?? {
          data: [],
        };
        const dark = Array.from(bytes).filter((byte, i) => i % 4 === 0 && byte < 128).length;
        const said = /stands for (.+?) numbers/.exec(
          attentionMap.renderRoot.textContent ?? '',
        )?.[1];
        const { clientWidth, clientHeight } = canvas;
        attentionMap.style.width = '';
        return { size: [canvas.width, canvas.height], dark, said, clientWidth, clientHeight };
      });
    };
    const wide = await seen(900, 512);
    assert.deepEqual([wide.size, wide.dark, wide.said], [[512, 512], 511, undefined]);
    const narrow = await seen(400, 256);
    const { clientWidth, clientHeight } = narrow;
    assert.ok(clientWidth > 256 && clientWidth < 400, `${clientWidth}`);
    const { said, dark } = narrow;
    assert.deepEqual(
      [narrow.size, said],
      [[256, 256], '2 × 2'],
      `${clientWidth} × ${clientHeight}`,
    );
    // Of a pair of words the second attends to the first, and the first to the pair before.
    assert.equal(dark, 511);
  });
});

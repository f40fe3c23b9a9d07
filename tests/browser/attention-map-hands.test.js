// A heat map under keyboard and mouse, in digits and as a map with a lens.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exact, toDecimal } from '../../web/text/number.js';
import { plain, weightsOf } from './heat-hands.js';
import { onHeatMaps } from './map-page.js';

/** @import { KeyInput } from 'puppeteer-core' */

onHeatMaps('a heat map under the hand', (heat, once) => {
  const { settle, give, read, noted, focused, click, press, exported, parse, tabIn } = heat;

  it('is one stop of Tab and walked by arrows, Home and End', async () => {
    await give({ weights: plain(weightsOf([4, 5], 7)), rowTokens: null });
    await tabIn();
    assert.deepEqual(await focused(), [0, 0]);
    /** @type {[KeyInput, number[]][]} */
    const ways = [
      ['ArrowRight', [0, 1]],
      ['ArrowDown', [1, 1]],
      ['ArrowDown', [2, 1]],
      ['ArrowLeft', [2, 0]],
      ['End', [2, 4]],
      ['ArrowRight', [2, 4]],
      ['ArrowUp', [1, 4]],
    ];
    for (const [key, place] of ways) {
      await press(key);
      assert.deepEqual(await focused(), place, key);
    }
    await heat.chord('Control', 'End');
    assert.deepEqual(await focused(), [3, 4]);
    await press('Tab');
    assert.equal(await heat.page.evaluate(() => document.activeElement?.localName), 'button');
    await heat.chord('Shift', 'Tab');
    assert.deepEqual(await focused(), [3, 4], 'where the reader was last');
    assert.deepEqual(await noted(), [], 'walking says nothing');
  });

  it('tells of a number that is pressed, by mouse and by Enter, and outlines it', async () => {
    const given = weightsOf([2, 3, 4], 8);
    const columnTokens = ['a', 'b', 'c', 'd'];
    await give({ weights: plain(given), columnTokens, head: 1 });
    await click(2, 3);
    assert.deepEqual((await read()).selected, [[2, 3]]);
    await press('ArrowUp', 'ArrowLeft', 'Enter');
    assert.deepEqual((await read()).selected, [[1, 2]]);
    assert.deepEqual(await focused(), [1, 2]);
    await press('1');
    assert.deepEqual((await read()).selected, [[1, 2]], 'in the other head, too');
    const detail = (/** @type {number} */ row, /** @type {number} */ column) => ({
      ...{ row, column, head: 1 },
      ...{ rowToken: ['The', 'cat', 'sat'][row], columnToken: columnTokens[column] },
      value: toDecimal(given.data[12 + 4 * row + column]),
    });
    assert.deepEqual(await noted(), [
      ['attention-cell', detail(2, 3)],
      ['attention-cell', detail(1, 2)],
    ]);
  });

  once('follows a row and a column whose word is pressed', async () => {
    const chosen = () =>
      heat.page.evaluate(() => {
        const words = allInMap('[aria-pressed=true]');
        return words.map((word) => word.textContent);
      });
    for (const [selector, after] of [
      ['tbody tr:nth-child(2) .word', ['cat']],
      ['thead th:nth-child(4) .word', ['sat', 'cat']],
      ['tbody tr:nth-child(2) .word', ['sat']],
      ['thead th:nth-child(4) .word', []],
    ]) {
      await (await heat.page.$(`attention-map >>> ${selector}`))?.click();
      await settle();
      assert.deepEqual(await chosen(), after);
    }
  });

  once('is a map with a lens beyond 16 tokens, walked and pressed all over', async () => {
    const given = weightsOf([2, 40, 60], 14);
    const rowTokens = Array.from({ length: 40 }, (_, i) => `r${i}`);
    await give({ weights: plain(given), rowTokens });
    /** The lens shows these rows and columns, and their numbers. */
    const assertLens = async (
      /** @type {number} */ row,
      /** @type {number} */ column,
      head = 0,
    ) => {
      const { cells, rows, columns } = await read();
      assert.deepEqual(rows, rowTokens.slice(row, row + 4));
      assert.deepEqual(
        columns,
        [1, 2, 3, 4].map((i) => `${column + i}`),
      );
      assert.equal(cells.length, 16);
      for (const [i, cell] of cells.entries()) {
        const at = [row + Math.floor(i / 4), column + (i % 4)];
        assert.deepEqual([cell.row, cell.column], at);
        assert.equal(cell.value, exact(given.data[(head * 40 + at[0]) * 60 + at[1]]));
      }
    };
    await assertLens(0, 0);
    await tabIn();
    await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    assert.deepEqual(await focused(), [0, 4]);
    await assertLens(0, 3);
    await press('End');
    assert.deepEqual(await focused(), [0, 59]);
    await assertLens(0, 56);
    await heat.chord('Control', 'End');
    assert.deepEqual(await focused(), [39, 59]);
    await press('ArrowRight', 'ArrowDown');
    assert.deepEqual(await focused(), [39, 59]);
    await assertLens(36, 56);
    await press('2');
    await assertLens(36, 56, 1);
    assert.deepEqual(await focused(), [39, 59]);
    await press('Home');
    assert.deepEqual(await focused(), [39, 0]);
    assert.deepEqual(await noted(), [], 'walking says nothing');
    const box = await (await heat.page.$('attention-map >>> canvas'))?.boundingBox();
    assert.ok(box);
    await heat.page.mouse.click(box.x + (30.5 / 60) * box.width, box.y + (20.5 / 40) * box.height);
    await settle();
    await assertLens(19, 29, 1);
    assert.deepEqual((await read()).selected, [[20, 30]]);
    const [[, { row, column, rowToken, value }]] = await noted();
    assert.deepEqual(
      [row, column, rowToken, value],
      [20, 30, 'r20', toDecimal(given.data[(40 + 20) * 60 + 30])],
    );
    await press('1');
    const { root, rectangles } = await parse(String(await exported('svg')));
    assert.deepEqual([root, rectangles], ['svg', 1 + 40 * 60]);
  });
});

// Values that an author gives to a heat map, including wrong and hostile ones. Also the map with
// keyboard and mouse, as digits and with a lens.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exact, toDecimal } from '../../web/text/number.js';
import { assertShown, plain, weightsOf } from './heat-hands.js';
import { onHeatMaps } from './map-page.js';

/**
 * @import { AttentionMap as Heat } from '../../web/elements/attention-map.js'
 * @import { KeyInput } from 'puppeteer-core'
 */

onHeatMaps('a heat map and its input', (heat, once) => {
  const { settle, give, read, noted, focused, click, press, exported, parse, tabIn } = heat;

  it('is one tab stop, in which arrows, Home and End move', async () => {
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

  it('sends an event for a number pressed by mouse or Enter, and outlines it', async () => {
    const given = weightsOf([2, 3, 4], 8);
    const columnTokens = ['a', 'b', 'c', 'd'];
    await give({ weights: plain(given), columnTokens, head: 1 });
    await click(2, 3);
    assert.deepEqual((await read()).selected, [[2, 3]]);
    await press('ArrowUp', 'ArrowLeft', 'Enter');
    assert.deepEqual((await read()).selected, [[1, 2]]);
    assert.deepEqual(await focused(), [1, 2]);
    await press('1');
    assert.deepEqual((await read()).outlined, [[1, 2]], 'in the other head, too');
    assert.deepEqual((await read()).selected, [], 'nothing is pressed in the other head');
    await press('2');
    assert.deepEqual((await read()).selected, [[1, 2]]);
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

  once('marks the row and the column whose word is pressed', async () => {
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
      await heat.pressOn(`${selector}`);
      assert.deepEqual(await chosen(), after);
    }
  });

  once('has a lens beyond 16 tokens, which follows keys and presses to every corner', async () => {
    const given = weightsOf([2, 40, 60], 14);
    const rowTokens = Array.from({ length: 40 }, (_, i) => `r${i}`);
    await give({ weights: plain(given), rowTokens });
    /** Asserts that the lens shows these rows and columns with their numbers. */
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

  once('shows a sentence for wrong weights, and then the next valid weights', async () => {
    // One case of each kind; tests/web/own-weights.test.js has all.
    /** @type {[Partial<Heat>, string, RegExp][]} */
    const wrong = [
      [{ weights: [[1, 2], [3]] }, 'ERR_SHAPE', /ragged/],
      [{ weights: '[[1, 2]' }, 'ERR_ARGUMENT', /JSON/],
      [{ weights: { shape: [1, 2049], data: Array(2049).fill(0) } }, 'ERR_LIMIT', /2048/],
      [
        { weights: [[0, 1]], rowTokens: 'a b c' },
        'ERR_SHAPE',
        /rowTokens .*\(3,\); expected \(1,\)/,
      ],
    ];
    for (const [given, code, sentence] of wrong) {
      await give({ rowTokens: null, columnTokens: null, shape: null, ...given });
      const shown = await read();
      assert.match(shown.alert, /^These weights cannot be shown\. attention-map: .*\.$/);
      assert.match(shown.alert, sentence);
      assert.deepEqual([shown.cells.length, shown.fallback], [0, true]);
      const [type, detail] = (await noted()).at(-1);
      assert.deepEqual([type, detail.code], ['attention-error', code]);
      assert.ok(shown.alert.includes(detail.message));
      assert.ok(String(await exported('csv')).includes(detail.message));
      const good = weightsOf([2, 2], 9);
      await give({
        weights: plain(good),
        rowTokens: 'good words',
        columnTokens: null,
        shape: null,
      });
      assertShown(await read(), good, 0);
      assert.equal((await read()).alert, '');
    }
    const events = await noted();
    assert.equal(events.length, wrong.length, 'one event each');
    await give({ label: 'again' });
    assert.equal((await noted()).length, wrong.length);
  });

  once('names wrong tokens as the page has written them: attributes or properties', async () => {
    await give({ rowTokens: null, columnTokens: null, shape: null, weights: [[0, 1]] });
    const names = await heat.page.evaluate(async () => {
      /** @type {string[]} */
      const names = [];
      const read = async () => {
        await attentionMap.updateComplete;
        const error = await attentionMap.ready.catch((reason) => reason);
        names.push(error.argument);
      };
      for (const [property, attribute] of /** @type {const} */ ([
        ['rowTokens', 'row-tokens'],
        ['columnTokens', 'column-tokens'],
      ])) {
        for (const text of ['a b c', '["a", 5, {}]']) {
          attentionMap.setAttribute(attribute, text);
          await read();
        }
        attentionMap[property] = ['a', 'b', 'c'];
        await read();
        attentionMap.removeAttribute(attribute);
        attentionMap[property] = null;
      }
      return names;
    });
    assert.deepEqual(names, [
      ...['row-tokens', 'row-tokens[2]', 'rowTokens'],
      ...['column-tokens', 'column-tokens[2]', 'columnTokens'],
    ]);
  });

  once('has a new ready promise for new weights', async () => {
    await give({ rowTokens: null, columnTokens: null, shape: null, weights: null });
    const answers = await heat.page.evaluate(async () => {
      const answers = [];
      for (const weights of [undefined, [[1, 2], [3]], [[0.5, 0.5]], '[[1', [[1]]]) {
        attentionMap.weights = weights;
        answers.push(
          await attentionMap.ready.then(
            () => allInMap('td[data-value]').length,
            ({ code }) => code,
          ),
        );
      }
      const { ready } = attentionMap;
      attentionMap.label = 'the same weights';
      answers.push(ready === attentionMap.ready);
      return answers;
    });
    assert.deepEqual(answers, ['ERR_NO_WEIGHTS', 'ERR_SHAPE', 2, 'ERR_ARGUMENT', 1, true]);
  });

  once('shows its children without weights', async () => {
    await heat.page.evaluate(() => attentionMap.removeAttribute('weights'));
    await settle();
    const shown = await read();
    assert.deepEqual([shown.cells.length, shown.fallback, shown.alert], [0, true, '']);
    assert.match(String(await exported('svg')), /^ERR_EXPORT .*no weights/);
  });

  once('says what it needs without weights and children', async () => {
    const messages = await heat.page.evaluate(async () => {
      const Heat = /** @type {new () => Heat} */ (customElements.get('attention-map'));
      const empty = new Heat();
      document.querySelector('main')?.append(empty);
      const read = async () => {
        await empty.updateComplete;
        return empty.shadowRoot?.querySelector('.status')?.textContent ?? '';
      };
      const before = await read();
      empty.weights = [[1]];
      const after = await read();
      empty.remove();
      return [before, after];
    });
    assert.match(messages[0], /needs attention weights.* \(L, S\)/);
    assert.equal(messages[1], '');
  });

  once('takes properties that were set before the element was defined', async () => {
    const told = await heat.page.evaluate(async () => {
      const early = /** @type {Heat} */ (document.createElement('attention-later'));
      Object.assign(early, {
        weights: [[[0, 1]], [[0.75, 0.25]]],
        columnTokens: ['a', 'b'],
        head: 1,
        label: 'early',
        theme: 'dark',
      });
      document.querySelector('main')?.append(early);
      const Heat =
        /** @type {typeof import('../../web/elements/attention-map.js').AttentionMap} */ (
          customElements.get('attention-map')
        );
      customElements.define('attention-later', class extends Heat {});
      await early.updateComplete;
      const cells = [...(early.shadowRoot?.querySelectorAll('td[data-value]') ?? [])];
      const caption = early.shadowRoot?.querySelector('caption')?.textContent?.trim() ?? '';
      const { theme, head } = early;
      const style = getComputedStyle(early).colorScheme;
      const values = cells.map((cell) => /** @type {HTMLElement} */ (cell).dataset.value);
      return [values, theme, head, early.getAttribute('head'), style, caption.split(/\s/)[0]];
    });
    assert.deepEqual(told, [['0.75', '0.25'], 'dark', 1, '1', 'dark', 'early,']);
  });

  once('shows tokens as text, even markup and control characters', async () => {
    const long = 'x'.repeat(5000);
    const rowTokens = [
      '<img src=x onerror=alert(1)>',
      '\u202eevil\u2066',
      '\ud800',
      '',
      '\n',
      long,
    ];
    const weights = plain(weightsOf([6, 6], 12));
    // Pass JSON, because puppeteer does not transfer lone surrogates.
    await give({ weights, rowTokens: JSON.stringify(rowTokens), label: '<b>label</b>' });
    const shown = await read();
    assert.deepEqual(shown.rows, [rowTokens[0], 'U+202EevilU+2066', 'U+D800', '""', '↵', long]);
    assert.match(shown.caption, /^<b>label<\/b> /);
    const { images, wide } = await heat.page.evaluate(() => {
      return {
        images: allInMap('img, b').length,
        wide: document.documentElement.scrollWidth > innerWidth,
      };
    });
    assert.deepEqual([images, wide], [0, false]);
    await click(0, 3);
    const [[, detail]] = await noted();
    assert.deepEqual([detail.rowToken, detail.columnToken], [rowTokens[0], '']);
    const { texts } = await parse(String(await exported('svg')));
    for (const text of ['<img src=x oner…', 'U+202EevilU+2066', 'U+D800', '""', '↵']) {
      assert.ok(texts.includes(text), text);
    }
  });

  /** Reads the numbers beside keys, and the line below. */
  const readKept = async () => ({
    numbers: await heat.page.$$eval('attention-map >>> [data-side=k]', (all) =>
      all.map((element) => /** @type {HTMLElement} */ (element).dataset.weight ?? ''),
    ),
    below: await heat.texts('.readout'),
  });

  once('keeps the lines of a pressed word, also of another head', async () => {
    const first = [0.75, 0.2497, 0.0003, 0];
    const weights = [
      [first, first],
      [first.toReversed(), first],
    ];
    await give({ weights, rowTokens: 'a b', columnTokens: 'w x y z', view: 'lines' });
    await heat.pressOn('[data-side=q]');
    const kept = {
      numbers: ['0.750', '0.250', '≈0', ''],
      below: ['a: attends to \u2068w\u2069 0.750, \u2068x\u2069 0.250, \u2068y\u2069 ≈0'],
    };
    assert.deepEqual(await readKept(), kept);
    const pair = { ...kept, below: ['a → y 0.0003000'] };
    await (await heat.page.$('attention-map >>> [data-side=k][data-index="2"]'))?.hover();
    assert.deepEqual(await readKept(), pair);
    await heat.page.mouse.move(0, 0);
    assert.deepEqual(await readKept(), kept);
    await press('ArrowRight', 'ArrowDown', 'ArrowDown');
    assert.deepEqual(await readKept(), pair, 'the focus reads a weight, too');
    assert.equal((await heat.focus()).index, '2');
    await heat.page.evaluate(() => /** @type {HTMLElement} */ (inMap('.word:focus')).blur());
    await give({ head: 1 });
    assert.deepEqual((await readKept()).numbers, kept.numbers.toReversed());
    assert.match((await readKept()).below[0], /^a: attends to .z. 0\.750/);
    await give({ weights: [[1]], rowTokens: 'a', columnTokens: 'x', head: 0 });
    assert.deepEqual(await readKept(), {
      numbers: ['1'],
      below: ['a: attends to \u2068x\u2069 1'],
    });
    await give({ weights, rowTokens: 'a b', columnTokens: 'w x y z' });
    await heat.pressOn('[data-side=q][data-index="1"]');
    await heat.page.mouse.move(0, 0);
    await heat.page.evaluate(() => /** @type {HTMLElement} */ (inMap('.word:focus')).blur());
    await give({ weights: [[1]], rowTokens: 'a', columnTokens: 'x' });
    assert.deepEqual(await readKept(), { numbers: [''], below: [''] }, 'the word is gone');
  });

  once('marks its tokens with its language, also when it changes', async () => {
    const languages = () =>
      heat.page.$$eval('attention-map >>> bdi', (all) => [
        ...new Set(all.map((element) => element.getAttribute('lang'))),
      ]);
    assert.deepEqual(await languages(), [null]);
    for (const lang of ['fr', 'de', '']) {
      await heat.page.evaluate((to) => attentionMap.setAttribute('lang', to), lang);
      await settle();
      assert.deepEqual(await languages(), [lang || null]);
    }
  });
});

// What an author may give to a heat map, wrong or hostile things among it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assertShown, plain, weightsOf } from './heat-hands.js';
import { onHeatMapsOnce } from './map-page.js';

/** @import { AttentionMap as Heat } from '../../web/elements/attention-map.js' */

onHeatMapsOnce('what a heat map is given', (heat) => {
  const { settle, give, read, noted, click, exported, parse } = heat;

  it('says what is wrong, throws nothing, and shows the next good value', async () => {
    // One of each kind; tests/web/own-weights.test.js has all.
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

  it('gives another promise of being ready with other weights', async () => {
    await give({ rowTokens: null, columnTokens: null, shape: null, weights: null });
    const answers = await heat.page.evaluate(async () => {
      const answers = [];
      for (const weights of [[[1, 2], [3]], [[0.5, 0.5]], '[[1', [[1]]]) {
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
    assert.deepEqual(answers, ['ERR_SHAPE', 2, 'ERR_ARGUMENT', 1, true]);
  });

  it('shows its children where there are no weights', async () => {
    await heat.page.evaluate(() => attentionMap.removeAttribute('weights'));
    await settle();
    const shown = await read();
    assert.deepEqual([shown.cells.length, shown.fallback, shown.alert], [0, true, '']);
    assert.match(String(await exported('svg')), /no weights/);
  });

  it('says what it needs where it has neither weights nor children', async () => {
    const said = await heat.page.evaluate(async () => {
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
    assert.match(said[0], /needs attention weights.* \(L, S\)/);
    assert.equal(said[1], '');
  });

  it('takes properties that were set before it was defined', async () => {
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

  it('takes tokens for text, whatever is in them', async () => {
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
    // As JSON, since puppeteer does not pass on half a character.
    await give({ weights, rowTokens: JSON.stringify(rowTokens), label: '<b>label</b>' });
    const shown = await read();
    assert.deepEqual(shown.rows, [...rowTokens.slice(0, 2), 'U+D800', '""', '↵', long]);
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
    for (const text of ['<img src=x oner…', '\u202eevil\u2066', 'U+D800', '""', '↵']) {
      assert.ok(texts.includes(text), text);
    }
  });

  it('marks its tokens with the language that it is given, and that it is given later', async () => {
    const languages = () =>
      heat.page.$$eval('attention-map >>> bdi', (all) => [
        ...new Set(all.map((one) => one.getAttribute('lang'))),
      ]);
    assert.deepEqual(await languages(), [null]);
    for (const lang of ['fr', 'de', '']) {
      await heat.page.evaluate((to) => attentionMap.setAttribute('lang', to), lang);
      await settle();
      assert.deepEqual(await languages(), [lang || null]);
    }
  });
});

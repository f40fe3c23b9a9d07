// Words from right to left: tables, maps and lines follow one rule, and legends are those of any page.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onHostPagesOnce, plainPage } from './host.js';

const HEBREW = 'החתול אוכל דג טרי';

const RTL = '<style>body { direction: rtl; }</style>';

onHostPagesOnce('words from right to left', (host) => {
  it('every table with words begins at the right, and its legend at the left', async () => {
    for (const [sentence, isRtl] of /** @type {const} */ ([
      [HEBREW, true],
      ['the cat eats fish', false],
    ])) {
      const { page } = await host.openLab(
        `${RTL}<attention-lab steps="q,k,scores,weights,heads" sentence="${sentence}"></attention-lab>`,
      );
      for (const step of ['q', 'k', 'scores', 'weights', 'heads']) {
        const tables = await page.evaluate(async (name) => {
          lab.goto(name);
          await lab.updateComplete;
          return allInLab('.figure table[data-tensor]').map((table) => {
            const [head, first, last] = ['th', 'td', 'td:last-child'].map(
              (one) => table.querySelector(`tbody ${one}`)?.getBoundingClientRect().left ?? 0,
            );
            const hasWords = table.querySelector('tbody th:not(.index)') !== null;
            return { tensor: table.dataset.tensor, hasWords, isRtl: head > first && first >= last };
          });
        }, step);
        assert.ok(tables.length > 0);
        for (const { tensor, hasWords, isRtl: is } of tables)
          assert.equal(is, isRtl && hasWords, `${step}: ${tensor}`);
      }
      assert.ok(await page.evaluate(isLegendFromLeft, 'attention-lab'), sentence);
    }
  });

  for (const [count, view] of /** @type {const} */ ([
    [4, 'map'],
    [20, 'map'],
    [4, 'grid'],
    [4, 'lines'],
  ])) {
    it(`of ${count} words, ${view}: the first key is at the right, for pointer and keys, and 0 at the left of the legend`, async () => {
      for (const letter of ['א', 'a']) {
        const isRtl = letter !== 'a';
        const { page } = await host.open({
          html: plainPage(`${RTL}<attention-map view="${view}"></attention-map>`),
        });
        const found = await page.evaluate(paintFirst, letter, count);
        assert.equal(found.isFirstAtRight, isRtl, letter);
        // A map of pixels says where its colours end in words.
        if (view !== 'map' || count < 20)
          assert.ok(await page.evaluate(isLegendFromLeft, 'attention-map'), letter);
        if (view === 'lines' || (view === 'map' && count === 4)) continue;
        assert.equal(found.isDarkAtRight, isRtl, 'the strongest weight is that of the first key');
        await page.mouse.move(found.x, found.y);
        const readout = await page.evaluate(() => inMap('.readout')?.textContent);
        assert.match(String(readout), new RegExp(`${letter}0 → ${letter}0  1`));
        if (view === 'grid') continue;
        const keyed = await page.evaluate(async () => {
          inMap('td[data-place="weights.0.1"], td[data-place="weights.0.0.1"]')?.focus();
          return attentionMap.shadowRoot?.activeElement?.getAttribute('data-place');
        });
        await page.keyboard.press(isRtl ? 'ArrowRight' : 'ArrowLeft');
        await page.evaluate(() => attentionMap.updateComplete);
        const place = await page.evaluate(() =>
          attentionMap.shadowRoot?.activeElement?.getAttribute('data-place'),
        );
        assert.equal(place, keyed?.replace(/1$/, '0'));
      }
    });
  }
});

/** Runs in the page. @param {string} tag */
function isLegendFromLeft(tag) {
  const legend = document.querySelector(tag)?.shadowRoot?.querySelector('.legend span, .legend');
  const [number, ramp] = [legend?.firstChild, legend?.querySelector('.ramp')];
  const range = document.createRange();
  range.selectNodeContents(/** @type {Node} */ (legend?.textContent ? (number ?? legend) : legend));
  const at = (/** @type {{ getBoundingClientRect(): DOMRect } | null | undefined} */ one) =>
    one?.getBoundingClientRect().left ?? Number.NaN;
  return at(range) < at(ramp);
}

/**
 * Runs in the page: each query attends to the first key alone.
 * @param {string} letter
 * @param {number} count
 */
async function paintFirst(letter, count) {
  const list = (/** @type {(i: number) => any} */ make) =>
    Array.from({ length: count }, (_, i) => make(i));
  attentionMap.rowTokens = list((i) => `${letter}${i}`);
  attentionMap.weights = list(() => list((j) => Number(j === 0)));
  for (let i = 0; i < 4; i++) {
    while (!(await attentionMap.updateComplete));
    await new Promise(requestAnimationFrame);
  }
  const box = (/** @type {Element | null | undefined} */ one) =>
    one?.getBoundingClientRect() ?? new DOMRect();
  const canvas = inMap('canvas');
  const { left, right, top, width } = box(canvas);
  const [first, second] = inMap('.lines')
    ? [inMap('[data-side=q]'), inMap('[data-side=k]')]
    : [...allInMap('.columns span'), ...allInMap('th[scope=col]')];
  // Of a canvas that may be mirrored, where its first pixel is.
  const isMirrored = canvas !== null && new DOMMatrix(getComputedStyle(canvas).transform).a < 0;
  const isOneHead = second === undefined;
  return {
    isFirstAtRight: isOneHead ? isMirrored : box(first).left > box(second).left,
    isDarkAtRight: isMirrored,
    x: isMirrored ? right - width / count / 2 : left + width / count / 2,
    y: top + 2,
  };
}

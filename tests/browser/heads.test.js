// Heads by mouse: each has tables of its own, and the concatenation puts them side by side.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inOneBrowser } from './each-browser.js';
import { assertPage, showOnly, tableOf } from './lab.js';

inOneBrowser('heads', (desk) => {
  it('each head has tables of its own, from its matrices to its mix', async () => {
    const { hands, page } = desk;
    await showOnly(page, { heads: 4, dModel: 8 });
    const seen = new Set();
    for (const step of ['Queries', 'Keys', 'Scores', 'Softmax', 'Mix']) {
      await hands.click('.bar li button', step);
      for (const head of [0, 1, 2, 3]) {
        await hands.pick('head', String(head));
        const { tables } = await assertPage(page, `${step} of head ${head + 1}`);
        const own = tables.filter((table) => table.head !== undefined);
        assert.ok(own.length >= 3 && own.every((table) => table.head === head));
        assert.match(
          await hands.textOf('.steps header .note'),
          new RegExp(`head ${head + 1} of 4`),
        );
        const made = tables[tables.length - 1];
        seen.add(JSON.stringify(made.cells.map(({ value }) => value)));
      }
    }
    assert.equal(seen.size, 20, 'no two alike');
  });

  it('the concatenation stands in bands, one for each head', async () => {
    const { hands, page } = desk;
    for (const state of [{}, { heads: 4 }, { source: /** @type {const} */ ('article') }]) {
      await showOnly(page, { ...state, step: 'concatenated' });
      const { tables } = await assertPage(page, JSON.stringify(state));
      const joined = tableOf(tables, 'concatenated');
      const parts = tables.filter(({ tensor }) => tensor === 'heads');
      const width = joined.columnHeaders.length / parts.length;
      const bands = await page.evaluate(() => {
        const table = inLab('table[data-tensor=concatenated]');
        const cells = [...(table?.querySelectorAll('tbody tr:first-child td') ?? [])];
        return {
          names: [...(table?.querySelectorAll('.bands th') ?? [])].map((th) => th.textContent),
          ruled: cells.flatMap((cell, i) =>
            Number.parseFloat(getComputedStyle(cell).borderLeftWidth) > 0 ? [i] : [],
          ),
        };
      });
      assert.deepEqual(
        bands.names,
        parts.map((_, i) => `head ${i + 1}`),
      );
      assert.deepEqual(
        bands.ruled,
        parts.slice(1).map((_, i) => (i + 1) * width),
      );
    }
    await hands.click('.figure td[data-place="concatenated.2.7"]');
    assert.match(await hands.textOf('.trace .sum'), /^Copied from its head: /);
  });
});

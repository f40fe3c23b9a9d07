import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  computeLargestDeviation,
  formatDecimals,
  formatWeight,
} from '../../web/features/practice/worksheet/digits.js';
import { getWorksheetOptions, makeSheets } from '../../web/features/practice/worksheet/page.js';
import { reduceCaseCount } from '../support/extent.js';
import { markup, plain } from '../support/markup.js';
import { papersOf, STATES, showWorksheet } from './worksheets.js';

describe('the digits', () => {
  /** Returns cells and their printed contents. @param {string} paper */
  const textsOf = (paper) =>
    [...paper.matchAll(/data-place=(\S+)[^>]*>(.*?)<\/td>/gs)].map(([, place, content]) => ({
      place,
      text: plain(content).replace(/[\s\u2007\u2008]/g, ''),
    }));

  it('are three decimals on sheet and key, in tables and answers, without a power of ten', () => {
    for (const [name, change, chosen] of [
      ...STATES,
      /** @type {const} */ ([
        'large scores',
        { dModel: 8, heads: 1, scale: 60 },
        'weights.row.1.same.key',
      ]),
      /** @type {const} */ ([
        'a mask that is asked for',
        { mask: 'causal' },
        'maskedScores.all.1.same.key',
      ]),
    ]) {
      const context = showWorksheet(change, chosen);
      const { sheets, keys } = papersOf(context);
      for (const { place, text } of [...textsOf(sheets[0]), ...textsOf(keys[0])])
        assert.match(text, /^(−?(\d+|\d+\.\d{3}|∞)|≈0)$/, `${name}: ${place}`);
      const [{ questions }] = makeSheets(context, getWorksheetOptions(context));
      for (const { answer } of questions) {
        for (const [number] of plain(markup(answer)).matchAll(/\d+\.\d+/g))
          assert.match(number, /\.\d{3,9}$/, `${name}: ${plain(markup(answer))}`);
        assert.doesNotMatch(plain(markup(answer)), /\de/, name);
      }
    }
    assert.deepEqual(
      [5.31e-16, -5.31e-16, -0.0796, 1, 2.00001, -Infinity, 123.4567].map(formatDecimals),
      [...['0.000', '0.000', '−0.080', '1', '2.000', '−∞', '123.457']],
    );
    assert.deepEqual([5.31e-16, 0, 0.25, 1, 2.5].map(formatWeight), [
      '≈0',
      '0',
      '0.250',
      '1',
      '2.500',
    ]);
  });

  it('lead as far from the sheet and the key as it says, by softmax computed elsewhere', () => {
    for (let seed = 0; seed < reduceCaseCount(20); seed++) {
      const [{ context, exercises }] = makeSheets(
        showWorksheet({ seed, query: 1, heads: 1 }, 'weights.row.1.same.key'),
        { tables: ['weights'], blank: 'row', sheets: 1, kind: 'same', hasKey: true },
      );
      const { results } = context.computation;
      const round = (/** @type {number} */ value) => Math.round(value * 1000) / 1000;
      /**
       * Returns the errors of a row. Only the blank row has results; the others are given.
       * @param {number} index
       * @param {(value: number) => number} kept
       */
      const offInRow = (index, kept) => {
        const row = (/** @type {string} */ id) => [
          ...results[id].data.subarray(4 * index, 4 * index + 4),
        ];
        const given = [row('exponentials'), [results.rowSum.data[index]], row('weights')];
        const scores = row('maskedScores').map(round);
        const [most] = scores.toSorted((a, b) => b - a);
        const exponentials = scores.map((score) => Math.exp(score - most));
        const onSheet = index === 1 ? exponentials.map(kept) : given[0].map(round);
        const sum = onSheet.reduce((a, b) => a + b);
        const sumOnSheet = index === 1 ? kept(sum) : round(given[1][0]);
        const weights = onSheet.map((exponential) => exponential / sumOnSheet);
        const truth = given.flat();
        return [...exponentials, sum, ...weights].map((value, i) =>
          Math.abs(round(value) - round(truth[i])),
        );
      };
      const off = (/** @type {(value: number) => number} */ kept) =>
        Math.max(...[0, 1, 2, 3].flatMap((index) => offInRow(index, kept)));
      const expected = Math.max(
        off(round),
        off((value) => value),
      );
      assert.ok(
        Math.abs(computeLargestDeviation(context, exercises) - expected) < 1e-6,
        `seed ${seed}`,
      );
    }
  });

  it('are told of on the key', () => {
    const context = showWorksheet({ seed: 7 }, 'weights.row.1.same.key');
    const [{ context: sheet, exercises }] = makeSheets(context, getWorksheetOptions(context));
    const most = computeLargestDeviation(sheet, exercises);
    assert.ok(most > 0 && most < 0.01, String(most));
    assert.match(
      plain(papersOf(context).keys[0]),
      new RegExp(`Computed at full precision; .* by up to ${most.toFixed(3)}`),
    );
  });
});

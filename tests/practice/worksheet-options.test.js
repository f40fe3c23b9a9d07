import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  BLANK_CHOICES,
  formatOptions,
  MOST_SHEETS,
  readWorksheetOptions,
  SHEET_KINDS,
  toggleTable,
} from '../../web/features/practice/worksheet/options.js';
import {
  getWorksheetOptions,
  makeSheets,
  worksheetPage as page,
} from '../../web/features/practice/worksheet/page.js';
import { parseAnswers, readAnswers } from '../../web/state/guide.js';
import { markup, plain } from '../support/markup.js';
import { cellsOf, numberIn, papersOf, resultsOf, showWorksheet } from './worksheets.js';

describe('a class', () => {
  it('gets sheets of the seeds that follow, each with a key of its own', () => {
    const { sheets, keys } = papersOf(showWorksheet({ seed: 7 }, 'weights.row.4.each.key'));
    assert.equal(sheets.length, 4);
    assert.equal(keys.length, 4);
    for (const [i, paper] of [...sheets, ...keys].entries()) {
      const results = resultsOf({ seed: 7 + (i % 4) });
      for (const { place, value } of cellsOf(paper)) {
        assert.ok(Object.is(Math.fround(value), numberIn(results, place)), `${i}: ${place}`);
      }
    }
    assert.equal(new Set(sheets.map((sheet) => JSON.stringify(cellsOf(sheet)))).size, 4);
    assert.match(sheets[2], /seed 9/);
    assert.match(keys[2], /Key of sheet 3, seed 9/);
  });

  it('goes on from the first seeds where there are no more', () => {
    const context = showWorksheet({ seed: 999_998 }, 'weights.row.4.each.key');
    const seeds = makeSheets(context, getWorksheetOptions(context)).map(
      ({ context: { state } }) => state.seed,
    );
    assert.deepEqual(seeds, [999_998, 999_999, 2, 3]);
  });

  it('or the same for all, with one key or none', () => {
    const { sheets, keys } = papersOf(showWorksheet({}, 'weights.row.3.same.key'));
    assert.equal(new Set(sheets.map((sheet) => JSON.stringify(cellsOf(sheet)))).size, 1);
    assert.deepEqual([sheets.length, keys.length], [3, 1]);
    for (const none of ['weights.row.3.same.none', 'weights.row.3', ''])
      assert.deepEqual(papersOf(showWorksheet({}, none)).keys, []);
  });

  it('has no seeds of its own where no seed draws the numbers', () => {
    const context = showWorksheet({ source: 'article' }, 'weights.row.2.each.key');
    assert.equal(getWorksheetOptions(context).kind, 'same');
  });

  it('never gets a mistake on purpose', () => {
    const { sheets } = papersOf(showWorksheet({ bug: 'scale-none' }, 'weights.row.1.same.key'));
    const results = resultsOf({});
    for (const { place, value } of cellsOf(sheets[0])) {
      assert.ok(Object.is(Math.fround(value), numberIn(results, place)), place);
    }
  });
});

describe('the options', () => {
  const known = ['q', 'scores', 'weights', 'layer1/weights'];
  it('are read back from what an address keeps of them', () => {
    for (const blank of BLANK_CHOICES) {
      for (const kind of SHEET_KINDS) {
        const options = { tables: ['scores', 'layer1/weights'], blank, sheets: 12 };
        const all = { ...options, kind, hasKey: false };
        const kept = parseAnswers(readAnswers(`practice-worksheet_${formatOptions(all)}*`));
        assert.deepEqual(
          readWorksheetOptions(kept.get('practice-worksheet')?.value ?? '', known, 'q'),
          all,
        );
      }
    }
  });

  it('are in range whatever is asked for', () => {
    for (const text of ['', '....', 'x.y.-3.each.key', 'q.row.9999.each', '.'.repeat(70)]) {
      const options = readWorksheetOptions(text, known, 'weights');
      assert.ok(options.tables.length > 0 && options.tables.every((id) => known.includes(id)));
      assert.ok(options.sheets >= 1 && options.sheets <= MOST_SHEETS);
    }
  });

  it('say so where there are not as many sheets as were asked for', () => {
    const readPage = (/** @type {string} */ count) =>
      plain(markup(page.figure(showWorksheet({}, `q.row.${count}.same.none`))));
    assert.match(readPage('41'), /41 is not a number of sheets from 1 to 40, so there are 40/);
    assert.match(readPage('0'), /0 is not a number of sheets from 1 to 40, so there is 1/);
    assert.match(readPage('2.5'), /2\.5 is not a number of sheets from 1 to 40, so there are 2/);
    for (const count of ['1', '40'])
      assert.doesNotMatch(readPage(count), /is not a number of sheets/);
    assert.deepEqual(readWorksheetOptions('q.row.2.5.each.key', known, 'q'), {
      ...{ tables: ['q'], blank: 'row', sheets: 2, kind: 'each', hasKey: true },
    });
  });

  it('have one table at least, and three at most: a fourth changes nothing, and only that is explained', () => {
    assert.deepEqual(toggleTable(['q'], 'q'), ['q']);
    assert.deepEqual(toggleTable(['q', 'scores'], 'q'), ['scores']);
    const three = ['q', 'scores', 'weights'];
    assert.deepEqual(toggleTable(three, 'v'), three);
    const readPage = (/** @type {string} */ chosen) =>
      plain(markup(page.figure(showWorksheet({}, `${chosen}.row.1.same.none`))));
    assert.match(readPage('q-scores-weights'), /you have chosen three/);
    for (const chosen of ['q-scores', 'q']) {
      assert.match(readPage(chosen), /To fill in, 1 to 3:/);
      assert.doesNotMatch(readPage(chosen), /you have chosen three|needs/);
    }
  });
});

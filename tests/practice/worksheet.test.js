import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensor } from '../../src/js/index.js';
import * as text from '../../web/features/practice/text/en/worksheet.js';
import { findExercises } from '../../web/features/practice/worksheet/exercises.js';
import { BLANK_CHOICES } from '../../web/features/practice/worksheet/options.js';
import {
  getWorksheetOptions,
  makeSheets,
  worksheetPage as page,
} from '../../web/features/practice/worksheet/page.js';
import { listMatrices, makeTableCell } from '../../web/figures/tables.js';
import { computeOffset } from '../../web/graph/cell.js';
import { hasWorksheetTables } from '../../web/views/lab.js';
import { attention } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { cellsOf, numberIn, papersOf, resultsOf, STATES, showWorksheet } from './worksheets.js';

/**
 * @import { Tensor } from '../../src/js/index.js'
 * @import { Sheet } from '../../web/features/practice/types.js'
 * @import { State } from '../../web/state/types.js'
 */

describe('a sheet', () => {
  for (const [name, change, chosen] of STATES) {
    it(`of ${name} has the numbers of the run, and its key those of its blanks`, () => {
      const context = showWorksheet(change, chosen);
      const results = resultsOf(change);
      const { sheets, keys } = papersOf(context);
      assert.equal(sheets.length, 1);
      assert.equal(keys.length, 1);
      for (const { place, value } of [...cellsOf(sheets[0]), ...cellsOf(keys[0])]) {
        assert.ok(Object.is(Math.fround(value), numberIn(results, place)), place);
      }
      const [{ exercises }] = makeSheets(context, getWorksheetOptions(context));
      assert.equal(exercises.length, chosen.split('.')[0].split('-').length);
      const given = new Set(cellsOf(sheets[0]).map(({ place }) => place));
      const solved = new Set(cellsOf(keys[0]).map(({ place }) => place));
      const [last] = exercises.slice(-1);
      const size = results[last.step.id].data.length;
      const missing = Array.from(
        { length: size },
        (_, i) => `${last.step.id}.${indexIn(results[last.step.id].shape, i).join('.')}`,
      ).filter(
        (place) => belongsToHead(place, results[last.step.id].shape, change) && !given.has(place),
      );
      assert.ok(missing.length > 0);
      for (const place of missing) assert.ok(solved.has(place), place);
    });
  }

  it('has nothing in a blank cell: no number, no place, no title', () => {
    const [sheet] = papersOf(
      showWorksheet({ query: 1 }, 'scores-weights-heads.row.1.same.key'),
    ).sheets;
    const blanks = [...sheet.matchAll(/<td class="covered[^>]*>(.*?)<\/td>/gs)];
    // Scores, exponentials and weights have 4 blanks each, then 1 sum and 2 numbers of the head.
    assert.equal(blanks.length, 3 * 4 + 1 + 2);
    for (const [cell, content] of blanks) {
      assert.doesNotMatch(cell, /data-|title|\d/);
      assert.doesNotMatch(plain(content), /\d/);
    }
    assert.doesNotMatch(sheet, /data-place=(scores|exponentials|weights|heads)\.0\.1\./);
    assert.match(sheet, /data-place=scores\.0\.0\.0/);
  });

  it('asks for no number twice: in place of a table that is filled in before, it says where', () => {
    /** @type {[string, Partial<State>, string, string[]][]} */
    const repeated = [
      ['weights-heads', {}, 'attention weights A 4 × 4 as filled in under 1', ['weights']],
      ['scores-weights-heads', {}, 'attention weights A 4 × 4 as filled in under 2', ['weights']],
      // Without a mask, the masked scores are shown as the scores before it.
      ['scaledScores-weights', {}, 'scaled scores S′ 4 × 4 as filled in under 1', ['maskedScores']],
      // With a mask they differ, and the table of values has no blanks.
      ['scaledScores-weights', { mask: 'causal' }, '', []],
      ['v-scores', {}, '', []],
    ];
    for (const [tables, change, phrase, left] of repeated) {
      const context = showWorksheet({ query: 1, ...change }, `${tables}.all.1.same.key`);
      const [{ exercises }] = makeSheets(context, getWorksheetOptions(context));
      const repeats = exercises.flatMap(({ parts, repeats }) =>
        listMatrices(parts).filter(repeats),
      );
      assert.deepEqual(
        repeats.map(({ tensor }) => tensor),
        left,
        tables,
      );
      const { sheets, keys } = papersOf(context);
      assert.ok(plain(sheets[0]).includes(phrase), `${tables}: ${phrase}`);
      assert.equal(plain(sheets[0]).includes('as filled in under'), phrase !== '', tables);
      // The key contains each number once, too.
      const places = cellsOf(keys[0]).map(({ place }) => place);
      assert.equal(new Set(places).size, places.length, tables);
    }
  });

  it('names the wrong divisor of its scores, in the key as well', () => {
    const named = (/** @type {Partial<State>} */ change) => {
      const { sheets, keys } = papersOf(showWorksheet(change, 'weights.row.1.same.key'));
      return [...sheets, ...keys].map((paper) => plain(paper).includes('divided by √words'));
    };
    assert.deepEqual(named({ scale: 'words' }), [true, true]);
    assert.deepEqual(named({}), [false, false]);
    assert.deepEqual(named({ scale: 'words', source: 'article' }), [false, false]);
  });

  it('has no number over a single column', () => {
    const [sheet] = papersOf(showWorksheet({}, 'weights.row.1.same.none')).sheets;
    const [, sums] = /data-tensor=rowSum.*?<thead>(.*?)<\/thead>/s.exec(sheet) ?? [];
    assert.equal(plain(sums), '');
  });

  it('leaves out every second row, or all, but nothing that is masked', () => {
    const blanks = (/** @type {string} */ blank) => {
      const context = showWorksheet({ mask: 'causal' }, `weights.${blank}.1.same.key`);
      const places = cellsOf(papersOf(context).sheets[0])
        .map(({ place }) => place)
        .filter((place) => place.startsWith('weights.'));
      return [...Array(16).keys()]
        .map((i) => `weights.0.${Math.floor(i / 4)}.${i % 4}`)
        .filter((place) => !places.includes(place))
        .map((place) => place.slice(10));
    };
    assert.deepEqual(blanks('row'), ['1.0', '1.1']);
    assert.deepEqual(blanks('half'), ['1.0', '1.1', '3.0', '3.1', '3.2', '3.3']);
    assert.equal(blanks('all').length, 10);
  });

  it('leaves no number of a row to be had from those beside it', () => {
    for (const blank of BLANK_CHOICES) {
      for (const [name, change] of STATES) {
        const context = showWorksheet(change, `scores-weights.${blank}.1.same.none`);
        for (const { exercises } of makeSheets(context, getWorksheetOptions(context))) {
          for (const { parts, isBlank } of exercises) {
            for (const matrix of listMatrices(parts)) {
              const { rows, columns } = matrix.view;
              for (let row = 0; row < rows; row++) {
                const open = [...Array(columns).keys()].filter(
                  (column) => !matrix.masked(row, column),
                );
                const blanks = open.filter((column) => isBlank(matrix, row, column));
                assert.ok([0, open.length].includes(blanks.length), `${name}, ${matrix.tensor}`);
              }
            }
          }
        }
      }
    }
    // A single row is blank.
    assert.match(
      papersOf(showWorksheet({ sentence: 'tea' }, 'weights.half.1.same.none')).sheets[0],
      /covered/,
    );
  });

  it('leaves out what is masked, too, where the mask is asked for', () => {
    const context = showWorksheet({ mask: 'causal' }, 'maskedScores-weights.all.1.same.key');
    const places = cellsOf(papersOf(context).sheets[0]).map(({ place }) => place);
    const blankTables = ['maskedScores', 'exponentials', 'weights'];
    assert.deepEqual(
      places.filter((place) => blankTables.includes(place.split('.')[0])),
      [],
    );
    assert.ok(places.some((place) => place.startsWith('scaledScores.')));
  });

  it('gives no table that follows from a blank one', () => {
    const [sheet] = papersOf(showWorksheet({}, 'q-scores.all.1.same.none')).sheets;
    const tensors = new Set(cellsOf(sheet).map(({ place }) => place.split('.')[0]));
    assert.deepEqual([...tensors].toSorted(), ['embeddings', 'k', 'wq']);
  });
});

describe('between two tables', () => {
  const causal = /** @type {const} */ ({ mask: 'causal' });
  const additive = /** @type {const} */ ({ mechanism: 'additive' });
  /** @type {[string, Partial<State>, string, string[]][]} */
  const between = [
    ['scores and weights', {}, 'scores-weights', ['scaledScores']],
    ['scaled scores and weights', {}, 'scaledScores-weights', []],
    ['scores and masked weights', causal, 'scores-weights', ['scaledScores', 'maskedScores']],
    ['scaled scores and masked weights', causal, 'scaledScores-weights', ['maskedScores']],
    ['scores and masked scores', causal, 'scores-maskedScores', ['scaledScores']],
    ['masked scores and weights', causal, 'maskedScores-weights', []],
    ['weights that begin the sheet', {}, 'weights', []],
    ['queries and weights', {}, 'q-weights', []],
    ['scores and values mixed', {}, 'scores-heads', []],
    ['additive scores and weights', additive, 'scores-weights', []],
    [
      'additive scores and masked weights',
      { ...additive, ...causal },
      'scores-weights',
      ['maskedScores'],
    ],
  ];
  for (const [what, change, tables, expected] of between) {
    it(`${what}: what is not asked for is said as a formula, where it leads from the one to the other`, () => {
      const context = showWorksheet({ query: 1, ...change }, `${tables}.row.1.same.key`);
      const [{ exercises }] = makeSheets(context, getWorksheetOptions(context));
      assert.deepEqual(
        exercises.map(({ before }) => before.map(({ id }) => id)),
        exercises.map((_, i) => (i < exercises.length - 1 ? [] : expected)),
      );
      const [sheet] = papersOf(context).sheets;
      assert.equal(plain(sheet).includes(text.before), expected.length > 0);
    });
  }
});

describe('what is blank', () => {
  /**
   * Asserts that the key can be computed from the printed numbers: all other numbers are NaN.
   * @param {Sheet} sheet
   */
  function assertComputable({ context, exercises }, /** @type {string} */ what) {
    const { nodes, results } = context.computation;
    /** @type {Map<string, Float32Array>} */
    const known = new Map();
    const steps = new Set(context.steps.map(({ id }) => id));
    /** @param {string} id @returns {Tensor} */
    const fromSheet = (id) => {
      const { shape, data } = results[id];
      const { inputs, op } = nodes[id];
      const numbers =
        known.get(id) ??
        ((steps.has(id) && nodes[id].options.factor !== 1) || inputs.length === 0
          ? data.map(() => Number.NaN)
          : op.evaluate(
              attention,
              inputs.map((input) => fromSheet(input.id)),
              nodes[id],
            ).data);
      return tensor([...shape], numbers);
    };
    let blanks = 0;
    for (const { parts, isBlank } of exercises) {
      for (const matrix of listMatrices(parts)) {
        const { tensor: id, view } = matrix;
        const { shape, data } = results[id];
        const numbers = known.get(id) ?? data.map(() => Number.NaN);
        const { inputs, op } = nodes[id];
        const computed =
          inputs.length > 0 &&
          op.evaluate(
            attention,
            inputs.map((input) => fromSheet(input.id)),
            nodes[id],
          ).data;
        for (let row = 0; row < view.rows; row++) {
          for (let column = 0; column < view.columns; column++) {
            const offset = Number(computeOffset(shape, makeTableCell(matrix, row, column).index));
            if (isBlank(matrix, row, column)) {
              assert.ok(
                computed && computed[offset] === data[offset],
                `${what}: ${id} ${row} ${column}`,
              );
              blanks++;
            }
            numbers[offset] = data[offset];
          }
        }
        known.set(id, numbers);
      }
    }
    assert.ok(blanks > 0, what);
  }

  for (const [name, change] of /** @type {[string, Partial<State>][]} */ ([
    ['without a mask', {}],
    ['with a causal mask', { mask: 'causal', query: 3 }],
    ['of additive attention', { mechanism: 'additive', query: 2 }],
    ['of additive attention with a mask', { mechanism: 'additive', mask: 'causal', seed: 5 }],
    ['of unscaled scores', { scale: 'none', heads: 1 }],
    ['of two sentences', { target: 'Ils mangent', dropout: 0.5 }],
  ])) {
    it(`follows from what is printed ${name}, whatever is chosen`, () => {
      const context = showWorksheet(change);
      const ids = findExercises(context).fit.map(({ id }) => id);
      const choices = ids.flatMap((id, i) => [
        [id],
        ...ids
          .slice(i + 1)
          .flatMap((two, j) => [
            [id, two],
            ...ids.slice(i + j + 2).map((three) => [id, two, three]),
          ]),
      ]);
      assert.ok(choices.length > 20);
      for (const [i, tables] of choices.entries()) {
        // For three tables, which are most of the choices, try one kind of blanks in turn.
        for (const blank of tables.length < 3
          ? BLANK_CHOICES
          : [BLANK_CHOICES[i % BLANK_CHOICES.length]]) {
          // For one kind of blanks, also try another seed and other rows.
          const sheets = blank === 'half' ? 2 : 1;
          const options = { tables, blank, sheets, kind: /** @type {const} */ ('each') };
          for (const sheet of makeSheets(context, { ...options, hasKey: true })) {
            assertComputable(sheet, `${tables} ${blank} ${sheet.number}`);
            const { length } = sheet.questions;
            assert.ok(length >= 2 && length <= 5, `${tables}: ${length} questions`);
          }
        }
      }
    });
  }

  it('is of one head alone where the others come from nothing on the sheet', () => {
    const context = showWorksheet({ query: 1 }, 'heads-output.row.1.same.key');
    const [{ exercises }] = makeSheets(context, getWorksheetOptions(context));
    const concatenated = listMatrices(exercises[1].parts)[0];
    const blank = [0, 1, 2, 3].map((column) => exercises[1].isBlank(concatenated, 1, column));
    assert.deepEqual(blank, [true, true, false, false]);
  });

  it('is not between two steps that are chosen, where no step says how to compute it', () => {
    const context = showWorksheet({ query: 1 }, 'scores-weights-heads.row.1.same.key');
    const [sheet] = papersOf(context).sheets;
    const places = cellsOf(sheet).map(({ place }) => place);
    assert.equal(places.filter((place) => place.startsWith('maskedScores.')).length, 16);
    // Without a mask they equal the scaled scores and would give them away.
    const scaled = showWorksheet({ query: 1 }, 'scaledScores-weights.row.1.same.key');
    const told = cellsOf(papersOf(scaled).sheets[0]).map(({ place }) => place);
    assert.equal(told.filter((place) => place.startsWith('maskedScores.')).length, 0);
  });

  it('differs from sheet to sheet where that is chosen, and is worth computing', () => {
    const rows = (/** @type {string} */ kind, change = {}) => {
      const context = showWorksheet({ query: 1, ...change }, `weights.row.6.${kind}.key`);
      return makeSheets(context, getWorksheetOptions(context)).map(
        ({ context: sheet }) => sheet.state.query,
      );
    };
    assert.deepEqual(rows('same'), [1, 1, 1, 1, 1, 1]);
    assert.deepEqual(rows('blanks'), [1, 2, 3, 0, 1, 2]);
    assert.deepEqual(rows('each', { seed: 8 }), [0, 1, 2, 3, 0, 1]);
    // The first word attends only to itself, so its weight is 1.
    assert.deepEqual(rows('blanks', { mask: 'causal' }), [1, 2, 3, 1, 2, 3]);
  });
});

describe('tables that are too wide for a page', () => {
  const long = 'the animal did not carry the box across the street because it was too tired';
  it('are named and left out, and a sentence is offered whose tables fit', () => {
    const context = showWorksheet({ sentence: long }, 'weights.row.1.same.key');
    /** @type {any[]} */
    const changes = [];
    const pageText = plain(
      markup(page.figure({ ...context, dispatch: (change) => changes.push(change) })),
    );
    assert.match(
      pageText,
      /Left out because a page is only 10 columns wide: Scores, Scale, Softmax, Mix\./,
    );
    assert.match(pageText, /They eat fried noodles(?!, random)/);
    assert.deepEqual(getWorksheetOptions(context).tables, ['q']);
    for (const { place } of cellsOf(papersOf(context).sheets[0]))
      assert.doesNotMatch(place, /^(scores|weights)/);
    // Ten words fit on a page.
    const ten = showWorksheet({ sentence: long.split(' ').slice(0, 10).join(' ') });
    assert.doesNotMatch(plain(markup(page.figure(ten))), /Left out/);
  });

  it('are all there are of a model of 768 numbers', () => {
    const pageText = plain(markup(page.figure(showWorksheet({ dModel: 768, heads: 12 }))));
    assert.match(pageText, /They eat fried noodles, random numbers/);
    assert.match(pageText, /Left out because a page is only 10 columns wide: .*Queries/);
  });
});

/** @param {readonly number[]} shape @param {number} offset */
const indexIn = (shape, offset) =>
  shape.toReversed().reduce(
    ({ index, left }, size) => ({
      index: [left % size, ...index],
      left: Math.floor(left / size),
    }),
    { index: /** @type {number[]} */ ([]), left: offset },
  ).index;

/**
 * Tells whether a cell belongs to the head on the sheet.
 * @param {string} place
 * @param {readonly number[]} shape
 * @param {Partial<State>} change
 */
const belongsToHead = (place, shape, { head = 0 }) =>
  shape.length < 3 || Number(place.split('.')[1]) === head;

describe('the link to a worksheet', () => {
  for (const mechanism of /** @type {const} */ (['dot', 'additive']))
    it(`stands where a table of ${mechanism} attention fits on a page`, () => {
      const seen = new Set();
      for (const dModel of [4, 8, 12, 16])
        for (const heads of [1, 2, 4])
          for (const words of [4, 10, 11, 16, 17])
            for (const target of ['', 'Ils mangent']) {
              const sentence = Array.from({ length: words }, (_, i) => `w${i}`).join(' ');
              const context = showWorksheet({ mechanism, dModel, heads, sentence, target });
              const { state, computation } = context;
              const fits = findExercises(context).fit.length > 0;
              const requested = `${dModel} ${heads} ${words} ${target}`;
              assert.equal(hasWorksheetTables(state, computation), fits, requested);
              seen.add(fits);
            }
      assert.equal(seen.size, 2);
    });
});

// A worksheet: its numbers are the run's, its blanks are blank, and its key has what was left out.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensor } from '../../src/js/index.js';
import * as text from '../../web/features/practice/text/en/worksheet.js';
import { computeTolerance, formatDecimals } from '../../web/features/practice/worksheet/digits.js';
import { findExercises, matricesOf } from '../../web/features/practice/worksheet/exercises.js';
import {
  optionsOf,
  worksheetPage as page,
  sheetsOf,
} from '../../web/features/practice/worksheet/page.js';
import {
  BLANKS,
  formatOptions,
  KINDS,
  MOST_SHEETS,
  readOptions,
  toggleTable,
} from '../../web/features/practice/worksheet/runs.js';
import { indexOf } from '../../web/figures/tables.js';
import { offsetOf } from '../../web/graph/cell.js';
import { compute } from '../../web/session/computation.js';
import { settingsOf } from '../../web/state/fields.js';
import { parseAnswers, readAnswers } from '../../web/state/guide.js';
import { normalise } from '../../web/state/normalise.js';
import { contextOf } from '../course/pages.js';
import { attention } from '../support/computations.js';
import { times } from '../support/extent.js';
import { markup, plain } from '../support/markup.js';

/** @typedef {import('../../web/state/types.js').State} State */

/** What the page shows. @param {Partial<State>} change @param {string} [chosen] */
const shown = (change, chosen = '') =>
  contextOf(page, { ...change, answers: chosen && `${page.id}_${chosen}*` });

/** @param {ReturnType<typeof shown>} context */
function papersOf(context) {
  const all = markup(page.figure(context))
    .split('<section class="paper')
    .slice(1)
    .map((paper) => ({ isKey: paper.startsWith(' key'), paper }));
  return {
    sheets: all.filter(({ isKey }) => !isKey).map(({ paper }) => paper),
    keys: all.filter(({ isKey }) => isKey).map(({ paper }) => paper),
  };
}

/** Cells with their numbers. @param {string} paper */
const cellsOf = (paper) =>
  [...paper.matchAll(/data-place=(\S+) data-value=(\S+)/g)].map(([, place, value]) => ({
    place,
    value: Number(value),
  }));

/** @param {Record<string, any>} results @param {string} place */
function numberIn(results, place) {
  const [id, ...index] = place.split('.');
  const { shape, data } = results[id];
  return data[index.reduce((offset, one, axis) => offset * shape[axis] + Number(one), 0)];
}

/** @param {Partial<State>} change */
const resultsOf = (change) => compute(attention, settingsOf(normalise(change))).results;

/** @type {[string, Partial<State>, string][]} */
const STATES = [
  ['plain', {}, 'scores-weights-heads.row.1.same.key'],
  ['a causal mask', { mask: 'causal', query: 1 }, 'maskedScores-weights.half.1.same.key'],
  ['whole tables', { query: 2 }, 'q-k-v.all.1.same.key'],
  ['additive', { mechanism: 'additive', query: 1 }, 'features-scores-output.half.1.same.key'],
  ['two sentences', { target: 'Ils mangent' }, 'scores-weights.row.1.same.key'],
  ['another head', { head: 1, query: 3 }, 'heads-output.row.1.same.key'],
  ['an article', { source: 'article' }, 'weights.row.1.same.key'],
];

describe('a sheet', () => {
  for (const [name, change, chosen] of STATES) {
    it(`of ${name} has the numbers of the run, and its key those of its blanks`, () => {
      const context = shown(change, chosen);
      const results = resultsOf(change);
      const { sheets, keys } = papersOf(context);
      assert.equal(sheets.length, 1);
      assert.equal(keys.length, 1);
      for (const { place, value } of [...cellsOf(sheets[0]), ...cellsOf(keys[0])]) {
        assert.ok(Object.is(Math.fround(value), numberIn(results, place)), place);
      }
      const [{ exercises }] = sheetsOf(context, optionsOf(context));
      assert.equal(exercises.length, chosen.split('.')[0].split('-').length);
      const given = new Set(cellsOf(sheets[0]).map(({ place }) => place));
      const solved = new Set(cellsOf(keys[0]).map(({ place }) => place));
      const [last] = exercises.slice(-1);
      const size = results[last.step.id].data.length;
      const missing = Array.from(
        { length: size },
        (_, i) => `${last.step.id}.${indexIn(results[last.step.id].shape, i).join('.')}`,
      ).filter((place) => ofHead(place, results[last.step.id].shape, change) && !given.has(place));
      assert.ok(missing.length > 0);
      for (const place of missing) assert.ok(solved.has(place), place);
    });
  }

  it('has nothing in a blank cell: no number, no place, no title', () => {
    const [sheet] = papersOf(shown({ query: 1 }, 'scores-weights-heads.row.1.same.key')).sheets;
    const blanks = [...sheet.matchAll(/<td class="covered[^>]*>(.*?)<\/td>/gs)];
    // Scores, exponentials, weights: 4 each; 1 sum, 2 numbers of the head.
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
      // Without a mask they are the same numbers under another name.
      [
        'scaledScores-weights',
        {},
        'masked scores S″ 4 × 4 the numbers of S′, as filled in under 1',
        ['maskedScores'],
      ],
      // With one they differ, and nothing blank is in the table of values.
      ['scaledScores-weights', { mask: 'causal' }, '', []],
      ['v-scores', {}, '', []],
    ];
    for (const [tables, change, said, left] of repeated) {
      const context = shown({ query: 1, ...change }, `${tables}.all.1.same.key`);
      const [{ exercises }] = sheetsOf(context, optionsOf(context));
      const repeats = exercises.flatMap(({ parts, repeats }) => matricesOf(parts).filter(repeats));
      assert.deepEqual(
        repeats.map(({ tensor }) => tensor),
        left,
        tables,
      );
      const { sheets, keys } = papersOf(context);
      assert.ok(plain(sheets[0]).includes(said), `${tables}: ${said}`);
      assert.equal(plain(sheets[0]).includes('as filled in under'), said !== '', tables);
      // The key has them once, too.
      const places = cellsOf(keys[0]).map(({ place }) => place);
      assert.equal(new Set(places).size, places.length, tables);
    }
  });

  it('has no number over a single column', () => {
    const [sheet] = papersOf(shown({}, 'weights.row.1.same.none')).sheets;
    const [, sums] = /data-tensor=rowSum.*?<thead>(.*?)<\/thead>/s.exec(sheet) ?? [];
    assert.equal(plain(sums), '');
  });

  it('leaves out every second row, or all, but nothing that is masked', () => {
    const blanks = (/** @type {string} */ blank) => {
      const context = shown({ mask: 'causal' }, `weights.${blank}.1.same.key`);
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
    for (const blank of BLANKS) {
      for (const [name, change] of STATES) {
        const context = shown(change, `scores-weights.${blank}.1.same.none`);
        for (const { exercises } of sheetsOf(context, optionsOf(context))) {
          for (const { parts, isBlank } of exercises) {
            for (const matrix of matricesOf(parts)) {
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
    // A single row is blank, not none.
    assert.match(
      papersOf(shown({ sentence: 'tea' }, 'weights.half.1.same.none')).sheets[0],
      /covered/,
    );
  });

  it('leaves out what is masked, too, where the mask is asked for', () => {
    const context = shown({ mask: 'causal' }, 'maskedScores-weights.all.1.same.key');
    const places = cellsOf(papersOf(context).sheets[0]).map(({ place }) => place);
    const asked = ['maskedScores', 'exponentials', 'weights'];
    assert.deepEqual(
      places.filter((place) => asked.includes(place.split('.')[0])),
      [],
    );
    assert.ok(places.some((place) => place.startsWith('scaledScores.')));
  });

  it('gives no table that follows from a blank one', () => {
    const [sheet] = papersOf(shown({}, 'q-scores.all.1.same.none')).sheets;
    const tensors = new Set(cellsOf(sheet).map(({ place }) => place.split('.')[0]));
    assert.deepEqual([...tensors].toSorted(), ['embeddings', 'k', 'wq']);
  });
});

describe('between two tables', () => {
  /** @type {[string, Partial<State>, string, string[]][]} */
  const between = [
    ['scores and weights', {}, 'scores-weights', ['scaledScores', 'maskedScores']],
    ['scaled scores and weights', {}, 'scaledScores-weights', ['maskedScores']],
    ['scores and masked scores', { mask: 'causal' }, 'scores-maskedScores', ['scaledScores']],
    ['masked scores and weights', { mask: 'causal' }, 'maskedScores-weights', []],
    ['weights that begin the sheet', {}, 'weights', []],
    ['queries and weights', {}, 'q-weights', []],
    ['scores and values mixed', {}, 'scores-heads', []],
    ['additive scores and weights', { mechanism: 'additive' }, 'scores-weights', ['maskedScores']],
  ];
  for (const [what, change, tables, expected] of between) {
    it(`${what}: what is not asked for is said as a formula, where it leads from the one to the other`, () => {
      const context = shown({ query: 1, ...change }, `${tables}.row.1.same.key`);
      const [{ exercises }] = sheetsOf(context, optionsOf(context));
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
   * A key computed from the numbers that are printed alone: all others are NaN.
   * @param {import('../../web/features/practice/types.js').Sheet} sheet
   */
  function assertComputable({ context, exercises }, /** @type {string} */ said) {
    const { nodes, results } = context.computation;
    /** @type {Map<string, Float32Array>} */
    const known = new Map();
    const steps = new Set(context.steps.map(({ id }) => id));
    /** @param {string} id @returns {import('../../src/js/index.js').Tensor} */
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
      for (const matrix of matricesOf(parts)) {
        const { tensor: id, view } = matrix;
        const { shape, data } = results[id];
        const numbers = known.get(id) ?? data.map(() => Number.NaN);
        const { inputs, op } = nodes[id];
        const made =
          inputs.length > 0 &&
          op.evaluate(
            attention,
            inputs.map((input) => fromSheet(input.id)),
            nodes[id],
          ).data;
        for (let row = 0; row < view.rows; row++) {
          for (let column = 0; column < view.columns; column++) {
            const offset = Number(offsetOf(shape, indexOf(matrix, row, column)));
            if (isBlank(matrix, row, column)) {
              assert.ok(made && made[offset] === data[offset], `${said}: ${id} ${row} ${column}`);
              blanks++;
            }
            numbers[offset] = data[offset];
          }
        }
        known.set(id, numbers);
      }
    }
    assert.ok(blanks > 0, said);
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
      const context = shown(change);
      const ids = findExercises(context).fit.map(({ id }) => id);
      const choices = ids.flatMap((one, i) => [
        [one],
        ...ids
          .slice(i + 1)
          .flatMap((two, j) => [
            [one, two],
            ...ids.slice(i + j + 2).map((three) => [one, two, three]),
          ]),
      ]);
      assert.ok(choices.length > 20);
      for (const [i, tables] of choices.entries()) {
        // Of three tables, which are most of the choices, one choice of blanks each, in turn.
        for (const blank of tables.length < 3 ? BLANKS : [BLANKS[i % BLANKS.length]]) {
          // Another seed, and other rows, for one of the choices of blanks.
          const sheets = blank === 'half' ? 2 : 1;
          const options = { tables, blank, sheets, kind: /** @type {const} */ ('each') };
          for (const sheet of sheetsOf(context, { ...options, hasKey: true })) {
            assertComputable(sheet, `${tables} ${blank} ${sheet.number}`);
            const { length } = sheet.questions;
            assert.ok(length >= 2 && length <= 5, `${tables}: ${length} questions`);
          }
        }
      }
    });
  }

  it('is of one head alone where the others come from nothing on the sheet', () => {
    const context = shown({ query: 1 }, 'heads-output.row.1.same.key');
    const [{ exercises }] = sheetsOf(context, optionsOf(context));
    const concatenated = matricesOf(exercises[1].parts)[0];
    const blank = [0, 1, 2, 3].map((column) => exercises[1].isBlank(concatenated, 1, column));
    assert.deepEqual(blank, [true, true, false, false]);
  });

  it('is not between two steps that are chosen, where no step says how to compute it', () => {
    const context = shown({ query: 1 }, 'scores-weights-heads.row.1.same.key');
    const [sheet] = papersOf(context).sheets;
    const places = cellsOf(sheet).map(({ place }) => place);
    assert.equal(places.filter((place) => place.startsWith('maskedScores.')).length, 16);
    // Without a mask they are the scaled scores, and would tell them.
    const scaled = shown({ query: 1 }, 'scaledScores-weights.row.1.same.key');
    const told = cellsOf(papersOf(scaled).sheets[0]).map(({ place }) => place);
    assert.equal(told.filter((place) => place.startsWith('maskedScores.')).length, 0);
  });

  it('differs from sheet to sheet where that is chosen, and is worth computing', () => {
    const rows = (/** @type {string} */ kind, change = {}) => {
      const context = shown({ query: 1, ...change }, `weights.row.6.${kind}.key`);
      return sheetsOf(context, optionsOf(context)).map(({ context: sheet }) => sheet.state.query);
    };
    assert.deepEqual(rows('same'), [1, 1, 1, 1, 1, 1]);
    assert.deepEqual(rows('blanks'), [1, 2, 3, 0, 1, 2]);
    assert.deepEqual(rows('each', { seed: 8 }), [0, 1, 2, 3, 0, 1]);
    // The first word attends to itself alone: its weight is 1.
    assert.deepEqual(rows('blanks', { mask: 'causal' }), [1, 2, 3, 1, 2, 3]);
  });
});

describe('the digits', () => {
  /** Cells with what is printed in them. @param {string} paper */
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
      const context = shown(change, chosen);
      const { sheets, keys } = papersOf(context);
      for (const { place, text } of [...textsOf(sheets[0]), ...textsOf(keys[0])])
        assert.match(text, /^−?(\d+|\d+\.\d{3}|∞)$/, `${name}: ${place}`);
      const [{ questions }] = sheetsOf(context, optionsOf(context));
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
  });

  it('lead as far from the key as it says, by softmax computed elsewhere', () => {
    for (let seed = 0; seed < times(20); seed++) {
      const [{ context, exercises }] = sheetsOf(
        shown({ seed, query: 1, heads: 1 }, 'weights.row.1.same.key'),
        { tables: ['weights'], blank: 'row', sheets: 1, kind: 'same', hasKey: true },
      );
      const { results } = context.computation;
      const round = (/** @type {number} */ value) => Math.round(value * 1000) / 1000;
      /** @param {string} id */
      const row = (id) => [...results[id].data.subarray(4, 8)];
      const scores = row('maskedScores').map(round);
      const [most] = scores.toSorted((a, b) => b - a);
      const off = (/** @type {(value: number) => number} */ kept) => {
        const exponentials = scores.map((score) => kept(Math.exp(score - most)));
        const sum = kept(exponentials.reduce((a, b) => a + b));
        const weights = exponentials.map((one) => kept(one / sum));
        const truth = [...row('exponentials'), results.rowSum.data[1], ...row('weights')];
        return Math.max(
          ...[...exponentials, sum, ...weights].map((one, i) =>
            Math.abs(round(one) - round(truth[i])),
          ),
        );
      };
      const expected = Math.max(
        off(round),
        off((value) => value),
      );
      assert.ok(Math.abs(computeTolerance(context, exercises) - expected) < 1e-6, `seed ${seed}`);
    }
  });

  it('are told of on the key', () => {
    const context = shown({ seed: 7 }, 'weights.row.1.same.key');
    const [{ context: sheet, exercises }] = sheetsOf(context, optionsOf(context));
    const most = computeTolerance(sheet, exercises);
    assert.ok(most > 0 && most < 0.01, String(most));
    assert.match(
      plain(papersOf(context).keys[0]),
      new RegExp(`Computed at full precision; .* by up to ${most.toFixed(3)}`),
    );
  });
});

describe('tables that are too wide for a page', () => {
  const long = 'the animal did not carry the box across the street because it was too tired';
  it('are named and left out, and a sentence is offered whose tables fit', () => {
    const context = shown({ sentence: long }, 'weights.row.1.same.key');
    /** @type {any[]} */
    const changes = [];
    const said = plain(
      markup(page.figure({ ...context, dispatch: (change) => changes.push(change) })),
    );
    assert.match(
      said,
      /Left out because a page is only 10 columns wide: Scores, Scale, Softmax, Mix\./,
    );
    assert.match(said, /They eat fried noodles(?!, random)/);
    assert.deepEqual(optionsOf(context).tables, ['q']);
    for (const { place } of cellsOf(papersOf(context).sheets[0]))
      assert.doesNotMatch(place, /^(scores|weights)/);
    // Ten words fit.
    const ten = shown({ sentence: long.split(' ').slice(0, 10).join(' ') });
    assert.doesNotMatch(plain(markup(page.figure(ten))), /Left out/);
  });

  it('are all there are of a model of 768 numbers', () => {
    const said = plain(markup(page.figure(shown({ dModel: 768, heads: 12 }))));
    assert.match(said, /They eat fried noodles, random numbers/);
    assert.match(said, /Left out because a page is only 10 columns wide: .*Queries/);
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

/** Of several heads one is on the sheet. @param {string} place @param {readonly number[]} shape @param {Partial<State>} change */
const ofHead = (place, shape, { head = 0 }) =>
  shape.length < 3 || Number(place.split('.')[1]) === head;

describe('a class', () => {
  it('gets sheets of the seeds that follow, each with a key of its own', () => {
    const { sheets, keys } = papersOf(shown({ seed: 7 }, 'weights.row.4.each.key'));
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
    const context = shown({ seed: 999_998 }, 'weights.row.4.each.key');
    const seeds = sheetsOf(context, optionsOf(context)).map(({ context: { state } }) => state.seed);
    assert.deepEqual(seeds, [999_998, 999_999, 2, 3]);
  });

  it('or the same for all, with one key or none', () => {
    const { sheets, keys } = papersOf(shown({}, 'weights.row.3.same.key'));
    assert.equal(new Set(sheets.map((sheet) => JSON.stringify(cellsOf(sheet)))).size, 1);
    assert.deepEqual([sheets.length, keys.length], [3, 1]);
    assert.deepEqual(papersOf(shown({}, 'weights.row.3.same.none')).keys, []);
  });

  it('has no seeds of its own where no seed draws the numbers', () => {
    const context = shown({ source: 'article' }, 'weights.row.2.each.key');
    assert.equal(optionsOf(context).kind, 'same');
  });

  it('never gets a mistake on purpose', () => {
    const { sheets } = papersOf(shown({ bug: 'scale-none' }, 'weights.row.1.same.key'));
    const results = resultsOf({});
    for (const { place, value } of cellsOf(sheets[0])) {
      assert.ok(Object.is(Math.fround(value), numberIn(results, place)), place);
    }
  });
});

describe('the questions', () => {
  /** @param {Partial<State>} change @param {string} [chosen] */
  const asked = (change, chosen = 'weights.row.1.same.key') => {
    const context = shown(change, chosen);
    const [{ questions }] = sheetsOf(context, optionsOf(context));
    assert.ok(questions.length >= 2 && questions.length <= 5, String(questions.length));
    return questions.map(({ question, answer }) => ({
      question: plain(markup(question)),
      answer: plain(markup(answer)),
    }));
  };
  /** @param {ReturnType<typeof asked>} all @param {RegExp} words */
  const answerTo = (all, words) => all.find(({ question }) => words.test(question))?.answer ?? '';

  it('name the word with the largest weight, on every seed', () => {
    for (let seed = 0; seed < times(20); seed++) {
      for (const query of [0, 3]) {
        const { data } = resultsOf({ seed }).weights;
        const row = [...data.subarray(4 * query, 4 * query + 4)];
        const word = ['They', 'eat', 'fried', 'noodles'][row.indexOf(Math.max(...row))];
        assert.match(
          answerTo(asked({ seed, query }), /has the largest weight/),
          new RegExp(`^${word}, with a weight of 0\\.\\d+|^${word}, with a weight of 1\\.`),
        );
      }
    }
  });

  it('know what a row adds up to: 1, or what was set, or 0 where all is masked', () => {
    assert.match(answerTo(asked({}), /add up to/), /^1: the softmax/);
    const set = asked({ query: 0, edits: 'weights.0.0.0:2' });
    assert.match(answerTo(set, /add up to/), /^2\.\d+: /);
    const empty = asked({ query: 0, mask: 'custom', masked: '0.0 0.1 0.2 0.3' });
    assert.match(answerTo(empty, /add up to/), /^0: /);
  });

  it('know whom a mask hides, and who sees a value', () => {
    const chosen = 'weights-heads.row.1.same.key';
    const all = asked({ mask: 'causal', query: 1 }, chosen);
    assert.match(answerTo(all, /can eat not attend to because of the mask/), /^fried, noodles: /);
    assert.match(
      answerTo(all, /Only the value of noodles/),
      /^noodles: only the row of noodles gives it any weight/,
    );
    assert.match(
      answerTo(asked({}, chosen), /Only the value of noodles/),
      /^The outputs of all words/,
    );
  });

  it('count the numbers of a query under the root', () => {
    const chosen = 'scaledScores.row.1.same.key';
    assert.match(answerTo(asked({}, chosen), /root/), /^√2: /);
    assert.match(answerTo(asked({ dModel: 8, heads: 2 }, chosen), /root/), /^√4: /);
    assert.match(answerTo(asked({ mask: 'causal' }), /root/), /^$/);
  });

  it('say truly that another order changes no weight', () => {
    assert.match(answerTo(asked({}), /another order/), /^None/);
    const [one, other] = ['They eat fried noodles', 'noodles eat They fried'].map((sentence) => {
      const words = sentence.split(' ');
      const { data } = resultsOf({ sentence }).weights;
      return Object.fromEntries(
        words.flatMap((q, i) => words.map((k, j) => [`${q} ${k}`, data[4 * i + j]])),
      );
    });
    for (const pair of Object.keys(one)) assert.ok(Math.abs(one[pair] - other[pair]) < 1e-6, pair);
    assert.equal(answerTo(asked({ positions: 'sinusoidal' }), /another order/), '');
  });

  it('write out the first blank number: what is printed gives what is printed', () => {
    for (let seed = 0; seed < times(40); seed++) {
      for (const chosen of ['q', 'scores', 'weights', 'heads', 'output']) {
        const answer = answerTo(asked({ query: 1, seed }, `${chosen}.row.1.same.key`), /Write out/);
        const [equation] = answer.replaceAll('−', '-').split(', where');
        const [left, right] = equation.split(' = ');
        const number = (/** @type {string} */ text) => Number(text.replace(/[()]/g, ''));
        const total = left
          .split(' + ')
          .map((term) => {
            const [a, b] = term.split(/ [×÷] /).map(number);
            return term.includes('÷') ? a / b : a * b;
          })
          .reduce((a, b) => a + b, 0);
        // Halfway between two decimals either is right.
        assert.ok(Math.abs(total - Number(right)) <= 0.0005 + 1e-6, `seed ${seed}: ${answer}`);
        if (chosen === 'weights') assert.match(answer, /where \S+ ≈ exp/);
      }
    }
  });

  it('are about what is on the sheet alone', () => {
    const of = (/** @type {string} */ chosen, change = {}) =>
      asked(change, `${chosen}.row.1.same.key`)
        .map(({ question }) => question)
        .join(' ');
    assert.doesNotMatch(of('q', { mask: 'causal' }), /weight|mask|value/);
    assert.doesNotMatch(of('scores', { mask: 'causal' }), /weight|mask|value|root/);
    assert.match(of('maskedScores', { mask: 'causal' }), /because of the mask/);
    assert.doesNotMatch(of('weights', { mask: 'causal' }), /value/);
    assert.match(of('weights-heads'), /Only the value of noodles/);
  });

  it('are not about a query that attends to one key alone, whose weight is always 1', () => {
    const of = (/** @type {Partial<State>} */ change, blank = 'row') =>
      asked(change, `weights.${blank}.1.same.key`)
        .map(({ question }) => question)
        .join(' ');
    for (const blank of BLANKS) {
      assert.doesNotMatch(
        of({ mask: 'causal', query: 0 }, blank),
        /They (attend|in head)|row They/,
      );
      assert.match(of({ mask: 'causal', query: 0 }, blank), /row eat and column They/);
      assert.match(of({ mask: 'causal', query: 2 }, blank), /row fried and column They/);
    }
    // Without a mask, and where there is no other row, it is about the selected one.
    assert.match(of({ query: 0 }), /row They and column They/);
    assert.match(of({ mask: 'causal', sentence: 'tea' }), /row tea/);
  });

  it('know which rows follow from one that is changed', () => {
    const rows = (/** @type {string} */ chosen, change = {}) =>
      answerTo(asked({ query: 1, ...change }, `${chosen}.row.1.same.key`), /Which rows/);
    for (const chosen of ['q', 'scores', 'weights']) assert.match(rows(chosen), /^eat: /, chosen);
    assert.match(rows('features', { mechanism: 'additive' }), /^All of them/);
  });

  it('tell words apart that occur twice', () => {
    const all = asked({ sentence: 'tea or tea', query: 2 });
    assert.match(all[1].question, /tea \(word 3\)/);
  });
});

describe('the options', () => {
  const known = ['q', 'scores', 'weights', 'layer1/weights'];
  it('are read back from what an address keeps of them', () => {
    for (const blank of BLANKS) {
      for (const kind of KINDS) {
        const options = { tables: ['scores', 'layer1/weights'], blank, sheets: 12 };
        const all = { ...options, kind, hasKey: false };
        const kept = parseAnswers(readAnswers(`practice-worksheet_${formatOptions(all)}*`));
        assert.deepEqual(readOptions(kept.get('practice-worksheet')?.value ?? '', known, 'q'), all);
      }
    }
  });

  it('are in range whatever is asked for', () => {
    for (const text of ['', '....', 'x.y.-3.each.key', 'q.row.9999.each', '.'.repeat(70)]) {
      const options = readOptions(text, known, 'weights');
      assert.ok(options.tables.length > 0 && options.tables.every((id) => known.includes(id)));
      assert.ok(options.sheets >= 1 && options.sheets <= MOST_SHEETS);
    }
  });

  it('say so where there are not as many sheets as were asked for', () => {
    const said = (/** @type {string} */ count) =>
      plain(markup(page.figure(shown({}, `q.row.${count}.same.none`))));
    assert.match(said('41'), /41 is not a number of sheets from 1 to 40, so there are 40/);
    assert.match(said('0'), /0 is not a number of sheets from 1 to 40, so there is 1/);
    for (const count of ['1', '40']) assert.doesNotMatch(said(count), /no number of sheets/);
  });

  it('have one table at least, and three at most: a fourth changes nothing, and a sentence says so', () => {
    assert.deepEqual(toggleTable(['q'], 'q'), ['q']);
    assert.deepEqual(toggleTable(['q', 'scores'], 'q'), ['scores']);
    const three = ['q', 'scores', 'weights'];
    assert.deepEqual(toggleTable(three, 'v'), three);
    const said = (/** @type {string} */ chosen) =>
      plain(markup(page.figure(shown({}, `${chosen}.row.1.same.none`))));
    assert.match(said('q-scores-weights'), /you have chosen three/);
    assert.doesNotMatch(said('q-scores'), /you have chosen three|At least one/);
    assert.match(said('q'), /A sheet needs at least one step/);
  });
});

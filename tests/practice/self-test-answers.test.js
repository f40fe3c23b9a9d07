import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pool } from '../../web/features/practice/self-test/pool.js';
import { getRightValue } from '../../web/features/practice/self-test/question.js';
import { computeState, findQuestion } from './questions.js';

/**
 * Returns a table of a question's run.
 * @param {string} id of a question
 * @param {string} tensor
 * @param {object} [change]
 */
const table = (id, tensor, change = {}) => [
  ...computeState({ ...findQuestion(id).state, ...change }).results[tensor].data,
];

/** @param {number} a @param {number} b @param {string} [text] */
const near = (a, b, text) => assert.ok(Math.abs(a - b) < 5e-4, `${text ?? ''} ${a}, not ${b}`);

/** @param {readonly number[]} list */
const sum = (list) => list.reduce((total, value) => total + value, 0);

/** @param {number[]} data @param {number} columns */
const rowsOf = (data, columns) =>
  Array.from({ length: data.length / columns }, (_, i) =>
    data.slice(i * columns, (i + 1) * columns),
  );

/** @param {number[][]} rows */
const columnSums = (rows) => rows[0].map((_, i) => sum(rows.map((row) => row[i])));

describe('what is computed', () => {
  it('scores-taste', () => near(table('scores-taste', 'scaledScores')[1], 6));

  it('scores-taste: its mistakes', () => {
    const [query, key, value] = ['q', 'k', 'v'].map((id) => rowsOf(table('scores-taste', id), 4));
    const dot = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
      sum(a.map((number, i) => number * b[i]));
    const [score, wrong] = [dot(query[0], key[1]), dot(query[0], value[1])];
    const wrongScores = [score, score / Math.sqrt(3), score / 4, wrong / 2, wrong];
    const numbers = Object.keys(findQuestion('scores-taste').mistakes ?? {}).map(Number);
    assert.equal(numbers.length, wrongScores.length);
    for (const wrongScore of wrongScores)
      assert.ok(
        numbers.some((number) => Math.abs(wrongScore - number) < 0.01),
        `${wrongScore} in ${numbers}`,
      );
  });

  it('scores-louder: doubled values leave the weights and double the output', () => {
    const plainly = computeState({});
    const values = plainly.results.v.data;
    const width = plainly.results.v.shape[2];
    const words = plainly.keyWords.length;
    const edits = [...values].map((value, i) => {
      const at = [Math.floor(i / (width * words)), Math.floor(i / width) % words, i % width];
      return `v.${at.join('.')}:${2 * value}`;
    });
    const doubled = computeState({ edits: edits.join(';') });
    assert.deepEqual(doubled.results.weights.data, plainly.results.weights.data);
    plainly.results.heads.data.forEach((value, i) => {
      near(doubled.results.heads.data[i], 2 * value);
    });
  });

  it('scores-blank: a query of zeros gives the mean of the values', () => {
    const { results, keyWords } = computeState({
      heads: 1,
      edits: [0, 1, 2, 3].map((i) => `q.0.1.${i}:0`).join(';'),
    });
    const values = rowsOf([...results.v.data], 4);
    const output = rowsOf([...results.heads.data], 4)[1];
    columnSums(values).forEach((value, i) => {
      near(output[i], value / keyWords.length);
    });
  });

  it('weights-fourth', () => {
    const { state } = findQuestion('weights-fourth');
    near(table('weights-fourth', 'weights')[2], 0.5, 'before');
    const four = table('weights-fourth', 'weights', {
      sentence: `${state?.sentence} Dune`,
      edits: `${state?.edits};s.0.0.3:0`,
    });
    assert.equal(four.length, 4);
    near(four[2], findQuestion('weights-fourth').number ?? Number.NaN);
  });

  it('weights-columns: the columns add up to 1, and no row does', () => {
    const rows = rowsOf(table('weights-columns', 'weights'), 3);
    for (const value of columnSums(rows)) near(value, 1);
    for (const row of rows) assert.ok(Math.abs(sum(row) - 1) > 0.05, String(sum(row)));
  });

  it('weights-backwards', () => {
    near(table('weights-backwards', 'heads')[0], 8);
    near(table('weights-backwards', 'weights')[0], findQuestion('weights-backwards').number ?? 0);
  });

  it('masks-rests: five weights are not 0', () => {
    const rows = rowsOf(
      table('masks-rests', 'weights', {
        sentence: 'C D E F G x x x',
        mask: 'padding',
        pad: 3,
        heads: 1,
      }),
      8,
    );
    assert.equal(rows[1].filter((value) => value !== 0).length, findQuestion('masks-rests').number);
  });

  it('masks-short: masked weights are 0, the others what they were', () => {
    const rows = rowsOf(table('masks-short', 'weights'), 4);
    rows.forEach((row, query) => {
      row.forEach((value, key) => {
        near(value, key <= query ? 0.25 : 0);
      });
    });
  });

  it('masks-rows: rows of padding are 0, and notes attend to padding', () => {
    const rows = rowsOf(table('masks-rows', 'weights'), 5);
    for (const row of rows.slice(3)) assert.deepEqual(row, [0, 0, 0, 0, 0]);
    for (const row of rows.slice(0, 3)) {
      near(sum(row), 1);
      assert.ok(row[3] > 0.05 && row[4] > 0.05);
    }
  });

  it('masks-edited: outputs 7 to 10 change', () => {
    const state = {
      sentence: 'a b c d e f g h i j',
      mask: /** @type {const} */ ('causal'),
      heads: 1,
    };
    const [before, after] = ['', 'x.g.0:3'].map((edits) =>
      rowsOf([...computeState({ ...state, edits }).results.output.data], 4),
    );
    const changed = before.flatMap((row, i) =>
      row.every((value, j) => value === after[i][j]) ? [] : [i],
    );
    assert.deepEqual(changed, [6, 7, 8, 9]);
    assert.equal(changed.length, findQuestion('masks-edited').number);
  });

  it('places-backwards: under a causal mask the outputs of a reversed melody are others', () => {
    const outputs = ['C D E', 'E D C'].map((sentence) =>
      rowsOf([...computeState({ sentence, mask: 'causal' }).results.output.data], 4),
    );
    assert.notDeepEqual(outputs[0], outputs[1].toReversed());
  });

  it('places-twin', () => {
    const rows = rowsOf(table('places-twin', 'weights'), 4);
    assert.deepEqual(rows[2], rows[0]);
    near(rows[2][1], findQuestion('places-twin').number ?? 0);
    const [shared, next] = Object.keys(findQuestion('places-twin').mistakes ?? {}).map(Number);
    near(shared, (1 - rows[2][0] - rows[2][2]) / 2);
    near(next, rows[2][3]);
  });

  it('shapes-users, shapes-catalogue: the size of the table of weights', () => {
    const letters = [...'abcdefghijkl'];
    const size = (/** @type {number} */ queries, /** @type {number} */ keys) =>
      computeState({
        ...{ target: letters.slice(0, queries).join(' '), heads: 1 },
        sentence: letters.slice(0, keys).join(' '),
      }).results.weights.data.length;
    assert.equal(size(3, 5), 15);
    assert.equal(size(3, 10) / size(3, 5), findQuestion('shapes-catalogue').number);
    assert.equal(12 * 30, findQuestion('shapes-users').number);
  });

  it('shapes-picture: four times as many words, sixteen times as many scores', () => {
    const [few, many] = [3, 12].map((count) => {
      const sentence = Array.from({ length: count }, (_, i) => `w${i}`).join(' ');
      return computeState({ sentence, heads: 1 }).results.scores.data.length;
    });
    assert.equal(many / few, findQuestion('shapes-picture').number);
  });

  it('scores-narrow, places-wide: what heads have of a row', () => {
    const narrow = computeState({ dModel: 96, heads: 6 }).results;
    assert.equal(
      Math.sqrt(/** @type {number} */ (narrow.q.shape.at(-1))),
      findQuestion('scores-narrow').number,
    );
    const wide = computeState({ dModel: 768, heads: 12 }).results;
    assert.equal(wide.heads.shape.at(-1), 64);
    assert.equal(wide.concatenated.shape.at(-1), findQuestion('places-wide').number);
  });

  it('shapes-broader: the table of weights is as large with longer embeddings', () => {
    const [narrow, wide] = [4, 8].map(
      (dModel) => computeState({ dModel, heads: 1 }).results.weights,
    );
    assert.deepEqual(wide.shape, narrow.shape);
  });

  it('reading-part: the second film adds most', () => {
    const weights = table('reading-part', 'weights');
    const values = table('reading-part', 'v');
    const parts = weights.map((weight, i) => weight * values[i]);
    assert.equal(parts.indexOf(Math.max(...parts)), getRightValue(findQuestion('reading-part')));
    assert.equal(weights.indexOf(Math.max(...weights)), 0);
    assert.equal(values.indexOf(Math.max(...values)), 2);
    near(table('reading-part', 'heads')[0], sum(parts));
  });

  it('the wrong numbers that a misconception gives', () => {
    /** @type {Record<string, number[]>} */
    const wrong = {
      // Undivided, divided by √3 for three films, by 4; the query times the value, divided and not.
      'scores-taste': [12, 12 / Math.sqrt(3), 12 / 4, 8 / 2, 8],
      'scores-narrow': [Math.sqrt(96), Math.sqrt(6), 16, 96, 6],
      // As before; shared equally; in proportion to the scores.
      'weights-fourth': [1 / 2, 1 / 4, 1],
      // 8 of 10; all; 10 of 12; 8 of 12; equal shares.
      'weights-backwards': [8 / 10, 1, 10 / 12, 8 / 12, 1 / 2],
      // With a causal mask too; the padded places; without the note itself; all places, as if
      // masked after the softmax.
      'masks-rests': [2, 3, 2 - 1, 5 - 1, 8],
      // All notes; those before, with and without the note itself; those after; only the note.
      'masks-edited': [10, 7, 7 - 1, 10 - 7, 1],
      // One row; queries, keys and values; a number for each head.
      'places-wide': [64, 3 * 768, 12],
      // Films and users with themselves, both with both; their sum; a weight for each film.
      'shapes-users': [30 * 30, 12 * 12, 42 * 42, 12 + 30, 30],
      'shapes-picture': [64 / 32, (64 / 32) ** 2, (64 / 32) ** 3],
      'shapes-catalogue': [2 * 2, 1],
    };
    for (const [id, numbers] of Object.entries(wrong)) {
      const known = Object.keys(findQuestion(id).mistakes ?? {}).map(Number);
      const rounded = numbers.map((number) => Number(number.toPrecision(number < 999 ? 3 : 4)));
      assert.deepEqual(known.toSorted(), rounded.toSorted(), id);
    }
  });

  it('has a test here for each question with a figure', () => {
    const shown = pool.filter(({ show }) => show).map(({ id }) => id);
    assert.deepEqual(shown, [
      ...['scores-taste', 'weights-fourth', 'weights-columns', 'weights-backwards'],
      ...['masks-short', 'masks-rows', 'places-twin', 'reading-part'],
    ]);
  });
});

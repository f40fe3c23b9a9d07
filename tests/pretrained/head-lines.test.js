// Lines of several heads: the weights that they show, and the stated strongest key of each head.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensor } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import {
  findStrongestHeadLines,
  findStrongestKeys,
  listChosenHeads,
  toggleHead,
} from '../../web/features/pretrained/run/strongest.js';
import { headLinesView } from '../../web/features/pretrained/views/head-lines.js';
import { attention } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { openModel } from './computation.js';
import '../support/features.js';

const TEXT = 'They eat fried noodles';
const model = await loadPretrained(attention, 'use-lite');
const { show } = await openModel('use-lite');

/** Renders the step. @param {object} requested */
async function renderHeadLines(requested) {
  const { state, computation } = await show({ sentence: TEXT, step: 'headLines', ...requested });
  const context = { state, computation, selected: state.query, dispatch: () => {} };
  return markup(headLinesView(/** @type {any} */ (context)));
}

/** @param {string} page @returns {number[][]} head, row, column and weight of each line */
const linesIn = (page) =>
  [...page.matchAll(/data-head=(\d+) data-row=(\d+) data-column=(\d+) data-value=([\d.e-]+)/g)].map(
    (found) => found.slice(1).map(Number),
  );

describe('lines of several heads', () => {
  it('are the weights of the chosen heads from 0.01 on, each once', async () => {
    const { weights } = model.run(TEXT, { trace: ['weights'] }).layers[1];
    assert.ok(weights);
    const [, L, S] = weights.shape;
    const expected = [0, 2].flatMap((head) =>
      Array.from({ length: L * S }, (_, i) => [
        ...[head, Math.floor(i / S), i % S],
        weights.data[head * L * S + i],
      ]).filter(([, , , weight]) => weight >= 0.01),
    );
    const lines = linesIn(
      await renderHeadLines({ modelLayer: 1, lineHeads: '0 2', lineRows: 'all' }),
    );
    assert.deepEqual(
      lines.map(([head, row, column, weight]) => [head, row, column, Math.fround(weight)]),
      expected,
    );
    assert.ok(lines.length < 2 * L * S, 'some weights are below');
  });

  it('are those of all heads where none is chosen, and of the marked query unless all are wanted', async () => {
    const all = linesIn(await renderHeadLines({ lineRows: 'all' }));
    assert.deepEqual([...new Set(all.map(([head]) => head))], [0, 1, 2, 3]);
    const ofRow = linesIn(await renderHeadLines({ query: 3 }));
    assert.deepEqual(
      ofRow,
      all.filter(([, row]) => row === 3),
    );
  });

  it('are the strongest where there are too many, and the least is named', () => {
    const all = [...Array(64).keys()];
    const data = Float32Array.from({ length: 64 * 64 }, (_, i) => (i + 1) / 4096);
    const part = { rows: all, columns: all };
    const { lines, least, isAll } = findStrongestHeadLines(tensor([1, 64, 64], data), [0], part);
    assert.deepEqual([isAll, least], [false, data[2096]]);
    assert.deepEqual(
      lines.map(({ weight }) => weight),
      [...data.slice(2096)],
    );
  });

  it('of a strong head are drawn behind many equal ones of another', () => {
    const all = [...Array(64).keys()];
    const even = new Float32Array(64 * 64).fill(1 / 64);
    const diagonal = even.map((_, i) => Number(i % 65 === 0));
    const weights = tensor([2, 64, 64], [...even, ...diagonal]);
    const { lines } = findStrongestHeadLines(weights, [0, 1], { rows: all, columns: all });
    assert.equal(lines.length, 2000);
    assert.deepEqual(
      lines
        .filter(({ weight }) => weight === 1)
        .map(({ head, row, column }) => [head, row, column]),
      all.map((i) => [1, i, i]),
    );
  });

  it('keep at least one head, and heads that the layer lacks are none', () => {
    assert.deepEqual(listChosenHeads('', 3), [0, 1, 2]);
    assert.deepEqual(listChosenHeads('2 0 7', 3), [0, 2]);
    assert.deepEqual(listChosenHeads('7', 3), [0, 1, 2]);
    assert.equal(toggleHead([0, 2], 1, 4), '0 1 2');
    assert.equal(toggleHead([0, 2], 1, 3), '');
    assert.equal(toggleHead([0, 2], 0, 3), '2');
    assert.equal(toggleHead([2], 2, 3), '2');
  });
});

describe('what each head attends to most', () => {
  it('is its largest weight in the marked row', async () => {
    const { weights } = model.run(TEXT, { trace: ['weights'] }).layers[1];
    assert.ok(weights);
    const { keys, weight } = findStrongestKeys(weights, 2, 1);
    assert.deepEqual(keys, [0]);
    const page = plain(await renderHeadLines({ modelLayer: 1, query: 1, lineHeads: '2' }));
    assert.match(page, /attends to most from eat head 3 They 0\.699/);
    assert.equal(Math.round(1000 * weight), 699);
  });

  it('is the largest among the keys on screen, where those of one text are', () => {
    const weights = tensor([1, 1, 4], Float32Array.of(0.5, 0.1, 0.3, 0.1));
    const { keys, weight } = findStrongestKeys(weights, 0, 0, [1, 2, 3]);
    assert.deepEqual([keys, Math.fround(0.3)], [[2], weight]);
  });

  it('is several keys if their weights are equal', () => {
    const weights = tensor([1, 1, 4], new Float32Array(4).fill(0.25));
    assert.deepEqual(findStrongestKeys(weights, 0, 0).keys, [0, 1, 2, 3]);
  });
});

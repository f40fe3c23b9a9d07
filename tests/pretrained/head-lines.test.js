// Lines of several heads: the weights that they show, and the stated strongest key of each head.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensor } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import {
  findStrongestKeys,
  listChosenHeads,
  toggleHead,
} from '../../web/features/pretrained/run/chosen-heads.js';
import {
  drawHeadLines,
  HEAD_COLOURS,
  headLinesView,
} from '../../web/features/pretrained/views/head-lines.js';
import { PALETTES } from '../../web/styles/colour.js';
import { attention } from '../support/computations.js';
import { byKind } from '../support/marks.js';
import { markup, plain } from '../support/markup.js';
import { openModel } from './computation.js';
import '../support/features.js';

const TEXT = 'They eat fried noodles';
const model = await loadPretrained(attention, 'use-lite');
const { show } = await openModel('use-lite');

/** @param {object} requested @returns {Promise<any>} */
async function makeContext(requested) {
  const { state, computation } = await show({ sentence: TEXT, step: 'headLines', ...requested });
  return { state, computation, selected: state.query, dispatch: () => {} };
}

/** Draws the step. @param {object} requested @returns {Promise<number[][]>} head, row, column and strength of each line */
async function drawLines(requested) {
  const { lines } = byKind(await drawHeadLines(await makeContext(requested), PALETTES.light));
  const heads = HEAD_COLOURS.map(([colour]) => colour);
  return lines.map(({ d, stroke, 'stroke-opacity': strength }) => {
    const [, y, , down] = d.split(/[Ml ]/).slice(1).map(Number);
    const row = Math.floor((y - 56) / 22);
    return [heads.indexOf(stroke), row, row + Math.round(down / 22), strength];
  });
}

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
    const lines = await drawLines({ modelLayer: 1, lineHeads: '0 2', lineRows: 'all' });
    assert.deepEqual(
      lines,
      expected.toSorted((row, other) => row[3] - other[3]),
    );
    assert.ok(lines.length < 2 * L * S, 'some weights are below');
  });

  it('are those of all heads where none is chosen, and of the marked query unless all are wanted', async () => {
    const [all, some] = [await drawLines({ lineRows: 'all' }), await drawLines({ query: 3 })];
    assert.deepEqual([...new Set(all.map(([head]) => head))].sort(), [0, 1, 2, 3]);
    assert.ok(all.some(([, row]) => row !== 3));
    assert.deepEqual(new Set(some.map(([head, row]) => `${head} ${row}`)).size, 4);
    assert.ok(some.every(([, row]) => row === 3));
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
    const context = await makeContext({ modelLayer: 1, query: 1, lineHeads: '2' });
    const page = plain(markup(headLinesView(context)));
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

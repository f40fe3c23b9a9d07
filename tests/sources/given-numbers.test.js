// Printed, edited and drawn numbers, and the layout of weight matrices.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensor, toNested } from '../../src/js/index.js';
import {
  drawAdditiveVector,
  drawAdditiveWeight,
  drawEmbeddings,
  drawWeight,
} from '../../web/sources/draw.js';
import { joinHeads, splitHeads, stackRows, transposeMatrix } from '../../web/sources/layout.js';
import { computationOf } from '../support/computations.js';

/** Returns what a source contains besides its numbers. @param {object} requested */
function describeSource(requested) {
  const { queryWords, keyWords, sentence, isEditable, isSelf, inputs, parameters, nodes } =
    computationOf(requested).computation;
  return {
    ...{ queryWords, keyWords, sentence, isEditable, isSelf, parameters },
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([id, result]) => [id, toNested(result)]),
    ),
    nodes: Object.values(nodes).map(
      ({ id, axes, symbol, role, colours }) => `${id} ${axes} ${symbol} ${role ?? '-'} ${colours}`,
    ),
  };
}

describe('a source of fixed numbers', () => {
  it('from the second article has one query, four keys and three printed heads', () => {
    const words = ['They', 'eat', 'fried', 'noodles'];
    const { nodes, ...rest } = describeSource({ source: 'article' });
    assert.deepEqual(rest, {
      ...{ queryWords: ['eat'], keyWords: words, sentence: { words, query: 1 } },
      ...{ isEditable: false, isSelf: undefined, parameters: {} },
      inputs: { query: [[1]], key: [[32], [88], [56], [72]] },
    });
    assert.deepEqual(nodes, [
      'query qf q q signed',
      'key kf K k signed',
      'scores qk S - signed',
      'scaledScores qk S′ - signed',
      'maskedScores qk S″ - signed',
      'rowMax q m - plain',
      'exponentials qk E - plain',
      'rowSum q r - plain',
      'weights qk A - weights',
      'heads hrc H_h - plain',
      'concatenated rC H - plain',
    ]);
    const { results } = computationOf({ source: 'article' }).computation;
    assert.deepEqual(toNested(results.concatenated), [
      [1, 2, 3, 10, 11, 12, 19, 20, 21],
      [4, 5, 6, 13, 14, 15, 22, 23, 24],
      [7, 8, 9, 16, 17, 18, 25, 26, 27],
    ]);
    assert.deepEqual(toNested(results.scaledScores), [[4, 11, 7, 9]]);
  });

  it('about the coffee cup has a look around and a plan, and two things', () => {
    const { nodes, inputs, queryWords, keyWords, isEditable } = describeSource({
      source: 'coffee',
    });
    assert.deepEqual(
      [queryWords.length, keyWords, isEditable],
      [2, ['red cup', 'notebook'], false],
    );
    assert.deepEqual(inputs, {
      query: [
        [1, 0],
        [0, 1.5],
      ],
      key: [
        [2, 0],
        [0.5, 2],
      ],
    });
    assert.deepEqual(
      nodes.map((node) => node.split(' ').slice(0, 2).join(' ')),
      [
        ...['query qf', 'key kf', 'scores qk', 'maskedScores qk', 'rowMax q', 'exponentials qk'],
        ...['rowSum q', 'weights qk'],
      ],
    );
    const { results } = computationOf({ source: 'coffee' }).computation;
    assert.deepEqual(toNested(results.maskedScores), [
      [2, 0.5],
      [0, 3],
    ]);
  });
});

describe('numbers that are drawn', () => {
  const most = (/** @type {{ data: Float32Array }} */ { data }) => Math.max(...data.map(Math.abs));

  it('are from −1 to 1 in narrow matrices, and of variance 1/D in wide ones', () => {
    assert.equal(most(drawWeight(7, 'Q', 16)), 1);
    assert.equal(most(drawWeight(7, 'Q', 17)), Math.fround(0.42));
    const { data } = drawWeight(7, 'Q', 300);
    const variance = data.reduce((sum, x) => sum + x * x, 0) / data.length;
    // Rounding to two decimals makes the variance slightly larger.
    assert.ok(Math.abs(variance * 300 - 1) < 0.12, `${variance * 300}`);
  });

  it('of embeddings go to 1.5, of additive attention to 1, and of its vector to 2', () => {
    const words = Array.from({ length: 200 }, (_, i) => `w${i}`);
    assert.equal(most(drawEmbeddings(7, 'x', words, 4)), 1.5);
    assert.equal(most(drawAdditiveWeight(7, 'q', [30, 20])), 1);
    assert.equal(most(drawAdditiveVector(7, 600)), 2);
    assert.deepEqual(drawAdditiveWeight(7, 'k', [3, 5]).shape, [3, 5]);
    assert.deepEqual(drawAdditiveVector(7, 3).shape, [3]);
  });

  it('are others for each matrix, table, word and seed, and the same for the same', () => {
    const all = [
      ...['Q', 'K', 'V', 'O'].map((letter) => drawWeight(7, /** @type {any} */ (letter), 2)),
      drawWeight(8, 'Q', 2),
      ...['q', 'k'].map((letter) => drawAdditiveWeight(7, /** @type {any} */ (letter), [2, 2])),
      drawAdditiveVector(7, 4),
      ...['x', 'y'].map((table) => drawEmbeddings(7, /** @type {any} */ (table), ['eat'], 4)),
      drawEmbeddings(7, 'x', ['drink'], 4),
      drawEmbeddings(8, 'x', ['eat'], 4),
    ].map(({ data }) => String(data));
    assert.equal(new Set(all).size, all.length);
    const { data } = drawEmbeddings(7, 'x', ['Eat,', 'drink', 'eat'], 3);
    assert.deepEqual([...data.slice(0, 3)], [...data.slice(6)]);
    assert.deepEqual(drawWeight(7, 'Q', 2), drawWeight(7, 'Q', 2));
  });
});

describe('a weight matrix', () => {
  const weight = tensor([
    [1, 2],
    [3, 4],
    [5, 6],
    [7, 8],
  ]);

  it('is shown as the input meets it, and back again', () => {
    const shown = transposeMatrix(weight);
    assert.deepEqual(toNested(shown), [
      [1, 3, 5, 7],
      [2, 4, 6, 8],
    ]);
    assert.deepEqual(transposeMatrix(shown), weight);
  });

  it('is cut into heads, and back again', () => {
    const heads = splitHeads(weight, 2);
    assert.deepEqual(toNested(heads), [
      [
        [1, 3],
        [2, 4],
      ],
      [
        [5, 7],
        [6, 8],
      ],
    ]);
    assert.deepEqual(joinHeads(heads), weight);
    assert.deepEqual(joinHeads(splitHeads(weight, 4)), weight);
    assert.deepEqual(splitHeads(weight, 1).shape, [1, 2, 4]);
  });

  it('is stacked on others', () => {
    const other = tensor(
      [4, 2],
      weight.data.map((x) => -x),
    );
    const { shape, data } = stackRows([weight, other, weight]);
    assert.deepEqual(shape, [12, 2]);
    assert.deepEqual([...data], [...weight.data, ...other.data, ...weight.data]);
  });
});

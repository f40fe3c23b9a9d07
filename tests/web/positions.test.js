import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareComputations } from '../../web/session/compare.js';
import { findLastExperiment, readBefore } from '../../web/session/experiments.js';
import { editName, findCellOfEdit } from '../../web/state/edit-cells.js';
import { normaliseState } from '../../web/state/normalise.js';
import { comparisonNote } from '../../web/views/experiments.js';
import { computationOf, stateAfter, viewContext } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';

/** @import { Tensor } from '../../src/js/index.js' */

const sinusoidal = /** @type {const} */ ('sinusoidal');
const sentence = 'the dog bites the man';

/**
 * Computes an entry as the paper defines it.
 * @param {number} place
 * @param {number} column
 * @param {number} width
 */
function computePosition(place, column, width) {
  const pair = Math.floor(column / 2);
  const angle = place / 10000 ** ((2 * pair) / width);
  return Math.fround(column % 2 ? Math.cos(angle) : Math.sin(angle));
}

/** @param {Tensor} tensor @param {number} row */
const rowOf = ({ shape, data }, row) =>
  Array.from(data.slice(row * shape[shape.length - 1], (row + 1) * shape[shape.length - 1]));

describe('sinusoidal positions', () => {
  for (const dModel of [1, 2, 3, 4, 6, 16, 64]) {
    it(`of ${dModel} numbers are sines and cosines, to the bit`, () => {
      const { results } = computationOf({
        sentence,
        dModel,
        heads: 1,
        positions: sinusoidal,
      }).computation;
      const { shape, data } = results.positionEmbeddings;
      assert.deepEqual(shape, [5, dModel]);
      data.forEach((value, i) => {
        assert.equal(
          value,
          computePosition(Math.floor(i / dModel), i % dModel, dModel),
          `number ${i}`,
        );
      });
      results.embeddings.data.forEach((value, i) => {
        assert.equal(value, Math.fround(results.wordEmbeddings.data[i] + data[i]));
      });
    });
  }

  it('of two columns are 0 and 1, then sine and cosine of 1 and of 2', () => {
    const { results } = computationOf({
      sentence,
      dModel: 2,
      heads: 1,
      positions: sinusoidal,
    }).computation;
    const near = [0, 1, 0.841471, 0.540302, 0.909297, -0.416147];
    near.forEach((value, i) => {
      assert.ok(Math.abs(results.positionEmbeddings.data[i] - value) < 1e-6, `number ${i}`);
    });
  });

  it('start at 0 in each of two sentences', () => {
    const state = { sentence, target: 'one two three', positions: sinusoidal };
    const { results } = computationOf(state).computation;
    assert.deepEqual(results.queryPositionEmbeddings.shape, [3, 4]);
    assert.deepEqual(results.positionEmbeddings.shape, [5, 4]);
    assert.deepEqual(
      rowOf(results.queryPositionEmbeddings, 2),
      rowOf(results.positionEmbeddings, 2),
    );
  });

  it('exist only for random numbers, and are off by default', () => {
    assert.equal(normaliseState({}).positions, 'none');
    assert.equal('positionEmbeddings' in computationOf({}).computation.nodes, false);
    const coffee = computationOf({ source: 'coffee', positions: sinusoidal }).computation;
    assert.equal('positionEmbeddings' in coffee.nodes, false);
  });

  it('make equal words differ', () => {
    for (const mechanism of ['dot', 'additive']) {
      const [without, placed] = ['none', sinusoidal].map(
        (positions) =>
          computationOf({ sentence, positions, mechanism, heads: 1 }).computation.results,
      );
      assert.deepEqual(rowOf(without.weights, 0), rowOf(without.weights, 3));
      assert.notDeepEqual(rowOf(placed.weights, 0), rowOf(placed.weights, 3));
    }
  });

  it('keep a word’s edit with the word, and a place’s edit with the place', () => {
    const { state, computation } = computationOf({
      sentence,
      positions: sinusoidal,
      edits: 'x.the.1:2',
    });
    assert.deepEqual(
      [0, 3].map((row) => rowOf(computation.results.wordEmbeddings, row)[1]),
      [2, 2],
    );
    assert.deepEqual(findCellOfEdit(state, computation, 'x.the.1'), {
      id: 'wordEmbeddings',
      index: [0, 1],
    });
    const names = ['wordEmbeddings', 'positionEmbeddings', 'embeddings'].map((id) =>
      editName(state, computation, { id, index: [3, 1] }),
    );
    assert.deepEqual(names, ['x.the.1', 'positionEmbeddings.3.1', 'embeddings.3.1']);
  });
});

describe('what an experiment did to the order', () => {
  it('is found from the words', () => {
    assert.equal(findLastExperiment(normaliseState({})), '');
    for (const positions of ['none', sinusoidal]) {
      assert.equal(findLastExperiment(stateAfter('shuffle', { positions })), 'shuffle');
      assert.equal(findLastExperiment(stateAfter('repeat', { positions })), 'repeat');
      assert.equal(readBefore(stateAfter('shuffle', { positions }))?.positions, positions);
    }
  });

  it('is explained, with positions and without', () => {
    /** @param {string} id @param {object} requested */
    const readNote = (id, requested) => {
      const next = computationOf(stateAfter(id, requested));
      const before = computationOf(/** @type {object} */ (readBefore(next.state)));
      const comparison = compareComputations(before.computation, next.computation);
      return plain(markup(comparisonNote(viewContext({ ...next, comparison }), [])));
    };
    assert.match(readNote('shuffle', {}), /all 32 stayed the same.*does not know the order/);
    assert.match(
      readNote('shuffle', { positions: sinusoidal }),
      /changed.*Places make a difference/,
    );
    assert.match(readNote('shuffle', { mask: 'causal' }), /Places make a difference/);
    assert.match(readNote('repeat', {}), /Both copies get the same weights/);
    assert.match(readNote('repeat', { mask: 'causal' }), /Places make a difference/);
    assert.match(readNote('repeat', { positions: sinusoidal }), /Places make a difference/);
    assert.doesNotMatch(readNote('append', {}), /order|copies/);
  });
});

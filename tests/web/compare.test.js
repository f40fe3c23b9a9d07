import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loadAttention, tensor } from '../../src/js/index.js';
import { readNumber } from '../../web/graph/trace.js';
import { compareComputations } from '../../web/session/compare.js';
import { makeComputation } from '../../web/session/computation.js';
import { experiments } from '../../web/session/experiments.js';
import { normaliseState } from '../../web/state/normalise.js';
import { reduceCaseCount } from '../support/extent.js';

/** @import { Computation } from '../../web/sources/types.js' */

fc.configureGlobal({ seed: 7 });

const attention = await loadAttention();

/** @param {object} [requested] */
const computation = (requested) => makeComputation(attention, normaliseState(requested));

/**
 * Returns the computations before and after an experiment, and their comparison.
 * @param {string} id
 * @param {object} [requested]
 */
function experiment(id, requested) {
  const state = normaliseState(requested);
  const found = experiments.find((candidate) => candidate.id === id);
  const change = found?.attempt(state).change;
  assert.ok(change, id);
  const before = makeComputation(attention, state);
  const after = makeComputation(attention, normaliseState({ ...state, ...change }));
  return { before, after, comparison: compareComputations(before, after) };
}

/** @param {object} first @param {object} second */
const compareRequests = (first, second) =>
  compareComputations(computation(first), computation(second));

/**
 * @param {readonly number[]} shape
 * @returns {number[][]} all indexes, row by row
 */
function placesOf([length, ...rest]) {
  if (length === undefined) return [[]];
  const inner = placesOf(rest);
  return Array.from({ length }, (_, index) => inner.map((place) => [index, ...place])).flat();
}

/**
 * @param {Computation} made
 * @param {string} tensor
 * @param {number} row index on the second-last axis
 */
function rowOf({ results }, tensor, row) {
  const { shape, data } = results[tensor];
  const [rows, columns] = shape.slice(-2);
  return [...data].filter((_, i) => Math.floor(i / columns) % rows === row);
}

describe('a comparison', () => {
  it('of a computation with itself finds nothing changed, not even NaN', () => {
    const alone = { mask: 'custom', masked: '0.0 0.1 0.2 0.3', emptyRow: 'nan' };
    assert.ok(rowOf(computation(alone), 'weights', 0).some(Number.isNaN));
    for (const requested of [
      {},
      alone,
      { mechanism: 'additive' },
      { source: 'article' },
      { source: 'coffee' },
    ]) {
      const result = computation(requested);
      const { summary } = compareComputations(result, computation(requested));
      for (const [tensor, { data }] of Object.entries(result.results)) {
        const cells = data.length;
        const expected = { changed: 0, same: cells, added: 0, cells, largest: undefined };
        if (result.nodes[tensor]) assert.deepEqual(summary(tensor), expected, tensor);
      }
    }
  });

  it('has the earlier number of each cell, and the largest change', () => {
    const [result, other] = [computation({}), computation({ edits: 'q.0.1:0.5;q.2.0:-9' })];
    const { at, summary } = compareComputations(result, other);
    const was = readNumber(result.run, { id: 'wq', index: [0, 2, 0] });
    assert.deepEqual(at('wq', [0, 2, 0]), { kind: 'changed', was });
    const same = readNumber(result.run, { id: 'wq', index: [1, 0, 0] });
    assert.deepEqual(at('wq', [1, 0, 0]), { kind: 'same', was: same });
    const { largest, ...counts } = summary('wq');
    assert.deepEqual(counts, { changed: 2, same: 14, added: 0, cells: 16 });
    assert.deepEqual(largest, { index: [0, 2, 0], was, is: -9 });
  });

  it('counts a small change of a set number beside a large number', () => {
    const { at } = compareRequests(
      { edits: 'q.0.0:1000000;q.0.1:0.25' },
      { edits: 'q.0.0:1000000;q.0.1:0.5' },
    );
    assert.deepEqual(at('wq', [0, 0, 1]), { kind: 'changed', was: 0.25 });
  });

  it('treats a sum that differs only by rounding as the same, and a larger difference as a change', () => {
    const result = computation({});
    const { data, shape } = result.results.output;
    const most = Math.max(...data.map(Math.abs));
    for (const { share, kind } of [
      { share: 2 ** -21, kind: 'same' },
      { share: 2 ** -19, kind: 'changed' },
    ]) {
      const moved = data.with(5, data[5] + share * most);
      assert.notEqual(moved[5], data[5]);
      const results = { ...result.results, output: { shape, data: moved } };
      const { at } = compareComputations(result, { ...result, results });
      assert.deepEqual(at('output', [1, 1]), { kind, was: data[5] });
    }
  });

  it('finds changed scores beside a fill of −10⁹', () => {
    for (const fill of ['inf', '-1e9']) {
      const requested = { mask: 'causal', fill };
      const { summary, at } = compareRequests(requested, { ...requested, temperature: 1.001 });
      assert.equal(summary('maskedScores').changed, 20, fill);
      assert.equal(summary('rowMax').changed, 8, fill);
      assert.equal(at('maskedScores', [0, 0, 3]).kind, 'same');
    }
  });

  it('finds a changed row maximum beside a fully masked row', () => {
    const masked = { mask: 'custom', masked: '0.0 0.1 0.2 0.3', fill: '-1e9' };
    const { at, summary } = compareRequests(masked, { ...masked, temperature: 1.25 });
    assert.equal(at('rowMax', [0, 0]).was, -1e9);
    assert.equal(summary('rowMax').changed, 6);
    assert.equal(summary('rowMax').same, 2);
  });

  it('finds changed numbers beside infinities', () => {
    const result = computation({});
    const { shape, data } = result.results.scaledScores;
    const scaledScores = tensor(
      [...shape],
      data.map((value, i) => (i % 2 ? Infinity : value * 1.01)),
    );
    const other = { ...result, results: { ...result.results, scaledScores } };
    assert.equal(compareComputations(result, other).summary('scaledScores').changed, data.length);
  });

  it('a number that becomes NaN or infinite is the largest change', () => {
    const masked = '1.0 1.1 1.2 1.3';
    const { summary } = compareRequests(
      { mask: 'custom', masked: '' },
      { mask: 'custom', masked, emptyRow: 'nan' },
    );
    const { changed, largest } = summary('weights');
    assert.equal(changed, 8);
    assert.deepEqual(largest?.index, [0, 1, 0]);
    assert.ok(Number.isNaN(largest?.is));
    assert.equal(summary('maskedScores').largest?.is, -Infinity);
  });

  it('matches the n-th occurrence of a word with the n-th', () => {
    const [result, other] = [
      computation({ sentence: 'the cat the dog' }),
      computation({ sentence: 'The dog, sees the the cat' }),
    ];
    const { at } = compareComputations(result, other);
    const from = [0, 3, undefined, 2, undefined, 1];
    from.forEach((row, now) => {
      for (const column of [0, 1, 2, 3]) {
        const expected =
          row === undefined
            ? { kind: 'new' }
            : {
                kind: 'same',
                was: readNumber(result.run, { id: 'embeddings', index: [row, column] }),
              };
        assert.deepEqual(at('embeddings', [now, column]), expected);
      }
    });
    assert.equal(
      at('scores', [1, 1, 5]).was,
      readNumber(result.run, { id: 'scores', index: [1, 3, 1] }),
    );
    assert.deepEqual(at('scores', [1, 1, 2]), { kind: 'new' });
    assert.deepEqual(at('scores', [1, 2, 1]), { kind: 'new' });
  });

  it('matches features by index, and treats further ones as new', () => {
    const { at, summary } = compareRequests({ dModel: 4 }, { dModel: 6 });
    assert.equal(at('embeddings', [0, 3]).kind, 'same');
    assert.deepEqual(at('embeddings', [0, 4]), { kind: 'new' });
    assert.equal(summary('embeddings').added, 8);
  });

  it('treats a tensor as new if it was missing or had another meaning', () => {
    const { at, summary } = compareRequests({}, { mechanism: 'additive' });
    assert.deepEqual(at('features', [0, 0, 0]), { kind: 'new' });
    assert.deepEqual(at('scores', [0, 0]), { kind: 'new' });
    assert.deepEqual(summary('scores'), {
      changed: 0,
      same: 0,
      added: 16,
      cells: 16,
      largest: undefined,
    });
    assert.equal(summary('embeddings').same, 16);
    const nothing = { changed: 0, same: 0, added: 0, cells: 0, largest: undefined };
    assert.deepEqual(summary('heads'), nothing);
    assert.deepEqual(summary('nonsense'), nothing);
    assert.deepEqual(at('nonsense', [0]), { kind: 'new' });
    assert.deepEqual(compareRequests({}, { sentence: '' }).summary('weights'), nothing);
    assert.equal(compareRequests({ sentence: '' }, {}).summary('weights').added, 32);
  });

  it('treats an axis as new if it had no names before', () => {
    const result = computation({});
    const named = { ...result, names: { f: ['a', 'b', 'c', 'd'] } };
    assert.equal(result.nodes.embeddings.axes, 'qf');
    assert.equal(compareComputations(result, named).summary('embeddings').added, 16);
    assert.equal(compareComputations(named, result).summary('embeddings').same, 16);
  });

  it('has counts that agree with the kinds of its numbers', () => {
    const names = /** @type {const} */ (['causal', 'none']);
    const word = fc.constantFrom('a', 'b', 'c', 'B,');
    const requested = fc.record({
      sentence: fc.array(word, { minLength: 1, maxLength: 5 }).map((list) => list.join(' ')),
      target: fc.constantFrom('', 'a b'),
      mechanism: fc.constantFrom('dot', 'additive'),
      mask: fc.constantFrom(...names),
      heads: fc.constantFrom(1, 2, 4),
    });
    fc.assert(
      fc.property(requested, requested, (first, second) => {
        const [result, other] = [computation(first), computation(second)];
        const { at, summary } = compareComputations(result, other);
        for (const tensor of Object.keys(other.nodes)) {
          const found = { changed: 0, same: 0, new: 0 };
          for (const place of placesOf(other.results[tensor].shape))
            found[at(tensor, place).kind]++;
          const { changed, same, added, cells } = summary(tensor);
          assert.deepEqual({ changed, same, new: added }, found, tensor);
          assert.equal(cells, changed + same + added);
        }
      }),
      { numRuns: reduceCaseCount(100) },
    );
  });
});

describe('what the texts of experiments claim', () => {
  const sentence = 'they eat fried noodles and we eat rice';

  for (const mechanism of ['dot', 'additive']) {
    it(`${mechanism}: without a mask, moved words keep their weights`, () => {
      const { before, after, comparison } = experiment('shuffle', { mechanism, sentence });
      assert.notDeepEqual(after.queryWords, before.queryWords);
      for (const tensor of Object.keys(after.nodes)) {
        const { changed, added } = comparison.summary(tensor);
        assert.deepEqual([changed, added], [0, 0], tensor);
      }
    });

    it(`${mechanism}: with a causal mask, moved words have other weights`, () => {
      const { comparison } = experiment('shuffle', { mechanism, sentence, mask: 'causal' });
      assert.equal(comparison.summary('scores').changed, 0);
      assert.ok(comparison.summary('weights').changed > 0);
      assert.ok(comparison.summary('output').changed > 0);
    });

    it(`${mechanism}: a word at the end changes no row before it if the mask is causal`, () => {
      const { before, after, comparison } = experiment('append', { mechanism, mask: 'causal' });
      const { changed, added } = comparison.summary('output');
      assert.deepEqual([changed, added], [0, 4]);
      for (const row of [0, 1, 2, 3]) {
        assert.deepEqual(rowOf(after, 'output', row), rowOf(before, 'output', row));
        const weights = rowOf(after, 'weights', row).filter((_, i) => i % 5 < 4);
        assert.deepEqual(weights, rowOf(before, 'weights', row));
      }
    });

    it(`${mechanism}: a word at the end changes every row before it if there is no mask`, () => {
      const { comparison } = experiment('append', { mechanism });
      assert.equal(comparison.summary('scores').changed, 0);
      const { changed, same } = comparison.summary('weights');
      assert.ok(changed > 0 && same === 0);
      for (const row of [0, 1, 2, 3])
        assert.equal(comparison.at('output', [row, 0]).kind, 'changed');
    });

    it(`${mechanism}: a repeated word has two equal rows and columns`, () => {
      const { after, comparison } = experiment('repeat', { mechanism, query: 1 });
      assert.deepEqual(after.queryWords.slice(1, 3), ['eat', 'eat']);
      for (const tensor of ['embeddings', 'scores', 'weights', 'output']) {
        assert.deepEqual(rowOf(after, tensor, 2), rowOf(after, tensor, 1), tensor);
      }
      const columns = [1, 2].map((column) =>
        [...after.results.weights.data].filter((_, i) => i % 5 === column),
      );
      assert.deepEqual(columns[1], columns[0]);
      assert.equal(comparison.at('output', [1, 0]).kind, 'changed');
      assert.equal(comparison.at('output', [2, 0]).kind, 'new');
    });

    it(`${mechanism}: with a causal mask, the two rows of a repeated word differ`, () => {
      const { after } = experiment('repeat', { mechanism, query: 1, mask: 'causal' });
      assert.notDeepEqual(rowOf(after, 'output', 2), rowOf(after, 'output', 1));
    });

    it(`${mechanism}: a higher temperature lowers each row’s largest weight, and a lower one raises it`, () => {
      for (const [id, sign] of /** @type {const} */ ([
        ['hotter', -1],
        ['colder', 1],
      ])) {
        const { before, after, comparison } = experiment(id, { mechanism });
        assert.equal(comparison.summary('scores').changed, 0);
        for (const row of [0, 1, 2, 3]) {
          const [was, is] = [before, after].map((result) =>
            Math.max(...rowOf(result, 'weights', row).slice(0, 4)),
          );
          assert.ok(sign * (is - was) > 0, `${id}, row ${row}: from ${was} to ${is}`);
        }
      }
    });
  }

  it('with K = Q, the scores of each head are symmetric', () => {
    const { before, after, comparison } = experiment('same-keys', { sentence });
    const n = after.queryWords.length;
    let crooked = 0;
    for (const [head, i, j] of placesOf([2, n, n])) {
      const pair = (/** @type {Computation} */ result) => [
        readNumber(result.run, { id: 'scores', index: [head, i, j] }),
        readNumber(result.run, { id: 'scores', index: [head, j, i] }),
      ];
      const [is, mirrored] = pair(after);
      assert.equal(is, mirrored);
      const [was, other] = pair(before);
      if (was !== other) crooked++;
    }
    assert.ok(crooked > 0);
    assert.equal(comparison.summary('q').changed, 0);
    assert.equal(comparison.summary('v').changed, 0);
    assert.ok(comparison.summary('k').changed > 0);
  });

  it('the order of the first of two sentences changes nothing for the second', () => {
    const { comparison, after } = experiment('shuffle', { target: 'he is tall' });
    for (const tensor of Object.keys(after.nodes)) {
      assert.equal(comparison.summary(tensor).changed, 0, tensor);
    }
  });

  it('the order of a hundred words changes nothing either', () => {
    const many = Array.from({ length: 100 }, (_, i) => `w${i}`).join(' ');
    const { comparison } = experiment('shuffle', { sentence: many });
    for (const tensor of ['rowSum', 'weights', 'output']) {
      assert.equal(comparison.summary(tensor).changed, 0, tensor);
    }
  });
});

it('a change to NaN is the largest of all', () => {
  const before = computation({});
  const { weights } = before.results;
  const data = weights.data.slice();
  data[3] += 100;
  data[9] = Number.NaN;
  data[12] -= 200;
  const after = { ...before, results: { ...before.results, weights: { ...weights, data } } };
  const { changed, largest } = compareComputations(before, after).summary('weights');
  assert.equal(changed, 3);
  assert.deepEqual([largest?.was, largest?.is], [weights.data[9], Number.NaN]);
});

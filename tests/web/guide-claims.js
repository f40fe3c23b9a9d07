// What each chapter of the guided path claims of its numbers.
import assert from 'node:assert/strict';
import { loadAttention } from '../../src/js/index.js';
import { numberAt, readCell } from '../../web/graph/trace.js';
import { chapters } from '../../web/lessons/guide.js';
import { compute } from '../../web/session/computation.js';
import { DEFAULTS, normalise } from '../../web/session/state.js';
import {
  LARGEST,
  measureScoreVariance,
  SCALES,
  VARIANCE,
} from '../../web/sources/score-variance.js';
import { rounded } from '../../web/text/number.js';
import { whyNotDot } from '../../web/views/why-not-dot.js';

/**
 * @typedef {import('../../web/lessons/guide.js').Chapter} Chapter
 * @typedef {import('../../web/session/computation.js').Computation} Computation
 * @typedef {import('../../web/session/state.js').State} State
 */

export const attention = await loadAttention();

/** @param {object} requested */
export const computation = (requested) => compute(attention, normalise(requested));

/**
 * @param {Computation} of
 * @param {string} place
 */
function at(of, place) {
  const found = readCell(place, of.run);
  assert.ok(found, place);
  return numberAt(of.run, found);
}

/** @param {Computation} of @param {string} tensor */
const numbers = ({ results }, tensor) => [...results[tensor].data];

/**
 * The rows of a matrix or of one head's.
 * @param {Computation} of
 * @param {string} tensor
 * @param {number} [head]
 */
function rows({ results }, tensor, head = 0) {
  const { shape, data } = results[tensor];
  const [length, width] = shape.slice(-2);
  return Array.from({ length }, (_, row) => {
    const first = (head * length + row) * width;
    return [...data.slice(first, first + width)];
  });
}

/** @param {number[]} list */
const sum = (list) => list.reduce((total, value) => total + value, 0);
/** @param {number[]} list */
const largest = (list) => list.indexOf(Math.max(...list));
/** @param {number} value @param {number} expected @param {number} [within] */
const near = (value, expected, within = 1e-6) =>
  assert.ok(Math.abs(value - expected) <= within, `${value} is near ${expected}`);

/** @param {Computation} one @param {Computation} other @returns {string[]} tensors whose numbers differ */
const differing = (one, other) =>
  Object.keys(one.results).filter(
    (name) => String(numbers(one, name)) !== String(numbers(other, name)),
  );

/** Length of the rows to variance of the scores and largest weight, without a scale and with each. */
const spread = (/** @type {number} */ d) => {
  const { data } = measureScoreVariance(attention, { seed: DEFAULTS.seed, d });
  return Object.fromEntries(
    SCALES.map((name, i) => [
      name,
      { variance: data[2 * i + VARIANCE], largest: data[2 * i + LARGEST] },
    ]),
  );
};

/**
 * What each chapter claims, of the numbers that the core gives for its state, and for its trial; and
 * words that these numbers put into the right answer, and into no other.
 * @type {Record<string, (home: Computation, after: Computation, state: State) => string>}
 */
export const claims = {
  notice(home) {
    const [look, plan] = rows(home, 'weights');
    assert.deepEqual([largest(look), largest(plan)], [0, 1]);
    assert.deepEqual(rows(home, 'scores')[1], [0, 3]);
    // What catches the eye is in the keys; the queries take one of their numbers each.
    const [cup, notebook] = rows(home, 'key');
    assert.ok(cup[0] > notebook[0] && cup[1] < notebook[1]);
    assert.deepEqual(
      rows(home, 'query').map((row) => row.map((value) => value > 0)),
      [
        [true, false],
        [false, true],
      ],
    );
    assert.deepEqual(home.keyWords, ['red cup', 'notebook']);
    return `${home.keyWords[largest(plan)]} gets the most`;
  },

  asks(home) {
    assert.deepEqual(home.results.scores.shape, [1, 4]);
    assert.deepEqual(numbers(home, 'scores'), [32, 88, 56, 72]);
    assert.deepEqual(home.queryWords, ['eat']);
    assert.equal(home.keyWords[largest(numbers(home, 'scores'))], 'eat');
    return ['None', 'One', 'Two', 'Three', 'Four'][numbers(home, 'scores').length];
  },

  divide(home) {
    const printed = [0.0008, 0.87, 0.015, 0.011];
    near(sum(printed), 0.897, 5e-4);
    const weights = numbers(home, 'weights');
    near(sum(weights), 1);
    assert.ok(Math.abs(weights[3] - printed[3]) > 0.1);
    for (const i of [0, 1, 2]) near(weights[i], printed[i], 0.005);
    assert.deepEqual(numbers(home, 'scaledScores'), [4, 11, 7, 9]);
    near(weights[1] / weights[3], Math.E ** 2, 1e-5);
    // A score that is 1 above another has e times its weight, but not e times its own from before.
    const [two, three] = [2, 3].map((last) => attention.softmax([[1, last]]).data);
    near(two[1] / two[0], Math.E, 1e-5);
    assert.ok(three[1] / two[1] < 1.3);
    assert.notEqual(weights[1].toFixed(2), (88 / (32 + 88 + 56 + 72)).toFixed(2));
    return Math.abs(sum(printed) - 1) > 0.1 ? 'do not add up to 1' : '';
  },

  project(home, after) {
    const changed = differing(home, after);
    assert.ok(['wq', 'q'].every((name) => changed.includes(name)));
    assert.ok(!['embeddings', 'wk', 'k', 'wv', 'v'].some((name) => changed.includes(name)));
    const columns = numbers(home, 'q').map((value, i) =>
      value === numbers(after, 'q')[i] ? 'same' : `${Math.floor(i / 8)}.${i % 2}`,
    );
    assert.deepEqual([...new Set(columns)], ['0.0', 'same']);
    const tables = ['q', 'k', 'v'].filter((name) => changed.includes(name));
    return `Only ${tables.join(' and ').toUpperCase()}`;
  },

  score(home, after) {
    const scores = rows(home, 'scores')[1];
    assert.equal(home.keyWords[largest(scores)], 'eat');
    const [query, keys] = [rows(home, 'q')[1], rows(home, 'k')];
    assert.ok(query.every((value) => value < 0) && keys[1].every((value) => value < 0));
    assert.ok(keys[0].every((value) => value > 0) && scores[0] < 0);
    // The largest number of all keys is the second of fried, and meets the smaller of the query.
    assert.equal(largest(keys.flat()), 5);
    assert.ok(Math.abs(query[1]) < Math.abs(query[0]) && query[1] * keys[2][1] < 0);
    const length = (/** @type {number[]} */ row) => Math.hypot(...row);
    assert.equal(largest(keys.map(length)), 1);
    assert.deepEqual(differing(home, after), []);
    return `${home.keyWords[largest(scores)]}: `;
  },

  scale(home, after) {
    const length = home.results.q.shape[2];
    assert.deepEqual([length, home.keyWords.length, home.results.embeddings.shape[1]], [2, 4, 4]);
    const scaled = numbers(home, 'scaledScores');
    numbers(home, 'scores').forEach((score, i) => {
      near(scaled[i] * Math.sqrt(length), score);
    });
    assert.equal(after.keyWords.length, 5);
    for (const tensor of ['scores', 'scaledScores']) {
      assert.equal(at(after, `${tensor}.0.1.1`), at(home, `${tensor}.0.1.1`));
    }
    return `: ${length}`;
  },

  root(_, __, state) {
    const [few, many, most] = [4, state.spread, 512].map(spread);
    assert.equal(state.spread, 64);
    // Sixteen and eight times as many terms.
    near(many.none.variance / few.none.variance, 16, 3);
    near(most.none.variance / many.none.variance, 8, 1.5);
    for (const one of [few, many, most]) near(one.sqrt.variance, 1, 0.15);
    // Divided by c, the variance is c² times smaller: by √64 it is 64 times.
    near(many.none.variance / many.sqrt.variance, 64, 1e-3);
    near(many.none.variance / many.words.variance, 4, 1e-3);
    assert.ok(most.none.largest > many.none.largest && many.none.largest > few.none.largest);
    assert.ok(many.words.variance > 10 * few.words.variance);
    assert.ok(most.none.largest > 0.9);
    return many.none.variance > few.none.variance ? 'It grows' : '';
  },

  causal(home, after) {
    rows(home, 'weights').forEach((row, query) => {
      near(sum(row), 1);
      row.forEach((value, key) => {
        assert.equal(value === 0, key > query);
        assert.equal(at(home, `maskedScores.0.${query}.${key}`) === -Infinity, key > query);
      });
    });
    assert.equal(at(home, 'weights.0.0.0'), 1);
    const [own, ...later] = rows(after, 'weights')[0];
    assert.equal(new Set(later).size, 1);
    assert.ok(later[0] > 0 && own > 0);
    // The smallest score of a row keeps a share.
    const { weights } = computation({}).results;
    assert.ok(weights.data.every((value) => value > 0));
    return rounded(at(home, 'maskedScores.0.0.1'));
  },

  padding(home, after) {
    assert.equal(home.keyWords[3], '[pad]');
    for (const head of [0, 1]) {
      for (const row of rows(home, 'weights', head)) {
        assert.deepEqual(
          row.map((value) => value > 0),
          [true, true, true, false],
        );
        near(sum(row), 1);
      }
      for (const row of rows(after, 'weights', head)) {
        assert.deepEqual(
          row.map((value) => value > 0),
          [true, true, false, false],
        );
        near(sum(row), 1);
      }
    }
    assert.ok(rows(home, 'output')[3].every((value) => value !== 0));
    return `adds up to ${Math.round(sum(rows(home, 'weights')[3]))}`;
  },

  empty(home, after, state) {
    assert.equal(home.queryWords[2], 'fried');
    for (const head of [0, 1]) {
      assert.deepEqual(rows(home, 'weights', head)[2], [0.25, 0.25, 0.25, 0.25]);
      assert.deepEqual(rows(after, 'weights', head)[2], [0, 0, 0, 0]);
      assert.deepEqual(rows(after, 'heads', head)[2], [0, 0]);
    }
    const bare = computation({ ...state, fill: 'inf', emptyRow: 'nan' });
    assert.ok(rows(bare, 'weights')[2].every(Number.isNaN));
    return `${at(home, 'weights.0.2.0')} each`;
  },

  softmax(home, after) {
    for (const head of [0, 1]) {
      const table = rows(home, 'weights', head);
      for (const row of table) near(sum(row), 1);
      for (const column of [0, 1, 2, 3]) {
        assert.ok(Math.abs(sum(table.map((row) => row[column])) - 1) > 0.01);
      }
    }
    const columns = [0, 1, 2, 3].map((c) => sum(rows(home, 'weights').map((row) => row[c])));
    assert.ok(Math.max(...columns) > 1 && Math.min(...columns) < 1);
    assert.notEqual(at(home, 'scores.0.1.3'), at(home, 'scores.0.3.1'));
    // With one matrix for both the scores would be the same; the weights would still differ.
    const shared = computation({ keys: 'queries' });
    assert.equal(at(shared, 'scores.0.1.3'), at(shared, 'scores.0.3.1'));
    assert.notEqual(at(shared, 'weights.0.1.3'), at(shared, 'weights.0.3.1'));
    rows(home, 'weights').forEach((row, query) => {
      assert.ok(Math.max(...rows(after, 'weights')[query]) > Math.max(...row));
    });
    assert.equal(home.keyWords[largest(rows(home, 'weights')[0])], 'noodles');
    // Over the other axis the columns add up to 1, and the rows do not.
    const wrong = attention.softmax(rows(home, 'maskedScores'), { dim: 0 }).data;
    assert.ok(
      [0, 4, 8, 12].some((first) => Math.abs(sum([...wrong.slice(first, first + 4)]) - 1) > 0.1),
    );
    return columns.every((total) => Math.abs(total - 1) < 1e-6) ? 'Yes' : 'No: ';
  },

  mix(home, after) {
    const values = rows(home, 'v');
    const nearest = (/** @type {Computation} */ of, row = 1, head = 0) => {
      const [x, y] = rows(of, 'heads', head)[row];
      return largest(rows(of, 'v', head).map(([a, b]) => -Math.hypot(a - x, b - y)));
    };
    assert.equal(home.keyWords[nearest(home)], 'eat');
    assert.equal(largest(rows(home, 'weights')[1]), 1);
    assert.ok(at(home, 'weights.0.1.1') > 0.8);
    // Of 3,200 rows about half lie nearest to another value than that of the largest weight.
    const elsewhere = Array.from({ length: 400 }, (_, seed) => computation({ seed })).flatMap(
      (one) =>
        [0, 1].flatMap((head) =>
          rows(one, 'weights', head).map((row, i) => largest(row) !== nearest(one, i, head)),
        ),
    );
    assert.equal(elsewhere.length, 3200);
    near(elsewhere.filter(Boolean).length / elsewhere.length, 0.53, 0.005);
    assert.equal(largest(values.flat().map(Math.abs)), 1);
    assert.notEqual(after.keyWords[nearest(after)], 'eat');
    assert.ok(at(after, 'weights.0.1.1') < at(home, 'weights.0.1.1') / 10);
    // Other weights give this row: along this direction neither their sum nor the mix changes.
    const triple = values.map((row) => [...row, 1]);
    const minor = (/** @type {number} */ left) => {
      const [a, b, c] = triple.filter((_, i) => i !== left);
      const [u, v] = [1, 2].map((i) => b[i] * c[(i + 1) % 3] - b[(i + 1) % 3] * c[i]);
      return (left % 2 ? -1 : 1) * (a[0] * u + a[1] * v + a[2] * (b[0] * c[1] - b[1] * c[0]));
    };
    const step = [0, 1, 2, 3].map(minor);
    const weights = rows(home, 'weights')[1];
    const small = (0.5 * Math.min(...weights)) / Math.max(...step.map(Math.abs));
    const others = weights.map((value, i) => value + small * step[i]);
    assert.ok(others.every((value) => value > 0) && Math.abs(others[1] - weights[1]) > 1e-3);
    [0, 1].forEach((column) => {
      const mixed = sum(others.map((value, i) => value * values[i][column]));
      near(mixed, rows(home, 'heads')[1][column]);
    });
    near(sum(others), 1);
    return `That of ${home.keyWords[nearest(home)]}:`;
  },

  heads(home) {
    const most = [0, 1].map((head) => home.keyWords[largest(rows(home, 'weights', head)[1])]);
    assert.deepEqual(most, ['eat', 'noodles']);
    // With the matrices of head 1, head 2 has its weights.
    const copied = ['wq', 'wk'].flatMap((name) =>
      rows(home, name, 0).flatMap((row, i) =>
        row.map((value, column) => `${name[1]}.${i}.${column + 2}:${value}`),
      ),
    );
    const same = computation({ edits: copied.join(';') });
    assert.deepEqual(rows(same, 'weights', 1), rows(home, 'weights', 0));
    // Every column of X reaches head 2.
    for (const column of [0, 1, 2, 3]) {
      const moved = computation({ edits: `x.eat.${column}:9` });
      assert.notDeepEqual(rows(moved, 'q', 1), rows(home, 'q', 1));
    }
    return 'matrices of its own';
  },

  concatenate(home) {
    const [first] = rows(home, 'concatenated');
    assert.deepEqual(first, [1, 2, 3, 10, 11, 12, 19, 20, 21]);
    const heads = [0, 1, 2].map((head) => rows(home, 'heads', head)[0]);
    const summed = [0, 1, 2].map((column) => sum(heads.map((row) => row[column])));
    const wrong = [
      summed.map((value) => value / 3),
      numbers(home, 'heads').slice(0, 9),
      summed,
    ].map((row) => row.join(' '));
    const offered = chapter('concatenate').answers.filter((answer) => !answer.right);
    assert.deepEqual(
      offered.map(({ text }) => text),
      wrong,
    );
    return first.join(' ');
  },

  output(home, after) {
    const [total, output] = [numbers(home, 'contributionSum'), numbers(home, 'output')];
    output.forEach((value, i) => {
      near(total[i], value);
    });
    near(at(home, 'headContributions.0.1.0') + at(home, 'headContributions.1.1.0'), output[4]);
    assert.notDeepEqual(rows(home, 'headContributions', 0), rows(after, 'headContributions', 0));
    assert.deepEqual(rows(home, 'headContributions', 1), rows(after, 'headContributions', 1));
    return 'the same as the concatenation times the whole matrix';
  },

  additive(home, after) {
    assert.equal(home.results.queryEmbeddings.shape[1], 4);
    assert.equal(home.results.embeddings.shape[1], 6);
    for (const name of ['projectedQueries', 'projectedKeys']) {
      assert.equal(home.results[name].shape[1], 3);
    }
    assert.match(whyNotDot(attention), /\b4\b.*\b6\b|\b6\b.*\b4\b/);
    assert.ok(numbers(home, 'features').every((value) => Math.abs(value) <= 1));
    const most = sum(numbers(home, 'wv').map(Math.abs));
    assert.ok(numbers(home, 'scores').every((value) => Math.abs(value) <= most));
    assert.equal(home.results.otherWeights, undefined);
    for (const name of ['wq', 'wk']) assert.equal(after.results[name].shape[0], 4);
    // Rows of 4 and 6 numbers are taken by projections before a dot product, and by Luong's q W kᵀ.
    const [queries, keys] = [home.results.queryEmbeddings, home.results.embeddings];
    const matrix = (/** @type {number} */ out, /** @type {number} */ width) =>
      Array.from({ length: out }, (_, i) => Array.from({ length: width }, (__, j) => i - j));
    const [four, six] = [matrix(4, 4), matrix(4, 6)];
    const parameters = {
      qProjWeight: four,
      kProjWeight: six,
      vProjWeight: six,
      outProjWeight: four,
    };
    const { weights } = attention.multiHeadAttention(queries, keys, keys, parameters, {
      numHeads: 1,
    });
    assert.deepEqual(weights.shape, [1, 4, 4]);
    const luong = attention.linear(attention.linear(queries, matrix(6, 4)), keys);
    assert.deepEqual(luong.shape, [4, 4]);
    assert.deepEqual(numbers(after, 'otherWeights'), numbers(computation({}), 'weights'));
    assert.equal(after.keyWords[1], 'eat');
    return 'additive';
  },

  two(home, _, state) {
    assert.deepEqual(home.results.weights.shape.slice(1), [8, 9]);
    assert.deepEqual(home.results.selfWeights.shape.slice(1), [8, 8]);
    rows(home, 'selfWeights').forEach((row, query) => {
      row.forEach((value, key) => {
        assert.equal(value === 0, key > query);
      });
    });
    assert.ok(numbers(home, 'weights').every((value) => value > 0));
    assert.deepEqual([home.queryWords[3], home.queryWords[5]], ['as', 'as']);
    for (const head of [0, 1]) {
      const table = rows(home, 'weights', head);
      assert.deepEqual(table[3], table[5]);
    }
    // The self-attention tells them apart: they attend to other words.
    const self = rows(computation({ ...state, layer: 'self' }), 'output');
    assert.notDeepEqual(self[3], self[5]);
    assert.equal(home.queryWords[0], 'he');
    return home.results.weights.shape.slice(1).join(' × ');
  },

  learning(home) {
    const given = Object.keys(home.nodes).filter((name) => home.nodes[name].op.name === 'constant');
    assert.deepEqual(given, ['embeddings', 'wq', 'wk', 'wv', 'wo']);
    // Other numbers, the same tensors.
    const other = computation({ seed: 8 });
    assert.deepEqual(Object.keys(other.results), Object.keys(home.results));
    assert.ok(given.every((name) => differing(home, other).includes(name)));
    return 'embeddings and the weight matrices';
  },
};

/** @param {string} id @returns {Chapter} */
function chapter(id) {
  const found = chapters.find((one) => one.id === id);
  assert.ok(found, id);
  return found;
}

// Chapter 4: what it says of projections and of √d, by the numbers of the run and by hand.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compare } from '../../web/graph/compare.js';
import { withEdit } from '../../web/session/edited.js';
import { LARGEST, measureScoreVariance } from '../../web/sources/score-variance.js';
import * as text from '../../web/text/en/course/projections.js';
import { attention } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { contextOf, judged, pageNamed } from './pages.js';

/** @typedef {import('../../web/lessons/course/page.js').Page} Page */

/** @param {ArrayLike<number>} made @param {number[]} expected */
function near(made, expected) {
  assert.equal(made.length, expected.length);
  for (const [i, one] of expected.entries()) {
    assert.ok(Math.abs(made[i] - one) < 1e-5, `${made[i]} is ${one}`);
  }
}

/** Wrong answers and their replies. @param {Page} page @param {[value: string, reply: unknown][]} answers */
function mistaken(page, answers) {
  for (const [value, reply] of answers) {
    const verdict = judged(page, value);
    assert.ok(!verdict.isRight, value);
    assert.equal(verdict.reply, reply, value);
  }
}

describe('projections-three', () => {
  const page = pageNamed('projections-three');
  it('computes X, Q, K and V as by hand', () => {
    const { results } = contextOf(page).computation;
    near(results.embeddings.data, [1, 0, 2, 1, 1, 3]);
    near(results.q.data, [1, 3, 4, 6, 7, 3]);
    near(results.k.data, [1, 0, 3, -1, 4, -3]);
    near(results.v.data, [2, 0, 5, 1, 5, 3]);
  });
  for (const [cell, changed] of Object.entries({
    'q.0.0': ['wq', 'q', 'scores', 'weights', 'output'],
    'k.0.0': ['wk', 'k', 'scores', 'weights', 'output'],
    'v.0.0': ['wv', 'v', 'output'],
  })) {
    it(`a changed ${cell} changes ${changed} and nothing else`, () => {
      const { computation, state } = contextOf(page);
      const edited = contextOf(page, { edits: withEdit(state.edits, cell, 3) });
      const comparison = compare(computation, edited.computation);
      const shown = [
        ...['embeddings', 'wq', 'wk', 'wv', 'q', 'k', 'v', 'scores', 'weights', 'output'],
      ];
      const found = shown.filter((id) => comparison.summary(id).changed > 0);
      assert.deepEqual(found, changed);
    });
  }
  it('knows what each other answer mistakes', () => {
    assert.ok(judged(page, '2').isRight);
    const { alone, three, all } = text.three;
    mistaken(page, [
      ['0', alone],
      ['1', three],
      ['3', all],
    ]);
  });
});

describe('projections-row', () => {
  const page = pageNamed('projections-row');
  it('takes 2 · 1 + 1 · 2 = 4 and 1 · 3 + 3 · 0 = 3', () => {
    assert.ok(judged(page, '4_3').isRight);
  });
  it('knows the other column, row times row, and one product alone', () => {
    const { column, rows, elementwise, wrong } = text.row;
    mistaken(page, [
      ['6_3', column],
      ['4_7', column],
      ['6_7', column],
      // 2 · 1 + 1 · 3, and 1 · 2 + 3 · 0
      ['5_3', rows],
      ['5_2', rows],
      ['4_2', rows],
      ['2_3', elementwise],
      ['4_0', elementwise],
      ['9_9', wrong],
    ]);
  });
  it('covers the four numbers, not the example of the first word', () => {
    const covered = markup(page.figure(contextOf(page)));
    assert.match(covered, /data-place="?q\.0\.0\.0/);
    assert.doesNotMatch(covered, /data-place="?q\.0\.[12]/);
    const open = markup(page.figure(contextOf(page, { answers: 'projections-row_4_3*' })));
    assert.match(open, /data-place="?q\.0\.2\.1/);
  });
});

describe('projections-why', () => {
  const page = pageNamed('projections-why');
  it('scores are symmetric with K = Q, and 5 and 0 with keys of their own', () => {
    const shared = contextOf(page).computation.results.scores.data;
    near(shared, [1, 2, 1, 2, 5, 5, 1, 5, 10]);
    const own = contextOf(page, { keys: 'own' }).computation.results.scores.data;
    near([own[5], own[7]], [5, 0]);
  });
  it('takes 5, before and after the switch', () => {
    assert.ok(judged(page, '5').isRight);
    const { task } = page;
    assert.ok(
      task?.kind === 'numbers' && task.judge(contextOf(page, { keys: 'own' }), '5').isRight,
    );
    const { zero, negative, own, wrong } = text.why;
    mistaken(page, [
      ['0', zero],
      ['-5', negative],
      ['10', own],
      ['7', wrong],
    ]);
  });
  it('hides the score that is asked for, and its mirror images', () => {
    const figure = markup(page.figure(contextOf(page)));
    assert.match(figure, /scores\.0\.1\.2/);
    assert.doesNotMatch(figure, /scores\.0\.(2\.1|1\.0|2\.0|0\.1|0\.2)/);
  });
});

describe('projections-root', () => {
  const page = pageNamed('projections-root');
  it('takes 4, 1/2 and 1/32', () => {
    assert.ok(judged(page, '4_0.5_0.03125').isRight);
    assert.ok(judged(page, '4_0.5_0.031').isRight);
    const { rootOfVariance, byVariance, times, wrong } = text.root;
    mistaken(page, [
      ['2_0.5_0.03125', rootOfVariance],
      ['4_0.25_0.03125', byVariance],
      ['4_0.5_0.0009765625', byVariance],
      ['4_0.25_0.0009765625', byVariance],
      ['4_2_32', times],
      ['4_0.5_32', times],
      ['4_0.5_1024', times],
      ['4_3_7', wrong],
    ]);
  });
  it('without division the largest weight goes to 1, with it it stays', () => {
    const largest = (/** @type {number} */ d) => {
      const { data } = measureScoreVariance(attention, { seed: 7, d });
      return [data[LARGEST], data[2 + LARGEST]];
    };
    assert.ok(largest(512)[0] > 0.95);
    const divided = [4, 16, 64, 256, 512].map((d) => largest(d)[1]);
    assert.ok(Math.max(...divided) - Math.min(...divided) < 0.05, String(divided));
  });
  it('shows neither the root nor the variances before', () => {
    const before = markup(page.figure(contextOf(page)));
    assert.doesNotMatch(before, /sqrt|variance of the scores/);
    const answers = 'projections-root_4_0.5_0.03125*';
    assert.match(markup(page.figure(contextOf(page, { answers }))), /variance of the scores/);
  });
});

describe('projections-flat', () => {
  const page = pageNamed('projections-flat');
  it('takes 0.25 and 0.0099', () => {
    assert.ok(judged(page, '0.25_0.0099').isRight);
    const { weight, square, rest, wrong } = text.flat;
    mistaken(page, [
      ['0.5_0.99', weight],
      ['0.25_0.99', weight],
      ['0.25_0.9801', square],
      ['0.5_0.0099', weight],
      ['0.3_0.0099', wrong],
    ]);
    // What is left of the weight is not yet the slope.
    mistaken(page, [
      ['0.25_0.01', rest],
      ['0.5_0.01', rest],
    ]);
  });
  it('draws the tangent with the slope that the run has', () => {
    const { state } = contextOf(page);
    /** The weight where the score is s. @param {number} s */
    const weightAt = (s) =>
      contextOf(page, { edits: withEdit(state.edits, 's.0.0.1', s) }).computation.results.weights
        .data[1];
    for (const s of [-3, 0, 1, 4.6]) {
      const a = weightAt(s);
      near([a], [1 / (1 + Math.exp(-s))]);
      const slope = (weightAt(s + 0.05) - weightAt(s - 0.05)) / 0.1;
      assert.ok(Math.abs(slope - a * (1 - a)) < 2e-4, `${slope} at ${s}`);
    }
    const open = contextOf(page, {
      edits: withEdit(state.edits, 's.0.0.1', 0),
      answers: 'projections-flat_0.25_0.0099*',
    });
    assert.match(plain(markup(page.figure(open))), /slope a \(1 − a\) = 0\.25/);
    assert.doesNotMatch(plain(markup(page.figure(contextOf(page)))), /0\.25/);
  });
});

describe('projections-eighth', () => {
  const page = pageNamed('projections-eighth');
  it('most of a row goes to one word, as of undivided scores at d = 16', () => {
    assert.ok(judged(page, '3').isRight);
    const { usual, even, sum } = text.eighth;
    mistaken(page, [
      ['0', usual],
      ['1', even],
      ['2', sum],
    ]);
    const [variance, largest] = measureScoreVariance(attention, { seed: 7, d: 16 }).data;
    assert.ok(Math.abs(variance - 1024 / 64) < 1.5);
    assert.ok(largest > 0.75);
    const said = plain(markup(page.after?.(contextOf(page))));
    assert.match(said, new RegExp(`four is ${largest.toFixed(2)} there`));
  });
});

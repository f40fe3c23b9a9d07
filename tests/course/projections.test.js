// Chapter 4: what it says about projections and √d, checked with the run's numbers and by hand.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { compareComputations } from '../../web/session/compare.js';
import {
  LARGEST_WEIGHT,
  MEASURED_SCALES,
  measureScoreVariance,
  VECTOR_LENGTHS,
} from '../../web/sources/score-variance.js';
import { withEdit } from '../../web/state/edit-cells.js';
import { attention } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { assertNear, contextOf, pageNamed } from './pages.js';

describe('projections-three', () => {
  const page = pageNamed('projections-three');
  it('computes X, Q, K and V as by hand', () => {
    const { results } = contextOf(page).computation;
    assertNear(results.embeddings.data, [1, 0, 2, 1, 1, 3]);
    assertNear(results.q.data, [1, 3, 4, 6, 7, 3]);
    assertNear(results.k.data, [-1, 1, 0, 1, 5, -2]);
    assertNear(results.v.data, [2, 0, 5, 1, 5, 3]);
    assert.match(
      plain(markup(page.setup(contextOf(page)))),
      /for tired, the first is 2 × 1 \+ 1 × 2 = 4/,
    );
  });
  it('lets tired attend most to animal, as in the chapters before', () => {
    const { data } = contextOf(page).computation.results.weights;
    // e^8/(e^2 + e^6 + e^8)
    assertNear([data[5]], [0.8788782]);
  });
  for (const [cell, changed] of Object.entries({
    'q.0.0': ['wq', 'q', 'scores', 'weights', 'output'],
    'k.0.0': ['wk', 'k', 'scores', 'weights', 'output'],
    'v.0.0': ['wv', 'v', 'output'],
  })) {
    it(`a changed ${cell} changes only ${changed}`, () => {
      const { computation, state } = contextOf(page);
      const edited = contextOf(page, { edits: withEdit(state.edits, cell, 3) });
      const comparison = compareComputations(computation, edited.computation);
      const shown = [
        ...['embeddings', 'wq', 'wk', 'wv', 'q', 'k', 'v', 'scores', 'weights', 'output'],
      ];
      const found = shown.filter((id) => comparison.summary(id).changed > 0);
      assert.deepEqual(found, changed);
    });
  }
  it('shows scores and output only after the answer', () => {
    assert.doesNotMatch(markup(page.figure(contextOf(page))), /scores|"output/);
    const answers = 'projections-three_2*';
    assert.match(markup(page.figure(contextOf(page, { answers }))), /scores\.0\.0\.0/);
  });
});

describe('projections-row', () => {
  const page = pageNamed('projections-row');
  it('computes 2 · 1 + 1 · 3 = 5 and 1 · 2 + 3 · 2 = 8', () => {
    assertNear(contextOf(page).computation.results.q.data, [1, 2, 5, 6, 10, 8]);
  });
  it('asks for numbers that the previous page does not show', () => {
    const shown = contextOf(pageNamed('projections-three')).computation.results.q.data;
    assert.notEqual(shown[2], 5);
    assert.notEqual(shown[5], 8);
  });
  it('covers the four numbers, but not the example of the first word', () => {
    const covered = markup(page.figure(contextOf(page)));
    assert.match(covered, /data-place="?q\.0\.0\.0/);
    assert.doesNotMatch(covered, /data-place="?q\.0\.[12]/);
    const open = markup(page.figure(contextOf(page, { answers: 'projections-row_5_8*' })));
    assert.match(open, /data-place="?q\.0\.2\.1/);
  });
});

it('has no question about a length d beyond the drawn axis', () => {
  const drawn = String(VECTOR_LENGTHS.at(-1));
  const { pages } = JSON.parse(
    readFileSync(
      new URL('../../web/features/course/text/en/projections.json', import.meta.url),
      'utf8',
    ),
  );
  const lengths = JSON.stringify(pages).matchAll(/(?:\bd|_d_) (?:=|to) ([\d,]+\d|\d)/g);
  const named = [...lengths].map(([, length]) => Number(length.replaceAll(',', '')));
  assert.ok(named.length >= 6, String(named));
  for (const length of named) assert.ok(length <= Number(drawn), `d = ${length} of ${drawn}`);
});

describe('projections-why', () => {
  const page = pageNamed('projections-why');
  it('with K = Q both directions have the same score, but different weights', () => {
    const { scores, weights } = contextOf(page).computation.results;
    assert.equal(scores.data[5], scores.data[7]);
    // e^11/(e^8 + e^17 + e^11) and e^11/(e^4 + e^11 + e^13)
    assertNear([weights.data[5], weights.data[7]], [0.0024723, 0.1191899]);
    assert.match(plain(markup(page.after?.(contextOf(page)))), /only the weights may differ/);
  });
  it('scores are symmetric with K = Q, and 15 and 0 with separate keys', () => {
    assertNear(contextOf(page).computation.results.q.data, [2, 0, 4, 1, 2, 3]);
    const sharedScores = contextOf(page).computation.results.scores.data;
    assertNear(sharedScores, [4, 8, 4, 8, 17, 11, 4, 11, 13]);
    const ownScores = contextOf(page, { keys: 'own' }).computation.results.scores.data;
    assertNear([ownScores[5], ownScores[7]], [15, 0]);
  });
  it('accepts 4 · 2 + 1 · 3 = 11 twice, also after the switch', () => {
    const { task } = page;
    assert.ok(
      task?.kind === 'numbers' && task.judge(contextOf(page, { keys: 'own' }), '11_11').isRight,
    );
  });
  it('hides the requested scores and their mirror images', () => {
    const figure = markup(page.figure(contextOf(page)));
    assert.match(figure, /scores\.0\.1\.1/);
    assert.doesNotMatch(figure, /scores\.0\.(1\.2|2\.1|1\.0|2\.0|0\.1|0\.2)/);
    const text = [page.title, page.setup(contextOf(page))]
      .map((item) => plain(markup(item)))
      .join(' ');
    assert.doesNotMatch(text, /11|same|both ways/);
  });
});

/** @param {number} d */
const largestDividedByWidth = (d) =>
  measureScoreVariance(attention, { seed: 7, d }).data[
    2 * MEASURED_SCALES.indexOf('width') + LARGEST_WEIGHT
  ];

describe('projections-root', () => {
  const page = pageNamed('projections-root');
  it('the largest weight goes to 1 without division, and stays with it', () => {
    const largest = (/** @type {number} */ d) => {
      const { data } = measureScoreVariance(attention, { seed: 7, d });
      return [data[LARGEST_WEIGHT], data[2 + LARGEST_WEIGHT]];
    };
    assert.ok(largest(512)[0] > 0.95);
    const divided = [4, 16, 64, 256, 512].map((d) => largest(d)[1]);
    assert.ok(Math.max(...divided) - Math.min(...divided) < 0.05, String(divided));
    assert.ok(
      divided.every((weight) => Math.abs(weight - 0.5) < 0.05),
      String(divided),
    );
    assert.match(
      plain(markup(page.after?.(contextOf(page)))),
      /divided by √d, the largest stays near 0\.5/,
    );
  });
  it('the weights are near 0.25 when divided by d, and the page shows it', () => {
    const largest = [4, 64, 512].map(largestDividedByWidth);
    assert.ok(largest[0] > largest[1] && largest[1] > largest[2] && largest[2] > 0.25);
    assert.ok(largest[2] < 0.265, String(largest));
    const open = { answers: 'projections-root_0.5_0.0625*', spread: 64 };
    const shown = markup(page.figure(contextOf(page, open)));
    assert.match(shown, new RegExp(`<td[^>]*>${largest[1].toFixed(3)}</td>`));
    assert.match(shown, /<polyline class="line width"/);
    assert.match(plain(markup(page.after?.(contextOf(page)))), /divided by d, all are near 0\.25/);
  });
  it('says first what is wanted, and shows by two products why some cancel', () => {
    const setup = plain(markup(page.setup(contextOf(page))));
    assert.match(setup, /^We want scores of about the same size.*variance/);
    const figure = plain(markup(page.figure(contextOf(page))));
    const pairs = [
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
    ];
    const withMinus = (/** @type {number} */ number) => String(number).replace('-', '−');
    for (const [a, b] of pairs)
      assert.ok(
        figure.includes(`${withMinus(a)} ${b < 0 ? '−' : '+'} 1 = ${withMinus(a + b)}`),
        figure,
      );
    const squares = pairs.map(([a, b]) => (a + b) ** 2);
    assert.match(
      figure,
      new RegExp(`squares ${squares.join(', ').replace(/, (\d)$/, ' and $1')} `),
    );
    assert.match(
      figure,
      new RegExp(`mean ${squares.reduce((sum, n) => sum + n) / pairs.length}\\.`),
    );
  });
  it('asks for a number in words, with its clue beside the question', () => {
    assert.ok(page.task?.kind === 'numbers');
    const [question, help] = [page.task.question, page.task.help?.(contextOf(page))].map((item) =>
      plain(markup(item)),
    );
    assert.match(question, /Which positive number c, times all scores, makes their variance 1/);
    assert.match(help, /all squares times c², so c² × 4 = 1/);
  });
  it('speaks of the outermost bars only where scores lie beyond them', () => {
    const figure = (/** @type {number} */ spread) =>
      plain(markup(page.figure(contextOf(page, { spread }))));
    assert.doesNotMatch(figure(4), /outermost/);
    assert.match(figure(512), /All scores beyond ±47 are in the outermost bars/);
  });
  it('shows neither the root nor the variances before the answer', () => {
    const before = markup(page.figure(contextOf(page)));
    assert.doesNotMatch(before, /sqrt|√|variance of the scores/);
    const answers = 'projections-root_0.5_0.0625*';
    assert.match(markup(page.figure(contextOf(page, { answers }))), /variance of the scores/);
  });
});

describe('projections-flat', () => {
  const page = pageNamed('projections-flat');
  it('draws the tangent with the slope of the run', () => {
    const { state } = contextOf(page);
    /** Returns the weight for the score s. @param {number} s */
    const weightAt = (s) =>
      contextOf(page, { edits: withEdit(state.edits, 's.0.0.1', s) }).computation.results.weights
        .data[1];
    for (const s of [-3, 0, 1, 4.6]) {
      const a = weightAt(s);
      assertNear([a], [1 / (1 + Math.exp(-s))]);
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
  it('one word gets most with a variance of 8, and shares are nearly equal with 1/64', () => {
    const [variance, far] = measureScoreVariance(attention, { seed: 7, d: 8 }).data;
    // 512 numbers times 1/8: 512 / 64
    assert.ok(Math.abs(variance - 512 / 64) < 0.5);
    assert.ok(far > 0.7);
    const near = largestDividedByWidth(64);
    assert.ok(near > 0.25 && near < 0.3);
    const text = plain(markup(page.after?.(contextOf(page))));
    assert.match(
      text,
      new RegExp(`four weights is ${far.toFixed(2)} on average:.* it is ${near.toFixed(2)},`),
    );
  });
});

it('the length of the rows is set beside the table that it changes, and below the chart', () => {
  const page = pageNamed('projections-root');
  const shown = markup(page.figure({ ...contextOf(page), isOpen: true }));
  const [, below] = shown.split(/id="?table-length/);
  assert.match(below, /data-tensor="spread"/);
  assert.ok(shown.search(/id="?spread-length/) < shown.search(/id="?table-length/));
});

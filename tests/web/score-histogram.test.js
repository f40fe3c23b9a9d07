import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countShares, OUTERMOST_SCORE, scoreHistogram } from '../../web/lessons/score-histogram.js';
import { drawScores, drawSentences } from '../../web/sources/score-variance.js';
import { attention } from '../support/computations.js';
import { markup } from '../support/markup.js';

const makeSample = (/** @type {number} */ d) => ({ seed: 7, d });

/** Computes the root mean square. @param {ArrayLike<number>} scores */
const spreadOf = (scores) =>
  Math.sqrt(Array.from(scores).reduce((sum, score) => sum + score * score, 0) / scores.length);

describe('a histogram of scores', () => {
  it('has the dot products of the drawn rows', () => {
    const { queries, keys } = drawSentences(7, 4);
    const scores = drawScores(attention, makeSample(4), 'none');
    const [, words, d] = queries.shape;
    scores.forEach((score, i) => {
      const [sentence, query, key] = [
        Math.floor(i / words / words),
        Math.floor(i / words) % words,
        i % words,
      ];
      let product = 0;
      for (let j = 0; j < d; j++)
        product +=
          queries.data[(sentence * words + query) * d + j] *
          keys.data[(sentence * words + key) * d + j];
      // The products are sums of quarters, so they are exact.
      assert.equal(score, product);
    });
  });

  it('has every score in one bin, and those beyond the ends in the outer bins', () => {
    const shares = countShares([0, 0.9, -0.9, 1.1, -500, 500, 2, 2.9]);
    const middle = (shares.length - 1) / 2;
    assert.equal(
      shares.reduce((a, b) => a + b),
      1,
    );
    assert.equal(shares[middle], 3 / 8);
    assert.equal(shares[middle + 1], 3 / 8);
    assert.deepEqual([shares[0], shares.at(-1)], [1 / 8, 1 / 8]);
    const outer = countShares([OUTERMOST_SCORE + 0.1, OUTERMOST_SCORE - 0.1, -OUTERMOST_SCORE - 9]);
    assert.deepEqual([outer[0], outer.at(-1)], [1 / 3, 1 / 3]);
  });

  it('widens with √d unless scores are divided by it', () => {
    for (const d of [1, 4, 64, 512]) {
      const wide = spreadOf(drawScores(attention, makeSample(d), 'none'));
      const divided = spreadOf(drawScores(attention, makeSample(d), 'sqrt'));
      // There are 2,048 scores, but those of one sentence depend on each other.
      assert.ok(Math.abs(wide / Math.sqrt(d) - 1) < 0.1, `${d}: ${wide}`);
      assert.ok(Math.abs(divided - 1) < 0.1, `${d}: ${divided}`);
    }
  });

  it('says how many of the scores lie within √d of 0', () => {
    for (const d of [1, 4]) {
      const scores = [...drawScores(attention, makeSample(d), 'none')];
      const count = scores.filter((score) => score ** 2 <= d).length;
      const share = Math.round((100 * count) / scores.length);
      const shown = markup(scoreHistogram(attention, makeSample(d), 'none'));
      const spread = d ** 0.5;
      assert.ok(
        shown.includes(`${share}% of scores: −√d to √d, here −${spread} to ${spread}`),
        shown,
      );
    }
  });

  it('draws each bar as high as its share', () => {
    const scores = drawScores(attention, makeSample(16), 'none');
    const shown = markup(scoreHistogram(attention, makeSample(16), 'none'));
    const bars = [
      ...shown.matchAll(
        /height="?([\d.]+)"?\s+data-score="?(-?\d+)"?\s+data-share="?([\d.e-]+)"?/g,
      ),
    ];
    const shares = countShares(scores);
    assert.equal(bars.length, shares.length);
    bars.forEach(([, height, , share], i) => {
      assert.equal(Math.fround(Number(share)), Math.fround(shares[i]));
      assert.ok(Math.abs(Number(height) - (98 * shares[i]) / 0.7) < 1e-3);
    });
  });
});

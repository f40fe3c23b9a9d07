import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loadAttention } from '../../src/js/index.js';
import {
  keepApart,
  scoreVarianceFigure,
  scoreVarianceStep,
} from '../../web/lessons/score-variance.js';
import {
  drawNormal,
  drawSentences,
  LARGEST_WEIGHT,
  MEASURED_SCALES,
  measureScoreVariance,
  measureScoreVarianceCurve,
  RANDOM_SENTENCES,
  VARIANCE,
  VECTOR_LENGTHS,
  WORDS,
} from '../../web/sources/score-variance.js';
import { DEFAULTS } from '../../web/state/fields.js';
import { MAX_SPREAD } from '../../web/state/limits.js';
import { exact, rounded } from '../../web/text/number.js';

/** @import { StepContext } from '../../web/sources/types.js' */
/** @import { TemplateResult } from 'lit' */

fc.configureGlobal({ seed: 7 });

const attention = await loadAttention();
const { seed } = DEFAULTS;

/** @typedef {(typeof MEASURED_SCALES)[number]} Scale */

/**
 * @param {number} d
 * @param {Scale} scale
 * @param {number} column
 * @param {number} [from]
 */
const measureAt = (d, scale, column, from = seed) =>
  measureScoreVariance(attention, { seed: from, d }).data[
    MEASURED_SCALES.indexOf(scale) * 2 + column
  ];

/** @param {number[]} numbers */
const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/**
 * Computes the same in float64 from the same draws.
 * @param {number} from
 * @param {number} d
 * @param {number} factor
 */
function recomputed(from, d, factor) {
  const { queries, keys } = drawSentences(from, d);
  /** @type {number[]} */
  const scores = [];
  /** @type {number[]} */
  const largest = [];
  for (let query = 0; query < RANDOM_SENTENCES * WORDS; query++) {
    const first = query - (query % WORDS);
    const row = Array.from({ length: WORDS }, (_, key) => {
      let sum = 0;
      for (let i = 0; i < d; i++) {
        sum += queries.data[query * d + i] * keys.data[(first + key) * d + i];
      }
      return sum * factor;
    });
    scores.push(...row);
    largest.push(1 / row.reduce((sum, score) => sum + Math.exp(score - Math.max(...row)), 0));
  }
  const average = mean(scores);
  const variance = mean(scores.map((score) => (score - average) ** 2));
  return { variance, largest: mean(largest) };
}

describe('random rows', () => {
  it('have mean 0, variance 1, and no correlation of columns or rows', () => {
    const rows = 1024;
    for (const from of [0, 7, 999999]) {
      const numbers = [...drawNormal(from, rows, MAX_SPREAD)];
      const standardError = 1 / Math.sqrt(numbers.length);
      const rowProducts = numbers.map((number, i) => number * (numbers[i + 1] ?? 0));
      const columnProducts = numbers.map((number, i) => number * (numbers[i + MAX_SPREAD] ?? 0));
      // Four standard errors. The square of a normal number has variance 15/8 here.
      for (const list of [numbers, rowProducts, columnProducts])
        assert.ok(Math.abs(mean(list)) < 4 * standardError);
      const variance = mean(numbers.map((number) => number ** 2));
      assert.ok(
        Math.abs(variance - 1) < 4 * standardError * Math.sqrt(15 / 8),
        `variance ${variance}`,
      );
    }
  });

  it('begin with the shorter rows, and are the same each time', () => {
    const long = drawNormal(seed, 3, 100);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), (length) => {
        const short = drawNormal(seed, 3, length);
        for (let row = 0; row < 3; row++) {
          assert.deepEqual(
            short.subarray(row * length, (row + 1) * length),
            long.subarray(row * 100, row * 100 + length),
          );
        }
      }),
    );
    assert.notDeepEqual(drawNormal(seed + 1, 3, 100), long);
  });

  it('have these first values for seed 7', () => {
    assert.deepEqual([...drawNormal(7, 1, 8)], [-1.5, 0, 1, -1.5, 1.5, -1.5, 1, 0]);
  });
});

describe('the measured variance', () => {
  it('equals that in float64 of the same draws', () => {
    // The scores are exact. In a sum of n positive float32 numbers, each term adds an error of at
    // most half a unit in the last place. The rest comes from scaling, exp and a division.
    const bound = (RANDOM_SENTENCES * WORDS * WORDS + 16) * 2 ** -24;
    for (const d of [1, 3, 64, 512]) {
      const factors = {
        none: 1,
        sqrt: 1 / Math.sqrt(d),
        width: 1 / d,
        words: 1 / Math.sqrt(WORDS),
      };
      for (const scale of MEASURED_SCALES) {
        const expected = recomputed(seed, d, factors[scale]);
        const variance = measureAt(d, scale, VARIANCE);
        const largest = measureAt(d, scale, LARGEST_WEIGHT);
        assert.ok(Math.abs(variance / expected.variance - 1) < bound, `${d} ${scale} ${variance}`);
        assert.ok(Math.abs(largest / expected.largest - 1) < bound, `${d} ${scale} ${largest}`);
      }
    }
  });

  it('at d = 512 is near that of independent draws: 0.968, 0.519, 0.258 and 0.938', () => {
    const expected = { none: 0.968, sqrt: 0.519, width: 0.258, words: 0.938 };
    for (const from of [seed, 0, 1, 2]) {
      for (const scale of MEASURED_SCALES) {
        const largest = measureAt(512, scale, LARGEST_WEIGHT, from);
        assert.ok(Math.abs(largest - expected[scale]) < 0.03, `${from} ${scale}: ${largest}`);
      }
    }
  });

  it('without a scale has a variance near d; over seeds, nearer', () => {
    for (const d of VECTOR_LENGTHS) {
      const ratios = Array.from({ length: 12 }, (_, i) => measureAt(d, 'none', VARIANCE, i) / d);
      // The standard error of twelve seeds is 0.028 at d = 1, and smaller for larger d.
      assert.ok(Math.abs(mean(ratios) - 1) < 0.11, `d = ${d}: ${mean(ratios)}`);
    }
    for (const d of [64, 128, 256, 512]) {
      const ratio = measureAt(d, 'none', VARIANCE) / d;
      assert.ok(Math.abs(ratio - 1) < 0.1, `d = ${d}: ${ratio}`);
    }
  });

  it('divided by √d keeps a variance near 1 at every length, divided by √words does not', () => {
    for (const d of VECTOR_LENGTHS) {
      const sqrt = measureAt(d, 'sqrt', VARIANCE);
      assert.ok(sqrt > 0.8 && sqrt < 1.2, `d = ${d}: ${sqrt}`);
      // Scaling by a power of two is exact, and so is the variance then.
      assert.equal(measureAt(d, 'words', VARIANCE), measureAt(d, 'none', VARIANCE) / WORDS);
    }
    assert.equal(measureAt(1, 'sqrt', LARGEST_WEIGHT), measureAt(1, 'none', LARGEST_WEIGHT));
    assert.equal(
      measureAt(WORDS, 'sqrt', LARGEST_WEIGHT),
      measureAt(WORDS, 'words', LARGEST_WEIGHT),
    );
  });

  it('draws a curve that rises without a scale and stays low with √d', () => {
    const curve = measureScoreVarianceCurve(attention, seed);
    assert.equal(curve.length, VECTOR_LENGTHS.length);
    assert.deepEqual([VECTOR_LENGTHS[0], VECTOR_LENGTHS.at(-1)], [1, MAX_SPREAD]);
    curve.forEach(({ shape, data }, i) => {
      assert.deepEqual(shape, [MEASURED_SCALES.length, 2]);
      assert.deepEqual(data, measureScoreVariance(attention, { seed, d: VECTOR_LENGTHS[i] }).data);
      if (i === 0) return;
      for (const scale of /** @type {const} */ (['none', 'words'])) {
        const rise =
          measureAt(VECTOR_LENGTHS[i], scale, LARGEST_WEIGHT) -
          measureAt(VECTOR_LENGTHS[i - 1], scale, LARGEST_WEIGHT);
        assert.ok(rise > 0, `${scale} at ${VECTOR_LENGTHS[i]}`);
      }
      assert.ok(measureAt(VECTOR_LENGTHS[i], 'sqrt', LARGEST_WEIGHT) < 0.56);
    });
  });

  it('calls the core once for each seed and length, and gives the same bits again', async () => {
    let calls = 0;
    const other = await loadAttention();
    const counting = /** @type {typeof attention} */ ({
      ...other,
      linear: (...args) => other.linear(...args),
      scaledDotProductAttention: (...args) => {
        calls += 1;
        return other.scaledDotProductAttention(...args);
      },
    });
    const first = measureScoreVariance(counting, { seed, d: 8 });
    assert.equal(calls, MEASURED_SCALES.length);
    assert.equal(measureScoreVariance(counting, { seed, d: 8 }), first);
    assert.equal(calls, MEASURED_SCALES.length);
    assert.deepEqual(first, measureScoreVariance(attention, { seed, d: 8 }));
    assert.notDeepEqual(measureScoreVariance(counting, { seed: seed + 1, d: 8 }), first);
    assert.deepEqual(measureScoreVariance(counting, { seed, d: 8 }), first);
  });
});

/** Renders a template without listeners. @param {unknown} part @returns {string} */
function renderText(part) {
  if (Array.isArray(part)) return part.map(renderText).join('');
  if (typeof part === 'function') return '';
  if (part === null || typeof part !== 'object') return String(part);
  const { strings, values } = /** @type {TemplateResult} */ (part);
  return strings.map((text, i) => text + (i < values.length ? renderText(values[i]) : '')).join('');
}

/** Returns the listeners of a template. @param {unknown} part @returns {Function[]} */
function listeners(part) {
  if (Array.isArray(part)) return part.flatMap(listeners);
  if (typeof part === 'function') return [part];
  if (part === null || typeof part !== 'object') return [];
  return listeners(/** @type {TemplateResult} */ (part).values);
}

/** @param {number} spread @param {(change: { spread: number }) => void} [dispatch] */
const figure = (spread, dispatch = () => {}) =>
  scoreVarianceFigure({ attention, state: { seed, spread }, dispatch });

describe('the step about the square root', () => {
  it('shows each number of the measured tensor, rounded, with the exact one beside it', () => {
    for (const d of [1, 64, 100, 512]) {
      const cells = [
        ...renderText(figure(d)).matchAll(
          /<td part="cell" data-row=(\d) data-col=(\d) data-value=(\S+)\s+title=(\S+)>(.*?)<\/td>/g,
        ),
      ].map(([, row, column, value, title, text]) => ({ row, column, value, title, text }));
      const { data } = measureScoreVariance(attention, { seed, d });
      assert.equal(cells.length, data.length);
      cells.forEach(({ row, column, value, title, text }, i) => {
        assert.deepEqual([Number(row), Number(column)], [Math.floor(i / 2), i % 2]);
        assert.equal(value, exact(data[i]));
        assert.equal(title, value);
        assert.equal(text.trim(), rounded(data[i]));
      });
    }
  });

  it('draws every length of the curve, and names the three values for screen readers', () => {
    const text = renderText(figure(256));
    const lines = [...text.matchAll(/points=(.*?) \/>/g)].map(([, points]) => points.split(' '));
    assert.equal(lines.length, MEASURED_SCALES.length);
    lines.forEach((points, row) => {
      assert.equal(points.length, VECTOR_LENGTHS.length);
      const heights = points.map((point) => Number(point.split(',')[1]));
      VECTOR_LENGTHS.forEach((d, i) => {
        // Heights go from 176, which means 0, to 24, which means 1, with one decimal.
        const share = (176 - heights[i]) / 152;
        assert.ok(Math.abs(share - measureAt(d, MEASURED_SCALES[row], LARGEST_WEIGHT)) < 0.001);
      });
    });
    const label = /role="img"\s+aria-label="([^"]*)"/.exec(text)?.[1] ?? '';
    assert.match(label, /d is 256/);
    for (const scale of MEASURED_SCALES) {
      assert.ok(label.includes(rounded(measureAt(256, scale, LARGEST_WEIGHT))), label);
    }
  });

  it('marks the present length where the curve has it', () => {
    VECTOR_LENGTHS.forEach((d, i) => {
      const text = renderText(figure(d));
      const dots = [...text.matchAll(/cx=(\S+) cy=(\S+)/g)].map(([, x, y]) => `${x},${y}`);
      const lines = [...text.matchAll(/points=(.*?) \/>/g)].map(([, points]) => points.split(' '));
      assert.deepEqual(
        dots,
        lines.map((points) => points[i]),
      );
    });
  });

  it('has a slider over the powers of two that chooses the length', () => {
    /** @type {{ spread: number }[]} */
    const chosen = [];
    const [input] = listeners(figure(64, (change) => chosen.push(change)));
    for (const value of ['0', '6', '9']) input({ target: { value } });
    assert.deepEqual(chosen, [{ spread: 1 }, { spread: 64 }, { spread: 512 }]);
    assert.match(renderText(figure(64)), /max=9 step="1"\s+aria-valuetext=64 \.value=6\s/);
    // Other lengths are shown at the nearest measured one.
    assert.match(renderText(figure(100)), /aria-valuetext=100 \.value=7\s/);
  });

  it('keeps labels apart, in their order, and within the chart', () => {
    const place = fc.integer({ min: 24, max: 176 });
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 6 }), (places) => {
        const apart = keepApart(places, 15, 176).map((value, i) => ({ value, from: places[i] }));
        apart.sort((a, b) => a.value - b.value);
        for (let i = 1; i < apart.length; i++) {
          assert.ok(apart[i].value - apart[i - 1].value >= 15);
          assert.ok(apart[i].from >= apart[i - 1].from);
        }
        assert.ok(apart[apart.length - 1].value <= 176);
        assert.ok(apart[0].value >= 24);
      }),
    );
    assert.deepEqual(keepApart([100, 24, 60], 15, 176), [100, 24, 60]);
  });

  // The text explains the variance, the effect of a large one, and division by c, by √d and by the
  // number of words.
  it('has a text of at most five sentences', () => {
    const context = /** @type {StepContext} */ ({});
    const text = renderText(scoreVarianceStep.text(context)).replace(/<[^>]*>/g, '');
    assert.ok((text.match(/[.?](\s|$)/g) ?? []).length <= 5, text);
    assert.ok(!text.includes('!'));
  });
});

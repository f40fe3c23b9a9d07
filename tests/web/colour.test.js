import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { levelOf, niceLimit, PALETTES } from '../../web/styles/colour.js';

/** @param {string} colour @returns {number[]} red, green and blue from 0 to 1 */
const channels = (colour) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);

/** @param {number[]} colour relative luminance, as WCAG defines it */
function luminance(colour) {
  const [r, g, b] = colour.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {number} a @param {number} b luminances */
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** @param {string} from @param {string} to @param {number} level the browser's color-mix(in srgb) */
function mix(from, to, level) {
  const end = channels(to);
  return luminance(channels(from).map((c, i) => c + ((end[i] - c) * level) / 100));
}

const levels = Array.from({ length: 101 }, (_, level) => level);

describe('the colours of cells', () => {
  for (const theme of /** @type {const} */ (['light', 'dark'])) {
    const palette = PALETTES[theme];

    it(`${theme}: every weight can be read, contrast 4.5 or more`, () => {
      const [before, after] = theme === 'light' ? [0, 1] : [1, 0];
      for (const level of levels) {
        const text = level >= PALETTES[theme].flip ? after : before;
        const ratio = contrast(mix(palette.paper, palette.weight, level), text);
        assert.ok(ratio >= 4.5, `${level} %: ${ratio}`);
      }
    });

    it(`${theme}: every signed number can be read, contrast 4.5 or more`, () => {
      const ink = luminance(channels(palette.ink));
      for (const end of [palette.negative, palette.positive]) {
        for (const level of levels) {
          const ratio = contrast(mix(palette.paper, end, level), ink);
          assert.ok(ratio >= 4.5, `${end} at ${level} %: ${ratio}`);
        }
      }
    });

    it(`${theme}: each arm goes one way in luminance, so that it reads in grey`, () => {
      for (const end of [palette.weight, palette.negative, palette.positive]) {
        const greys = levels.map((level) => mix(palette.paper, end, level));
        const way = Math.sign(greys[100] - greys[0]);
        for (const level of levels.slice(1)) {
          assert.equal(Math.sign(greys[level] - greys[level - 1]), way, `${end} at ${level} %`);
        }
      }
    });
  }

  it('the scale of weights is fixed from 0 to 1', () => {
    const level = (/** @type {number} */ value) => Math.abs(levelOf('weights', value, 7));
    assert.deepEqual([0, 0.5, 1, 2, -1, Number.NaN].map(level), [0, 50, 100, 100, 0, 0]);
  });

  it('the signed scale is symmetric about 0, and what is not finite has no level', () => {
    const level = (/** @type {number} */ value) => levelOf('signed', value, 2);
    assert.deepEqual(
      [0, 1, -1, 0.25, -0.25, 2, -2, 9, Infinity, -Infinity, Number.NaN].map(level),
      [0, 50, -50, 13, -13, 100, -100, 100, 0, 0, 0],
    );
  });

  it('limits are round and hold every finite number', () => {
    assert.equal(niceLimit([0.3, -1.49, -Infinity, Number.NaN]), 1.5);
    assert.equal(niceLimit([88]), 100);
    assert.equal(niceLimit([11, 4]), 15);
    assert.equal(niceLimit([]), 1);
    for (const value of [1e-30, 0.07, 1, 3, 9.99, 3.4e38]) assert.ok(niceLimit([value]) >= value);
  });
});

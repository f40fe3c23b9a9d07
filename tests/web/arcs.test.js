// Arcs between words, and the loop of a word's weight to itself.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { arcFigure } from '../../web/figures/arcs.js';
import { markup } from '../support/markup.js';

const WORDS = ['They', 'eat', 'fried', 'noodles'];
const EAT = 1;
const [LOOP, BESIDE, ALONE] = [0.585, 0.2, 0.05];

/** @param {number} own the weight of the word to itself */
const draw = (own) =>
  markup(
    arcFigure({
      words: WORDS,
      from: EAT,
      weights: [BESIDE, own, 0, 1 - own - BESIDE],
      cellOf: (index) => `weights.0.${EAT}.${index}`,
      label: 'arcs',
    }),
  );

/**
 * Returns the lines to a word: above the words as a row, and beside them as a column.
 * @param {string} text
 * @param {number} to
 */
const linesTo = (text, to) =>
  [
    ...text.matchAll(/data-place="?weights\.0\.1\.(\d)"?[^>]*>\s*<path d="?M([^C]*)C([^"s>]*)/g),
  ].flatMap(([, index, start, rest]) =>
    Number(index) === to
      ? [{ start: start.split(' ').map(Number), end: rest.trim().split(' ').slice(-2).map(Number) }]
      : [],
  );

describe('the weight of a word to itself', () => {
  it('is a loop that the other arcs start beside, on the side of their words', () => {
    const text = draw(LOOP);
    const [loop, before, after] = [EAT, 0, 3].map((to) => linesTo(text, to));
    for (const [form, axis] of [0, 1].entries()) {
      const feet = [loop[form].start[axis], loop[form].end[axis]];
      assert.ok(before[form].start[axis] < Math.min(...feet), `${form}: before`);
      assert.ok(after[form].start[axis] > Math.max(...feet), `${form}: after`);
    }
  });

  it('is not drawn if it is small, and the arcs start at one place', () => {
    const text = draw(ALONE);
    const [loop, before, after] = [EAT, 0, 3].map((to) => linesTo(text, to));
    assert.deepEqual(loop, []);
    assert.deepEqual(
      before.map(({ start }) => start),
      after.map(({ start }) => start),
    );
  });
});

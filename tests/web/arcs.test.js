import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { arcFigure } from '../../web/figures/arcs.js';
import { markup } from '../support/markup.js';

const WORDS = ['They', 'eat', 'fried', 'noodles'];
const EAT = 1;
const [LOOP, NEIGHBOUR, ALONE] = [0.585, 0.2, 0.05];

/** @param {number} selfWeight the weight of the word to itself */
const draw = (selfWeight) =>
  markup(
    arcFigure({
      words: WORDS,
      from: EAT,
      weights: [NEIGHBOUR, selfWeight, 0, 1 - selfWeight - NEIGHBOUR],
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
    ...text.matchAll(/<path class="arc" d=M([^C]*)C(.*?)\s+data-place=weights\.0\.1\.(\d)/g),
  ].flatMap(([, start, rest, index]) =>
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

it('no two numbers touch: the larger one stays, above all lines', () => {
  const weights = [0.12, 0.28, 0.2, 0.3, 0.1];
  const text = markup(
    arcFigure({
      ...{ words: ['a', 'b', 'c', 'd', 'e'], from: 2, weights, label: 'arcs' },
      cellOf: (index) => `weights.0.2.${index}`,
    }),
  );
  const forms = text.match(/<svg.*?<\/svg>/gs) ?? [];
  assert.equal(forms.length, 2);
  for (const form of forms) {
    const numbers = [
      ...form.matchAll(/<text class="arc-number" x=([\d.]+) y=([\d.]+)[^>]*>([\d.]+)</g),
    ].map(([, ...values]) => values.map(Number));
    assert.equal(form.match(/class="arc"/g)?.length, weights.length);
    assert.ok(form.indexOf('<text') > form.lastIndexOf('<path'), 'no line crosses a number');
    assert.ok(numbers.some(([, , weight]) => weight === 0.3));
    assert.ok(numbers.length > 1 && numbers.length <= weights.length);
    for (const [i, [x, y]] of numbers.entries()) {
      for (const [otherX, otherY] of numbers.slice(i + 1))
        assert.ok(Math.abs(x - otherX) >= 30 || Math.abs(y - otherY) >= 14, form);
    }
  }
  const shown = forms.map((form) => form.match(/<text/g)?.length ?? 0);
  assert.ok(Math.min(...shown) < weights.length, 'without a choice, numbers would touch');
});

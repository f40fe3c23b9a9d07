import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { computeSumAt, mixingMotion } from '../../web/features/course/mixing-motion.js';
import { findListener, markup } from '../support/markup.js';

const number = fc.integer({ min: -40, max: 40 }).map((n) => n / 8);
const terms = fc.array(
  fc.record({
    name: fc.constant('word'),
    at: fc.tuple(number, number),
    weight: fc.integer({ min: 0, max: 16 }).map((n) => n / 16),
  }),
  { minLength: 1, maxLength: 6 },
);

/**
 * Sums the first terms. The numbers are sums of few halves, so they are exact.
 * @param {any[]} some
 */
const total = (some) =>
  some.reduce(([x, y], { at: [a, b], weight }) => [x + weight * a, y + weight * b], [0, 0]);

/** @param {any[]} all */
const sumOf = (all) => ({ terms: all, sums: [...all, 0].map((_, i) => total(all.slice(0, i))) });

/** @param {readonly number[]} a @param {number[]} b */
function near(a, b) {
  for (const [i, x] of a.entries()) assert.ok(Math.abs(x - b[i]) < 1e-12, `${a} and ${b}`);
}

describe('an animated weighted sum', () => {
  it('begins without an arrow, even in a frame from before the press', () => {
    const all = [{ name: 'word', at: [1, 2], weight: 0.5 }];
    assert.deepEqual(computeSumAt(sumOf(all), -0.01), computeSumAt(sumOf(all), 0));
  });

  it('shows the sum of the first terms as a chain of arrows after each term', () => {
    fc.assert(
      fc.property(terms, (all) => {
        for (let time = 0; time <= all.length; time++) {
          const { arrows, sum, moving } = computeSumAt(sumOf(all), time);
          assert.deepEqual(sum, total(all.slice(0, time)));
          assert.deepEqual([arrows.length, moving], [time, time]);
          arrows.forEach(({ from, to }, i) => {
            assert.deepEqual(from, total(all.slice(0, i)));
            assert.deepEqual(to, total(all.slice(0, i + 1)));
          });
        }
      }),
    );
  });

  it('first shortens a term at the origin, and then moves it to the end of the sum', () => {
    fc.assert(
      fc.property(terms, (all) => {
        for (const [i, { at, weight }] of all.entries()) {
          const before = total(all.slice(0, i));
          for (const [part, length, moved] of [
            [0.1, 1 - 0.2 * (1 - weight), 0],
            [0.25, 1 - 0.5 * (1 - weight), 0],
            [0.5, weight, 0],
            [0.75, weight, 0.5],
            [0.9, weight, 0.8],
          ]) {
            const { arrows, sum } = computeSumAt(sumOf(all), i + part);
            const { from, to } = arrows[i];
            assert.deepEqual(sum, before);
            near(
              from,
              before.map((/** @type {number} */ x) => moved * x),
            );
            near(
              to,
              from.map((x, axis) => x + length * at[axis]),
            );
          }
        }
      }),
    );
  });

  describe('of another sentence', () => {
    /** @type {((now: number) => void)[]} */
    let frames = [];
    const { requestAnimationFrame, cancelAnimationFrame } = globalThis;
    before(() => {
      globalThis.requestAnimationFrame = (frame) => frames.push(frame);
      globalThis.cancelAnimationFrame = () => {};
    });
    after(() => Object.assign(globalThis, { requestAnimationFrame, cancelAnimationFrame }));

    const all = [0.5, 0.25, 0.125, 0.0625].map((weight) => ({ name: 'word', at: [1, 2], weight }));
    const [short, long] = [sumOf(all.slice(0, 2)), sumOf(all)];
    /** @param {any} sum */
    const makeMotion = (sum) => {
      const { _$litDirective$: Motion } = /** @type {any} */ (mixingMotion(sum));
      const motion = new Motion({});
      motion.render(sum);
      return motion;
    };
    /** Runs frames until none is left. @param {number} [most] */
    const play = (most = Infinity) => {
      for (let now = 0; frames.length > 0 && now < 100 * most; now += 100)
        for (const frame of frames.splice(0)) frame(now);
    };
    const isWhole = (/** @type {any} */ motion) =>
      /\.value=400\b/.test(markup(motion.render(long)));

    it('is whole where the sum before it was whole', () => {
      const played = makeMotion(short);
      findListener(played.render(short), 'click')?.({});
      play();
      assert.ok(isWhole(played));
      const slid = makeMotion(short);
      findListener(slid.render(short), 'input')?.({ target: { value: '200' } });
      assert.ok(isWhole(slid));
    });

    it('goes on to its own end', () => {
      frames = [];
      const motion = makeMotion(short);
      findListener(motion.render(short), 'click')?.({});
      play(3);
      assert.ok(!isWhole(motion));
      play();
      assert.ok(isWhole(motion));
    });
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { arrangeAxes } from '../../web/graph/axes.js';
import { reduceCaseCount } from '../support/extent.js';
import { createRandom } from '../support/random.js';

const random = createRandom(7);

/** Returns letters in random order. @param {string[]} letters */
function shuffle(letters) {
  const left = [...letters];
  return letters.map(() => left.splice(random.integer(0, left.length - 1), 1)[0]);
}

it('every number of every order of up to four axes is in its place', () => {
  for (let i = 0; i < reduceCaseCount(800); i++) {
    const wanted = ['a', 'b', 'c', 'd'].slice(0, random.integer(1, 4));
    const kept = shuffle(wanted).slice(0, random.integer(1, wanted.length));
    // Longer than the blocks in which matrices are transposed.
    const lengths = new Map(
      wanted.map((letter) => [letter, random.integer(1, 37 - 8 * wanted.length)]),
    );
    const sizeOf = (/** @type {string[]} */ letters) =>
      letters.reduce((size, letter) => size * Number(lengths.get(letter)), 1);
    const data = Float32Array.from({ length: sizeOf(kept) }, (_, at) => at);
    const order = shuffle(wanted);
    const arranged = arrangeAxes(data, kept.join(''), order.join(''), lengths);
    assert.equal(arranged.length, sizeOf(order));
    arranged.forEach((number, at) => {
      /** @type {Record<string, number>} */
      const index = {};
      let rest = at;
      for (const letter of order.toReversed()) {
        const length = Number(lengths.get(letter));
        index[letter] = rest % length;
        rest = Math.floor(rest / length);
      }
      const from = kept.reduce(
        (sum, letter) => sum * Number(lengths.get(letter)) + index[letter],
        0,
      );
      if (number !== from) assert.fail(`${kept.join('')} as ${order.join('')}: ${at} is ${number}`);
    });
  }
});

it('a number without axes is repeated, and an axis of length 0 holds nothing', () => {
  const lengths = new Map(Object.entries({ a: 0, b: 3 }));
  assert.deepEqual([...arrangeAxes([7], '', 'b', lengths)], [7, 7, 7]);
  assert.deepEqual([...arrangeAxes([], 'a', 'ba', lengths)], []);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getMaskKind, maskKinds, maskNames } from '../../web/graph/masks/index.js';
import { runPrograms } from '../support/python.js';

/** @import { MaskKind } from '../../web/graph/masks/index.js' */

/** Numbers of queries, keys and padding words. */
const SIZES = [1, 2, 3, 5].flatMap((queries) =>
  [1, 2, 3, 5].flatMap((keys) => [0, 1, 2].map((pad) => ({ queries, keys, pad }))),
);

/** @param {MaskKind} mask */
const sizesOf = ({ needsOneSentence }) =>
  SIZES.filter(({ queries, keys, pad }) => pad <= keys && !(needsOneSentence && queries !== keys));

/** Whether each pair may attend. @param {MaskKind} mask @param {typeof SIZES[number]} size */
function allowedPairs(mask, { queries, keys, pad }) {
  const isMasked = mask.makeMaskedTest({ pad, masked: '' }, keys);
  return Array.from(
    { length: queries * keys },
    (_, i) => !isMasked(Math.floor(i / keys), i % keys),
  );
}

describe('a kind of mask', () => {
  it('that there is not is refused by its name, with those that there are', () => {
    assert.throws(() => getMaskKind('causel'), {
      name: 'RangeError',
      message: `There is no mask causel: ${maskNames.join(', ')}.`,
    });
  });

  for (const mask of maskKinds) {
    const { name, code } = mask;
    if (!code) continue;

    it(`${name}: its JavaScript allows the pairs that it does not mask`, () => {
      for (const size of sizesOf(mask)) {
        const { queries: L, keys: S, pad } = size;
        /** @type {any} */
        const may = new Function('q', 'k', 'L', 'S', `return ${code.javascript({ pad })};`);
        const allowed = Array.from({ length: L * S }, (_, i) =>
          may(Math.floor(i / S), i % S, L, S),
        );
        assert.deepEqual(allowed, allowedPairs(mask, size), JSON.stringify(size));
      }
    });

    it(`${name}: its NumPy allows the pairs that it does not mask`, () => {
      const sizes = sizesOf(mask);
      const programs = sizes.map(
        ({ queries, keys, pad }) =>
          `import numpy as np\nL, S = ${queries}, ${keys}\nfor row in ${code.numpy({ pad })}:\n    print(*(int(may) for may in row))\ntensors = {}\n`,
      );
      const outcomes = runPrograms('run', programs);
      outcomes.forEach(({ printed, error }, i) => {
        assert.equal(error, '');
        const allowed = printed
          .trim()
          .split(/\s+/)
          .map((digit) => digit === '1');
        assert.deepEqual(allowed, allowedPairs(mask, sizes[i]), JSON.stringify(sizes[i]));
      });
    });
  }

  it('some have code, or nothing was compared', () => {
    assert.ok(maskKinds.filter(({ code }) => code).length >= 2);
  });
});

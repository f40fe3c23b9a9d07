import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ArgumentError, LimitError, ShapeError } from '../../src/js/index.js';
import { readOwnWeights } from '../../web/sources/own-weights.js';

/** @import { GivenWeights as Given } from '../../web/sources/own-weights.js' */

const square = [
  [0.5, 0.5],
  [0, 1],
];

describe('a refusal names what was expected and what came', () => {
  /** @type {unknown[]} */
  const inItself = [];
  inItself.push(inItself);
  const thrower = {
    get shape() {
      throw new Error('not here');
    },
  };
  const numbers = (/** @type {number[]} */ ...data) => Float32Array.from(data);
  /** @param {number[]} shape */
  const shaped = (...shape) => ({ shape, data: new Float32Array(Math.max(...shape)) });

  /**
   * The weights, the error message, and other arguments.
   * @type {[Function, Record<string, [weights: unknown, message: RegExp, rest?: object]>][]}
   */
  const cases = [
    [
      ShapeError,
      {
        'ragged arrays': [
          [[1, 2], [3]],
          /weights has shape \(2, 2\) in its first rows, but is ragged: an array of length 1 at \[1\]; expected arrays of equal lengths$/,
        ],
        'one axis': [[1, 2], /weights has shape \(2,\); expected \(L, S\) or \(H, L, S\)/],
        'six axes': [shaped(1, 1, 1, 1, 1, 1), /weights has shape \(1, 1, 1, 1, 1, 1\); expected/],
        'layers of other lengths': [
          [shaped(1, 2), shaped(1, 1)],
          /weights\[1\] has shape \(1, 1\); expected L and S of the first layer, \(1, 2\)/,
        ],
        'a shape that its numbers do not fill': [
          numbers(1, 2, 3),
          /weights\.shape is \(2, 2\)/,
          { shape: '2,2' },
        ],
        'plain numbers without a shape': [
          numbers(1, 2, 3, 4),
          /weights has shape \(4,\); expected/,
        ],
        'nothing in it': [[], /weights has shape \(0,\); expected [^;]* at least 1$/],
        'an empty axis': [
          { shape: [2, 0, 3], data: [] },
          /weights has shape \(2, 0, 3\); expected .* at least 1/,
        ],
        'a shape that does not match': [
          { shape: [2, 2], data: [1, 2, 3] },
          /weights\.shape is \(2, 2\); expected as many elements as data has: 3/,
        ],
        'too few tokens': [
          square,
          /rowTokens has shape \(1,\); expected \(2,\) to match weights/,
          { rowTokens: 'one' },
        ],
        'words between commas': [
          square,
          /rowTokens has shape \(1,\); expected \(2,\) to match weights: words with blanks, not commas/,
          { rowTokens: 'the,cat' },
        ],
        'too many tokens': [
          square,
          /columnTokens has shape \(3,\); expected \(2,\)/,
          { columnTokens: ['a', 'b', 'c'] },
        ],
      },
    ],
    [
      ArgumentError,
      {
        'a list that is in itself': [inItself, /weights\[0\].* nested/],
        'a shape that is no list of sizes': [
          numbers(1),
          /shape is text that is no list of sizes; expected sizes/,
          { shape: 'one by one' },
        ],
        'broken JSON': [
          '[[1, 2]',
          /weights is text that is not JSON \((?!SyntaxError).*JSON.*\); expected JSON/,
        ],
        'no array at all': [5, /weights is 5; expected a tensor or nested arrays/],
        'what throws': [thrower, /weights is unreadable/],
        'tokens that are no list': [
          square,
          /rowTokens is of type number; expected an array of strings/,
          { rowTokens: 7 },
        ],
        'a token that is no string': [
          square,
          /rowTokens\[1\] is of type object; expected a string/,
          { rowTokens: ['a', {}] },
        ],
        'a hole among tokens': [
          square,
          /rowTokens\[1\] is of type undefined/,
          { rowTokens: Object.assign(Array(2), ['a']) },
        ],
        'broken JSON of tokens': [
          square,
          /rowTokens is text that is not JSON; expected JSON with double quotes, such as /,
          { rowTokens: '["a", "b"' },
        ],
        'a list of Python’s': [
          square,
          /rowTokens is text that is not JSON; expected JSON with double quotes, such as /,
          { rowTokens: "['a', 'b']" },
        ],
        'a list without quotes': [
          square,
          /rowTokens is text that is not JSON; expected JSON with double quotes/,
          { rowTokens: '[a, b]' },
        ],
        'no strings in JSON of tokens': [
          square,
          /rowTokens\[0\] is of type object; expected a string/,
          { rowTokens: '[["a"], "b"]' },
        ],
      },
    ],
    [
      LimitError,
      {
        'too many layers': [shaped(2049, 1, 1, 1, 1), /the limit is 2048 along each axis/],
        'too large a map': [
          shaped(1, 2049),
          /weights would take a map of \(1, 2049\); the limit is 2048 along each axis/,
        ],
      },
    ],
  ];
  for (const [Kind, all] of cases)
    for (const [what, [weights, message, rest]] of Object.entries(all)) {
      it(what, () => {
        assert.throws(
          () => readOwnWeights(/** @type {Given} */ ({ weights, ...rest })),
          (/** @type {any} */ error) => {
            assert.equal(error.constructor, Kind);
            assert.match(error.message, message);
            assert.ok(error.message.startsWith('attention-map: '), error.message);
            return true;
          },
        );
      });
    }
});

describe('a value that is no tensor is named, with what to do', () => {
  /** @type {[value: any, received: RegExp][]} */
  const values = [
    [Promise.resolve([[1]]), /is a Promise; await it; expected a tensor or nested arrays$/],
    [5, /is 5; expected a tensor or nested arrays$/],
    [() => [[1]], /is a function; expected/],
    [new Date(0), /is a Date; expected/],
    [new Map(), /is a Map; expected/],
    [Symbol('weights'), /is a symbol; expected/],
    [{}, /is an object; expected/],
  ];
  for (const [value, message] of values)
    it(String(message), () => {
      assert.throws(() => readOwnWeights({ weights: value }), { name: 'ArgumentError', message });
    });
  it('in a list of layers, too', () => {
    const weights = /** @type {any} */ ([Promise.resolve(square)]);
    assert.throws(() => readOwnWeights({ weights }), {
      message: /weights\[0\] is a Promise; await/,
    });
  });
});

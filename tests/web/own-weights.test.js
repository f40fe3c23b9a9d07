import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { joinLayers, readOwnWeights, selectLayer } from '../../web/sources/own-weights.js';
import { reduceCaseCount } from '../support/extent.js';
import { toCsv, toJson } from '../support/written.js';

/** @import { GivenWeights as Given } from '../../web/sources/own-weights.js' */

/** @param {unknown} given */
function read(given) {
  const computation = readOwnWeights(/** @type {Given} */ (given));
  assert.ok(computation, 'there are weights');
  return computation;
}

const square = [
  [0.5, 0.5],
  [0, 1],
];

/** @param {number} rows @param {number} columns */
const makeEvenWeights = (rows, columns) =>
  Array.from({ length: rows }, () => Array(columns).fill(1 / columns));

describe('own weights', () => {
  it('are read from nested arrays, tensors and JSON alike, in float32', () => {
    const numbers = fc.oneof(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(Number.NaN, Infinity, -Infinity, -0, 1e300, -2.5),
    );
    const sizes = fc.integer({ min: 1, max: 5 });
    const shapes = fc.oneof(fc.tuple(sizes, sizes), fc.tuple(sizes, sizes, sizes));
    const cases = shapes.chain((shape) => {
      const count = shape.reduce((product, size) => product * size, 1);
      const data = fc.array(numbers, { minLength: count, maxLength: count });
      return data.map((list) => ({ shape: [...shape], list }));
    });
    fc.assert(
      fc.property(cases, ({ shape, list }) => {
        const expected = Float32Array.from(list);
        const nested = nest(shape, list);
        // Python's json.dumps writes NaN and infinities without quotation marks.
        const python = JSON.stringify(nested, (_, value) =>
          typeof value === 'number' && !Number.isFinite(value) ? `${value}` : value,
        ).replaceAll('"', '');
        for (const weights of [nested, { shape, data: list }, { shape, data: expected }]) {
          const { results, nodes } = read({ weights });
          assert.deepEqual(results.weights, { shape, data: expected });
          assert.equal(nodes.weights.axes.length, shape.length);
        }
        const fromText = read({ weights: python }).results.weights;
        // JSON has no −0.
        assert.deepEqual([...fromText.data].map(positive), [...expected].map(positive));
        assert.deepEqual(fromText.shape, shape);
      }),
      { seed: 5, numRuns: reduceCaseCount(200) },
    );
  });

  it('have axes of queries and keys if all rows sum to 1 or 0, otherwise of rows and columns', () => {
    const halves = [
      [0.5, 0.5],
      [0, 0],
    ];
    const others = [
      [[1, 2]],
      [[0.2, 0.2]],
      [[-1, 2]],
      [[[0.5, 0.5]], [[0.5, 0.75]], [[0.5, 0.75]]],
    ];
    assert.equal(read({ weights: halves }).nodes.weights.axes, 'qk');
    assert.equal(read({ weights: [halves] }).nodes.weights.axes, 'hqk');
    for (const weights of others)
      assert.match(read({ weights }).nodes.weights.axes, /^h?yx$/, JSON.stringify(weights));
    const parameters = read({ weights: [[3, -1]], rowTokens: 'in0', columnTokens: 'a b' });
    assert.match(`${toCsv(parameters, 'weights')}`, /^row \/ column,a,b\r\nin0,/);
    const json = JSON.stringify(toJson({}, parameters));
    assert.ok(json.includes(String.raw`\"axes\": [\"row\", \"column\"]`), json);
  });

  it('are of queries and keys though a few rows have another sum, such as after dropout', () => {
    const right = [0.5, 0.5];
    const pruned = [0.5, 0];
    const given = read({
      weights: [
        [right, pruned],
        [right, right],
      ],
    });
    assert.equal(given.nodes.weights.axes, 'hqk');
    assert.equal(given.wrongRow?.row, 1, 'the element warns of the row');
    const layers = [[[[right, pruned]]], [[[right, right]]]];
    const joined = joinLayers(read({ weights: layers }));
    assert.equal(joined.nodes['layer1/weights'].axes, 'hqk');
    assert.equal(read({ weights: [pruned, pruned, right] }).nodes.weights.axes, 'yx');
  });

  it('are a copy of the given array', () => {
    const data = Float32Array.of(0.25, 0.75);
    const { results } = read({ weights: { shape: [1, 2], data } });
    data[0] = 9;
    assert.deepEqual([...results.weights.data], [0.25, 0.75]);
  });

  it('that are flat are refused without a shape, and the sentence asks for it', () => {
    for (const weights of [new Float32Array(6), [1, 2], '[1, 2]'])
      assert.throws(
        () => read({ weights }),
        /beside flat numbers set shape, such as \[12, 64, 64\]/,
      );
  });

  it('may be booleans, which become 0 and 1', () => {
    const { results } = read({ weights: [[true, false]] });
    assert.deepEqual(results.weights.data, Float32Array.of(1, 0));
  });

  it('are missing if none are given', () => {
    for (const weights of [undefined, null, '']) {
      assert.equal(readOwnWeights({ weights, rowTokens: 'a b' }), undefined);
    }
  });

  it('have the colours of weights within 0 to 1, and of signed numbers outside', () => {
    const colours = (/** @type {number} */ value) =>
      read({ weights: [[0, value, 1]] }).nodes.weights.colours;
    for (const value of [0, -0, 0.5, 1, 1 + 2 ** -23, 1e-45, Number.NaN]) {
      assert.equal(colours(value), 'weights', `${value}`);
    }
    for (const value of [-1e-45, 1.00001, 2, Infinity, -Infinity]) {
      assert.equal(colours(value), 'signed', `${value}`);
    }
    const heads = [
      square,
      [
        [0, 1],
        [-3, 0],
      ],
    ];
    assert.equal(
      read({ weights: heads }).nodes.weights.colours,
      'signed',
      'one scale for all heads',
    );
  });
});

describe('layers', () => {
  const shape = [2, 3, 2];
  const [numbers, other] = [0, 12].map((from) =>
    Float32Array.from({ length: 12 }, (_, i) => (from + i) / 24),
  );
  const nestedOf = (/** @type {Float32Array} */ data) => nest(shape, [...data]);
  const both = Float32Array.of(...numbers, ...other);

  it('are lists of single layers, with or without a batch of one', () => {
    const tensors = [numbers, other].map((data) => ({ shape, data }));
    const batches = [numbers, other].map((data) => ({ shape: [1, ...shape], data }));
    for (const given of [
      { weights: tensors },
      { weights: batches },
      { weights: [[nestedOf(numbers)], [nestedOf(other)]] },
      { weights: [[nestedOf(numbers)], tensors[1]] },
      { weights: JSON.stringify([[nestedOf(numbers)], [nestedOf(other)]]) },
      { weights: { shape: [2, 1, ...shape], data: both } },
      { weights: [numbers, other], shape },
      { weights: [numbers, other], shape: '2 3 2' },
      { weights: both, shape: '(2, 1, 2, 3, 2)' },
      { weights: both, shape: '[2,1,2,3,2]' },
    ]) {
      const { layers } = read(given);
      assert.deepEqual(
        layers.map((layer) => [layer.shape, layer.data]),
        [
          [shape, numbers],
          [shape, other],
        ],
      );
    }
  });

  it('may be a single layer', () => {
    for (const given of [
      { weights: nestedOf(numbers) },
      { weights: [nestedOf(numbers)] },
      { weights: { shape: [1, ...shape], data: numbers } },
      { weights: numbers, shape: [...shape] },
      { weights: [...numbers], shape: '2,3,2' },
    ]) {
      const { layers, results } = read(given);
      assert.deepEqual(layers, [{ shape, data: numbers }]);
      assert.deepEqual(results.weights, layers[0]);
    }
  });

  it('share one colour scale', () => {
    const { colours, limit } = read({ weights: [square, square].map((all) => [[all]]) });
    assert.deepEqual([colours, limit], ['weights', 1]);
    const far = read({
      weights: [
        [[square]],
        [
          [
            [
              [-4, 0],
              [0, 1],
            ],
          ],
        ],
      ],
    });
    assert.deepEqual([far.colours, far.limit], ['signed', 5]);
  });

  it('are all in JSON, which can be read back', () => {
    const shown = read({ weights: [numbers, other], shape, rowTokens: 'Ġa b c' });
    const file = toJson({}, joinLayers(shown));
    assert.ok('text' in file);
    const { tensors, words } = JSON.parse(file.text);
    assert.deepEqual(Object.keys(tensors), ['layer1/weights', 'layer2/weights']);
    assert.deepEqual(words.queries, ['Ġa', 'b', 'c']);
    assert.deepEqual(read({ weights: Object.values(tensors) }).layers, shown.layers);
    assert.match(toCsv(selectLayer(shown, 1), 'weights', [0]) ?? '', /\r\nb,/);
  });
});

describe('tokens', () => {
  const wide = makeEvenWeights(2, 3);
  /** @param {Given} given */
  const words = (given) => {
    const { queryWords, keyWords } = read(given);
    return [queryWords, keyWords];
  };

  it('label rows and columns that they fit, and numbers label the others', () => {
    for (const [given, rows, columns] of /** @type {[Given, string, string][]} */ ([
      [{ weights: square, rowTokens: ['a', 'b'] }, 'a b', 'a b'],
      [{ weights: square, columnTokens: 'a b' }, 'a b', 'a b'],
      [{ weights: wide, rowTokens: 'a b' }, 'a b', '1 2 3'],
      [{ weights: wide, columnTokens: 'a b c' }, '1 2', 'a b c'],
      [{ weights: wide, rowTokens: [], columnTokens: null }, '1 2', '1 2 3'],
      [{ weights: wide, rowTokens: [7, 8], columnTokens: 'a b c' }, '7 8', 'a b c'],
    ]))
      assert.deepEqual(words(given), [rows.split(' '), columns.split(' ')]);
  });

  it('are words between blanks or JSON, and a bracket alone does not make JSON', () => {
    for (const [columnTokens, ...expected] of [
      ['  The\tcat\n sat ', 'The', 'cat', 'sat'],
      ['["The", " cat", "sat\\n"]', 'The', ' cat', 'sat\n'],
      ['[CLS] "cat" [SEP]', '[CLS]', '"cat"', '[SEP]'],
      ['["NaN", "Infinity", "NaNny"]', 'NaN', 'Infinity', 'NaNny'],
      [' [0, 1.5, "two"] ', '0', '1.5', 'two'],
      ['[7]', '7'],
      ['[CLS] the', '[CLS]', 'the'],
      ['"cat"', '"cat"'],
      ['7', '7'],
      ['[0, 1', '[0,', '1'],
    ])
      assert.deepEqual(
        read({ weights: makeEvenWeights(1, expected.length), columnTokens }).keyWords,
        expected,
      );
  });

  it('are kept unchanged', () => {
    const hostile = [
      '<img src=x>',
      '\u202e\u2066',
      '\ud800',
      '',
      ' ',
      '__proto__',
      'x'.repeat(1e5),
    ];
    assert.deepEqual(words({ weights: makeEvenWeights(7, 7), rowTokens: hostile })[0], hostile);
  });
});

describe('own weights exported', () => {
  it('are CSV of one head and JSON of all, which can be read back', () => {
    const weights = [
      square,
      [
        [0.1, Number.NaN],
        [-Infinity, 3],
      ],
    ];
    const computation = read({ weights, rowTokens: ['=a', 'b,c'] });
    assert.equal(
      toCsv(computation, 'weights', [1]),
      'row / column,\'=a,"b,c"\r\n\'=a,0.1,NaN\r\n"b,c",-Infinity,3\r\n',
    );
    const file = toJson({ head: 1 }, computation);
    assert.ok('text' in file);
    const json = JSON.parse(file.text);
    assert.deepEqual(json.words, { queries: ['=a', 'b,c'], keys: ['=a', 'b,c'] });
    const back = read({ weights: JSON.stringify(json.tensors.weights) });
    assert.deepEqual(back.results.weights, computation.results.weights);
  });
});

/** @param {number} value */
const positive = (value) => (value === 0 ? 0 : value);

/** @param {number[]} shape @param {number[]} list @returns {any} */
function nest([size, ...rest], list) {
  if (rest.length === 0) return list;
  const step = list.length / size;
  return Array.from({ length: size }, (_, i) => nest(rest, list.slice(i * step, (i + 1) * step)));
}

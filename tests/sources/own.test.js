import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { makeGraph } from '../../web/graph/graph.js';
import { Run } from '../../web/graph/run.js';
import { findConsumers, findOperands } from '../../web/graph/trace.js';
import { readOwn } from '../../web/sources/files/attention-arrays.js';
import { FileError } from '../../web/sources/files/error.js';
import { readObject } from '../../web/sources/files/json.js';
import { makeOwnSource } from '../../web/sources/own.js';
import { createRandom } from '../support/random.js';
import { json, npy, readOne, refusalOf, safetensors, zip } from './written.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { Check, Source } from '../../web/sources/types.js' */

const attention = await loadAttention();
const SETTINGS = 400;
const random = createRandom(31);

/** @param {object} object */
const ownOf = async (object) => readOwn(readObject(object));
/** @param {Source} source */
const runOf = ({ graph, given }) => new Run(attention, graph, given);
/** @param {Tensor} tensor */
const bits = ({ data }) => new Uint32Array(data.buffer, data.byteOffset, data.length);

/** @param {number[]} shape @param {string} where @param {Tensor} tensor @param {Tensor} expected */
function assertSame(shape, where, tensor, expected) {
  assert.deepEqual(tensor.shape, shape, where);
  bits(tensor).forEach((word, at) => {
    const [is, expects] = [tensor.data[at], expected.data[at]];
    const both = Number.isNaN(is) && Number.isNaN(expects);
    // Neither 0 nor −0 is larger, so either may be the row's maximum.
    const zero = where.startsWith('rowMax') && is === 0 && expects === 0;
    assert.ok(both || zero || word === bits(expected)[at], `${where}: ${is}, not ${expects}`);
  });
}

describe('own queries, keys and values', () => {
  it(`have the bits of one call, in every tensor of ${SETTINGS} shapes`, async () => {
    for (let i = 0; i < SETTINGS; i++) {
      const [H, L, S] = [random.integer(1, 5), random.integer(1, 9), random.integer(1, 17)];
      const [d, columns] = [random.integer(1, 33), random.integer(1, 20)];
      const shapes = { q: [H, L, d], k: [H, S, d], v: [H, S, columns] };
      const isFlat = H === 1 && random.integer(0, 1) === 1;
      const given = Object.fromEntries(
        Object.entries(shapes).map(([name, shape]) => {
          const { data } = random.tensor(shape, random.pick([1, 30]));
          if (random.integer(0, 9) === 0)
            data[0] = random.pick([NaN, Infinity, -Infinity, -0, 1e38]);
          return [name, { shape: isFlat ? shape.slice(1) : shape, data }];
        }),
      );
      const ownNumbers = await ownOf(given);
      const run = runOf(makeOwnSource(ownNumbers));
      const { q, k, v } = ownNumbers.tensors;
      const { output, trace } = attention.scaledDotProductAttention(q, k, v, { trace: true });
      const where = JSON.stringify(shapes);
      for (const name of ['scores', 'scaledScores', 'maskedScores', 'exponentials', 'weights']) {
        assertSame(
          [H, L, S],
          `${name} of ${where}`,
          run.tensor(name),
          /** @type {any} */ (trace)[name],
        );
      }
      for (const name of /** @type {const} */ (['rowMax', 'rowSum'])) {
        assertSame([H, L], `${name} of ${where}`, run.tensor(name), trace[name]);
      }
      assertSame([H, L, columns], `heads of ${where}`, run.tensor('heads'), output);
      assert.deepEqual(run.tensor('concatenated').shape, [L, H * columns]);
      assert.equal(run.tensor('q'), q);
    }
  });

  it('are weighed by other options', async () => {
    const [H, L, S, d] = [2, 3, 5, 4];
    const ownNumbers = await ownOf({
      q: random.tensor([H, L, d]),
      k: random.tensor([H, S, d]),
      v: random.tensor([H, S, d]),
    });
    const allowed = Uint8Array.from({ length: L * S }, (_, i) => Number(i >= S && i % 2));
    const dropout = { p: 0.4, seed: 5 };
    const emptyRows = [true, false, false];
    const run = runOf(
      makeOwnSource(ownNumbers, {
        scale: { factor: 0.3, rule: 'number', amount: 0.3 },
        allowed,
        fill: -Infinity,
        emptyRows,
        dropout,
      }),
    );
    const { q, k, v } = ownNumbers.tensors;
    const attnMask = Array.from({ length: L }, (_, query) =>
      Array.from({ length: S }, (__, key) => allowed[query * S + key] === 1),
    );
    const { output, trace } = attention.scaledDotProductAttention(q, k, v, {
      ...{ attnMask, scale: 0.3, dropout, emptyRow: 'zeros', trace: true },
    });
    assertSame([H, L, S], 'weights', run.tensor('weights'), trace.weights);
    assertSame([H, L, S], 'dropped', run.tensor('dropped'), /** @type {Tensor} */ (trace.dropped));
    assertSame([H, L, d], 'heads', run.tensor('heads'), output);
    const unscaled = makeOwnSource(ownNumbers, { scale: undefined }).graph;
    assert.ok(!unscaled.has('scaledScores'));
  });

  it('make the nodes of multi-head attention, without projections and output', async () => {
    const ownNumbers = await ownOf({ q: [[1, 2]], k: [[3, 4]], v: [[5, 6, 7]] });
    const source = makeOwnSource(ownNumbers);
    assert.equal(
      [...source.graph.keys()].join(' '),
      'q k v scores scaledScores maskedScores rowMax exponentials rowSum weights heads concatenated',
    );
    for (const [id, role] of [
      ['q', 'q'],
      ['k', 'k'],
      ['v', 'v'],
    ]) {
      const node = source.graph.get(id);
      assert.deepEqual([node?.op.name, node?.inputs, node?.role], ['constant', [], role]);
    }
    assert.deepEqual(makeGraph([...source.graph.values()]), source.graph);
    assert.deepEqual(source.inputs, ['q', 'k', 'v']);
    assert.deepEqual(
      source.inputs.map((id) => runOf(source).tensor(id)),
      Object.values(ownNumbers.tensors),
    );
    assert.equal(source.parameters, undefined);
  });

  it('are traced, whatever the width of v', async () => {
    const ownNumbers = await ownOf({
      q: [[1, 2]],
      k: [
        [3, 4],
        [5, 6],
      ],
      v: [
        [7, 8, 9],
        [1, 2, 3],
      ],
    });
    const run = runOf(makeOwnSource(ownNumbers));
    const cells = (/** @type {string} */ id, /** @type {number[]} */ ...index) =>
      findOperands(run, { id, index }).map((list) => list.map((cell) => cell.index.join('.')));
    assert.deepEqual(cells('scores', 0, 0, 1), [
      ['0.0.0', '0.0.1'],
      ['0.1.0', '0.1.1'],
    ]);
    assert.deepEqual(cells('heads', 0, 0, 2), [
      ['0.0.0', '0.0.1'],
      ['0.0.2', '0.1.2'],
    ]);
    assert.deepEqual(cells('concatenated', 0, 2), [['0.0.2']]);
    const [{ id, cells: read }] = findConsumers(run, { id: 'v', index: [0, 1, 2] });
    assert.deepEqual([id, read.map(({ index }) => index)], ['heads', [[0, 0, 2]]]);
  });

  it('go on from a number that is set', async () => {
    const ownNumbers = await ownOf({ q: [[1, 2]], k: [[3, 4]], v: [[5, 6]] });
    const { graph, given } = makeOwnSource(ownNumbers);
    const numbers = [{ id: 'q', index: [0, 0, 0], value: 10 }];
    const run = new Run(attention, graph, given, { numbers });
    assert.deepEqual([...run.tensor('scores').data], [38]);
    assert.deepEqual([...ownNumbers.tensors.q.data], [1, 2]);
  });

  it('are a copy: what becomes of the given array changes nothing', async () => {
    const data = Float32Array.of(1, 2);
    const { tensors } = await ownOf({ weights: { shape: [1, 2], data } });
    data[0] = 9;
    assert.deepEqual([...tensors.weights.data], [1, 2]);
  });
});

describe('own weights', () => {
  it('make a graph of themselves alone, with heads or without', async () => {
    for (const [weights, axes, colours] of /** @type {[any, string, string][]} */ ([
      [[[0.5, 0.5]], 'qk', 'weights'],
      [[[[0.25, 0.75]], [[1, 0]]], 'hqk', 'weights'],
      [[[-0.1, 1]], 'qk', 'signed'],
      [[[2, 1]], 'qk', 'signed'],
      [[[NaN, 1]], 'qk', 'weights'],
    ])) {
      const source = makeOwnSource(await ownOf({ weights }));
      const [node, ...others] = source.graph.values();
      assert.deepEqual([node.id, node.axes, node.colours, others], ['weights', axes, colours, []]);
      assert.equal(runOf(source).tensor('weights').shape.length, axes.length);
    }
  });

  it('give way to q, k and v, and are shown where one of these is missing', async () => {
    const rows = [[1, 2]];
    const all = await ownOf({ weights: rows, q: rows, k: rows, v: rows });
    assert.deepEqual(Object.keys(all.tensors), ['q', 'k', 'v']);
    assert.deepEqual(Object.keys((await ownOf({ weights: rows, q: rows, k: rows })).tensors), [
      'weights',
    ]);
  });
});

describe('tensors by name', () => {
  it('are matched in any case, and by these names alone', async () => {
    const rows = [[1]];
    for (const q of ['q', 'Q', 'query', 'Query', 'QUERIES']) {
      for (const k of ['k', 'Key', 'keys']) {
        for (const v of ['v', 'VALUE', 'values']) {
          assert.equal((await ownOf({ [q]: rows, [k]: rows, [v]: rows })).keyWords.length, 1);
        }
      }
    }
    for (const name of ['weights', 'attn', 'Attention', 'attention_weights', 'ATTENTION_WEIGHTS']) {
      assert.deepEqual(Object.keys((await ownOf({ [name]: rows })).tensors), ['weights']);
    }
    for (const name of ['weight', 'w', 'q_proj', '', 'toString']) {
      await assert.rejects(ownOf({ [name]: [[2]], other: [[2]] }), FileError);
    }
  });

  it('have shapes that fit each other', async () => {
    const zeros = (/** @type {number[]} */ ...shape) => {
      const count = shape.reduce((product, size) => product * size, 1);
      return { shape, bytes: new Uint8Array(4 * count) };
    };
    for (const [
      q,
      k,
      v,
      name,
      expected,
    ] of /** @type {[number[], number[], number[], 'q' | 'k' | 'v', string][]} */ ([
      [[4], [4], [4], 'q', '(queries, width) or (heads, queries, width)'],
      [[2, 4], [3, 5], [3, 5], 'k', '(keys, 4) or (1, keys, 4)'],
      [[2, 4], [3, 4], [2, 4], 'v', '(3, columns) or (1, 3, columns)'],
      [[3, 2, 4], [2, 2, 4], [3, 2, 4], 'k', '(3, keys, 4), or a number of heads that divides 3'],
      [[3, 2, 4], [3, 2, 4], [2, 4], 'v', '(3, 2, columns)'],
      [[1, 2049], [1, 2049], [1, 2049], 'q', '(queries, width) or (heads, queries, width)'],
      [[1, 2], [2049, 2], [2049, 2], 'k', '(keys, 2) or (1, keys, 2)'],
      [[1, 2], [1, 2], [1, 2049], 'v', '(1, columns) or (1, 1, columns)'],
      [[129, 1, 1], [129, 1, 1], [129, 1, 1], 'q', '(queries, width) or (heads, queries, width)'],
    ])) {
      const shapes = { q, k, v };
      const file = safetensors({ q: zeros(...q), k: zeros(...k), v: zeros(...v) });
      const shape = `(${shapes[name].join(', ')}${shapes[name].length === 1 ? ',' : ''})`;
      assert.equal(
        await refusalOf(file),
        `The tensor ${name} has the shape ${shape}; expected ${expected}, at most (128, 2048, 2048).`,
      );
    }
    /** @type {unknown[]} */
    const inItself = [];
    inItself.push(inItself);
    await assert.rejects(ownOf({ weights: inItself }), {
      name: 'FileError',
      message: /^The tensor weights holds an array at (\[0\]){32}; expected numbers\.$/,
    });
    const mixed = json({ q: [[1]], k: [[[1]]], v: [[1]] });
    await assert.rejects(refusalOf(mixed), /It is read/);
  });

  it('have 2 ** 26 numbers at most, all together', async () => {
    // Each tensor alone is within the limits. The files have no numbers, because nothing reads
    // them.
    const bytes = npy([32, 1024, 1024], new Uint8Array(0));
    assert.match(
      await refusalOf(zip({ q: bytes, k: bytes, v: bytes })),
      /^The tensor q has 0 bytes;/,
    );
    /** @type {(check: Check) => Tensor} */
    const read = (check) => {
      check([32, 1024, 1024], 'numbers');
      return { shape: [1, 1, 1], data: new Float32Array(1) };
    };
    const arrays = new Map(['q', 'k', 'v'].map((name) => [name, { bytes: 0, read }]));
    await assert.rejects(
      async () => readOwn({ arrays }),
      /^FileError: The file is too large: expected at most 67,108,864 numbers/,
    );
  });
});

describe('a file that was exported', () => {
  const exported = {
    attentionLab: 1,
    state: { temperature: 2, mask: 'causal' },
    words: { queries: ['a', 'b'], keys: ['c', 'd'] },
    tensors: { weights: { shape: [2, 2], data: [0.5, 0.5, 0, 1] } },
  };

  it('brings its settings and words', async () => {
    const ownNumbers = await readOne(json(exported));
    assert.deepEqual(ownNumbers.settings, exported.state);
    const { queryWords, keyWords } = ownNumbers;
    assert.deepEqual({ queryWords, keyWords }, { queryWords: ['a', 'b'], keyWords: ['c', 'd'] });
  });

  it('by another program brings no settings, whatever is called state', async () => {
    const { attentionLab, ...other } = exported;
    assert.equal(attentionLab, 1);
    assert.equal((await readOne(json(other))).settings, undefined);
  });
});

// The structs that the binding writes, word by word, against those of src/core/attention.h.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { Arena } from '../../src/js/arena.js';
import { Core } from '../../src/js/core.js';
import { loadAttention } from '../../src/js/index.js';
import { camelCase, wordsOf } from '../support/header.js';
import { createRandom } from '../support/random.js';

/** @import { AttentionOptions, AttentionResult } from '../../src/js/index.js' */

const attention = await loadAttention();
const random = createRandom(1);
const [N, H, L, S, E, D] = [2, 3, 4, 5, 7, 6];
const inputs = [
  random.tensor([N, H, L, E]),
  random.tensor([N, H, S, E]),
  random.tensor([N, H, S, E]),
];
const query = random.tensor([N, L, D]);
const keys = random.tensor([N, S, 8]);
const values = random.tensor([N, S, 9]);
const parameters = {
  qProjWeight: random.tensor([D, D]),
  kProjWeight: random.tensor([D, 8]),
  vProjWeight: random.tensor([D, 9]),
  outProjWeight: random.tensor([D, D]),
};
const everything = { trace: true, dropout: { p: 0.5, seed: 1 } };

/** @type {Uint32Array<ArrayBuffer>[]} words of the structs in the order of writing */
let structs = [];
/** @type {Map<number, Float32Array>} what was read, by address */
let reads = new Map();

beforeEach(() => {
  structs = [];
  reads = new Map();
  const { putStruct, read } = Arena.prototype;
  /** @this {Arena} @param {number[]} members */
  function putAndNote(members) {
    const address = putStruct.call(this, members);
    structs.push(new Uint32Array(read.call(this, address, members.length).buffer));
    return address;
  }
  /** @this {Arena} @param {number} address @param {number} count */
  function readAndNote(address, count) {
    const data = read.call(this, address, count);
    reads.set(address, data);
    return data;
  }
  mock.method(Arena.prototype, 'putStruct', putAndNote);
  mock.method(Arena.prototype, 'read', readAndNote);
});
afterEach(() => mock.restoreAll());

/** @param {AttentionOptions} options */
function writtenFor(options) {
  structs = [];
  const [q, k, v] = inputs;
  attention.scaledDotProductAttention(q, k, v, options);
  // The sizes are written as well.
  const { length } = wordsOf('attn_options');
  return structs.find((words) => words.length === length) ?? new Uint32Array();
}

describe('attn_options', () => {
  const words = wordsOf('attn_options');

  it('has as many words as the header says', () => {
    assert.equal(writtenFor({}).length, words.length);
  });

  const one = [1, 1, 1, 1];
  /**
   * Options, the words that they change, and the value of the last of these unless it is an address.
   * @type {[words: string[], options: AttentionOptions,
   *   value?: number][]}
   */
  const rows = [
    [['allowed'], { attnMask: { shape: one, data: Uint8Array.of(1) } }],
    [['added'], { attnMask: { shape: one, data: Float32Array.of(2) } }],
    [['key_padding'], { keyPaddingMask: random.mask([N, S]) }],
    [['valid_lens'], { validLens: random.integers([N], 0, S) }],
    [['valid_lens', 'valid_lens_per_query'], { validLens: random.integers([N, L], 0, S) }, 1],
    [['causal'], { isCausal: true }, 1],
    [['scale'], { scale: 3 }, 3],
    [['mask_fill'], { maskFill: -7 }, -7],
    [['empty_row_is_nan'], { emptyRow: 'nan' }, 1],
    [['dropout_p'], { dropout: { p: 0.5, seed: 0 } }, 0.5],
    [['dropout_seed'], { dropout: { p: 0, seed: 9 } }, 9],
    [['softcap'], { softcap: 30 }, 30],
    [['sinks'], { sinks: random.tensor([H]) }],
    [['allowed', 'mask_strides[0]'], { attnMask: random.mask([N, 1, 1, 1]) }, 1],
    [['allowed', 'mask_strides[1]'], { attnMask: random.mask([1, H, 1, 1]) }, 1],
    [['allowed', 'mask_strides[2]'], { attnMask: random.mask([1, 1, L, 1]) }, 1],
    [['allowed', 'mask_strides[3]'], { attnMask: random.mask([1, 1, 1, S]) }, 1],
  ];
  for (const [changed, options, value] of rows) {
    it(`holds ${JSON.stringify(Object.keys(options))} in ${changed.join(' and ')} alone`, () => {
      const base = writtenFor({});
      const written = writtenFor(options);
      const differing = words.filter((_, i) => written[i] !== base[i]);
      assert.deepEqual(
        differing.map(({ name }) => name),
        changed,
      );
      if (value === undefined) return;
      const last = words.findIndex(({ name }) => name === changed.at(-1));
      const isFloat = words[last].type === 'float';
      const values = isFloat ? new Float32Array(written.buffer) : written;
      assert.equal(values[last], value);
    });
  }

  it('has a row above for each of its words', () => {
    const covered = new Set(rows.flatMap(([changed]) => changed));
    assert.deepEqual([...covered].sort(), words.map(({ name }) => name).sort());
  });

  it('has the strides of a whole mask in elements', () => {
    const written = writtenFor({ attnMask: random.mask([N, H, L, S]) });
    const first = words.findIndex(({ name }) => name === 'mask_strides[0]');
    assert.deepEqual([...written.subarray(first, first + 4)], [H * L * S, L * S, S, 1]);
  });
});

describe('the sizes', () => {
  /** @type {[struct: string, run: () => unknown, expected: Record<string, number>][]} */
  const rows = [
    [
      'attn_scaled_dot_product_sizes',
      () => attention.scaledDotProductAttention(inputs[0], inputs[1], random.tensor([N, H, S, 9])),
      { N, H, Hkv: H, L, S, E, Ev: 9 },
    ],
    [
      'attn_additive_sizes',
      () => {
        const [wq, wk, wv] = [random.tensor([11, D]), random.tensor([11, 8]), random.tensor([11])];
        return attention.additiveAttention(query, keys, values, { wq, wk, wv });
      },
      { N, L, S, Q: D, K: 8, Ev: 9, A: 11 },
    ],
    [
      'attn_multi_head_sizes',
      () => attention.multiHeadAttention(query, keys, values, parameters, { numHeads: 3 }),
      { N, H: 3, Hkv: 3, L, S, D, Kdim: 8, Vdim: 9 },
    ],
  ];
  for (const [struct, run, expected] of rows) {
    it(`${struct} holds each size in the word of its name`, () => {
      run();
      const words = wordsOf(struct);
      const written = structs.filter(({ length }) => length === words.length);
      assert.equal(written.length, 1);
      assert.deepEqual(
        Object.fromEntries(words.map(({ name }, i) => [name, written[0][i]])),
        expected,
      );
    });
  }
});

describe('the traces', () => {
  /** @type {[struct: string, run: () => AttentionResult][]} */
  const rows = [
    [
      'attn_trace',
      () => attention.scaledDotProductAttention(inputs[0], inputs[1], inputs[2], everything),
    ],
    [
      'attn_additive_trace',
      () => {
        const [wq, wk, wv] = [random.tensor([4, D]), random.tensor([4, 8]), random.tensor([4])];
        return attention.additiveAttention(query, keys, values, { wq, wk, wv }, everything);
      },
    ],
    [
      'attn_multi_head_trace',
      () => {
        const options = { numHeads: 2, ...everything };
        return attention.multiHeadAttention(query, keys, values, parameters, options);
      },
    ],
  ];
  for (const [struct, run] of rows) {
    it(`${struct}: each tensor of the result comes from the word of its name`, () => {
      const { trace } = run();
      const words = wordsOf(struct);
      // Options and parameters are written as well; of its length there is one.
      const written = structs.filter(({ length }) => length === words.length);
      assert.equal(written.length, 1);
      const tensors = Object.fromEntries(
        words.map(({ name }, i) => [camelCase(name), reads.get(written[0][i]) ?? 'nothing']),
      );
      assert.deepEqual(Object.keys(trace ?? {}), Object.keys(tensors));
      for (const [name, { data }] of Object.entries(trace ?? {})) {
        assert.equal(data, tensors[name], name);
      }
    });
  }
});

describe('attn_multi_head_parameters', () => {
  const words = wordsOf('attn_multi_head_parameters');
  const names = ['q', 'k', 'v', 'out'];

  /** @param {object} biases */
  function write(biases, options = {}) {
    /** @type {Map<number, number[]>} shapes of the packed weights */
    const packed = new Map();
    const { call } = Core.prototype;
    /** @this {Core} @param {string} name @param {number[]} args */
    function callAndNote(name, args) {
      const [, out, width, to] = args;
      if (name.startsWith('attn_pack_')) packed.set(to, [out, width]);
      return call.call(this, name, args);
    }
    mock.method(Core.prototype, 'call', callAndNote);
    attention
      .createMultiHeadAttention({ ...parameters, ...biases }, { numHeads: 2, ...options })
      .dispose();
    const [written] = structs;
    return { packed, byName: Object.fromEntries(words.map(({ name }, i) => [name, written[i]])) };
  }

  it('has the words of the header', () => {
    write({});
    assert.equal(structs[0].length, words.length);
    const arrays = ['weight', 'bias'].flatMap((kind) => names.map((name) => `${name}_${kind}`));
    const expected = [...arrays, 'rotary_theta', 'rotary_width', 'rotary_pairs', 'dtype'];
    assert.deepEqual(
      words.map(({ name }) => name),
      expected,
    );
  });

  it('points to the packed weights', () => {
    const { packed, byName } = write({});
    assert.deepEqual(
      names.map((name) => packed.get(byName[`${name}_weight`])),
      [
        [D, D],
        [D, 8],
        [D, 9],
        [D, D],
      ],
    );
    assert.equal(new Set(Object.values(byName)).size, 5, 'four weights and a null for each bias');
  });

  it('tells the type of the packed weights', () => {
    assert.equal(write({}).byName.dtype, 0);
    for (const [dtype, number] of /** @type {const} */ ([
      ['bfloat16', 1],
      ['float16', 2],
    ])) {
      structs = [];
      const { packed, byName } = write({}, { dtype });
      assert.deepEqual([byName.dtype, packed.size], [number, 4], dtype);
    }
  });

  it('points to those biases that are given', () => {
    const given = (/** @type {Record<string, number>} */ byName) =>
      names.filter((name) => byName[`${name}_bias`] !== 0);
    assert.deepEqual(given(write({}).byName), []);
    structs = [];
    assert.deepEqual(given(write({ outProjBias: random.tensor([D]) }).byName), ['out']);
    structs = [];
    assert.deepEqual(given(write({ inProjBias: random.tensor([3 * D]) }).byName), ['q', 'k', 'v']);
  });
});

// The structs that the binding writes, word by word, against those of src/core/attention.h.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { Arena, Float } from '../../src/js/arena.js';
import { Core } from '../../src/js/core.js';
import { loadAttention } from '../../src/js/index.js';
import { camelCase, wordsOf } from '../support/header.js';
import { createRandom } from '../support/random.js';

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

/** @type {{ members: (number | Float)[], address: number }[]} in the order of writing */
let structs = [];
/** @type {Map<number, Float32Array>} what was read, by address */
let reads = new Map();

beforeEach(() => {
  structs = [];
  reads = new Map();
  const { putStruct, read } = Arena.prototype;
  /** @this {Arena} @param {(number | Float)[]} members */
  function putAndNote(members) {
    const address = putStruct.call(this, members);
    structs.push({ members, address });
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

/** @param {number | Float} member */
const numberOf = (member) => (member instanceof Float ? member.value : member);

/** @param {import('../../src/js/index.js').AttentionOptions} options @returns {(number | Float)[]} */
function writtenFor(options) {
  structs = [];
  const [q, k, v] = inputs;
  attention.scaledDotProductAttention(q, k, v, options);
  return structs[0].members;
}

describe('attn_options', () => {
  const words = wordsOf('attn_options');

  it('has the words of the header, floats where it has floats', () => {
    const members = writtenFor({});
    assert.deepEqual(
      members.map((member) => member instanceof Float),
      words.map(({ type }) => type === 'float'),
    );
  });

  const one = [1, 1, 1, 1];
  /** @type {[words: string[], options: import('../../src/js/index.js').AttentionOptions][]} */
  const rows = [
    [['allowed'], { attnMask: { shape: one, data: Uint8Array.of(1) } }],
    [['added'], { attnMask: { shape: one, data: Float32Array.of(1) } }],
    [['key_padding'], { keyPaddingMask: random.mask([N, S]) }],
    [['valid_lens'], { validLens: random.integers([N], 0, S) }],
    [['valid_lens', 'valid_lens_per_query'], { validLens: random.integers([N, L], 0, S) }],
    [['is_causal'], { isCausal: true }],
    [['scale'], { scale: 3 }],
    [['mask_fill'], { maskFill: -7 }],
    [['empty_row_is_nan'], { emptyRow: 'nan' }],
    [['dropout_p'], { dropout: { p: 0.5, seed: 0 } }],
    [['dropout_seed'], { dropout: { p: 0, seed: 9 } }],
    [['allowed', 'mask_strides[0]'], { attnMask: random.mask([N, 1, 1, 1]) }],
    [['allowed', 'mask_strides[1]'], { attnMask: random.mask([1, H, 1, 1]) }],
    [['allowed', 'mask_strides[2]'], { attnMask: random.mask([1, 1, L, 1]) }],
    [['allowed', 'mask_strides[3]'], { attnMask: random.mask([1, 1, 1, S]) }],
  ];
  for (const [changed, options] of rows) {
    it(`holds ${JSON.stringify(Object.keys(options))} in ${changed.join(' and ')} alone`, () => {
      const base = writtenFor({}).map(numberOf);
      const members = writtenFor(options).map(numberOf);
      const differing = words.filter((_, i) => members[i] !== base[i]);
      assert.deepEqual(
        differing.map(({ name }) => name),
        changed,
      );
    });
  }

  it('has a row above for each of its words', () => {
    const covered = new Set(rows.flatMap(([changed]) => changed));
    assert.deepEqual([...covered].sort(), words.map(({ name }) => name).sort());
  });

  it('has the strides of a whole mask in elements', () => {
    const members = writtenFor({ attnMask: random.mask([N, H, L, S]) });
    const first = words.findIndex(({ name }) => name === 'mask_strides[0]');
    assert.deepEqual(members.slice(first, first + 4), [H * L * S, L * S, S, 1]);
  });
});

describe('the traces', () => {
  /** @type {[struct: string, run: () => import('../../src/js/index.js').AttentionResult][]} */
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
      const written = structs.filter(({ members }) => members.length === words.length);
      assert.equal(written.length, 1);
      const tensors = Object.fromEntries(
        words.map(({ name }, i) => [
          camelCase(name),
          reads.get(numberOf(written[0].members[i])) ?? 'nothing',
        ]),
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
  function write(biases) {
    /** @type {Map<number, number[]>} shapes of the packed weights */
    const packed = new Map();
    const { call } = Core.prototype;
    /** @this {Core} @param {string} operation @param {string} name @param {number[]} args */
    function callAndNote(operation, name, ...args) {
      const [, out, width, to] = args;
      if (name === 'attn_pack_weight') packed.set(to, [out, width]);
      return call.call(this, operation, name, ...args);
    }
    mock.method(Core.prototype, 'call', callAndNote);
    attention.createMultiHeadAttention({ ...parameters, ...biases }, { numHeads: 2 }).dispose();
    const members = structs[0].members.map(numberOf);
    return { packed, byName: Object.fromEntries(words.map(({ name }, i) => [name, members[i]])) };
  }

  it('has the words of the header', () => {
    write({});
    assert.equal(structs[0].members.length, words.length);
    const expected = ['weight', 'bias'].flatMap((kind) => names.map((name) => `${name}_${kind}`));
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

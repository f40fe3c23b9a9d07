import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromStateDict, loadAttention, masks, tensor } from '../../src/js/index.js';
import { caught } from '../support/refusal.js';

const attention = /** @type {any} */ (await loadAttention());
const filled = (/** @type {number[]} */ ...shape) =>
  tensor(shape, Array(shape.reduce((count, size) => count * size)).fill(0.5));

/** Parameters of a layer of width 16 with 4 heads, whose keys and values have `rows` rows. */
const separate = (/** @type {number} */ rows) => ({
  qProjWeight: filled(16, 16),
  kProjWeight: filled(rows, 16),
  vProjWeight: filled(rows, 16),
  outProjWeight: filled(16, 16),
});
const stacked = (/** @type {number} */ rows) => ({
  inProjWeight: filled(16 + 2 * rows, 16),
  outProjWeight: filled(16, 16),
});
const create = (/** @type {any} */ parameters, numHeads = 4) =>
  attention.createMultiHeadAttention(parameters, { numHeads });
const layer = create(stacked(16));
const cache = layer.createCache();
const [x, w] = [filled(2, 16), filled(16, 16)];

/** @type {[mistake: string, run: () => unknown, message: RegExp][]} */
const mistakes = [
  [
    'a forgotten numKvHeads, with separate weights',
    () => create(separate(8)),
    /kProjWeight has shape \(8, 16\); expected \(16, Kdim\) to match outProjWeight, or pass numKvHeads: 2$/,
  ],
  [
    'a forgotten numKvHeads of 1',
    () => create(separate(4)),
    /expected \(16, Kdim\) to match outProjWeight, or pass numKvHeads: 1$/,
  ],
  [
    'a forgotten numKvHeads, with a stacked weight',
    () => create(stacked(8)),
    /inProjWeight has shape \(32, 16\); expected \(48, 16\) to match outProjWeight, or pass numKvHeads: 2$/,
  ],
  [
    'a forgotten numKvHeads, with a stacked bias',
    () => create({ ...stacked(16), inProjBias: filled(24) }),
    /inProjBias has shape \(24,\); expected \(48,\) to match outProjWeight, or pass numKvHeads: 1$/,
  ],
  ['rows that are no heads', () => create(separate(6)), /\(16, Kdim\) to match outProjWeight$/],
  ['heads that divide no 4', () => create(separate(12)), /\(16, Kdim\) to match outProjWeight$/],
  [
    'heads that are not D / numHeads wide',
    () => create({ ...stacked(16), outProjWeight: filled(16, 32) }),
    /outProjWeight has shape \(16, 32\); expected \(16, 16\) as each head is D \/ numHeads wide$/,
  ],
  [
    'such heads in a saved model',
    () =>
      fromStateDict({
        'q_proj.weight': filled(32, 16),
        'k_proj.weight': filled(16, 16),
        'v_proj.weight': filled(16, 16),
        'o_proj.weight': filled(16, 32),
      }),
    /\["o_proj\.weight"\] has shape \(16, 32\); expected \(16, 16\) as each head is D \/ numHeads wide$/,
  ],
  [
    'options in the place of the key',
    () => layer.forward(x, { cache }),
    /key is an object with cache; expected a tensor or nested arrays; options come last, after undefined for what is left out$/,
  ],
  [
    'options in the place of the bias',
    () => attention.linear(x, w, { out: x }),
    /bias is an object with out; .*options come last/,
  ],
  [
    'options of a layer in the place of the bias',
    () => attention.createLinear(w, { dtype: 'bfloat16' }),
    /bias is an object with dtype; .*options come last/,
  ],
  ['another object as a key', () => layer.forward(x, { keys: 1 }), /or nested arrays$/],
  ['a layer as a weight', () => attention.linear(x, layer), /weight is a multi-head layer;/],
  ['a cache as a key', () => layer.forward(x, cache), /key is a cache;/],
  ['a layer as options', () => layer.forward(x, x, x, layer), /options is a multi-head layer;/],
  [
    'a shape behind its data',
    () => tensor([1, 2, 3, 4], [2, 2]),
    /^tensor: shape is \(1, 2, 3, 4\); expected as many elements as data has: 2; the shape comes first$/,
  ],
  [
    'a shape of other data',
    () => tensor([2, 2], [1, 2, 3]),
    /^tensor: shape is \(2, 2\); expected as many elements as data has: 3$/,
  ],
  [
    'a shape of other data in an object',
    () => attention.softmax({ shape: [2, 2], data: [1, 2, 3] }),
    /input\.shape is \(2, 2\); expected as many elements as input\.data has: 3$/,
  ],
  [
    'a number in a mask of booleans',
    () =>
      attention.softmax(filled(2, 3), {
        attnMask: [
          [true, false, true],
          [true, 0, true],
        ],
      }),
    /options\.attnMask\[1\]\[1\] is 0; expected true or false, as the first element is one$/,
  ],
  [
    'a number in a flat mask of booleans',
    () => tensor([3], /** @type {any} */ ([true, false, 1])),
    /data\[2\] is 1; expected true or false, as the first element is one$/,
  ],
  [
    "enable_gqa, as in torch's function",
    () => attention.scaledDotProductAttention(x, x, x, { enable_gqa: true }),
    /enable_gqa is not a known name \(not needed: key and value may have fewer heads\)/,
  ],
  [
    "interleaved, as in other libraries' rotary positions",
    () => attention.rotary(x, { interleaved: true }),
    /did you mean pairs\?/,
  ],
  [
    'biases for each head in a layer, whose masks have two or four axes',
    () => layer.forward(filled(2, 16), undefined, undefined, { attnMask: masks.alibi(4, 2, 2) }),
    /write \(1, 4, 2, 2\) for a mask of each head/,
  ],
];

describe('the message names the remedy of', () => {
  for (const [mistake, run, message] of mistakes) {
    it(mistake, () => {
      assert.match(/** @type {Error} */ (caught(run)).message, message);
    });
  }
});

it('an address that cannot be fetched is said to be at fault, and a file that is no wasm', async () => {
  const missing = new URL('nowhere.wasm', import.meta.url);
  for (const source of ['./x.wasm', missing, missing.href]) {
    await assert.rejects(loadAttention(source), {
      code: 'ERR_LOAD',
      argument: 'source',
      expected: 'bytes, or an absolute address that can be fetched',
    });
  }
  await assert.rejects(loadAttention(new URL(import.meta.url)), {
    code: 'ERR_LOAD',
    expected: 'a WebAssembly module with SIMD that this engine can run',
  });
});

// Parameters by the names that nn.MultiheadAttention saves.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import vm from 'node:vm';
import { fromStateDict, loadAttention } from '../../src/js/index.js';
import { tensorsOf } from '../support/cases.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefusal, assertRefused, caught } from '../support/refusal.js';

const attention = await loadAttention();
const any = /** @type {any} */ (fromStateDict);
const random = createRandom(721);

/** @type {Record<string, any>} */
const stacked = {
  in_proj_weight: random.tensor([12, 4]),
  in_proj_bias: random.tensor([12]),
  'out_proj.weight': random.tensor([4, 4]),
  'out_proj.bias': random.tensor([4]),
};
/** @type {Record<string, any>} */
const apart = {
  q_proj_weight: random.tensor([4, 4]),
  k_proj_weight: random.tensor([4, 3]),
  v_proj_weight: random.tensor([4, 5]),
  in_proj_bias: random.tensor([12]),
  'out_proj.weight': random.tensor([4, 4]),
  'out_proj.bias': random.tensor([4]),
};
/** @type {Record<string, any>} */
const linears = Object.fromEntries(
  ['q', 'k', 'v', 'out'].flatMap((name) => [
    [`${name}_proj.weight`, random.tensor([4, 4])],
    [`${name}_proj.bias`, random.tensor([4])],
  ]),
);
/** @type {Record<string, string>} */
const ours = {
  in_proj_weight: 'inProjWeight',
  in_proj_bias: 'inProjBias',
  q_proj_weight: 'qProjWeight',
  k_proj_weight: 'kProjWeight',
  v_proj_weight: 'vProjWeight',
  'out_proj.weight': 'outProjWeight',
  'out_proj.bias': 'outProjBias',
};

/** @param {Record<string, any>} dict @param {string} prefix */
const prefixed = (dict, prefix) =>
  Object.fromEntries(Object.entries(dict).map(([name, value]) => [prefix + name, value]));
/** @param {Record<string, any>} dict @param {string[]} names */
const without = (dict, ...names) =>
  Object.fromEntries(Object.entries(dict).filter(([name]) => !names.includes(name)));

/**
 * Asserts that the parameters are exactly the tensors of a dict under our names.
 * @param {any} parameters
 * @param {Record<string, any>} dict
 */
function verify(parameters, dict) {
  const names = Object.keys(dict).map((name) => ours[name]);
  assert.deepEqual(Object.keys(parameters).sort(), names.sort());
  for (const [name, value] of Object.entries(dict)) assert.equal(parameters[ours[name]], value);
}

describe('fromStateDict', () => {
  it('reads an object, a Map, one without a prototype, and one of another realm', () => {
    for (const dict of [stacked, apart]) {
      verify(any(dict), dict);
      verify(any(new Map(Object.entries(dict))), dict);
      verify(any(Object.assign(Object.create(null), dict)), dict);
      verify(any(Object.freeze({ ...dict })), dict);
      const foreign = vm.runInNewContext('Object.assign({}, dict)', { dict });
      verify(any(foreign), dict);
      const map = vm.runInNewContext('new Map(entries)', { entries: Object.entries(dict) });
      verify(any(map), dict);
    }
  });

  it('takes what stands behind a prefix, and leaves the rest of a model alone', () => {
    const model = {
      ...prefixed(stacked, 'encoder.layers.0.self_attn.'),
      ...prefixed(apart, 'decoder.cross.'),
      ...prefixed({ ...stacked, bias_k: [1] }, 'other.'),
      'encoder.layers.0.linear1.weight': [[1]],
      in_proj_bias: 'not looked at',
    };
    for (const dict of [model, new Map(Object.entries(model))]) {
      verify(any(dict, 'encoder.layers.0.self_attn.'), stacked);
      verify(any(dict, 'decoder.cross.'), apart);
    }
  });

  it('leaves out biases that are not there, and all that is undefined or null', () => {
    verify(any({ ...stacked, in_proj_biass: undefined, scale: null }), stacked);
    const weights = without(stacked, 'in_proj_bias', 'out_proj.bias');
    verify(any(weights), weights);
    verify(any({ ...weights, in_proj_bias: null, 'out_proj.bias': undefined }), weights);
    verify(any({ ...weights, bias_k: null, bias_v: undefined, q_proj_weight: null }), weights);
  });

  it('leaves out the frequencies of rotary positions, which old Llama models save', () => {
    const weights = without(linears, 'q_proj.bias', 'k_proj.bias', 'v_proj.bias', 'out_proj.bias');
    const saved = { ...weights, 'rotary_emb.inv_freq': [1, 0.1] };
    assert.deepEqual(any(prefixed(saved, 'a.'), 'a.'), any(weights));
  });

  it('gives parameters with which a layer computes what it does with them directly', () => {
    const x = random.tensor([2, 3, 4]);
    const [key, value] = [random.tensor([2, 5, 3]), random.tensor([2, 5, 5])];
    const options = { numHeads: 2 };
    const trace = { trace: true };
    for (const [dict, inputs] of /** @type {[any, any[]][]} */ ([
      [stacked, [x, x, x]],
      [apart, [x, key, value]],
    ])) {
      const direct = Object.fromEntries(
        Object.entries(dict).map(([name, tensor]) => [ours[name], tensor]),
      );
      const parameters = any(prefixed(dict, 'a.'), 'a.');
      const layer = /** @type {any} */ (attention.createMultiHeadAttention(parameters, options));
      const other = /** @type {any} */ (
        attention.createMultiHeadAttention(/** @type {any} */ (direct), options)
      );
      const right = tensorsOf(other.forward(...inputs, trace));
      const results = tensorsOf(layer.forward(...inputs, trace));
      for (const [name, part] of Object.entries(right)) assertSameBits(results[name], part, name);
    }
  });

  it('takes four projections by their names, as Hugging Face saves them', () => {
    const x = random.tensor([2, 3, 4]);
    const trace = { trace: true };
    const options = { numHeads: 2 };
    const [q, k, v] = ['q', 'k', 'v'].map((name) => linears[`${name}_proj.weight`].data);
    const weights = { shape: [12, 4], data: Float32Array.from([...q, ...k, ...v]) };
    const [a, b, c] = ['q', 'k', 'v'].map((name) => linears[`${name}_proj.bias`].data);
    const zeros = new Float32Array(4);
    const llama = Object.fromEntries(
      Object.entries(linears).map(([name, value]) => [name.replace('out_proj', 'o_proj'), value]),
    );
    /** @type {[dict: any, bias: Float32Array | undefined][]} */
    const cases = [
      [linears, Float32Array.from([...a, ...b, ...c])],
      [llama, Float32Array.from([...a, ...b, ...c])],
      // Whisper's keys have no bias.
      [without(linears, 'k_proj.bias'), Float32Array.from([...a, ...zeros, ...c])],
      [without(linears, 'q_proj.bias', 'k_proj.bias', 'v_proj.bias'), undefined],
    ];
    for (const [dict, data] of cases) {
      const same = {
        inProjWeight: weights,
        ...(data && { inProjBias: { shape: [12], data } }),
        outProjWeight: linears['out_proj.weight'],
        outProjBias: linears['out_proj.bias'],
      };
      const right = tensorsOf(
        attention.createMultiHeadAttention(same, options).forward(x, x, x, trace),
      );
      for (const form of [prefixed(dict, 'a.'), new Map(Object.entries(prefixed(dict, 'a.')))]) {
        const layer = attention.createMultiHeadAttention(any(form, 'a.'), options);
        const results = tensorsOf(layer.forward(x, x, x, trace));
        for (const [name, part] of Object.entries(right)) assertSameBits(results[name], part, name);
      }
    }
    const others = { ...linears, 'k_proj.weight': random.tensor([4, 3]) };
    assert.equal(any(others).kProjWeight, others['k_proj.weight']);
  });
});

/**
 * Refused dicts: the dict, the prefix, the name at fault, and the message.
 * @typedef {[dict: any, prefix: string, name: string, says: RegExp]} Bad
 */

const given = random.tensor([1, 1, 4]);
const model = {
  ...prefixed(stacked, 'encoder.self_attn.'),
  ...prefixed(linears, 'decoder.self_attn.'),
  'encoder.linear1.weight': [[1]],
};
const gptJ = { ...prefixed(linears, 'h.0.attn.'), 'h.0.attn.bias': [[1]] };
const OUT = 'out_proj.weight';

/** @type {Bad[]} */
const wrongNames = [
  // Missing names.
  [without(stacked, OUT), '', OUT, /is missing/],
  [without(stacked, 'in_proj_weight'), '', 'in_proj_weight', /is missing.*or q_proj_weight/],
  [{ [OUT]: [[1]] }, 'a.', 'in_proj_weight', /is missing/],
  [{}, '', OUT, /is missing/],
  ...['q', 'k', 'v'].flatMap((part) =>
    [`${part}_proj_weight`, `${part}_proj.weight`].flatMap((name) => {
      const dict = without(name in apart ? apart : linears, name);
      const says = /is missing; expected a tensor, as [qk]_proj/;
      const forms = [dict, { ...dict, [name]: null }];
      return forms.map((form) => /** @type {Bad} */ ([form, 'a.', name, says]));
    }),
  ),
  // Names that are given twice.
  [{ ...stacked, 'q_proj.weight': given }, '', 'q_proj.weight', /absent where in_proj_weight is/],
  [{ ...stacked, v_proj_weight: given }, '', 'v_proj_weight', /absent where in_proj_weight is/],
  [{ ...apart, ...stacked }, '', 'q_proj_weight', /absent where in_proj_weight is/],
  [{ ...linears, 'o_proj.weight': given }, '', 'o_proj.weight', /absent where out_proj.weight is/],
  [{ ...linears, q_proj_weight: given }, '', 'q_proj_weight', /absent where q_proj.weight is/],
  [{ ...linears, in_proj_bias: given }, '', 'q_proj.bias', /absent where in_proj_bias is/],
  // Unsupported, misspelt and unknown names.
  ...['bias_k', 'bias_v'].flatMap((name) =>
    ['', 'a.'].map(
      /** @returns {Bad} */ (prefix) => [
        { ...stacked, [name]: given },
        prefix,
        name,
        /is given; expected absent: such rows are not supported/,
      ],
    ),
  ),
  [{ ...stacked, in_proj_biass: [1] }, '', 'in_proj_biass', /did you mean in_proj_bias\?/],
  [{ ...stacked, in_proj_biass: [1] }, 'a.', 'in_proj_biass', /did you mean in_proj_bias\?/],
  [{ ...stacked, 'out_proj.Bias': [1] }, '', 'out_proj.Bias', /did you mean out_proj.bias\?/],
  [{ ...stacked, 'q_proj.weigth': [1] }, '', 'q_proj.weigth', /did you mean q_proj.weight\?/],
  [{ ...stacked, scale: [1] }, 'a.', 'scale', /not a known name; expected one of in_proj/],
  [{ ...stacked, gate: [1] }, '', 'gate', /or leave it out of the dict/],
  [{ ...stacked, 'layer.bias': [1] }, 'a.', 'layer.bias', /not a known name/],
  [{ in_proj_biass: [1] }, '', 'in_proj_biass', /did you mean in_proj_bias\?/],
  // Invalid values.
  [{ ...linears, 'k_proj.bias': 'none' }, '', 'k_proj.bias', /is "none"/],
  [{ ...linears, 'k_proj.weight': 'none' }, '', 'k_proj.weight', /is "none"/],
];

/** @type {[dict: any, name: string, shape: number[], says: RegExp][]} */
const wrongShapes = [
  [stacked, 'in_proj_bias', [4], /expected \(12,\) to match out_proj.weight/],
  [stacked, 'in_proj_weight', [4, 12], /expected \(12, 4\)/],
  [stacked, OUT, [4, 3], /expected \(4, 4\)/],
  [stacked, OUT, [], /expected \(D, D\)/],
  [stacked, OUT, [4], /expected \(4, 4\)/],
  [stacked, 'out_proj.bias', [1, 4], /expected \(4,\)/],
  [apart, 'q_proj_weight', [4, 3], /expected \(4, 4\)/],
  [apart, 'k_proj_weight', [5, 4], /expected \(4, Kdim\)/],
  [linears, 'v_proj.weight', [3, 4], /expected \(4, Vdim\)/],
  [linears, 'q_proj.bias', [12], /expected \(4,\)/],
  [linears, 'k_proj.bias', [3], /shape \(3,\); expected \(4,\)/],
];

/** @type {[name: string, prefix: string, says: RegExp][]} */
const otherLayouts = [
  ['c_attn.weight', '', /GPT-2's layout.*transpose/],
  ['h.0.attn.c_attn.weight', '', /GPT-2's layout/],
  ['query.weight', 'bert.encoder.layer.0.attention.self.', /BERT's layout.*rename query, key/],
  ['self.key.bias', 'bert.encoder.layer.0.attention.', /BERT's layout/],
  ['attention.query_key_value.weight', '', /inProjLayout: 'per-head'/],
  ['Wqkv.weight', 'layers.0.', /in_proj_weight, \(3D, D\)/],
  ['qkv_proj.weight', '', /in_proj_weight, \(3D, D\)/],
  ['qkv.weight', 'blocks.0.attn.', /in_proj_weight, \(3D, D\)/],
  ['q_lin.weight', 'attention.', /rename the four of them so/],
  ['to_out.0.weight', '', /rename the four of them so/],
  ['attention.wq.weight', 'layers.0.', /rename the four of them so/],
  ['W_Q', 'blocks.0.attn.', /TransformerLens/],
  ['q.weight', 'SelfAttention.', /T5.*scale: 1/],
  // Names of D2L, Raschka, OpenNMT, ESPnet and others.
  ...[
    ...['W_q.weight', 'W_k.bias', 'W_query.weight', 'W_value.weight', 'linear_query.weight'],
    ...['linear_keys.weight', 'linear_q.weight', 'fc_q.weight', 'w_qs.weight', 'toqueries.weight'],
    ...['q_linear.weight', 'queries.weight', 'query_layer.weight', 'q_lin.bias'],
  ].map((name) => /** @type {[string, string, RegExp]} */ ([name, 'a.', /rename the four of/])),
  ['query_proj.weight', 'self.', /DeBERTa.*relative positions are not supported/],
  ['linears.0.weight', 'self_attn.', /Annotated.*linears.0, linears.1/],
  ['rel_attn.q', '', /XLNet.*transpose/],
  ['q', 'layer.0.rel_attn.', /XLNet/],
  ['r_w_bias', 'layer.0.rel_attn.', /XLNet/],
  ['query/kernel', '', /Keras.*transpose it/],
  ['query.kernel', '', /Flax.*reshape each kernel/],
  ['q_proj.kernel', 'h.0.attn.', /transpose it/],
  ['q_norm.weight', 'self_attn.', /norm of queries or keys.*project with linear\(\), normalize/],
  ['k_layernorm.weight', 'self_attn.', /norm of queries or keys/],
  ['bias', 'h.0.attn.', /a buffer.*leave it out/],
  ['attn.masked_bias', '', /a buffer.*leave it out/],
  ['rotary_emb.cos_cached', 'self_attn.', /a buffer.*leave it out/],
];

describe('fromStateDict refuses, by the name in the dict,', () => {
  /** @param {any} dict @param {string} prefix @param {string} name @param {RegExp} says @param {string} [kind] */
  function verifyRefused(dict, prefix, name, says, kind = 'ArgumentError') {
    const argument = `dict[${JSON.stringify(prefix + name)}]`;
    for (const form of [dict, new Map(Object.entries(dict))]) {
      assertRefused(() => any(form, prefix), { kind, operation: 'fromStateDict', argument, says });
    }
  }

  it('names that are missing, given twice, misspelt or unknown, and other values', () => {
    for (const [dict, prefix, name, says] of wrongNames) {
      verifyRefused(prefixed(dict, prefix), prefix, name, says);
    }
    const inherited = caught(() => any(Object.create(stacked)));
    assertRefusal(inherited, { kind: 'ArgumentError', operation: 'fromStateDict' });
  });

  it('tensors whose size no layer could take', () => {
    for (const [dict, name, shape, says] of wrongShapes) {
      const changed = prefixed({ ...dict, [name]: random.tensor(shape) }, 'a.');
      verifyRefused(changed, 'a.', name, says, 'ShapeError');
    }
  });

  it('a prefix behind which there is no attention, and says behind which there is one', () => {
    for (const [prefix, says] of /** @type {[string, RegExp][]} */ ([
      ['', /prefix "encoder.self_attn." or "decoder.self_attn."\)/],
      ['encoder.self_attn', /prefix "encoder.self_attn."\)/],
      ['decoder.', /prefix "decoder.self_attn."\)/],
      ['other.', /prefix "encoder.self_attn." or/],
    ])) {
      verifyRefused(model, prefix, OUT, says);
    }
    verifyRefused(stacked, 'a.', OUT, /is missing/);
  });

  it('other layouts, and says what to do', () => {
    for (const [name, prefix, says] of otherLayouts) {
      verifyRefused({ [prefix + name]: [[1]] }, prefix, name, says);
    }
    // The message names the format, not other entries that its models save.
    const part = [[1]];
    for (const [dict, says] of /** @type {[any, RegExp][]} */ ([
      [{ 'query.bias': part, 'query.kernel': part }, /Flax/],
      [{ bias: part, 'c_attn.weight': part }, /GPT-2/],
      [{ 'rel_attn.q': part, 'rel_attn.o': part }, /XLNet/],
      [gptJ, /a buffer|prefix "h.0.attn."/],
    ])) {
      assert.match(String(caught(() => any(dict))), says);
    }
    assert.match(String(caught(() => any(gptJ, 'h.0.attn.'))), /a buffer and no parameter/);
  });

  it('what is no dict, or no prefix', () => {
    const [kind, operation] = ['ArgumentError', 'fromStateDict'];
    for (const dict of [undefined, null, 5, 'text', true, Symbol('dict'), 5n]) {
      assertRefused(() => any(dict), { kind, operation, argument: 'dict' });
    }
    for (const prefix of [null, 5, {}, ['a.'], Symbol('a')]) {
      assertRefused(() => any(stacked, prefix), { kind, operation, argument: 'prefix' });
    }
  });
});

// Parameters by the names that nn.MultiheadAttention saves.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import vm from 'node:vm';
import { fromStateDict, loadAttention } from '../../src/js/index.js';
import { tensorsOf } from '../support/cases.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefusal, caught } from '../support/refusal.js';

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
 * The parameters of a dict are those tensors under our names, and no more.
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

  it('leaves out biases that are not there, undefined or null', () => {
    const weights = without(stacked, 'in_proj_bias', 'out_proj.bias');
    verify(any(weights), weights);
    verify(any({ ...weights, in_proj_bias: null, 'out_proj.bias': undefined }), weights);
    verify(any({ ...weights, bias_k: null, bias_v: undefined, q_proj_weight: null }), weights);
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

  it('names what is missing, with its prefix', () => {
    /** @type {[argument: string, run: () => unknown, says: RegExp][]} */
    const cases = [
      ['dict["out_proj.weight"]', () => any(without(stacked, 'out_proj.weight')), /is missing/],
      ['dict["in_proj_weight"]', () => any(without(stacked, 'in_proj_weight')), /or q_proj_weight/],
      ['dict["a.out_proj.weight"]', () => any(stacked, 'a.'), /is missing/],
      ['dict["a.in_proj_weight"]', () => any({ 'a.out_proj.weight': [[1]] }, 'a.'), /is missing/],
      ['dict["out_proj.weight"]', () => any({}), /is missing/],
      ['dict["out_proj.weight"]', () => any(new Map()), /is missing/],
      ['dict["out_proj.weight"]', () => any(Object.create(stacked)), /is missing/],
    ];
    for (const [argument, run, says] of cases) {
      const [kind, operation] = ['ArgumentError', 'fromStateDict'];
      assertRefusal(caught(run), { kind, operation, argument, says });
    }
  });

  it('names the weight that is missing beside q, k or v: q, k and out without v', () => {
    const [kind, operation] = ['ArgumentError', 'fromStateDict'];
    for (const name of ['q', 'k', 'v']) {
      for (const [dict, ending] of /** @type {[any, string][]} */ ([
        [apart, '_proj_weight'],
        [linears, '_proj.weight'],
      ])) {
        const argument = `dict["a.${name}${ending}"]`;
        const given = prefixed(without(dict, name + ending), 'a.');
        for (const form of [given, { ...given, [`a.${name}${ending}`]: null }]) {
          assertRefusal(
            caught(() => any(form, 'a.')),
            { kind, operation, argument, says: /is missing; expected a tensor, as [qk]_proj/ },
          );
        }
      }
    }
  });

  it('refuses weights that are given stacked and apart', () => {
    for (const dict of [
      { ...stacked, 'q_proj.weight': apart.q_proj_weight },
      { ...stacked, v_proj_weight: apart.v_proj_weight },
      { ...apart, ...stacked },
    ]) {
      const error = /** @type {any} */ (caught(() => any(dict)));
      const [kind, operation] = ['ArgumentError', 'fromStateDict'];
      assertRefusal(error, { kind, operation, says: /expected absent where in_proj_weight is/ });
      assert.match(error.argument, /^dict\["[qv]_proj.weight"\]$/);
    }
  });

  it('names a tensor whose size no layer could take', () => {
    /** @type {[dict: any, name: string, shape: number[], expected: RegExp][]} */
    const cases = [
      [stacked, 'in_proj_bias', [4], /expected \(12,\) to match out_proj.weight/],
      [stacked, 'in_proj_weight', [4, 12], /expected \(12, 4\)/],
      [stacked, 'out_proj.weight', [4, 3], /expected \(4, 4\)/],
      [stacked, 'out_proj.weight', [], /expected \(D, D\)/],
      [stacked, 'out_proj.weight', [4], /expected \(4, 4\)/],
      [stacked, 'out_proj.bias', [1, 4], /expected \(4,\)/],
      [apart, 'q_proj_weight', [4, 3], /expected \(4, 4\)/],
      [apart, 'k_proj_weight', [5, 4], /expected \(4, Kdim\)/],
      [linears, 'v_proj.weight', [3, 4], /expected \(4, Vdim\)/],
      [linears, 'q_proj.bias', [12], /expected \(4,\)/],
    ];
    for (const [dict, name, shape, says] of cases) {
      const change = prefixed({ ...dict, [name]: random.tensor(shape) }, 'a.');
      const [kind, operation] = ['ShapeError', 'fromStateDict'];
      const argument = `dict["a.${name}"]`;
      assertRefusal(
        caught(() => any(change, 'a.')),
        { kind, operation, argument, says },
      );
    }
  });

  it('refuses rows that are appended to keys and values', () => {
    for (const name of ['bias_k', 'bias_v']) {
      for (const prefix of ['', 'a.']) {
        const dict = prefixed({ ...stacked, [name]: random.tensor([1, 1, 4]) }, prefix);
        for (const given of [dict, new Map(Object.entries(dict))]) {
          assertRefusal(
            caught(() => any(given, prefix)),
            {
              kind: 'ArgumentError',
              operation: 'fromStateDict',
              argument: `dict[${JSON.stringify(prefix + name)}]`,
              says: /is given; expected absent: such rows are not supported/,
            },
          );
        }
      }
    }
  });

  it('refuses a name that is misspelt or unknown, with the nearest one first', () => {
    /** @type {[dict: any, prefix: string, name: string, says: RegExp][]} */
    const cases = [
      [{ ...stacked, in_proj_biass: [1] }, '', 'in_proj_biass', /expected in_proj_bias, one of/],
      [{ ...stacked, in_proj_biass: [1] }, 'a.', 'in_proj_biass', /expected in_proj_bias, one of/],
      [{ ...stacked, 'out_proj.Bias': [1] }, '', 'out_proj.Bias', /expected out_proj.bias, one/],
      [{ ...stacked, 'q_proj.weigth': [1] }, '', 'q_proj.weigth', /expected q_proj.weight, one/],
      [{ ...stacked, scale: [1] }, 'a.', 'scale', /not a known name; expected one of in_proj/],
      [{ ...stacked, gate: [1] }, '', 'gate', /or leave it out of the dict/],
      [{ ...stacked, 'layer.bias': [1] }, 'a.', 'layer.bias', /not a known name/],
      [{ in_proj_biass: [1] }, '', 'in_proj_biass', /expected in_proj_bias, one of/],
    ];
    for (const [dict, prefix, name, says] of cases) {
      const given = prefixed(dict, prefix);
      for (const form of [given, new Map(Object.entries(given))]) {
        assertRefusal(
          caught(() => any(form, prefix)),
          {
            kind: 'ArgumentError',
            operation: 'fromStateDict',
            argument: `dict[${JSON.stringify(prefix + name)}]`,
            says,
          },
        );
      }
    }
    // What is undefined or null is not there.
    verify(any({ ...stacked, in_proj_biass: undefined, scale: null }), stacked);
  });

  it('says behind which prefix there is an attention, where the given one has none', () => {
    const model = {
      ...prefixed(stacked, 'encoder.self_attn.'),
      ...prefixed(linears, 'decoder.self_attn.'),
      'encoder.linear1.weight': [[1]],
    };
    /** @type {[prefix: string, says: RegExp][]} */
    const cases = [
      ['', /prefix "encoder.self_attn." or "decoder.self_attn."\)/],
      ['encoder.self_attn', /prefix "encoder.self_attn."\)/],
      ['decoder.', /prefix "decoder.self_attn."\)/],
      ['other.', /prefix "encoder.self_attn." or/],
    ];
    for (const [prefix, says] of cases) {
      const argument = `dict[${JSON.stringify(`${prefix}out_proj.weight`)}]`;
      assertRefusal(
        caught(() => any(model, prefix)),
        { kind: 'ArgumentError', operation: 'fromStateDict', argument, says },
      );
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
      // Whisper's keys have none.
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

  it('refuses two tensors for one place, and biases or heads that do not fit', () => {
    /** @type {[change: any, argument: string, says: RegExp][]} */
    const cases = [
      [{ 'o_proj.weight': [[1]] }, 'o_proj.weight', /absent where out_proj.weight is/],
      [{ q_proj_weight: [[1]] }, 'q_proj_weight', /absent where q_proj.weight is/],
      [{ in_proj_bias: [1] }, 'q_proj.bias', /absent where in_proj_bias is/],
      [{ 'k_proj.bias': random.tensor([3]) }, 'k_proj.bias', /shape \(3,\); expected \(4,\)/],
      [{ 'k_proj.bias': 'none' }, 'k_proj.bias', /is "none"/],
      [{ 'k_proj.weight': random.tensor([2, 4]) }, 'k_proj.weight', /of 2 rows.*grouped-query/],
    ];
    for (const [change, name, says] of cases) {
      const error = /** @type {any} */ (caught(() => any({ ...linears, ...change })));
      assert.equal(error.operation, 'fromStateDict');
      assert.equal(error.argument, `dict["${name}"]`);
      assert.match(error.message, says);
    }
  });

  it('names other layouts, and says what to do', () => {
    /** @type {[name: string, prefix: string, says: RegExp][]} */
    const cases = [
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
      // D2L, Raschka, OpenNMT, ESPnet and others.
      ...[
        ...['W_q.weight', 'W_k.bias', 'W_query.weight', 'W_value.weight', 'linear_query.weight'],
        ...[
          'linear_keys.weight',
          'linear_q.weight',
          'fc_q.weight',
          'w_qs.weight',
          'toqueries.weight',
        ],
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
      [
        'q_norm.weight',
        'self_attn.',
        /norm of queries or keys.*project with linear\(\), normalize/,
      ],
      ['k_layernorm.weight', 'self_attn.', /norm of queries or keys/],
      ['bias', 'h.0.attn.', /a buffer.*leave it out/],
      ['attn.masked_bias', '', /a buffer.*leave it out/],
      ['rotary_emb.inv_freq', 'self_attn.', /a buffer.*leave it out/],
    ];
    for (const [name, prefix, says] of cases) {
      const [kind, operation] = ['ArgumentError', 'fromStateDict'];
      const argument = `dict[${JSON.stringify(prefix + name)}]`;
      assertRefusal(
        caught(() => any({ [prefix + name]: [[1]] }, prefix)),
        { kind, operation, argument, says },
      );
    }
  });

  it('names the layout rather than what else a model of it saves', () => {
    const part = [[1]];
    const kernels = { 'query.bias': part, 'query.kernel': part };
    assert.match(String(caught(() => any(kernels))), /Flax/);
    const gpt2 = { bias: part, 'c_attn.weight': part };
    assert.match(String(caught(() => any(gpt2))), /GPT-2/);
    const xlnet = { 'rel_attn.q': part, 'rel_attn.o': part };
    assert.match(String(caught(() => any(xlnet))), /XLNet/);
    const gptJ = { ...prefixed(linears, 'h.0.attn.'), 'h.0.attn.bias': part };
    assert.match(String(caught(() => any(gptJ))), /a buffer|prefix "h.0.attn."/);
    assert.match(String(caught(() => any(gptJ, 'h.0.attn.'))), /a buffer and no parameter/);
  });

  it('refuses what is no dict, or no prefix', () => {
    const [kind, operation] = ['ArgumentError', 'fromStateDict'];
    for (const dict of [undefined, null, 5, 'text', true, Symbol('dict'), 5n]) {
      const error = caught(() => any(dict));
      assertRefusal(error, { kind, operation, argument: 'dict' });
    }
    for (const prefix of [null, 5, {}, ['a.'], Symbol('a')]) {
      const error = caught(() => any(stacked, prefix));
      assertRefusal(error, { kind, operation, argument: 'prefix' });
    }
  });
});

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
      'encoder.layers.0.self_attn.scale': [1],
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

  it('leaves weights that lack others apart to the layer, which names them', () => {
    for (const name of ['k_proj_weight', 'v_proj_weight']) {
      const parameters = any(without(apart, name));
      const error = caught(() => attention.createMultiHeadAttention(parameters, { numHeads: 2 }));
      const argument = `parameters.${ours[name]}`;
      assertRefusal(error, {
        kind: 'ArgumentError',
        operation: 'createMultiHeadAttention',
        argument,
      });
    }
    const both = any({ ...stacked, ...apart });
    const error = caught(() => attention.createMultiHeadAttention(both, { numHeads: 2 }));
    const [kind, operation] = ['ArgumentError', 'createMultiHeadAttention'];
    assertRefusal(error, { kind, operation, argument: 'parameters.inProjWeight' });
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

  it('refuses what is no dict, or no prefix', () => {
    const [kind, operation] = ['ArgumentError', 'fromStateDict'];
    const thrower = () => {
      throw new Error('not for you');
    };
    const proxy = new Proxy({}, { getOwnPropertyDescriptor: thrower, get: thrower });
    const odd = {
      get 'out_proj.weight'() {
        return thrower();
      },
    };
    for (const dict of [undefined, null, 5, 'text', true, Symbol('dict'), 5n, proxy, odd]) {
      const error = caught(() => any(dict));
      assertRefusal(error, { kind, operation, argument: 'dict' });
    }
    for (const prefix of [null, 5, {}, ['a.'], Symbol('a')]) {
      const error = caught(() => any(stacked, prefix));
      assertRefusal(error, { kind, operation, argument: 'prefix' });
    }
  });
});

// GRU, decoder, and the gradients of attention and of models agree with PyTorch's.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensor } from '../../src/js/index.js';
import { Describer } from '../../src/js/learning/describer.js';
import { loadGradients } from '../../src/js/learning/gradients.js';
import { Mini } from '../../src/js/learning/mini.js';
import { loadLearning } from '../../src/js/learning/module.js';
import { Translator } from '../../src/js/learning/translator.js';
import { readCases } from '../support/golden.js';
import { assertWithin, shareOfLargest } from '../support/near.js';
import { readTensor, runTaped } from './taped.js';

/** @import { Model } from '../../src/js/learning/model.js' */
/** @import { Tape } from '../../src/js/learning/tape.js' */
/** @import { Parameter, TapeTensor } from '../../src/js/learning/types.js' */
/** @import { Input, Reference } from '../support/golden.js' */
/** @import { Numbers } from '../support/near.js' */

/** @param {Record<string, Numbers>} results @param {Reference} reference */
function verify(results, { expected }) {
  for (const [name, should] of Object.entries(expected)) {
    assertWithin(results[name], should, shareOfLargest(should), name);
  }
}

/**
 * Runs one direction over (N, T, in).
 * @param {Tape} tape @param {TapeTensor} x @param {Record<string, Parameter>} p
 * @param {(part: string) => string} name returns the names of weight_ih, weight_hh, bias_ih and
 *   bias_hh
 * @param {object} [options]
 */
function gru(tape, x, p, name, options) {
  const input = tape.linear(x, p[name('weight_ih')], p[name('bias_ih')]);
  return tape.gru(input, p[name('weight_hh')], p[name('bias_hh')], options);
}

/** @type {Record<string, (reference: Reference) => Promise<Record<string, any>>>} */
const forward = {
  async gru_cell({ inputs }) {
    const { tape, result } = await runTaped(inputs, (tape, p) => {
      const x = tape.reshape(p.x, [p.x.shape[0], 1, p.x.shape[1]]);
      return tape.reshape(
        gru(tape, x, p, (part) => part, { initial: p.h }),
        p.h.shape,
      );
    });
    return { h_next: readTensor(tape, result) };
  },

  async gru({ inputs }) {
    const isBidirectional = 'weight_ih_l0_reverse' in inputs;
    const { tape, result } = await runTaped(inputs, (tape, p) => {
      const [N, T] = p.x.shape;
      const U = p.weight_hh_l0.shape[1];
      const output = tape.tensor([N, T, isBidirectional ? 2 * U : U]);
      const initial = (/** @type {number} */ i) => p.h0 && tape.slice(p.h0, i);
      gru(tape, p.x, p, (part) => `${part}_l0`, { output, initial: initial(0) });
      if (isBidirectional) {
        const options = { output, column: U, isReverse: true, initial: initial(1) };
        gru(tape, p.x, p, (part) => `${part}_l0_reverse`, options);
      }
      return output;
    });
    const output = readTensor(tape, result);
    const [N, T, width] = result.shape;
    const U = isBidirectional ? width / 2 : width;
    const last = Array.from({ length: isBidirectional ? 2 : 1 }, (_, i) =>
      Array.from({ length: N }, (_, n) => {
        const from = (n * T + (i === 0 ? T - 1 : 0)) * width + i * U;
        return [...output.data.subarray(from, from + U)];
      }),
    );
    return { output, h_n: tensor(last) };
  },

  async bahdanau_decoder({ inputs }) {
    const [N, S] = inputs.source.shape;
    const [, T, E] = inputs.target.shape;
    const lengths = inputs.valid_lens;
    const { tape, result } = await runTaped(inputs, (tape, p) => {
      const U = p.enc_weight_hh_l0.shape[1];
      const D = p.dec_weight_hh.shape[1];
      // Returns the rows of one word of a batch-first tensor.
      const at = (/** @type {TapeTensor} */ x, /** @type {number} */ t) => {
        const [, words, width] = x.shape;
        const rows = Array.from({ length: N }, (_, n) => n * words + t);
        return tape.embedding(tape.reshape(x, [N * words, width]), tape.ids(rows));
      };
      const annotations = tape.tensor([N, S, 2 * U]);
      gru(tape, p.source, p, (part) => `enc_${part}_l0`, { output: annotations });
      const reversed = gru(tape, p.source, p, (part) => `enc_${part}_l0_reverse`, {
        isReverse: true,
      });
      gru(tape, p.source, p, (part) => `enc_${part}_l0_reverse`, {
        ...{ output: annotations, column: U, isReverse: true },
      });
      const first = tape.tanh(tape.linear(at(reversed, 0), p.init_weight, p.init_bias));
      const keys = tape.linear(annotations, p.Wk);
      const validLens = lengths && tape.ids(lengths.data);
      let state = first;
      const steps = Array.from({ length: T }, (_, t) => {
        const query = tape.linear(state, p.Wq);
        const A = query.shape[1];
        const stepQuery = tape.reshape(query, [N, 1, A]);
        const found = tape.additiveAttention(stepQuery, keys, annotations, p.Wv, { validLens });
        const context = tape.reshape(found.output, [N, 2 * U]);
        const x = tape.reshape(tape.concatenate(at(p.target, t), context), [N, 1, E + 2 * U]);
        const next = gru(tape, x, p, (part) => `dec_${part}`, { initial: state });
        state = tape.reshape(next, [N, D]);
        const logits = tape.linear(state, p.vocab_weight, p.vocab_bias);
        return { weights: found.weights, contexts: context, decoder_states: state, logits };
      });
      return { annotations, first, steps };
    });
    // Rearranges (T, N, …) to (N, T, …).
    const stack = (/** @type {'weights' | 'contexts' | 'decoder_states' | 'logits'} */ name) => {
      const words = result.steps.map((step) => tape.read(step[name]));
      const width = words[0].length / N;
      return tensor(
        Array.from({ length: N }, (_, n) =>
          words.map((word) => [...word.subarray(n * width, (n + 1) * width)]),
        ),
      );
    };
    return {
      encoder_states: readTensor(tape, result.annotations),
      s_0: readTensor(tape, result.first),
      weights: stack('weights'),
      contexts: stack('contexts'),
      decoder_states: stack('decoder_states'),
      logits: stack('logits'),
    };
  },
};

describe('forward, as PyTorch has it:', () => {
  for (const reference of readCases('gru_bahdanau.json')) {
    it(reference.name, async () => verify(await forward[reference.op](reference), reference));
  }
});

const gradients = await loadGradients();

/** @param {Reference} reference */
function optionsOf({ params, inputs }) {
  const { is_causal: isCausal, fill: maskFill, scale, softcap } = params;
  const { mask, added, sinks, key_padding: keyPaddingMask, valid_lens: validLens } = inputs;
  const given = { isCausal, maskFill, scale, softcap, sinks, keyPaddingMask, validLens };
  const options = Object.entries({ ...given, attnMask: mask ?? added });
  return Object.fromEntries(options.filter(([, option]) => option !== undefined));
}

/** Names the gradients of tensors among the options as the reference does. @param {any} result */
const optionGradients = ({ gradAttnMask, gradSinks }) => ({
  added: gradAttnMask,
  sinks: gradSinks,
});

/** Converts ids to words. @param {Input} ids */
const words = (ids) => Array.from(ids.data, String);

/** @param {Input} ids @param {number} row */
const rowOf = (ids, row) => {
  const width = ids.shape[1];
  return words(ids).slice(row * width, (row + 1) * width);
};

/** @param {number} count */
const numbers = (count) => Array.from({ length: count }, (_, i) => String(i));

const draw = () => {
  throw new Error('The examples are those of the reference');
};

/**
 * Computes the loss of a model on given examples, and its gradients by the reference's names.
 * @template Example
 * @param {Model<Example>} model @param {Example[]} batch
 * @param {Record<string, Parameter>} parameters @param {Reference} reference
 */
function runModel(model, batch, parameters, { inputs, expected }) {
  const { tape } = model;
  const names = Object.keys(expected).filter((name) => name !== 'loss');
  assert.deepEqual(Object.keys(parameters).sort(), names.sort());
  assert.equal(model.tape.parameters.length, names.length);
  for (const [name, parameter] of Object.entries(parameters)) {
    assert.deepEqual(parameter.shape, inputs[name].shape, name);
    tape.write(parameter, inputs[name].data);
  }
  tape.start();
  const { loss } = model.forward(batch);
  tape.backward();
  /** @type {Record<string, any>} */
  const results = { loss: readTensor(tape, loss) };
  for (const [name, parameter] of Object.entries(parameters)) {
    results[name] = { shape: parameter.shape, data: tape.readGradient(parameter) };
  }
  return results;
}

/**
 * @param {string} prefix
 * @param {{ inputWeight: Parameter, inputBias: Parameter, hiddenWeight: Parameter, hiddenBias:
 *   Parameter }} gru
 */
const gruParameters = (prefix, { inputWeight, inputBias, hiddenWeight, hiddenBias }) => ({
  [`${prefix}_weight_ih`]: inputWeight,
  [`${prefix}_weight_hh`]: hiddenWeight,
  [`${prefix}_bias_ih`]: inputBias,
  [`${prefix}_bias_hh`]: hiddenBias,
});

/** @type {Record<string, (reference: Reference) => Promise<Record<string, any>>>} */
const backward = {
  async scaled_dot_product_attention(reference) {
    const { grad_output, query, key, value } = /** @type {any} */ (reference.inputs);
    const options = optionsOf(reference);
    const result = gradients.scaledDotProductAttention(grad_output, query, key, value, options);
    const { gradQuery, gradKey, gradValue } = result;
    return { query: gradQuery, key: gradKey, value: gradValue, ...optionGradients(result) };
  },

  async additive_attention(reference) {
    const { grad_output, queries, keys, values, wq, wk, wv } = /** @type {any} */ (
      reference.inputs
    );
    const result = gradients.additiveAttention(
      ...[grad_output, queries, keys, values],
      .../** @type {[any, any]} */ ([{ wq, wk, wv }, optionsOf(reference)]),
    );
    const { gradQueries, gradKeys, gradValues, gradParameters } = result;
    const ofInputs = { queries: gradQueries, keys: gradKeys, values: gradValues };
    return { ...ofInputs, ...gradParameters, ...optionGradients(result) };
  },

  async multihead_attention(reference) {
    const { grad_output, query, key, value } = /** @type {any} */ (reference.inputs);
    const names = Object.keys(reference.inputs).filter((name) => /_proj_/.test(name));
    const camel = (/** @type {string} */ name) =>
      name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
    const parameters = Object.fromEntries(
      names.map((name) => [camel(name), reference.inputs[name]]),
    );
    const options = { numHeads: reference.params.num_heads, ...optionsOf(reference) };
    const result = gradients.multiHeadAttention(
      ...[grad_output, query, key, value],
      .../** @type {[any, any]} */ ([parameters, options]),
    );
    const { gradQuery, gradKey, gradValue } = result;
    /** @type {{ gradParameters: Record<string, any> }} */
    const { gradParameters } = result;
    const ofParameters = names.map((name) => [name, gradParameters[camel(name)]]);
    const ofInputs = { query: gradQuery, key: gradKey, value: gradValue };
    return { ...ofInputs, ...Object.fromEntries(ofParameters), ...optionGradients(result) };
  },

  async translator(reference) {
    const { inputs } = reference;
    const [V] = inputs.source_embedding.shape;
    const vocabulary = numbers(V).slice(1);
    const grammar = { sourceVocabulary: vocabulary, targetVocabulary: vocabulary };
    const sizes = {
      embedding: inputs.source_embedding.shape[1],
      encoder: inputs.forward_weight_hh.shape[1],
      decoder: inputs.writer_weight_hh.shape[1],
      attention: inputs.score.shape[0],
    };
    const model = new Translator(await loadLearning(), { ...grammar, draw }, 1, sizes);
    const batch = Array.from({ length: inputs.sources.shape[0] }, (_, n) => ({
      source: rowOf(inputs.sources, n).slice(1, -1).join(' '),
      target: rowOf(inputs.targets, n)
        .filter((id) => Number(id) > 0)
        .join(' '),
    }));
    const parameters = {
      source_embedding: model.sourceEmbedding,
      target_embedding: model.targetEmbedding,
      ...gruParameters('forward', model.forwardReader),
      ...gruParameters('backward', model.backwardReader),
      ...gruParameters('writer', model.writer),
      keys_weight: model.keys.weight,
      keys_bias: model.keys.bias,
      query_weight: model.query.weight,
      query_bias: model.query.bias,
      score: /** @type {Parameter} */ (model.score),
      output_weight: model.output.weight,
      output_bias: model.output.bias,
    };
    return runModel(model, batch, parameters, reference);
  },

  async language_model(reference) {
    const { inputs, params } = reference;
    const [V, width] = inputs.embedding.shape;
    const L = inputs.inputs.shape[1];
    const grammar = { vocabulary: numbers(V), maxLength: L + 1, draw };
    const sizes = { width, heads: params.num_heads, layers: 1 };
    const model = new Mini(await loadLearning(), grammar, 1, sizes);
    const batch = Array.from({ length: inputs.inputs.shape[0] }, (_, n) => {
      const targets = rowOf(inputs.targets, n).filter((id) => id !== '-1');
      return { words: [rowOf(inputs.inputs, n)[0], ...targets] };
    });
    const [{ norm, qkv, distances, output }] = model.layers;
    const parameters = {
      embedding: model.embedding,
      norm_gain: norm.gain,
      norm_bias: norm.bias,
      ...{ qkv, distances, output },
      final_gain: model.norm.gain,
      final_bias: model.norm.bias,
    };
    return runModel(model, batch, parameters, reference);
  },

  async describer(reference) {
    const { inputs } = reference;
    const { words: sentences, valid_lens, adjective_positions, answer_positions } = inputs;
    const grammar = {
      vocabulary: numbers(inputs.query.shape[0]),
      nouns: { all: words(inputs.nouns) },
      adjectives: {},
      draw,
    };
    const model = new Describer(await loadLearning(), grammar, 1);
    const batch = Array.from(valid_lens.data, (length, n) => ({
      words: rowOf(sentences, n).slice(0, Math.max(length, adjective_positions.data[n] + 1)),
      adjective: adjective_positions.data[n],
      answer: answer_positions.data[n],
    }));
    const { query, key, value } = model;
    return runModel(model, batch, { query, key, value }, reference);
  },
};

describe('gradients, as PyTorch has them:', () => {
  const references = readCases('gradients.json');
  assert.equal(references.length, 15);
  for (const reference of references) {
    it(reference.name, async () => verify(await backward[reference.op](reference), reference));
  }
});

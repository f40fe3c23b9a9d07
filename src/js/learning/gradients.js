/** Gradients of the attentions: how each input changes a loss, given the gradient of the output. */

import { readAdditive } from '../additive.js';
import { readElements, readTensor } from '../arguments.js';
import { readTrace } from '../attention-calls.js';
import { putOptions, readOptions } from '../call-options.js';
import { makeArgumentError, runNamed } from '../errors.js';
import { readMultiHead } from '../multi-head.js';
import { readParameters } from '../multi-head-parameters.js';
import { readScaledDotProduct } from '../scaled-dot-product.js';
import { countElements, expectShape } from '../shapes.js';
import { makeTensor } from '../tensor.js';
import { readFirst, refuseOptions } from './model-arguments.js';
import { loadLearning } from './module.js';
import { Tape } from './tape.js';

/** @import { AttentionError, LoadError } from '../errors.js' */
/** @import { Call } from '../attention-calls.js' */
/** @import { AdditiveParameters, Argument, LayerOptions, MultiHeadParameters } from '../types.js' */
/** @import { TensorLike, Tensor } from '../types.js' */
/** @import { LearningModule } from './module.js' */
/**
 * @import { AdditiveGradients, DotProductGradients, GradientOptions, MultiHeadGradients, TapeTensor } from './types.js'
 */

/**
 * Loads the functions that compute gradients.
 *
 * @param {[]} given no arguments
 * @returns {Promise<Gradients>}
 * @throws {LoadError} if the wasm module cannot be compiled or started
 */
export async function loadGradients(...given) {
  runNamed('loadGradients', () => refuseOptions(readFirst(given, 'loadGradients()')));
  return new Gradients(await loadLearning('loadGradients'));
}

/**
 * Functions that compute the gradients of the three attentions. They throw the same errors as the attentions. Results are
 * fresh tensors. An `attnMask` of numbers and `sinks` have gradients, too: `gradAttnMask` and `gradSinks`.
 */
export class Gradients {
  #tape;

  /** @internal @param {LearningModule} module */
  constructor(module) {
    this.#tape = new Tape(module);
  }

  /**
   * Computes the backward of scaled dot-product attention. With weights W, and G for the gradient of the output:
   * gradWeights = G · valueᵀ, gradScaledScores = W ∘ (gradWeights − Σₛ W ∘ gradWeights),
   * gradScores = scale · gradScaledScores, gradQuery = gradScores · key, gradKey = gradScoresᵀ · query,
   * gradValue = Wᵀ · G. With a softcap c, gradScaledScores is also multiplied by 1 − (capped score / c)². If the same
   * tensor is query and key, its gradient is the sum of both.
   *
   * @param {TensorLike} gradOutput the gradient of the output, with the same shape
   * @param {TensorLike} query (L, E), (N, L, E) or (N, H, L, E)
   * @param {TensorLike} key (…, S, E)
   * @param {TensorLike} value (…, S, Ev)
   * @param {GradientOptions} [options] the options of the attention
   * @returns {DotProductGradients}
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  scaledDotProductAttention(gradOutput, query, key, value, options) {
    return runNamed('scaledDotProductAttention', () => {
      const call = readScaledDotProduct(query, key, value, options);
      const gradient = readGradient(gradOutput, call.output);
      const { inputs, items, ...given } = this.#start(call);
      const { N, H, Hkv, L, S, E, Ev } = call.sizes;
      const shapes = [
        [N, H, L, E],
        [N, Hkv, S, E],
        [N, Hkv, S, Ev],
      ];
      const [q, k, v] = items.map((input, i) => this.#tape.reshape(input, shapes[i]));
      const { output, scoreGradients } = this.#tape.attention(q, k, v, given);
      this.#tape.backward(output, gradient);
      const [gradQuery, gradKey, gradValue] = inputs.map((input) => this.#gradientOf(input));
      const others = this.#readOthers(given, scoreGradients, call.weights);
      return { gradQuery, gradKey, gradValue, ...others };
    });
  }

  /**
   * Computes the backward of additive attention: back to the scores as in the dot product, then through tanh and both
   * projections.
   *
   * @param {TensorLike} gradOutput the gradient of the output, with the same shape
   * @param {TensorLike} queries (L, Q) or (N, L, Q)
   * @param {TensorLike} keys (…, S, K)
   * @param {TensorLike} values (…, S, Ev)
   * @param {AdditiveParameters} parameters
   * @param {GradientOptions} [options] the options of the attention
   * @returns {AdditiveGradients}
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  additiveAttention(gradOutput, queries, keys, values, parameters, options) {
    return runNamed('additiveAttention', () => {
      const call = readAdditive(queries, keys, values, parameters, options);
      const gradient = readGradient(gradOutput, call.output);
      const tape = this.#tape;
      const { inputs, items, ...given } = this.#start(call);
      const { N, L, S, Ev, A } = call.sizes;
      const [wq, wk, wv] = call.parameters.map((weight) => this.#input(weight));
      const [query, key, value] = items;
      const { output, scoreGradients } = tape.additiveAttention(
        tape.reshape(tape.linear(query, wq, undefined, true), [N, L, A]),
        tape.reshape(tape.linear(key, wk, undefined, true), [N, S, A]),
        tape.reshape(value, [N, S, Ev]),
        wv,
        given,
      );
      tape.backward(output, gradient);
      const [gradQueries, gradKeys, gradValues] = inputs.map((input) => this.#gradientOf(input));
      const [q, k, v] = [wq, wk, wv].map((weight) => this.#gradientOf(weight));
      const gradParameters = { wq: q, wk: k, wv: v };
      const others = this.#readOthers(given, scoreGradients, call.weights);
      return { gradQueries, gradKeys, gradValues, gradParameters, ...others };
    });
  }

  /**
   * Computes the backward of multi-head attention: through the output projection, each head as in the dot product, and
   * the projections of query, key and value. Before these projections, it rotates the gradients of rotary queries and
   * keys by the opposite angles.
   *
   * @param {TensorLike} gradOutput the gradient of the output, with the same shape
   * @param {TensorLike} query (L, D) or (N, L, D)
   * @param {TensorLike} key (…, S, Kdim)
   * @param {TensorLike} value (…, S, Vdim)
   * @param {MultiHeadParameters} parameters
   * @param {LayerOptions & GradientOptions} options the options of the attention
   * @returns {MultiHeadGradients}
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  multiHeadAttention(gradOutput, query, key, value, parameters, options) {
    return runNamed('multiHeadAttention', () => {
      const read = readOptions.multiHead(options);
      const { sizes, rotary, ...layer } = readParameters(parameters, read);
      const { H, Hkv } = sizes;
      const call = readMultiHead({ ...sizes, rotary }, query, key, value, read, undefined);
      const gradient = readGradient(gradOutput, call.output);
      const tape = this.#tape;
      const { inputs, ...given } = this.#start(call);
      const { N, L, S } = call.sizes;
      const rows = [L, S, S];
      const heads = [H, Hkv, Hkv];
      const projections = layer.projections.map(({ weight, bias }) => ({
        weight: this.#input(weight),
        bias: bias && this.#input(bias),
      }));
      const [q, k, v] = inputs.map((input, i) => {
        const { weight, bias } = projections[i];
        const projected = tape.linear(input, weight, bias, true);
        const split = tape.reshape(projected, [N, rows[i], weight.shape[0]]);
        return tape.slice(tape.splitHeads(split, 1, heads[i]), 0);
      });
      const mixed = tape.attention(
        rotary === undefined ? q : tape.rotary(q, S - L, rotary),
        rotary === undefined ? k : tape.rotary(k, 0, rotary),
        v,
        given,
      );
      const { weight, bias } = projections[3];
      const output = tape.linear(tape.mergeHeads(mixed.output), weight, bias, true);
      tape.backward(output, gradient);
      const [gradQuery, gradKey, gradValue] = inputs.map((input) => this.#gradientOf(input));
      const isStacked = layer.projections[0].weight.name === 'parameters.inProjWeight';
      const gradParameters = nameGradients(
        isStacked,
        projections.map(({ weight, bias }) => ({
          weight: this.#gradientOf(weight),
          bias: bias && this.#gradientOf(bias),
        })),
        read.inProjLayout === 'per-head' ? H : 1,
      );
      const others = this.#readOthers(given, mixed.scoreGradients, call.weights);
      return { gradQuery, gradKey, gradValue, gradParameters, ...others };
    });
  }

  /**
   * Puts the inputs and options of a call into memory. Returns the inputs, the inputs repeated for the whole batch, and
   * the options for the attention of the tape.
   *
   * @param {Pick<Call, 'inputs' | 'options' | 'trace'>} call
   */
  #start(call) {
    const { options } = call;
    checkResultOptions(call);
    const tape = this.#tape;
    tape.start();
    const { added, sinks: given } = options;
    const bias = added && this.#input(added);
    const sinks = given && this.#input(given);
    const memory = {
      put: (/** @type {Argument<any>} */ argument) => tape.put(readElements(argument)),
      putStruct: (/** @type {number[]} */ words) => tape.struct(words),
    };
    const members = { ...options, added: bias?.address, sinks: sinks?.address };
    const settings = putOptions(memory, members);
    const inputs = call.inputs.map((argument) => this.#input(argument));
    const items = inputs.map((input, i) => tape.repeat(input, call.inputs[i].copies ?? 1));
    return { inputs, items, settings, bias, sinks, wantsScoreGradients: true };
  }

  /** @param {Argument} argument */
  #input(argument) {
    return this.#tape.input([...argument.shape], readElements(argument), true);
  }

  /** @param {TapeTensor} tensor */
  #gradientOf(tensor) {
    return makeTensor(tensor.shape, this.#tape.readGradient(tensor));
  }

  /**
   * Returns the gradients of the options and of the intermediate steps.
   * @param {Record<'bias' | 'sinks', TapeTensor | undefined>} options
   * @param {TapeTensor[]} scoreGradients @param {number[]} shape the shape of the weights
   */
  #readOthers({ bias, sinks }, scoreGradients, shape) {
    const [gradWeights, gradScaledScores, gradScores] = scoreGradients.map((tensor) =>
      makeTensor(shape, this.#tape.read(tensor)),
    );
    return {
      ...(bias && { gradAttnMask: this.#gradientOf(bias) }),
      ...(sinks && { gradSinks: this.#gradientOf(sinks) }),
      trace: { gradWeights, gradScaledScores, gradScores },
    };
  }
}

/**
 * Refuses destinations. Checks `trace`, which changes nothing here: gradients always have all steps.
 * @param {Pick<Call, 'options' | 'trace'>} call
 */
function checkResultOptions({ options, trace }) {
  for (const name of /** @type {const} */ (['out', 'weightsOut'])) {
    if (options[name] === undefined) continue;
    const expected = 'absent, because gradients are fresh tensors';
    throw makeArgumentError(`options.${name}`, expected, 'given');
  }
  if (options.trace !== false) readTrace(options.trace, trace());
}

/** @param {unknown} gradOutput @param {number[]} output */
function readGradient(gradOutput, output) {
  const read = readTensor('gradOutput', gradOutput);
  expectShape(read, output, 'as the output');
  return readElements(read);
}

/**
 * Names the gradients of the projections of q, k, v and the output as the parameters are named.
 *
 * @param {boolean} isStacked
 * @param {{ weight: Tensor, bias: Tensor | undefined }[]} gradients
 * @param {number} runCount the number of runs of rows of q, k and v that alternate in a stacked tensor
 */
function nameGradients(isStacked, gradients, runCount) {
  const [q, k, v, out] = gradients;
  /** @type {Record<string, Tensor>} */
  const result = { outProjWeight: out.weight };
  if (out.bias) result.outProjBias = out.bias;
  if (q.bias && k.bias && v.bias) result.inProjBias = stack([q.bias, k.bias, v.bias], runCount);
  if (isStacked) {
    result.inProjWeight = stack([q.weight, k.weight, v.weight], runCount);
    return result;
  }
  return { ...result, qProjWeight: q.weight, kProjWeight: k.weight, vProjWeight: v.weight };
}

/**
 * Stacks tensors with alternating runs of their rows.
 * @param {Tensor[]} tensors tensors of the same width
 * @param {number} runCount the number of runs of each tensor
 */
function stack(tensors, runCount) {
  const [, ...rest] = tensors[0].shape;
  const rows = tensors.reduce((sum, { shape }) => sum + shape[0], 0);
  const data = new Float32Array(rows * countElements(rest));
  for (let i = 0, to = 0; i < runCount; i++) {
    for (const { data: from } of tensors) {
      const run = from.length / runCount;
      data.set(from.subarray(i * run, (i + 1) * run), to);
      to += run;
    }
  }
  return makeTensor([rows, ...rest], data);
}

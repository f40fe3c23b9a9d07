/**
 * Gradients of the attentions, for those who want to see how one learns: what a small change of each
 * number does to a loss, given what a small change of the output does.
 */

import { elementsOf, readTensor } from '../arguments.js';
import { optionError, runNamed } from '../errors.js';
import { readCall } from '../multi-head.js';
import { readParameters } from '../multi-head-parameters.js';
import { readAdditive, readScaledDotProduct } from '../operations.js';
import { putOptions, readOptions } from '../options.js';
import { expectShape, sizeOf } from '../shapes.js';
import { makeTensor } from '../tensor.js';
import { loadLearning } from './module.js';
import { readFirst, readOptions as readLearningOptions } from './options.js';
import { Tape } from './tape.js';

/**
 * @import { AdditiveParameters, Argument, AttentionOptions, LayerOptions, MultiHeadParameters, Tensor, TensorLike } from '../types.js'
 * @import { AdditiveGradients, DotProductGradients, GradientTrace, MultiHeadGradients, TapeTensor } from './types.js'
 */

/**
 * Loads what computes gradients.
 *
 * @param {[]} given nothing
 * @returns {Promise<Gradients>}
 * @throws {import('../errors.js').LoadError} if the wasm module cannot be compiled or started
 */
export async function loadGradients(...given) {
  runNamed('loadGradients', () => readLearningOptions(readFirst(given, 'loadGradients()'), {}));
  return new Gradients(await loadLearning('loadGradients'));
}

/**
 * The gradients of the three attentions: what a small change of each number does to a loss. All throw what the attentions
 * throw. Results are fresh tensors.
 */
export class Gradients {
  #tape;

  /** @internal @param {import('./module.js').LearningModule} module */
  constructor(module) {
    this.#tape = new Tape(module);
  }

  /**
   * Backward of scaled dot-product attention. With weights W, and G for the gradient of the output:
   * gradWeights = G · valueᵀ, gradScaledScores = W ∘ (gradWeights − Σₛ W ∘ gradWeights), gradScores = scale · gradScaledScores,
   * gradQuery = gradScores · key, gradKey = gradScoresᵀ · query, gradValue = Wᵀ · G. If one tensor is query and key, its
   * gradient is the sum of both.
   *
   * @param {TensorLike} gradOutput the gradient of the output, of its shape
   * @param {TensorLike} query (L, E), (N, L, E) or (N, H, L, E)
   * @param {TensorLike} key (…, S, E)
   * @param {TensorLike} value (…, S, Ev)
   * @param {AttentionOptions} [options] as the attention was called with
   * @returns {DotProductGradients}
   */
  scaledDotProductAttention(gradOutput, query, key, value, options) {
    return runNamed('scaledDotProductAttention', () => {
      const call = readScaledDotProduct(query, key, value, options);
      const gradient = readGradient(gradOutput, call.output);
      const { inputs, settings } = this.#start(call);
      const [N, H, Hkv, L, S, E, Ev] = call.sizes;
      const shapes = [
        [N, H, L, E],
        [N, Hkv, S, E],
        [N, Hkv, S, Ev],
      ];
      const [q, k, v] = inputs.map((input, i) => this.#tape.reshape(input, shapes[i]));
      const { output, scoreGradients } = this.#tape.attention(q, k, v, { settings });
      this.#tape.backward(output, gradient);
      const [gradQuery, gradKey, gradValue] = inputs.map((input) => this.#gradientOf(input));
      return { gradQuery, gradKey, gradValue, trace: this.#traceOf(scoreGradients, call.weights) };
    });
  }

  /**
   * Backward of additive attention: from the scores on as in the dot product, then through tanh and both projections.
   *
   * @param {TensorLike} gradOutput the gradient of the output, of its shape
   * @param {TensorLike} queries (L, Q) or (N, L, Q)
   * @param {TensorLike} keys (…, S, K)
   * @param {TensorLike} values (…, S, Ev)
   * @param {AdditiveParameters} parameters
   * @param {AttentionOptions} [options] as the attention was called with
   * @returns {AdditiveGradients}
   */
  additiveAttention(gradOutput, queries, keys, values, parameters, options) {
    return runNamed('additiveAttention', () => {
      const call = readAdditive(queries, keys, values, parameters, options);
      const gradient = readGradient(gradOutput, call.output);
      const tape = this.#tape;
      const { inputs, settings } = this.#start(call);
      const [N, L, S, , , Ev, A] = call.sizes;
      const [wq, wk, wv] = call.given.map((weight) => this.#input(weight));
      const [query, key, value] = inputs;
      const { output, scoreGradients } = tape.additiveAttention(
        tape.reshape(tape.linear(query, wq, undefined, true), [N, L, A]),
        tape.reshape(tape.linear(key, wk, undefined, true), [N, S, A]),
        tape.reshape(value, [N, S, Ev]),
        wv,
        { settings },
      );
      tape.backward(output, gradient);
      return {
        gradQueries: this.#gradientOf(query),
        gradKeys: this.#gradientOf(key),
        gradValues: this.#gradientOf(value),
        gradParameters: {
          wq: this.#gradientOf(wq),
          wk: this.#gradientOf(wk),
          wv: this.#gradientOf(wv),
        },
        trace: this.#traceOf(scoreGradients, call.weights),
      };
    });
  }

  /**
   * Backward of multi-head attention: through the output projection, each head as in the dot product, and the projections
   * of query, key and value.
   *
   * @param {TensorLike} gradOutput the gradient of the output, of its shape
   * @param {TensorLike} query (L, D) or (N, L, D)
   * @param {TensorLike} key (…, S, Kdim)
   * @param {TensorLike} value (…, S, Vdim)
   * @param {MultiHeadParameters} parameters
   * @param {LayerOptions & AttentionOptions} options as the attention was called with
   * @returns {MultiHeadGradients}
   */
  multiHeadAttention(gradOutput, query, key, value, parameters, options) {
    return runNamed('multiHeadAttention', () => {
      const read = readOptions.multiHead(options);
      const given = readParameters(parameters, read);
      const { D, H, Hkv } = given.sizes;
      const unsupported = H === Hkv ? 'rotary' : 'numKvHeads';
      if (H !== Hkv || read.rotary !== undefined) {
        const expected = 'absent: its gradient is not computed';
        throw optionError(unsupported, expected, read[unsupported]);
      }
      const call = readCall(
        { ...given.sizes, turns: undefined },
        query,
        key,
        value,
        read,
        undefined,
      );
      const gradient = readGradient(gradOutput, call.output);
      const tape = this.#tape;
      const { inputs, settings } = this.#start(call);
      const [N, , , L, S] = call.sizes;
      const rows = [L, S, S];
      const projections = given.projections.map(({ weight, bias }) => ({
        weight: this.#input(weight),
        bias: bias && this.#input(bias),
      }));
      const [q, k, v] = inputs.map((input, i) => {
        const { weight, bias } = projections[i];
        const projected = tape.linear(input, weight, bias, true);
        return tape.slice(tape.splitHeads(tape.reshape(projected, [N, rows[i], D]), 1, H), 0);
      });
      const { output: heads, scoreGradients } = tape.attention(q, k, v, { settings });
      const { weight, bias } = projections[3];
      const output = tape.linear(tape.mergeHeads(heads), weight, bias, true);
      tape.backward(output, gradient);
      const [gradQuery, gradKey, gradValue] = inputs.map((input) => this.#gradientOf(input));
      const isStacked = given.projections[0].weight.name === 'parameters.inProjWeight';
      const gradParameters = namedAs(
        isStacked,
        projections.map(({ weight, bias }) => ({
          weight: this.#gradientOf(weight),
          bias: bias && this.#gradientOf(bias),
        })),
        read.inProjLayout === 'per-head' ? D / H : D,
      );
      const trace = this.#traceOf(scoreGradients, call.weights);
      return { gradQuery, gradKey, gradValue, gradParameters, trace };
    });
  }

  /** Puts inputs and options of a call into memory. @param {{ inputs: Argument[], options: import('../options.js').Options }} call */
  #start({ inputs, options }) {
    if (options.softcap !== 0) {
      const expected = 'absent: its gradient is not computed';
      throw optionError('softcap', expected, options.softcap);
    }
    const tape = this.#tape;
    tape.start();
    const settings = putOptions(
      {
        put: (argument) => tape.put(elementsOf(/** @type {any} */ (argument))),
        putStruct: (words) => tape.struct(words),
      },
      options,
    );
    return { inputs: inputs.map((input) => this.#input(input)), settings };
  }

  /** @param {Argument} argument */
  #input(argument) {
    return this.#tape.input([...argument.shape], elementsOf(argument), true);
  }

  /** @param {TapeTensor} tensor */
  #gradientOf(tensor) {
    return makeTensor(tensor.shape, this.#tape.readGradient(tensor));
  }

  /** @param {TapeTensor[]} scoreGradients @param {number[]} shape of the weights @returns {GradientTrace} */
  #traceOf(scoreGradients, shape) {
    const [gradWeights, gradScaledScores, gradScores] = scoreGradients.map((tensor) =>
      makeTensor(shape, this.#tape.read(tensor)),
    );
    return { gradWeights, gradScaledScores, gradScores };
  }
}

/** @param {unknown} gradOutput @param {number[]} output */
function readGradient(gradOutput, output) {
  const read = readTensor('gradOutput', gradOutput);
  expectShape(read, output, 'as the output');
  return elementsOf(read);
}

/**
 * The gradients of q, k, v and the output by the names that the parameters have.
 *
 * @param {boolean} isStacked
 * @param {{ weight: Tensor, bias: Tensor | undefined }[]} gradients
 * @param {number} stride rows of q before those of k where they are stacked
 */
function namedAs(isStacked, gradients, stride) {
  const [q, k, v, out] = gradients;
  /** @type {Record<string, Tensor>} */
  const result = { outProjWeight: out.weight };
  if (out.bias) result.outProjBias = out.bias;
  if (q.bias && k.bias && v.bias) result.inProjBias = stack([q.bias, k.bias, v.bias], stride);
  if (isStacked) {
    result.inProjWeight = stack([q.weight, k.weight, v.weight], stride);
    return result;
  }
  return { ...result, qProjWeight: q.weight, kProjWeight: k.weight, vProjWeight: v.weight };
}

/** `stride` rows of each in turn. @param {Tensor[]} tensors of one shape @param {number} stride */
function stack(tensors, stride) {
  const [rows, ...shape] = tensors[0].shape;
  const run = stride * sizeOf(shape);
  const data = new Float32Array(3 * rows * sizeOf(shape));
  for (let from = 0, to = 0; to < data.length; from += run) {
    for (const tensor of tensors) {
      data.set(tensor.data.subarray(from, from + run), to);
      to += run;
    }
  }
  return makeTensor([3 * rows, ...shape], data);
}

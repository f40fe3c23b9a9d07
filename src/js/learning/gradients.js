/**
 * Gradients of the attentions, for those who want to see how one learns: what a small change of each
 * number does to a loss, given what a small change of the output does.
 */

import { Arena } from '../arena.js';
import { elementsOf, expectShape, readKeys, readTensor, sizeOf } from '../arguments.js';
import { named } from '../errors.js';
import { readCall, readParameters } from '../multi-head.js';
import { readAdditive, readScaledDotProduct } from '../operations.js';
import { ATTENTION_OPTIONS, putOptions } from '../options.js';
import { makeTensor } from '../tensor.js';
import { loadLearning } from './module.js';
import { readFirst, readOptions } from './options.js';

/** @typedef {import('../arguments.js').Argument} Argument */
/** @typedef {import('../options.js').AttentionOptions} AttentionOptions */
/** @typedef {import('../operations.js').AdditiveParameters} AdditiveParameters */
/** @typedef {import('../multi-head.js').MultiHeadParameters} MultiHeadParameters */
/** @typedef {import('../multi-head.js').LayerOptions} LayerOptions */
/** @typedef {import('../tensor.js').Tensor} Tensor */
/** @typedef {import('../tensor.js').TensorLike} TensorLike */
/**
 * @typedef {object} GradientTrace the gradients on the way, of the shape of the weights
 * @property {Tensor} gradWeights of the weights as they were applied, after dropout
 * @property {Tensor} gradScaledScores of the scaled scores; 0 where masked
 * @property {Tensor} gradScores of the scores
 *
 * @typedef {{ gradQuery: Tensor, gradKey: Tensor, gradValue: Tensor, trace: GradientTrace }}
 *   DotProductGradients
 * @typedef {{ gradQueries: Tensor, gradKeys: Tensor, gradValues: Tensor,
 *   gradParameters: { wq: Tensor, wk: Tensor, wv: Tensor }, trace: GradientTrace }} AdditiveGradients
 * @typedef {DotProductGradients & { gradParameters: Record<string, Tensor> }} MultiHeadGradients
 *   `gradParameters` has the names of the parameters that were given
 */

const TRACE = ['gradWeights', 'gradScaledScores', 'gradScores'];
/** Where the core's struct of a trace has the weights, and how many members it has. */
const WEIGHTS = 6;
const TRACE_MEMBERS = 8;

/**
 * Loads what computes gradients.
 *
 * @param {[]} given nothing
 */
export async function loadGradients(...given) {
  named('loadGradients', () => readOptions(readFirst(given, 'loadGradients()'), {}));
  return new Gradients(await loadLearning('loadGradients'));
}

/** What lies in memory during a call: inputs, and gradients to be read at its end. */
class Call {
  #module;
  #arena;

  /** @param {import('./module.js').LearningModule} module @param {Arena} arena */
  constructor(module, arena) {
    this.#module = module;
    this.#arena = arena;
  }

  /** @param {Argument} argument */
  put(argument) {
    // What is resident lies in the memory of the core.
    return this.#arena.put({ ...argument, data: elementsOf(argument), resident: undefined });
  }

  /** @param {number[]} words */
  struct(words) {
    return this.#arena.putStruct(words);
  }

  /** @param {import('../options.js').Options} options */
  options({ attnMask, keyPaddingMask, ...rest }) {
    const here = (/** @type {any} */ mask) =>
      mask && { ...mask, data: elementsOf(mask), resident: undefined };
    const masks = { attnMask: here(attnMask), keyPaddingMask: here(keyPaddingMask) };
    return putOptions(this.#arena, { ...rest, ...masks });
  }

  /** Space that a call will write. @param {number} count of floats */
  take(count) {
    return this.#arena.take(4 * count);
  }

  /** A gradient, which calls add to. @param {readonly number[]} shape */
  zeros(shape) {
    const count = sizeOf(shape);
    const data = new Float32Array(count);
    const argument = { name: '', shape: [...shape], count, isMask: false, data };
    return this.#arena.put({ ...argument, resident: undefined });
  }

  /** @param {number} address @param {readonly number[]} shape */
  read(address, shape) {
    return makeTensor([...shape], this.#arena.read(address, sizeOf(shape)));
  }

  /** @param {string} name @param {...number} args */
  run(name, ...args) {
    this.#module.call(name, args);
  }

  /** The same with a workspace at the end. @param {string} name @param {[name: string, ...args: number[]]} space @param {...number} args */
  runWith(name, [size, ...sizes], ...args) {
    const bytes = this.#module.size(size, ...sizes);
    this.#module.call(name, [...args, this.#arena.take(bytes), bytes]);
  }

  /** input · weightᵀ + bias. @param {number} input @param {number} rows @param {Argument} weight @param {Argument} [bias] */
  linear(input, rows, weight, bias) {
    const [out, width] = weight.shape;
    const output = this.take(rows * out);
    const address = this.put(weight);
    const packed = this.take(this.#module.size('attn_packed_size', out, width) / 4);
    this.run('attn_pack_weight', address, out, width, packed);
    const added = bias ? this.put(bias) : 0;
    this.run('attn_linear', input, packed, added, rows, out, width, output);
    const gradients = { weight: this.zeros(weight.shape), bias: bias ? this.zeros([out]) : 0 };
    return {
      output,
      gradients,
      /** @param {number} gradOutput @param {number} gradInput */
      backward: (gradOutput, gradInput) => {
        this.#clearUnseen(gradOutput, out, input, width, rows);
        this.runWith(
          'attn_linear_backward',
          ['attn_linear_backward_workspace', out, width],
          ...[gradOutput, input, address, rows, out, width],
          ...[gradInput, gradients.weight, gradients.bias],
        );
      },
    };
  }

  /**
   * A row whose gradients are all 0 is one that nothing has seen. It adds nothing, even where it is NaN.
   *
   * @param {number} gradients @param {number} out
   * @param {number} input @param {number} width
   * @param {number} rows
   */
  #clearUnseen(gradients, out, input, width, rows) {
    const floats = new Float32Array(this.#module.memory.buffer);
    for (let row = 0; row < rows; row++) {
      const first = gradients / 4 + row * out;
      if (floats.subarray(first, first + out).some((gradient) => gradient !== 0)) continue;
      floats.fill(0, input / 4 + row * width, input / 4 + (row + 1) * width);
    }
  }

  /** Scaled dot-product attention. @param {number[]} inputs @param {number[]} shape of the sizes @param {number} options @param {number} output */
  dotProduct(inputs, shape, options, output) {
    const [N, H, Hkv, L, S, E, Ev] = shape;
    const sizes = this.struct(shape);
    const weights = this.take(N * H * L * S);
    this.runWith(
      'attn_scaled_dot_product_attention',
      ['attn_scaled_dot_product_workspace', sizes],
      ...[...inputs, sizes, options, output, 0, this.#weightsOnly(weights)],
    );
    const widths = [H * L * E, Hkv * S * E, Hkv * S * Ev];
    const gradients = widths.map((width) => this.zeros([N, width]));
    const trace = TRACE.map(() => this.take(N * H * L * S));
    return {
      gradients,
      trace,
      /** @param {number} gradOutput */
      backward: (gradOutput) =>
        this.runWith(
          'attn_scaled_dot_product_backward',
          ['attn_scaled_dot_product_backward_workspace', sizes],
          ...[gradOutput, ...inputs, weights, sizes, options],
          this.struct([...gradients, 0, ...trace]),
        ),
    };
  }

  /** Additive attention of projected queries and keys. @param {number[]} inputs @param {number[]} shape of the sizes @param {number} options */
  additive(inputs, shape, options) {
    const [N, L, S, , , Ev, A] = shape;
    const sizes = this.struct(shape);
    const weights = this.take(N * L * S);
    this.runWith(
      'attn_projected_additive_attention',
      ['attn_projected_additive_workspace', sizes],
      ...[...inputs, sizes, options, this.take(N * L * Ev), 0, this.#weightsOnly(weights)],
    );
    const widths = [N * L * A, N * S * A, N * S * Ev, A];
    const gradients = widths.map((width) => this.zeros([width]));
    const trace = TRACE.map(() => this.take(N * L * S));
    return {
      gradients,
      trace,
      /** @param {number} gradOutput */
      backward: (gradOutput) =>
        this.runWith(
          'attn_projected_additive_backward',
          ['attn_projected_additive_backward_workspace', sizes],
          ...[gradOutput, ...inputs, weights, sizes, options],
          this.struct([...gradients, 0, ...trace]),
        ),
    };
  }

  /** @param {number[]} addresses @param {number[]} shape */
  readTrace(addresses, shape) {
    const entries = TRACE.map((name, i) => [name, this.read(addresses[i], shape)]);
    return /** @type {GradientTrace} */ (Object.fromEntries(entries));
  }

  /** A trace of the weights before dropout. @param {number} weights */
  #weightsOnly(weights) {
    const members = new Array(TRACE_MEMBERS).fill(0);
    members[WEIGHTS] = weights;
    return this.struct(members);
  }
}

/** The gradients of the three attentions. All throw what the attentions throw. */
export class Gradients {
  #module;
  #arena;

  /** @internal @param {import('./module.js').LearningModule} module */
  constructor(module) {
    this.#module = module;
    this.#arena = new Arena(module.memory, module.base);
  }

  /**
   * Backward of scaled dot-product attention. Where one tensor is query and key, its gradient is the
   * sum of both.
   *
   * @param {TensorLike} gradOutput the gradient of the output, of its shape
   * @param {TensorLike} query (L, E), (N, L, E) or (N, H, L, E)
   * @param {TensorLike} key (…, S, E)
   * @param {TensorLike} value (…, S, Ev)
   * @param {AttentionOptions} [options] as the attention was called with
   * @returns {DotProductGradients}
   */
  scaledDotProductAttention(gradOutput, query, key, value, options) {
    return named('scaledDotProductAttention', () => {
      const {
        inputs,
        sizes,
        options: read,
        output,
        weights,
      } = readScaledDotProduct(...[query, key, value, options]);
      const grad = readGradient(gradOutput, output);
      return this.#run((call) => {
        const addresses = inputs.map((input) => call.put(input));
        const settings = call.options(read);
        const attention = call.dotProduct(addresses, sizes, settings, call.take(sizeOf(output)));
        attention.backward(call.put(grad));
        const [gradQuery, gradKey, gradValue] = inputs.map(({ shape }, i) =>
          call.read(attention.gradients[i], shape),
        );
        const trace = call.readTrace(attention.trace, weights);
        return { gradQuery, gradKey, gradValue, trace };
      });
    });
  }

  /**
   * Backward of additive attention.
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
    return named('additiveAttention', () => {
      const read = readAdditive(queries, keys, values, parameters, options);
      const { inputs, given, sizes, output, weights } = read;
      const [wq, wk, wv] = given;
      const [N, L, S] = sizes;
      const grad = readGradient(gradOutput, output);
      return this.#run((call) => {
        const [query, key, value] = inputs.map((input) => call.put(input));
        const q = call.linear(query, N * L, wq);
        const k = call.linear(key, N * S, wk);
        const projected = [q.output, k.output, value, call.put(wv)];
        const attention = call.additive(projected, sizes, call.options(read.options));
        attention.backward(call.put(grad));
        const [gradQ, gradK, gradV, gradWv] = attention.gradients;
        const [gradQueries, gradKeys] = inputs.map(({ shape }) => call.zeros(shape));
        q.backward(gradQ, gradQueries);
        k.backward(gradK, gradKeys);
        return {
          gradQueries: call.read(gradQueries, inputs[0].shape),
          gradKeys: call.read(gradKeys, inputs[1].shape),
          gradValues: call.read(gradV, inputs[2].shape),
          gradParameters: {
            wq: call.read(q.gradients.weight, wq.shape),
            wk: call.read(k.gradients.weight, wk.shape),
            wv: call.read(gradWv, wv.shape),
          },
          trace: call.readTrace(attention.trace, weights),
        };
      });
    });
  }

  /**
   * Backward of multi-head attention.
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
    return named('multiHeadAttention', () => {
      const keys = readKeys('options', options, ['numHeads', 'inProjLayout', ...ATTENTION_OPTIONS]);
      const given = readParameters(parameters, keys);
      const { D, H } = given.sizes;
      const read = readCall(given.sizes, query, key, value, keys, undefined);
      const { inputs, sizes, output, weights } = read;
      const [N, , L, S] = sizes;
      const d = D / H;
      const grad = readGradient(gradOutput, output);
      const stride = keys.inProjLayout === 'per-head' ? d : D;
      return this.#run((call) => {
        // 1. Forward, as far as backward reads it.
        const rows = [L, S, S];
        const projections = inputs.map((input, i) => {
          const { weight, bias } = given.projections[i];
          return call.linear(call.put(input), N * rows[i], weight, bias);
        });
        const heads = projections.map(({ output: projected }, i) => {
          const split = call.take(N * rows[i] * D);
          call.run('attn_split_heads', projected, N, rows[i], 1, H, d, split);
          return split;
        });
        const contexts = call.take(N * L * D);
        const settings = call.options(read.options);
        const attention = call.dotProduct(heads, [N, H, H, L, S, d, d], settings, contexts);
        const concatenated = call.take(N * L * D);
        call.run('attn_merge_heads', contexts, N, L, H, d, concatenated);
        const { weight, bias } = given.projections[3];
        const out = call.linear(concatenated, N * L, weight, bias);
        // 2. Backward.
        const gradConcatenated = call.zeros(output);
        out.backward(call.put(grad), gradConcatenated);
        const gradContexts = call.zeros(output);
        call.run('attn_merge_heads_backward', gradConcatenated, N, L, H, d, gradContexts);
        attention.backward(gradContexts);
        const gradInputs = inputs.map(({ shape }, i) => {
          const gradProjected = call.zeros([N, rows[i], D]);
          const gradHeads = attention.gradients[i];
          call.run('attn_split_heads_backward', gradHeads, N, rows[i], 1, H, d, gradProjected);
          const gradInput = call.zeros(shape);
          projections[i].backward(gradProjected, gradInput);
          return call.read(gradInput, shape);
        });
        const [gradQuery, gradKey, gradValue] = gradInputs;
        const all = [...projections, out].map(({ gradients }, i) => ({
          weight: call.read(gradients.weight, given.projections[i].weight.shape),
          bias: given.projections[i].bias && call.read(gradients.bias, [D]),
        }));
        const isStacked = given.projections[0].weight.name === 'parameters.inProjWeight';
        const gradParameters = namedAs(isStacked, all, stride);
        const trace = call.readTrace(attention.trace, weights);
        return { gradQuery, gradKey, gradValue, gradParameters, trace };
      });
    });
  }

  /** @template Result @param {(call: Call) => Result} body @returns {Result} */
  #run(body) {
    return this.#arena.run(() => body(new Call(this.#module, this.#arena)));
  }
}

/** @param {unknown} gradOutput @param {number[]} output */
function readGradient(gradOutput, output) {
  const read = readTensor('gradOutput', gradOutput);
  expectShape(read, output, 'as the output');
  return read;
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

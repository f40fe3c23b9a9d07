import { checkUnchanged, readTensor } from './argument.js';
import { ArgumentError, DisposedError } from './errors.js';
import { describe } from './format.js';
import { ATTENTION_OPTIONS, readKeys, readOptions } from './options.js';
import { attentionTrace, callAttention } from './outputs.js';
import { expectRank, expectShape, sizeOf } from './shape.js';

/**
 * @typedef {import('./core.js').Core} Core
 * @typedef {import('./tensor.js').TensorLike} TensorLike
 * @typedef {import('./argument.js').Argument} Argument
 */

/**
 * Weights as `nn.MultiheadAttention` names them: the three input projections stacked in one, or
 * apart where keys and values are of other widths than queries.
 *
 * @typedef {object} MultiHeadParameters
 * @property {TensorLike} [inProjWeight] (3D, D)
 * @property {TensorLike} [inProjBias] (3D)
 * @property {TensorLike} [qProjWeight] (D, D)
 * @property {TensorLike} [kProjWeight] (D, Kdim)
 * @property {TensorLike} [vProjWeight] (D, Vdim)
 * @property {TensorLike} outProjWeight (D, D)
 * @property {TensorLike} [outProjBias] (D)
 */

/**
 * @typedef {object} LayerOptions
 * @property {number} numHeads H, which divides D
 * @property {'stacked' | 'per-head'} [inProjLayout] rows of inProjWeight and inProjBias: all of q,
 *   all of k, all of v; or q, k, v of the first head, then of the next (the fifth article's layer)
 */

const PARAMETERS = [
  'inProjWeight',
  'inProjBias',
  'qProjWeight',
  'kProjWeight',
  'vProjWeight',
  'outProjWeight',
  'outProjBias',
];
const LAYER_OPTIONS = ['numHeads', 'inProjLayout'];

/**
 * One projection as the core takes it.
 *
 * @typedef {{ weight: Argument, bias: Argument | undefined }} Projection
 */

/**
 * @param {string} operation
 * @param {unknown} parameters
 * @param {Record<string, unknown>} options with numHeads and inProjLayout
 */
function readParameters(operation, parameters, { numHeads, inProjLayout = 'stacked' }) {
  const given = readKeys(operation, parameters, PARAMETERS, 'parameters');
  /** @param {string} name */
  const read = (name) => readTensor(operation, `parameters.${name}`, given[name]);
  /** @param {string} name */
  const readOptional = (name) => (given[name] == null ? undefined : read(name));

  const outWeight = read('outProjWeight');
  const [D] = outWeight.shape;
  expectShape(outWeight, [D, D]);
  const H = readHeads(operation, numHeads, D);
  if (inProjLayout !== 'stacked' && inProjLayout !== 'per-head') {
    const [argument, expected] = ['options.inProjLayout', "'stacked' or 'per-head'"];
    throw new ArgumentError({ operation, argument, expected, received: describe(inProjLayout) });
  }
  const outBias = readOptional('outProjBias');
  if (outBias) expectShape(outBias, [D], 'to match outProjWeight');
  const inBias = readOptional('inProjBias');
  if (inBias) expectShape(inBias, [3 * D], 'to match outProjWeight');
  const stride = inProjLayout === 'per-head' ? D / H : D;
  const biases = inBias ? unstack(inBias, stride) : [];
  const weights = readInputWeights(operation, given, read, D, stride);
  const [q, k, v] = weights.map((weight, i) => ({ weight, bias: biases[i] }));
  return { D, H, projections: [q, k, v, { weight: outWeight, bias: outBias }] };
}

/**
 * @param {string} operation
 * @param {unknown} numHeads
 * @param {number} D
 */
function readHeads(operation, numHeads, D) {
  const isCount = typeof numHeads === 'number' && Number.isSafeInteger(numHeads) && numHeads > 0;
  if (isCount && D % numHeads === 0) return numHeads;
  const expected = `a number of heads that divides the model width ${D}`;
  const received = describe(numHeads);
  throw new ArgumentError({ operation, argument: 'options.numHeads', expected, received });
}

/**
 * The weights of q, k and v, apart.
 *
 * @param {string} operation
 * @param {Record<string, unknown>} given
 * @param {(name: string) => Argument} read
 * @param {number} D
 * @param {number} stride rows of q before those of k in a stacked weight
 */
function readInputWeights(operation, given, read, D, stride) {
  const names = ['qProjWeight', 'kProjWeight', 'vProjWeight'];
  const apart = names.find((name) => given[name] != null);
  if (apart === undefined) {
    const stacked = read('inProjWeight');
    expectShape(stacked, [3 * D, D], 'to match outProjWeight');
    return unstack(stacked, stride);
  }
  if (given.inProjWeight != null) {
    const [argument, expected] = ['parameters.inProjWeight', `absent where ${apart} is given`];
    throw new ArgumentError({ operation, argument, expected, received: 'given' });
  }
  const [q, k, v] = names.map(read);
  expectShape(q, [D, D], 'to match outProjWeight');
  expectShape(k, [D, 'Kdim'], 'to match outProjWeight');
  expectShape(v, [D, 'Vdim'], 'to match outProjWeight');
  return [q, k, v];
}

/**
 * Three arguments out of one whose rows are `stride` of q, `stride` of k, `stride` of v, and so on.
 *
 * @param {Argument} stacked
 * @param {number} stride
 * @returns {Argument[]}
 */
function unstack(stacked, stride) {
  checkUnchanged(stacked);
  const shape = [stacked.shape[0] / 3, ...stacked.shape.slice(1)];
  const count = stacked.count / 3;
  const run = stride * sizeOf(shape.slice(1));
  return [0, 1, 2].map((part) => {
    const data = new Float32Array(count);
    for (let to = 0; to < count; to += run) {
      const from = 3 * to + part * run;
      data.set(stacked.data.subarray(from, from + run), to);
    }
    return { ...stacked, shape, data, count };
  });
}

/** Multi-head attention whose weights stay, packed, in wasm memory. */
export class MultiHeadAttentionLayer {
  #core;
  #block;
  #struct;
  #sizes;
  #isDisposed = false;

  /**
   * @internal
   * @param {Core} core
   * @param {string} operation
   * @param {ReturnType<typeof readParameters>} parameters
   */
  constructor(core, operation, { D, H, projections }) {
    this.#core = core;
    const { arena } = core;
    const [, Kdim, Vdim] = projections.map(({ weight }) => weight.shape[1]);
    this.#sizes = { D, H, Kdim, Vdim };
    // The struct, then the four packed weights, then the four biases.
    const sizes = projections.map(({ weight: { shape } }) =>
      core.ask('attn_packed_size', ...shape),
    );
    const structSize = 4 * 2 * projections.length;
    const total = sizes.reduce((sum, size) => sum + size, structSize + 4 * D * projections.length);
    this.#block = arena.reserve(operation, total);
    this.#struct = this.#block;
    let next = this.#block + structSize;
    /** @param {number} bytes */
    const place = (bytes) => {
      next += bytes;
      return next - bytes;
    };
    try {
      const weights = projections.map(({ weight }, i) => {
        const packed = place(sizes[i]);
        arena.run(operation, () => {
          core.call(operation, 'attn_pack_weight', arena.put(weight), ...weight.shape, packed);
        });
        return packed;
      });
      arena.run(operation, () => {
        const biases = projections.map(({ bias }) => {
          if (bias === undefined) return 0;
          const to = place(4 * D);
          arena.copy(to, arena.put(bias), 4 * D);
          return to;
        });
        arena.copy(this.#struct, arena.putStruct([...weights, ...biases]), structSize);
      });
    } catch (error) {
      arena.release(this.#block);
      throw error;
    }
    core.watch(this, this.#block);
  }

  /**
   * output = concat(head₁ … head_H) · W_Oᵀ + b_O, as `multiHeadAttention`.
   *
   * @param {TensorLike} query (L, D) or (N, L, D)
   * @param {TensorLike} [key] (…, S, Kdim); query, if left out
   * @param {TensorLike} [value] (…, S, Vdim); key, if left out
   * @param {import('./options.js').AttentionOptions} [options]
   */
  forward(query, key = query, value = key, options = undefined) {
    const read = readKeys('forward', options, ATTENTION_OPTIONS);
    return this.attend('forward', query, key, value, read);
  }

  /**
   * @internal
   * @param {string} operation the name that errors carry
   * @param {unknown} query
   * @param {unknown} key
   * @param {unknown} value
   * @param {Record<string, unknown>} options
   */
  attend(operation, query, key, value, options) {
    this.#expectAlive(operation);
    const { D, H, Kdim, Vdim } = this.#sizes;
    const q = readTensor(operation, 'query', query);
    const k = readTensor(operation, 'key', key);
    const v = readTensor(operation, 'value', value);
    expectRank(q, [2, 3], `(L, ${D}) or (N, L, ${D})`);
    const [, L = 0, N = 1] = q.shape.toReversed();
    const batch = q.shape.slice(0, -2);
    expectShape(q, [...batch, L, D], 'to match the weights');
    expectShape(k, [...batch, 'S', Kdim], 'to match query and the weights');
    const S = k.shape.at(-2) ?? 0;
    expectShape(v, [...batch, S, Vdim], 'to match key and the weights');
    const d = D / H;
    const settings = readOptions(operation, options, [N, H, L, S], {
      isBatched: batch.length > 0,
      scale: d === 0 ? 1 : 1 / Math.sqrt(d),
    });
    const scores = [...batch, H, L, S];
    // A getter of an argument may have disposed of the layer.
    this.#expectAlive(operation);
    const core = this.#core;
    return core.arena.run(operation, () => {
      const inputs = [q, k, v].map((argument) => core.arena.put(argument));
      const sizes = core.arena.putStruct([N, H, L, S, D, Kdim, Vdim]);
      return callAttention({
        core,
        operation,
        name: 'attn_multi_head_attention',
        args: [...inputs, this.#struct, sizes],
        options: settings,
        cache: [0],
        output: [...batch, L, D],
        weights: scores,
        trace: () => [
          ...attentionTrace(scores, settings),
          ['q', [...batch, H, L, d]],
          ['k', [...batch, H, S, d]],
          ['v', [...batch, H, S, d]],
          ['heads', [...batch, H, L, d]],
          ['concatenated', [...batch, L, D]],
          ['headContributions', [...batch, H, L, D]],
        ],
        workspace: core.ask('attn_multi_head_workspace', sizes, 0),
      });
    });
  }

  /** @param {string} operation */
  #expectAlive(operation) {
    if (this.#isDisposed) throw new DisposedError({ operation, argument: 'this' });
  }

  /** Gives the memory back; using the layer afterwards throws a `DisposedError`. */
  dispose() {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#core.release(this, this.#block);
  }
}

/**
 * @param {Core} core
 * @param {MultiHeadParameters} parameters
 * @param {LayerOptions} options
 */
export function createMultiHeadAttention(core, parameters, options) {
  const operation = 'createMultiHeadAttention';
  const read = readKeys(operation, options, LAYER_OPTIONS);
  return new MultiHeadAttentionLayer(core, operation, readParameters(operation, parameters, read));
}

/**
 * @param {Core} core
 * @param {TensorLike} query
 * @param {TensorLike} key
 * @param {TensorLike} value
 * @param {MultiHeadParameters} parameters
 * @param {LayerOptions & import('./options.js').AttentionOptions} options
 */
export function multiHeadAttention(core, query, key, value, parameters, options) {
  const operation = 'multiHeadAttention';
  const known = [...LAYER_OPTIONS, ...ATTENTION_OPTIONS];
  const read = readKeys(operation, options, known);
  const layer = new MultiHeadAttentionLayer(
    core,
    operation,
    readParameters(operation, parameters, read),
  );
  try {
    return layer.attend(operation, query, key, value, read);
  } finally {
    layer.dispose();
  }
}

import { DTYPES } from './abi.js';
import { readOptionalTensor, readTensor } from './arguments.js';
import { readOptions } from './call-options.js';
import { makeShapeError, runNamed } from './errors.js';
import { Held } from './held.js';
import { callKernel, runKernel } from './kernel-calls.js';
import { kernels } from './kernels.js';
import { countElements, expectShape } from './shapes.js';

/** @import { Core } from './core.js' */
/** @import { AttentionError } from './errors.js' */
/** @import { Argument, Destination, LinearOptions, TensorLike, Written } from './types.js' */

/** Reads the weight and bias of a projection. @param {unknown} weight @param {unknown} bias */
function readProjection(weight, bias) {
  const w = readTensor('weight', weight);
  expectShape(w, ['out', 'in']);
  const b = readOptionalTensor('bias', bias);
  if (b) expectShape(b, [w.shape[0]], 'to match weight');
  return { weight: w, bias: b };
}

/**
 * Returns the bytes of a packed weight.
 * @internal
 * @param {Core} core
 * @param {readonly number[]} shape (out, in)
 * @param {string} [dtype]
 */
export const computePackedSize = (core, [out, width], dtype = 'float32') =>
  core.sizeFrom('attn_packed_size', [out, width, DTYPES.indexOf(dtype)]);

/**
 * Packs a weight for the product, onto the stack or to an address. Call this function inside `arena.run`.
 * @internal
 * @param {Core} core
 * @param {Argument} weight (out, in)
 * @param {number} [to] the address; by default the top of the stack
 * @param {string} [dtype]
 * @returns {number} the address of the packed weight
 */
export function packWeight(core, weight, to, dtype = 'float32') {
  const [out, width] = weight.shape;
  const { arena } = core;
  const packed = to ?? arena.take(computePackedSize(core, weight.shape, dtype));
  return runKernel(
    core,
    kernels.pack(arena.put(weight), [out, width], DTYPES.indexOf(dtype)),
    packed,
  );
}

/**
 * Checks the input of a projection, and reads its options.
 * @param {Argument} x
 * @param {unknown} options
 * @param {{ out: number, width: number }} sizes
 */
function readCall(x, options, { out, width }) {
  if (x.shape.length === 0 || x.shape[x.shape.length - 1] !== width) {
    const expected = `(…, ${width}) to match weight`;
    throw makeShapeError('input', expected, x.shape);
  }
  const lead = x.shape.slice(0, -1);
  const { out: destination } = readOptions.plain(options);
  return { rows: countElements(lead), shape: [...lead, out], destination };
}

/**
 * @internal
 * @param {Core} core
 * @param {unknown} input
 * @param {unknown} weight
 * @param {unknown} bias
 * @param {unknown} options
 */
export function linear(core, input, weight, bias, options) {
  const x = readTensor('input', input);
  const read = readProjection(weight, bias);
  const [out, width] = read.weight.shape;
  const { rows, shape, destination } = readCall(x, options, { out, width });
  const kernel = kernels.linearUnpacked(x, read.weight, read.bias, [rows, out, width]);
  return callKernel(core, kernel, shape, destination);
}

/** A projection whose packed weight stays in wasm memory. */
export class LinearLayer extends Held {
  /** @internal */
  static kind = 'linear layer';

  #sizes;
  #bias;

  /**
   * @internal
   * @param {Core} core
   * @param {unknown} weight
   * @param {unknown} bias
   * @param {unknown} options
   */
  constructor(core, weight, bias, options) {
    const projection = readProjection(weight, bias);
    const { dtype } = readOptions.linearLayer(options);
    const [out, width] = projection.weight.shape;
    const { arena } = core;
    // The block holds the packed weight, then the bias.
    const size = computePackedSize(core, projection.weight.shape, dtype);
    super(core, size + 4 * out, (address) =>
      arena.run(() => {
        packWeight(core, projection.weight, address, dtype);
        if (projection.bias) arena.putAt(projection.bias, address + size);
      }),
    );
    this.#sizes = { out, width, dtype: DTYPES.indexOf(dtype) };
    this.#bias = projection.bias === undefined ? undefined : size;
  }

  /**
   * Computes output = input · weightᵀ + bias.
   * @template {Destination | undefined} [Out=undefined]
   * @param {TensorLike} input (…, in)
   * @param {LinearOptions<Out>} [options]
   * @returns {Written<Out>} (…, out)
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  forward(input, options) {
    return runNamed('forward', () => {
      Held.open(this, LinearLayer);
      const { out, width, dtype } = this.#sizes;
      const x = readTensor('input', input);
      const { rows, shape, destination } = readCall(x, options, this.#sizes);
      const { core, address } = Held.open(this, LinearLayer);
      const bias = this.#bias === undefined ? 0 : address + this.#bias;
      const kernel = kernels.linear(x, address, bias, [rows, out, width], dtype);
      return callKernel(core, kernel, shape, destination);
    });
  }
}

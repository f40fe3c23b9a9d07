import { readTensor } from './argument.js';
import { DisposedError, ShapeError } from './errors.js';
import { formatShape } from './format.js';
import { checkLimit, expectShape, sizeOf } from './shape.js';
import { makeTensor } from './tensor.js';

/**
 * @typedef {import('./core.js').Core} Core
 * @typedef {import('./tensor.js').TensorLike} TensorLike
 * @typedef {import('./argument.js').Argument} Argument
 */

/**
 * Reads the weight and bias of a projection.
 *
 * @param {string} operation
 * @param {unknown} weight
 * @param {unknown} bias
 */
function readProjection(operation, weight, bias) {
  const w = readTensor(operation, 'weight', weight);
  expectShape(w, ['out', 'in']);
  const b = bias === undefined || bias === null ? undefined : readTensor(operation, 'bias', bias);
  if (b) expectShape(b, [w.shape[0]], 'to match weight');
  return { weight: w, bias: b };
}

/** Projection weights that stay, packed, in wasm memory. */
export class LinearLayer {
  #core;
  #packed;
  #bias;
  #shape;
  #isDisposed = false;

  /**
   * @internal
   * @param {Core} core
   * @param {string} operation
   * @param {{ weight: Argument, bias: Argument | undefined }} projection
   */
  constructor(core, operation, { weight, bias }) {
    const [out, width] = weight.shape;
    const { arena } = core;
    const size = core.ask('attn_packed_size', out, width);
    this.#core = core;
    this.#shape = { out, width };
    this.#packed = arena.reserve(operation, size + 4 * out);
    this.#bias = bias === undefined ? 0 : this.#packed + size;
    try {
      arena.run(operation, () => {
        if (bias) arena.copy(this.#bias, arena.put(bias), 4 * out);
        core.call(operation, 'attn_pack_weight', arena.put(weight), out, width, this.#packed);
      });
    } catch (error) {
      arena.release(this.#packed);
      throw error;
    }
    core.watch(this, this.#packed);
  }

  /**
   * output = input · weightᵀ + bias
   *
   * @param {TensorLike} input (…, in)
   * @returns {import('./tensor.js').Tensor} (…, out)
   */
  forward(input) {
    return this.project('forward', input);
  }

  /**
   * @internal
   * @param {string} operation the name that errors carry
   * @param {unknown} input
   */
  project(operation, input) {
    this.#expectAlive(operation);
    const x = readTensor(operation, 'input', input);
    const { out, width } = this.#shape;
    if (x.shape.at(-1) !== width) {
      const expected = `(…, ${width}) to match weight`;
      const received = formatShape(x.shape);
      throw new ShapeError({ operation, argument: 'input', expected, received });
    }
    const shape = [...x.shape.slice(0, -1), out];
    checkLimit(operation, 'output', shape);
    const rows = sizeOf(shape.slice(0, -1));
    // A getter of the input may have disposed of the layer.
    this.#expectAlive(operation);
    const { arena } = this.#core;
    return arena.run(operation, () => {
      const at = arena.put(x);
      const output = arena.take(4 * rows * out);
      const args = [at, this.#packed, this.#bias, rows, out, width, output];
      this.#core.call(operation, 'attn_linear', ...args);
      return makeTensor(shape, arena.read(output, rows * out));
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
    this.#core.release(this, this.#packed);
  }
}

/**
 * @param {Core} core
 * @param {TensorLike} weight
 * @param {TensorLike} [bias]
 */
export function createLinear(core, weight, bias) {
  return new LinearLayer(core, 'createLinear', readProjection('createLinear', weight, bias));
}

/**
 * @param {Core} core
 * @param {TensorLike} input
 * @param {TensorLike} weight
 * @param {TensorLike} [bias]
 */
export function linear(core, input, weight, bias) {
  const layer = new LinearLayer(core, 'linear', readProjection('linear', weight, bias));
  try {
    return layer.project('linear', input);
  } finally {
    layer.dispose();
  }
}

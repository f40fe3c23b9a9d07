import { readOptionalTensor, readTensor } from './arguments.js';
import { runNamed, shapeError } from './errors.js';
import { readOptions } from './options.js';
import { readTarget, takeOutputs } from './outputs.js';
import { Held } from './resident.js';
import { checkLimit, expectShape, sizeOf } from './shapes.js';

/**
 * @import { Core } from './core.js'
 * @import { Argument, Destination, LinearOptions, TensorLike } from './types.js'
 */

/**
 * Reads the weight and bias of a projection.
 *
 * @param {unknown} weight
 * @param {unknown} bias
 */
function readProjection(weight, bias) {
  const w = readTensor('weight', weight);
  expectShape(w, ['out', 'in']);
  const b = readOptionalTensor('bias', bias);
  if (b) expectShape(b, [w.shape[0]], 'to match weight');
  return { weight: w, bias: b };
}

/**
 * Packs a weight for the product, onto the stack or to an address. To be called inside `arena.run`.
 *
 * @param {Core} core
 * @param {Argument} weight (out, in)
 * @param {number} [to]
 * @returns {number} its address
 */
export function packWeight(core, weight, to) {
  const [out, width] = weight.shape;
  const { arena } = core;
  const packed = to ?? arena.take(core.sizeFrom('attn_packed_size', [out, width]));
  core.call('attn_pack_weight', [arena.put(weight), out, width, packed]);
  return packed;
}

/**
 * Reads the input and the options of a projection, and where the output goes.
 *
 * @param {unknown} input
 * @param {unknown} options
 * @param {{ out: number, width: number }} sizes
 */
function readCall(input, options, { out, width }) {
  const x = readTensor('input', input);
  if (x.shape.length === 0 || x.shape.at(-1) !== width) {
    const expected = `(…, ${width}) to match weight`;
    throw shapeError('input', expected, x.shape);
  }
  const shape = [...x.shape.slice(0, -1), out];
  checkLimit('output', shape);
  const { out: target } = readOptions.plain(options);
  return { x, shape, to: readTarget('options.out', target, shape) };
}

/** @param {number[]} shape of an output */
const rowsOf = (shape) => sizeOf(shape.slice(0, -1));

/**
 * @param {Core} core
 * @param {unknown} input
 * @param {unknown} weight
 * @param {unknown} bias
 * @param {unknown} options
 */
export function linear(core, input, weight, bias, options) {
  const projection = readProjection(weight, bias);
  const [out, width] = projection.weight.shape;
  const { x, shape, to } = readCall(input, options, { out, width });
  const sizes = [rowsOf(shape), out, width];
  const { arena } = core;
  return arena.run(() => {
    const inputs = [arena.put(x), arena.put(projection.weight)];
    inputs.push(projection.bias === undefined ? 0 : arena.put(projection.bias));
    const results = takeOutputs(arena, [{ name: 'output', shape, to }]);
    const workspace = core.sizeFrom('attn_linear_unpacked_workspace', sizes);
    const args = [...inputs, ...sizes, ...results.addresses, arena.take(workspace), workspace];
    core.call('attn_linear_unpacked', args);
    return results.read().output;
  });
}

/** A projection whose weight stays, packed, in wasm memory. */
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
   */
  constructor(core, weight, bias) {
    const projection = readProjection(weight, bias);
    const [out, width] = projection.weight.shape;
    const { arena } = core;
    // The packed weight, then the bias.
    const size = core.sizeFrom('attn_packed_size', [out, width]);
    super(core, size + 4 * out, (address) =>
      arena.run(() => {
        packWeight(core, projection.weight, address);
        if (projection.bias) arena.putAt(projection.bias, address + size);
      }),
    );
    this.#sizes = { out, width };
    this.#bias = projection.bias === undefined ? undefined : size;
  }

  /**
   * output = input · weightᵀ + bias
   *
   * @template {Destination | undefined} [Out=undefined]
   * @param {TensorLike} input (…, in)
   * @param {LinearOptions<Out>} [options]
   * @returns {import('./types.js').Written<Out>} (…, out)
   */
  forward(input, options) {
    return runNamed('forward', () => {
      const { core, address } = Held.open(this, LinearLayer);
      const { out, width } = this.#sizes;
      const { x, shape, to } = readCall(input, options, this.#sizes);
      const bias = this.#bias === undefined ? 0 : address + this.#bias;
      const { arena } = core;
      return arena.run(() => {
        const from = arena.put(x);
        const results = takeOutputs(arena, [{ name: 'output', shape, to }]);
        const args = [from, address, bias, rowsOf(shape), out, width, ...results.addresses];
        core.call('attn_linear', args);
        return results.read().output;
      });
    });
  }
}

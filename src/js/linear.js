import { readOptionalTensor, readTensor } from './arguments.js';
import { makeShapeError, runNamed } from './errors.js';
import { Held } from './held.js';
import { readOptions } from './options.js';
import { callWithOutput } from './outputs.js';
import { countElements, expectShape } from './shapes.js';

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

/** Fewer rows take longer to begin than to compute. */
const ROWS_OF_SHARE = 32;

/**
 * Packs a weight for the product, onto the stack or to an address. To be called inside `arena.run`.
 *
 * @param {Core} core
 * @param {Argument} weight (out, in)
 * @param {number} [to]
 * @param {string} [dtype]
 * @returns {number} its address
 */
export function packWeight(core, weight, to, dtype = 'float32') {
  const [out, width] = weight.shape;
  const { arena } = core;
  const packed = to ?? arena.take(core.sizeFrom('attn_packed_size', [out, width]));
  const name = dtype === 'bfloat16' ? 'attn_pack_bfloat16_weight' : 'attn_pack_weight';
  core.call(name, [arena.put(weight), out, width, packed]);
  return packed;
}

/**
 * Reads the input and the options of a projection, and calls it.
 *
 * @param {Core} core
 * @param {string} name of the export
 * @param {string | undefined} workspace of the export that returns what space that needs
 * @param {(Argument | number | undefined)[]} parameters
 * @param {unknown} input
 * @param {unknown} options
 * @param {{ out: number, width: number }} sizes
 */
function project(core, name, workspace, parameters, input, options, { out, width }) {
  const x = readTensor('input', input);
  if (x.shape.length === 0 || x.shape[x.shape.length - 1] !== width) {
    const expected = `(…, ${width}) to match weight`;
    throw makeShapeError('input', expected, x.shape);
  }
  const lead = x.shape.slice(0, -1);
  const sizes = [countElements(lead), out, width];
  return callWithOutput(core, name, {
    before: [x, ...parameters, ...sizes],
    shape: [...lead, out],
    out: readOptions.plain(options).out,
    space: workspace === undefined ? undefined : [workspace, sizes],
    shares: workspace === undefined ? Math.ceil(sizes[0] / ROWS_OF_SHARE) : 1,
    work: sizes[0] * out * width,
  });
}

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
  const [name, workspace] = ['attn_linear_unpacked', 'attn_linear_unpacked_workspace'];
  const parameters = [projection.weight, projection.bias];
  return project(core, name, workspace, parameters, input, options, { out, width });
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
      const bias = this.#bias === undefined ? 0 : address + this.#bias;
      return project(core, 'attn_linear', undefined, [address, bias], input, options, this.#sizes);
    });
  }
}

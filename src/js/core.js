import { Arena } from './arena.js';
import { AttentionError, LoadError } from './errors.js';

/**
 * What the statuses of `src/core/attention.h` mean. The binding checks its arguments before it
 * calls, so that none of these is ever a caller's mistake.
 *
 * @type {Record<number, string>}
 */
const STATUSES = {
  1: 'a required pointer was null or misaligned',
  2: 'sizes do not fit each other',
  3: 'an array has more than 2^30 elements',
  4: 'an array lies outside the memory',
  5: 'an output overlaps another array',
  6: 'the workspace is too small',
  7: 'an option is outside its range',
};

/** An instance of the WebAssembly core with its memory. */
export class Core {
  /** @type {Record<string, (...args: number[]) => number>} */
  #functions;
  #abandoned;

  /** @param {WebAssembly.Instance} instance */
  constructor({ exports }) {
    const { memory, ...functions } = exports;
    if (!(memory instanceof WebAssembly.Memory) || !('attn_heap_base' in functions)) {
      const expected = 'the core of attention-lab';
      const [argument, received] = ['source', 'source is another module'];
      throw new LoadError({ operation: 'loadAttention', argument, expected, received });
    }
    this.#functions = /** @type {any} */ (functions);
    this.arena = new Arena(memory, this.ask('attn_heap_base'));
    this.#abandoned = new FinalizationRegistry((/** @type {number} */ address) => {
      this.arena.release(address);
    });
  }

  /**
   * Calls an export that answers a size. wasm hands 32 bits over as a signed number.
   *
   * @param {string} name
   * @param {...number} args
   */
  ask(name, ...args) {
    return this.#functions[name](...args) >>> 0;
  }

  /**
   * Calls an export that returns a status.
   *
   * @param {string} operation
   * @param {string} name
   * @param {...number} args
   */
  call(operation, name, ...args) {
    const status = this.#functions[name](...args);
    if (status === 0) return;
    const message = `the core refused: ${STATUSES[status] ?? `status ${status}`}`;
    throw new AttentionError('ERR_INTERNAL', message, { operation });
  }

  /**
   * Gives the block of a layer back once nobody can reach the layer, as the backstop to
   * `dispose()`.
   *
   * @param {object} layer
   * @param {number} address
   */
  watch(layer, address) {
    this.#abandoned.register(layer, address, layer);
  }

  /**
   * Gives the block of a layer back now.
   *
   * @param {object} layer
   * @param {number} address
   */
  release(layer, address) {
    this.#abandoned.unregister(layer);
    this.arena.release(address);
  }
}

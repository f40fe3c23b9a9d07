import { listOptionWords, NO_STRIDES } from './abi.js';
import { makeOptionError } from './errors.js';
import { planOutputs, readResult, takeOutput } from './outputs.js';

/** @import { Arena } from './arena.js' */
/** @import { AttnOptions } from './abi.js' */
/** @import { KeyValueCache } from './cache.js' */
/** @import { Core } from './core.js' */
/** @import { CallOptions } from './options.js' */

/**
 * Calls a layer once for each item of the batch, for a cache whose items have different lengths. Each item gets the same
 * numbers as with a separate cache. Its weights are 0 after its last key.
 * @param {Core} core
 * @param {ReturnType<typeof import('./multi-head.js').readCall>} call
 * @param {number} parameters the address of the parameters
 * @param {KeyValueCache} cache
 * @returns {any}
 */
export function callItemByItem(core, call, parameters, cache) {
  const { options, added } = call;
  const { lengths } = cache;
  const [N, H, Hkv, L, S, D, Kdim, Vdim] = call.sizes;
  // Traced keys would differ in shape.
  const { trace = false } = options;
  if (trace !== false) {
    const expected = 'absent where the items of the cache have different lengths';
    throw makeOptionError('trace', expected, trace);
  }
  const [output, weights] = planOutputs(options, call.output, call.weights);
  const { arena } = core;
  return arena.run(() => {
    const [query, key, value] = call.inputs.map((input) => arena.put(input));
    const masks = putOptionTensors(arena, options);
    const outputs = takeOutput(arena, output);
    const allWeights = takeOutput(arena, weights);
    for (let n = 0; n < N; n++) {
      arena.run(() => {
        const keys = lengths[n] + added;
        const sizes = arena.putStruct([1, H, Hkv, L, keys, D, Kdim, Vdim]);
        const settings = arena.putStruct(listOptionWords(pickItemOptions(masks, n, L, S)));
        const item = cache.put(arena, n);
        const itemWeights = allWeights === 0 ? 0 : arena.take(4 * H * L * keys);
        const space = core.sizeFrom(call.workspace, [sizes, item]);
        core.call(call.name, [
          query + 4 * n * L * D,
          key + 4 * n * added * Kdim,
          value + 4 * n * added * Vdim,
          parameters,
          sizes,
          settings,
          item,
          outputs + 4 * n * L * D,
          itemWeights,
          0,
          arena.take(space),
          space,
        ]);
        for (let row = 0; row < H * L && allWeights !== 0; row++) {
          const to = allWeights + 4 * (n * H * L + row) * S;
          arena.copy(to, itemWeights + 4 * row * keys, 4 * keys);
          arena.clear(to + 4 * keys, 4 * (S - keys));
        }
      });
    }
    /** @type {Record<string, any>} */
    const result = { output: readResult(arena, output, outputs) };
    if (weights.shape !== undefined) result.weights = readResult(arena, weights, allWeights);
    return result;
  });
}

/** Puts the tensors of the options into memory. @param {Arena} arena @param {CallOptions} options */
function putOptionTensors(arena, options) {
  const tensors = /** @type {const} */ (['allowed', 'added', 'keyPadding', 'validLens', 'sinks']);
  const addresses = tensors.map((name) => {
    const tensor = options[name];
    return [name, tensor === undefined ? 0 : arena.put(tensor)];
  });
  return /** @type {AttnOptions} */ ({ ...options, ...Object.fromEntries(addresses) });
}

/**
 * Returns the options with the masks of a single batch item.
 * @param {AttnOptions} masks the options with the masks of all items
 * @param {number} n the index of the item
 * @param {number} L
 * @param {number} S the number of keys in the masks
 * @returns {AttnOptions}
 */
function pickItemOptions(masks, n, L, S) {
  const { allowed, added, maskStrides = NO_STRIDES, keyPadding, validLens } = masks;
  const first = n * maskStrides[0];
  return {
    ...masks,
    allowed: allowed && allowed + first,
    added: added && added + 4 * first,
    keyPadding: keyPadding && keyPadding + n * S,
    validLens: validLens && validLens + 4 * n * (masks.validLensPerQuery ? L : 1),
  };
}

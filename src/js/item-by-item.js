import { listOptionWords } from './attn-options.js';
import { makeOptionError } from './errors.js';
import { putOptionTensors } from './options.js';
import { readOutput, readTargets, takeOutput } from './outputs.js';

/** @import { KeyValueCache } from './cache.js' */
/** @import { Core } from './core.js' */

/** @typedef {Required<import('./attn-options.js').AttnOptions>} AttnOptions */

/**
 * Calls a layer once for each item of the batch, as a cache needs whose items have different lengths. Each item gets the
 * numbers that it has with a cache of its own. Behind its own keys its weights are 0.
 *
 * @param {Core} core
 * @param {ReturnType<typeof import('./multi-head.js').readCall>} call
 * @param {number} parameters their address
 * @param {KeyValueCache} cache
 * @returns {any}
 */
export function callItemByItem(core, call, parameters, cache) {
  const { options, added } = call;
  const { lengths } = cache;
  const [N, H, Hkv, L, S, D, Kdim, Vdim] = call.sizes;
  // Dropout counts the rows of all items; traced keys would be of different shapes.
  const { trace = false, dropout } = options;
  if (trace !== false || dropout !== undefined) {
    const expected = 'absent where the items of the cache have different lengths';
    const [name, value] = dropout === undefined ? ['trace', trace] : ['dropout', dropout];
    throw makeOptionError(name, expected, value);
  }
  const [output, weights] = readTargets(options, call.output, call.weights);
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
        const settings = arena.putStruct(listOptionWords(optionsOfItem(masks, n, L, S)));
        const item = cache.put(arena, n);
        const itemWeights = allWeights === 0 ? 0 : arena.take(4 * H * L * keys);
        const space = core.sizeFrom(call.workspace, [sizes, item]);
        core.call(call.name, [
          ...[query + 4 * n * L * D, key + 4 * n * added * Kdim, value + 4 * n * added * Vdim],
          ...[parameters, sizes, settings, item, outputs + 4 * n * L * D, itemWeights, 0],
          ...[arena.take(space), space],
        ]);
        for (let row = 0; row < H * L && allWeights !== 0; row++) {
          const to = allWeights + 4 * (n * H * L + row) * S;
          arena.copy(to, itemWeights + 4 * row * keys, 4 * keys);
          arena.clear(to + 4 * keys, 4 * (S - keys));
        }
      });
    }
    /** @type {Record<string, any>} */
    const result = { output: readOutput(arena, output, outputs) };
    if (weights.shape !== undefined) result.weights = readOutput(arena, weights, allWeights);
    return result;
  });
}

/**
 * The masks of one item of the batch, alone.
 *
 * @param {AttnOptions} masks of all items
 * @param {number} n
 * @param {number} L
 * @param {number} S keys that the masks span
 * @returns {AttnOptions}
 */
function optionsOfItem(masks, n, L, S) {
  const { allowed, added, maskStrides, keyPadding, validLens, validLensPerQuery } = masks;
  const first = n * maskStrides[0];
  return {
    ...masks,
    allowed: allowed && allowed + first,
    added: added && added + 4 * first,
    keyPadding: keyPadding && keyPadding + n * S,
    validLens: validLens && validLens + 4 * n * (validLensPerQuery ? L : 1),
  };
}

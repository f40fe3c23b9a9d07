// Calls of the core by a user. The numbers must be the same on every platform.

/** @import { WasmSource } from '../../../src/js/index.js' */

/**
 * @param {Pick<typeof import('../../../src/js/index.js'), 'loadAttention' | 'tensor'>} library
 * @param {WasmSource} [source]
 * @returns {Promise<number[][]>} the numbers of tensors as bits, which JSON can represent
 */
export async function compute({ loadAttention, tensor }, source) {
  const attention = await loadAttention(source);
  const words = tensor([
    [1, 0.5],
    [0.25, -1],
    [1, 3],
  ]);
  const options = { isCausal: true, dropout: { p: 0.25, seed: 3 }, trace: true };
  const { output, trace } = attention.scaledDotProductAttention(words, words, words, options);
  const layer = attention.createLinear(
    [
      [0.1, 0.2],
      [0.3, 0.4],
      [-5, 6],
    ],
    [1, 2, 3],
  );
  const projected = layer.forward(words);
  layer.dispose();
  return [output, ...Object.values(trace ?? {}), projected].map(({ data }) => [
    ...new Uint32Array(data.buffer, data.byteOffset, data.length),
  ]);
}

// bfloat16 by its definition: the nearest of the two neighbours, of equally near ones the even one.

const floats = new Float32Array(1);
const words = new Uint32Array(floats.buffer);

/** @param {number} value @returns {number} the float32 of the nearest bfloat16 */
export function roundToBfloat16(value) {
  floats[0] = value;
  if (!Number.isFinite(floats[0])) return floats[0];
  const lower = words[0] & 0xffff;
  const isUp = lower > 0x8000 || (lower === 0x8000 && (words[0] & 0x10000) !== 0);
  // Behind the largest comes infinity.
  words[0] += (isUp ? 0x10000 : 0) - lower;
  return floats[0];
}

/** @param {{ shape: readonly number[], data: Float32Array }} tensor */
export const roundTensor = ({ shape, data }) => ({ shape, data: data.map(roundToBfloat16) });

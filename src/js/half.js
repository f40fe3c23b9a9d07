// Types of numbers: those of packed weights and caches, and numbers of 16 bits as float32, which holds each of them exactly.

/** How numbers are kept in wasm memory; `attn_dtype` of the core is the index. */
export const DTYPES = ['float32', 'bfloat16', 'float16'];

/** The numbers of these dtypes in the core. */
export const FLOAT32 = DTYPES.indexOf('float32');
export const BFLOAT16 = DTYPES.indexOf('bfloat16');
export const FLOAT16 = DTYPES.indexOf('float16');

/** @type {Float32Array | undefined} every float16 */
let halves;

/** The float32 numbers of all float16. */
function widenedHalves() {
  const widened = new Float32Array(65536);
  for (let bits = 0; bits < widened.length; bits++) {
    const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
    const magnitude =
      exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
    const special = fraction === 0 ? Infinity : Number.NaN;
    widened[bits] = (bits & 0x8000 ? -1 : 1) * (exponent === 31 ? special : magnitude);
  }
  return widened;
}

/**
 * @param {Uint16Array} words
 * @param {boolean} isBrain bfloat16, the upper half of a float32; otherwise float16
 */
export function widenHalves(words, isBrain) {
  const { length } = words;
  if (isBrain) {
    const wide = new Uint32Array(length);
    for (let i = 0; i < length; i++) wide[i] = words[i] << 16;
    return new Float32Array(wide.buffer);
  }
  halves ??= widenedHalves();
  const wide = new Float32Array(length);
  for (let i = 0; i < length; i++) wide[i] = halves[words[i]];
  return wide;
}

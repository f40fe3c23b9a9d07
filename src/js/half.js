// The exact conversion of 16-bit numbers to float32.

/** The value of every float16, by its bits. @type {Float32Array | undefined} */
let halves;

/** Computes the values of all float16 numbers. */
function computeHalves() {
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
 * Converts 16-bit numbers to float32.
 * @param {Uint16Array} words
 * @param {boolean} isBrain whether the numbers are bfloat16, the upper half of a float32; otherwise they are float16
 */
export function widenHalves(words, isBrain) {
  const { length } = words;
  if (isBrain) {
    const wide = new Uint32Array(length);
    for (let i = 0; i < length; i++) wide[i] = words[i] << 16;
    return new Float32Array(wide.buffer);
  }
  halves ??= computeHalves();
  const wide = new Float32Array(length);
  for (let i = 0; i < length; i++) wide[i] = halves[words[i]];
  return wide;
}

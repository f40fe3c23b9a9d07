/** The floats of 16 bits, by their bits. */

/**
 * Floats of 16 bits. Float32 holds each of them exactly.
 * @param {number} one the bits of the fraction
 * @param {number} bias of the exponent
 */
const fromBits = (one, bias) => (/** @type {number} */ bits) => {
  const fraction = (bits % one) / one;
  const exponent = (bits & 0x7fff) / one - fraction;
  const special = fraction ? Number.NaN : Infinity;
  const size = exponent ? (1 + fraction) * 2 ** (exponent - bias) : fraction * 2 ** (1 - bias);
  return (bits >> 15 ? -1 : 1) * (exponent > 2 * bias ? special : size);
};

/** float16 */
export const fromHalf = fromBits(2 ** 10, 15);
/** bfloat16 */
export const fromBrain = fromBits(2 ** 7, 127);

/**
 * Converts a mask to the numbers that a peer adds to scores.
 * @param {Uint8Array} mask 1 = may attend
 */
export const toBias = (mask) => Float32Array.from(mask, (bit) => (bit ? 0 : -Infinity));

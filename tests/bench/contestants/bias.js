/**
 * What a peer adds to scores, for a mask.
 * @param {Uint8Array} mask 1 = may attend
 */
export const toBias = (mask) => Float32Array.from(mask, (bit) => (bit ? 0 : -Infinity));

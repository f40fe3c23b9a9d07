// A second implementation of the random numbers in BigInt, cut to 32 bits. It shares no code with
// the sources and has no signs or overflow.

const ALL = 0xffffffffn;

/** Keeps the lowest 32 bits. @param {bigint} x */
const keepLow32Bits = (x) => x & ALL;
/** @param {bigint} x @param {bigint} bits */
const foldBits = (x, bits) => x ^ (x >> bits);

/** Matches `scramble()` of random.js. @param {bigint} x */
export function scramble(x) {
  const first = keepLow32Bits(foldBits(keepLow32Bits(x), 16n) * 0x2c1b3c6dn);
  return foldBits(keepLow32Bits(foldBits(first, 12n) * 0x297a2d39n), 15n);
}

/** Matches `mix()` of dropout.h. @param {bigint} x */
export function mix(x) {
  const first = keepLow32Bits(foldBits(keepLow32Bits(x), 16n) * 0x85ebca6bn);
  return foldBits(keepLow32Bits(foldBits(first, 13n) * 0xc2b2ae35n), 16n);
}

/** The code units of a text, each with its index in the upper half. @param {string} text */
const listCodeUnits = (text) =>
  text.split('').map((_, i) => BigInt(text.charCodeAt(i) + i * 65536));

/**
 * Returns the numbers of draw.js in hundredths.
 * @param {number} seed
 * @param {string} name
 * @param {number} count
 * @param {number} range
 */
export function hundredths(seed, name, count, range) {
  const text = listCodeUnits(name).reduce((bits, place) => scramble(bits ^ place), 0x811c9dc5n);
  const stream = scramble(text ^ scramble(BigInt(seed) + 0x9e3779b9n));
  const reach = BigInt(Math.round(range * 100));
  return Array.from({ length: count }, (_, i) => {
    const share = scramble(stream ^ scramble(BigInt(i + 1)));
    return Number(((share * (2n * reach + 1n)) >> 32n) - reach);
  });
}

/**
 * Returns the 32-bit words that sfc32 gives for a seed and a name.
 * @param {number} seed
 * @param {string} name
 * @param {number} count
 */
export function words(seed, name, count) {
  let a = listCodeUnits(name).reduce(
    (bits, place) => scramble(bits ^ place),
    scramble(BigInt(seed) + 0x9e3779b9n),
  );
  let [b, c] = [scramble(a + 1n), scramble(a + 2n)];
  const all = Array.from({ length: 12 + count }, (_, i) => {
    const sum = keepLow32Bits(a + b + BigInt(i + 1));
    a = b ^ (b >> 9n);
    b = keepLow32Bits(9n * c);
    c = keepLow32Bits(((c << 21n) | (c >> 11n)) + sum);
    return Number(sum);
  });
  return all.slice(12);
}

/**
 * Tells whether dropout removes a weight.
 * @param {{ p: number, seed: number }} dropout
 * @param {number} row
 * @param {number} key
 */
export function isDropped({ p, seed }, row, key) {
  const rowSeed = mix(BigInt(seed) + mix(BigInt(row + 1)));
  return mix(rowSeed + BigInt(key) * 0x9e3779b9n) < BigInt(Math.floor(Math.fround(p) * 2 ** 32));
}

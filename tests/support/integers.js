// Random numbers once more, in whole numbers of any size that are cut to 32 bits: nothing of it is shared with the
// sources, and no sign or overflow is in the way.

const ALL = 0xffffffffn;

/** The lowest 32 bits. @param {bigint} x */
const cut = (x) => x & ALL;
/** @param {bigint} x @param {bigint} bits */
const folded = (x, bits) => x ^ (x >> bits);

/** As `scramble()` of random.js. @param {bigint} x */
export function scramble(x) {
  const first = cut(folded(cut(x), 16n) * 0x2c1b3c6dn);
  return folded(cut(folded(first, 12n) * 0x297a2d39n), 15n);
}

/** As `mix()` of dropout.h. @param {bigint} x */
export function mix(x) {
  const first = cut(folded(cut(x), 16n) * 0x85ebca6bn);
  return folded(cut(folded(first, 13n) * 0xc2b2ae35n), 16n);
}

/** The code units of a text, each with its place in the upper half. @param {string} text */
const placed = (text) => text.split('').map((_, i) => BigInt(text.charCodeAt(i) + i * 65536));

/** The numbers of draw.js, in hundredths. @param {number} seed @param {string} name @param {number} count @param {number} range */
export function hundredths(seed, name, count, range) {
  const text = placed(name).reduce((bits, place) => scramble(bits ^ place), 0x811c9dc5n);
  const stream = scramble(text ^ scramble(BigInt(seed) + 0x9e3779b9n));
  const reach = BigInt(Math.round(range * 100));
  return Array.from({ length: count }, (_, i) => {
    const share = scramble(stream ^ scramble(BigInt(i + 1)));
    return Number(((share * (2n * reach + 1n)) >> 32n) - reach);
  });
}

/** So many words of 32 bits, as sfc32 gives them for a seed and a name. @param {number} seed @param {string} name @param {number} count */
export function words(seed, name, count) {
  let a = placed(name).reduce(
    (bits, place) => scramble(bits ^ place),
    scramble(BigInt(seed) + 0x9e3779b9n),
  );
  let [b, c] = [scramble(a + 1n), scramble(a + 2n)];
  const all = Array.from({ length: 12 + count }, (_, i) => {
    const sum = cut(a + b + BigInt(i + 1));
    a = b ^ (b >> 9n);
    b = cut(9n * c);
    c = cut(((c << 21n) | (c >> 11n)) + sum);
    return Number(sum);
  });
  return all.slice(12);
}

/** Whether dropout takes a weight away. @param {{ p: number, seed: number }} dropout @param {number} row @param {number} key */
export function isDropped({ p, seed }, row, key) {
  const rowSeed = mix(BigInt(seed) + mix(BigInt(row + 1)));
  return mix(rowSeed + BigInt(key) * 0x9e3779b9n) < BigInt(Math.floor(Math.fround(p) * 2 ** 32));
}

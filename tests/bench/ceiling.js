// The ceiling: as many multiplications and additions as one thread of wasm SIMD does in a second,
// when it does nothing else. The module is written here byte by byte; it has one function,
// run(n), of n rounds over 13 chains acc = acc * a + b.

/** Eight chains reach 80 % of the peak, 10: 91 %, 12: 98 %; 13, a and b fill 15 registers. */
const CHAINS = 13;
const FLOPS_A_ROUND = CHAINS * 4 * 2;

const I32 = 0x7f;
const F32 = 0x7d;
const V128 = 0x7b;

/** @param {number} value below 2^14 @returns {number[]} as LEB128 */
const unsigned = (value) => (value < 128 ? [value] : [(value & 127) | 128, value >> 7]);

/** @param {number} value */
const float = (value) => [...new Uint8Array(new Float32Array([value]).buffer)];

/** @param {number[]} bytes with their number before them */
const sized = (bytes) => [...unsigned(bytes.length), ...bytes];

const N = 0;
const A = 1;
const B = 2;
const chains = Array.from({ length: CHAINS }, (_, i) => B + 1 + i);

/** @param {number} local */
const get = (local) => [0x20, local];
/** @param {number} local */
const set = (local) => [0x21, local];
/** @param {number} value */
const splat = (value) => [0x43, ...float(value), 0xfd, 0x13];
const multiply = [0xfd, ...unsigned(0xe6), 1];
const add = [0xfd, ...unsigned(0xe4), 1];

// acc tends to b / (1 - a) = 0.5: no denormals, no infinities, whatever n is.
const body = [
  [...splat(0.998), ...set(A), ...splat(0.001), ...set(B)],
  [0x03, 0x40], // loop
  chains.flatMap((acc) => [...get(acc), ...get(A), ...multiply, ...get(B), ...add, ...set(acc)]),
  [...get(N), 0x41, 1, 0x6b, 0x22, N], // n = n - 1
  [0x0d, 0, 0x0b], // again, unless n is 0
  get(chains[0]),
  chains.slice(1).flatMap((acc) => [...get(acc), ...add]),
  [0xfd, 0x1f, 0, 0x0b], // the first lane of the sum
].flat();

const locals = [1, 2 + CHAINS, V128];

/** @param {number} id @param {number[]} content */
const section = (id, content) => [id, ...sized(content)];

const bytes = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 1, I32, 1, F32]),
  ...section(3, [1, 0]),
  ...section(7, [1, ...sized([...new TextEncoder().encode('run')]), 0, 0]),
  ...section(10, [1, ...sized([...locals, ...body])]),
]);

/**
 * @returns {Promise<(milliseconds: number) => number>} measures for about so long and answers
 *   FLOP/s
 */
export async function openCeiling() {
  const { instance } = await WebAssembly.instantiate(bytes);
  const run = /** @type {(n: number) => number} */ (instance.exports.run);
  let pace = 1e4; // rounds a millisecond

  /** @param {number} milliseconds */
  function measure(milliseconds) {
    const rounds = Math.max(1, Math.round(pace * milliseconds));
    const start = performance.now();
    run(rounds);
    const seconds = (performance.now() - start) / 1000;
    pace = rounds / (1000 * seconds);
    return (rounds * FLOPS_A_ROUND) / seconds;
  }

  // The engine compiles a hot function once more; only then is it at its peak.
  for (let i = 0; i < 100; i++) measure(2);
  return measure;
}

// Damages headers of weights and configurations at random: as text, as JSON and as bytes.
import { checkpoints, jsonOf, splitFile, weightsOf } from './checkpoints.js';

/** @import { Random } from '../support/random.js' */

const originals = checkpoints.map((name) => {
  const { header, data } = splitFile(weightsOf(name));
  return { name, header, bytes: data.length, config: jsonOf(name, 'config.json') };
});

/** Values that have broken readers before. */
const STRANGE = [
  ...[
    0,
    -0,
    -1,
    0.5,
    1e308,
    -1e308,
    2 ** 31,
    2 ** 32,
    2 ** 53,
    1e9,
    7,
    33,
    Number.MAX_SAFE_INTEGER,
  ],
  ...['', '32', 'gelu', 'F32', 'q4', '__proto__', '\u0000', '\ud800', 'x'.repeat(5000)],
  ...[null, true, false, [], {}, [[]], [0], [-1, 2], [2 ** 30, 2 ** 30], [[['global'], 1e9]]],
  ...[{ rope_type: 'linear', factor: 2 }, { __proto__: { length: 3 } }, Array(500).fill(1)],
];

const DTYPES = ['F32', 'F16', 'BF16', 'I8', 'I64', 'U8', 'BOOL', 'F4', 'F8_E4M3', 'f32', ''];

/** @param {Random} random @param {number} depth @returns {unknown} */
function anyValue(random, depth = 2) {
  const kind = random.integer(0, depth > 0 ? 5 : 3);
  if (kind < 2) return random.pick(STRANGE);
  if (kind === 2) return random.integer(-3, 400);
  if (kind === 3) return random.uniform() * 10 ** random.integer(-5, 20);
  const count = random.integer(0, 4);
  if (kind === 4) return Array.from({ length: count }, () => anyValue(random, depth - 1));
  const entries = Array.from({ length: count }, () => [
    random.pick(['a', 'shape', 'rope_theta', '0', 'toString']),
    anyValue(random, depth - 1),
  ]);
  return Object.fromEntries(entries);
}

/** Returns an entry of a header that may be valid. @param {Random} random @param {number} bytes */
function anyEntry(random, bytes) {
  if (random.integer(0, 7) === 0) return anyValue(random);
  const offset = () =>
    random.integer(0, 9) === 0 ? random.pick(STRANGE) : random.integer(0, bytes);
  const size = () => (random.integer(0, 5) === 0 ? random.pick(STRANGE) : random.integer(0, 130));
  return {
    dtype: random.pick(DTYPES),
    shape: Array.from({ length: random.integer(0, 4) }, size),
    data_offsets: Array.from({ length: random.pick([2, 2, 2, 2, 0, 1, 3]) }, offset),
  };
}

/**
 * Changes one to three entries of an object: another value, no value, or another name.
 * @param {Random} random @param {Record<string, any>} object @param {() => unknown} make
 */
function changeEntries(random, object, make) {
  const names = Object.keys(object);
  /** @type {[string, unknown][]} */
  const entries = Object.entries(object);
  for (let i = random.integer(1, 3); i > 0; i--) {
    const at = random.integer(0, entries.length - 1);
    const name = random.pick([...names, '__proto__', 'constructor', '__metadata__', '']);
    const change = random.integer(0, 3);
    if (change === 0) entries.splice(at, 1);
    else if (change === 1) entries.push([name, make()]);
    else if (change === 2) entries[at] = [name, entries[at][1]];
    else entries[at] = [entries[at][0], make()];
    if (entries.length === 0) break;
  }
  // JSON may contain a name twice, or __proto__.
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value ?? null)}`).join()}}`;
}

/** Replaces, removes or doubles a part of a text. @param {Random} random @param {string} text */
function changeText(random, text) {
  const at = random.integer(0, text.length);
  const end = Math.min(text.length, at + random.integer(0, 12));
  const change = random.integer(0, 3);
  if (change === 0) return text.slice(0, at);
  if (change === 1) return text.slice(0, at) + text.slice(end);
  if (change === 2) return text.slice(0, end) + text.slice(at);
  const characters = [...'{}[]",:0123456789.eE+-\\\u0000 \u00e9\u2028'];
  return text.slice(0, at) + random.pick(characters) + text.slice(at + 1);
}

const encoder = new TextEncoder();

/** A buffer for all files in turn, because only the size and the header are read. */
let room = new Uint8Array(2 ** 20);

/**
 * @param {Uint8Array} header
 * @param {bigint} length the length stated in the file
 * @param {number} bytes the size of the data
 */
function weightsFile(header, length, bytes) {
  const size = 8 + header.length + bytes;
  if (room.length < size) room = new Uint8Array(2 * size);
  new DataView(room.buffer).setBigUint64(0, length, true);
  room.set(header, 8);
  return room.subarray(0, size);
}

/**
 * Returns the files of a model with a damaged header, a damaged configuration, or both, and without
 * a tokenizer.
 * @param {Random} random
 */
export function damagedFiles(random) {
  const { header, bytes, config } = random.pick(originals);
  const what = random.integer(0, 4);
  const makeEntry = () => anyEntry(random, bytes);
  let headerText =
    what === 1 || what > 2 ? changeEntries(random, header, makeEntry) : JSON.stringify(header);
  let configText =
    what === 0 || what > 2
      ? changeEntries(random, config, () => anyValue(random))
      : JSON.stringify(config);
  if (what === 2) headerText = changeText(random, headerText);
  if (random.integer(0, 9) === 0) configText = changeText(random, configText);
  const json = encoder.encode(headerText);
  const wrong = [0n, 1n, 7n, 2n ** 40n, 2n ** 64n - 1n, BigInt(json.length + 1)];
  const length = random.integer(0, 19) === 0 ? random.pick(wrong) : BigInt(json.length);
  const file = weightsFile(json, length, random.integer(0, 19) === 0 ? 0 : bytes);
  return { 'config.json': configText, 'model.safetensors': file };
}

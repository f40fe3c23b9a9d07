// Shared by the tests of the Hub: loading models, and files of several pieces.
import assert from 'node:assert/strict';
import { after, beforeEach } from 'node:test';
import { Operations } from '../../src/js/attention.js';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { joinFile, splitFile, tensorsOf, writeSafetensors } from './checkpoints.js';
import { contentsOf, startHub } from './hub-server.js';

/** @import { Repository } from './hub-server.js' */

export const COMMIT = 'c0'.repeat(20);

export const attention = await loadAttention();
/** The used memory can shrink at any time, because unreferenced models are collected. */
export const { arena } = /** @type {any} */ (Operations.getCore(attention));

/** @param {Awaited<ReturnType<typeof startHub>>} hub */
export function loaderFrom(hub) {
  /** @param {string} id @param {object} [options] */
  return (id, options) => loadPretrained(attention, id, { endpoint: hub.url, ...options });
}

/** Starts a Hub for the tests of a file. Before each test, it has only gpt2. */
export async function startTestHub() {
  const hub = await startHub();
  after(() => hub.close());
  beforeEach(() => {
    hub.reset();
    publish(hub, 'gpt2');
  });
  return hub;
}

/**
 * Publishes a model whose id is `tiny/` and the name of its checkpoint.
 * @param {Awaited<ReturnType<typeof startHub>>} hub @param {string} checkpoint
 * @param {Partial<Repository>} [changes]
 */
export function publish(hub, checkpoint, changes = {}) {
  const repository = { files: contentsOf(checkpoint), commit: COMMIT, ...changes };
  hub.repositories.set(`tiny/${checkpoint}`, repository);
  return repository;
}

/**
 * Returns the weights of gpt2 with unused tensors before each of its own, so that loading needs
 * several pieces.
 * @param {number} size the bytes of an unused tensor
 * @param {{ isReversed?: boolean }} [options] whether the last tensor comes first
 */
export function spreadWeights(size, { isReversed = false } = {}) {
  const weights = contentsOf('gpt2')['model.safetensors'];
  const { header, data } = splitFile(Uint8Array.from(weights));
  const { __metadata__: _, ...entries } = header;
  const sortedEntries = Object.entries(entries).sort(
    ([, a], [, b]) => a.data_offsets[0] - b.data_offsets[0],
  );
  if (isReversed) sortedEntries.reverse();
  const padding = new Uint8Array(4 * Math.ceil(size / sortedEntries.length / 4)).fill(65);
  /** @type {Record<string, object>} */
  const spread = {};
  /** @type {Uint8Array[]} */
  const parts = [];
  let at = 0;
  const add = (
    /** @type {string} */ name,
    /** @type {any} */ entry,
    /** @type {Uint8Array} */ bytes,
  ) => {
    spread[name] = { ...entry, data_offsets: [at, at + bytes.length] };
    parts.push(bytes);
    at += bytes.length;
  };
  sortedEntries.forEach(([name, entry], i) => {
    add(`unused.${i}`, { dtype: 'F32', shape: [padding.length / 4] }, padding);
    add(name, entry, data.subarray(...entry.data_offsets));
  });
  return Buffer.from(joinFile(spread, parts));
}

/**
 * Returns the weights of gpt2 with an int8 table of tokens, whose scales are at one end of the file.
 * @param {'scales first' | 'scales last'} order
 * @param {number} [size] the bytes of an unused tensor in the middle
 */
export function makeInt8Weights(order, size = 0) {
  const tensors = tensorsOf('gpt2');
  const name = 'wte.weight';
  const { shape } = tensors[name];
  const bytes = Uint8Array.from({ length: shape[0] * shape[1] }, (_, i) => (i * 37) % 256);
  tensors[name] = { dtype: 'I8', shape, bytes };
  const unused = { dtype: 'U8', shape: [size], bytes: new Uint8Array(size) };
  const rows = new Uint8Array(new Float32Array(shape[0]).fill(0.01).buffer);
  const scale = { dtype: 'F32', shape: [shape[0]], bytes: rows };
  const parts = [{ [`${name}_scale`]: scale }, { unused }, tensors];
  if (order === 'scales last') parts.reverse();
  return writeSafetensors(Object.assign({}, ...parts));
}

/**
 * Returns the ranges of weights that the content network was asked for.
 * @param {Awaited<ReturnType<typeof startHub>>} hub
 */
export const weightRanges = ({ requests }) =>
  requests
    .filter(({ path }) => path.includes('model.safetensors?signed'))
    .map(({ range }) => range?.slice('bytes='.length));

/** Returns the output of a model for some ids. @param {any} model @returns {Float32Array} */
export const numbersOf = (model) => model.run([5, 3, 8, 1]).hidden.data;

/** Asserts that loading fails. @param {Promise<any>} loading @param {(error: any) => void} check */
export async function assertLoadFails(loading, check) {
  await assert.rejects(loading, (error) => {
    check(error);
    return true;
  });
}

export { startHub };

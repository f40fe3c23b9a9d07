// A random checkpoint of GPT-2's size, 124 million parameters, for benchmarks: as float32, bfloat16 and float16.
import { closeSync, existsSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../../src/js/random.js';
import { listTensors } from '../pretrained/gpt2-sizes.js';
import { bitsOf, roundTo } from '../support/narrow.js';

const sizes = { n_embd: 768, n_head: 12, n_layer: 12, n_positions: 1024, vocab_size: 50257 };
export const config = { model_type: 'gpt2', ...sizes };

/** How the numbers of a file are stored. @typedef {'F32' | 'BF16' | 'F16'} Dtype */

export const DTYPES = /** @type {const} */ (['F32', 'BF16', 'F16']);

/** Writes the file once. @param {string} path @param {Dtype} dtype */
function writeWeights(path, dtype) {
  const random = new Random(1, 'weights');
  const wide = Float32Array.from({ length: 2 ** 20 }, () => 0.02 * random.normal());
  const type = dtype === 'F16' ? 'float16' : 'bfloat16';
  const toBits = (/** @type {number} */ value) => bitsOf(type, roundTo(type, value));
  const numbers = dtype === 'F32' ? wide : Uint16Array.from(wide, toBits);
  const unit = numbers.BYTES_PER_ELEMENT;
  /** @type {Record<string, object>} */
  const header = {};
  let at = 0;
  const counts = listTensors(sizes).map(([name, shape]) => {
    const count = shape.reduce((product, size) => product * size, 1);
    header[name] = { dtype, shape, data_offsets: [at, at + unit * count] };
    at += unit * count;
    return count;
  });
  const json = new TextEncoder().encode(JSON.stringify(header));
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(json.length), true);
  const file = openSync(path, 'w');
  writeSync(file, length);
  writeSync(file, json);
  for (const count of counts) {
    for (let done = 0; done < count; done += numbers.length) {
      writeSync(file, numbers.subarray(0, Math.min(numbers.length, count - done)));
    }
  }
  closeSync(file);
}

/**
 * Finds the file of the model's weights, and writes it if it is missing.
 * @param {Dtype} dtype
 * @param {string} [folder]
 */
export function findWeights(dtype, folder = join(tmpdir(), 'attention-lab-bench')) {
  const path = join(folder, dtype === 'F32' ? 'model.safetensors' : `model-${dtype}.safetensors`);
  mkdirSync(folder, { recursive: true });
  if (!existsSync(path)) writeWeights(path, dtype);
  return path;
}

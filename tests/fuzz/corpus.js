// The inputs that are kept: for each target one file, in which an input is its number of bytes, a
// little-endian word of 32 bits, and the bytes.
import { readFileSync, writeFileSync } from 'node:fs';

export const targets = ['linear', 'softmax', 'dot_product', 'additive', 'multi_head', 'parts'];

/** @param {string} target */
const urlOf = (target) => new URL(`corpus/${target}.bin`, import.meta.url);

/** @param {string} target as the program reads it from its stdin */
export const packedCorpus = (target) => readFileSync(urlOf(target));

/** @param {string} target @returns {Buffer[]} */
export function readCorpus(target) {
  const bytes = packedCorpus(target);
  const inputs = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32LE(at);
    inputs.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return inputs;
}

/** @param {string} target @param {Buffer[]} inputs */
export function writeCorpus(target, inputs) {
  const parts = inputs.flatMap((input) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(input.length);
    return [length, input];
  });
  writeFileSync(urlOf(target), Buffer.concat(parts));
}

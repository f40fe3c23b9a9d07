// The kept inputs, in one file for each target. An input is its number of bytes, as a little-endian
// 32-bit word, and the bytes.
import { readFileSync, writeFileSync } from 'node:fs';

export const targets = [
  'linear',
  'softmax',
  'dot_product',
  'additive',
  'multi_head',
  'parts',
  'learning',
];

/** @param {string} target */
const urlOf = (target) => new URL(`corpus/${target}.bin`, import.meta.url);

/** Reads the corpus in the form that the program reads from stdin. @param {string} target */
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

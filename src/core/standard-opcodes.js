// Compilers before LLVM 16 write the relaxed multiply-adds with the opcodes of the proposal, which no engine runs.
// This program replaces them by the opcodes of the standard, which have the same length and the same operands.
//
//     wasm-opt --print module.wasm | node standard-opcodes.js module.wasm

import { readFileSync, writeFileSync } from 'node:fs';

/** Opcodes of the proposal and of the standard: a prefix byte, then a number in two bytes. */
const OPCODES = [
  { name: /f32x4\.relaxed_fma\b/g, proposed: [0xfd, 0xaf, 0x01], standard: [0xfd, 0x85, 0x02] },
  { name: /f32x4\.relaxed_fms\b/g, proposed: [0xfd, 0xb0, 0x01], standard: [0xfd, 0x86, 0x02] },
];

const [path] = process.argv.slice(2);
const bytes = readFileSync(path);
const text = readFileSync(0, 'utf8');

for (const { name, proposed, standard } of OPCODES) {
  const instructions = text.match(name)?.length ?? 0;
  if (instructions === 0) continue;
  const places = [];
  const pattern = Buffer.from(proposed);
  for (let at = bytes.indexOf(pattern); at >= 0; at = bytes.indexOf(pattern, at + 1))
    places.push(at);
  // Every instruction matches the pattern. If the counts are equal, nothing else matches.
  if (places.length !== instructions) {
    throw new Error(
      `${path}: ${instructions} instructions ${name.source}, but ${places.length} places`,
    );
  }
  for (const at of places) bytes.set(standard, at);
}
writeFileSync(path, bytes);

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withMaximumPages } from './wasm.js';

const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
// A custom section before and an export section after: what must stay as it is.
const before = [0, 3, 1, 0x78, 9];
const after = [7, 5, 1, 1, 0x6d, 2, 0];

/** @param {number[]} memory the limits: flags, minimum, maximum */
const module_ = (memory) =>
  Uint8Array.from([...header, ...before, 5, memory.length + 1, 1, ...memory, ...after]);

/** @param {Uint8Array<ArrayBuffer>} bytes */
function memoryOf(bytes) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  return /** @type {WebAssembly.Memory} */ (exports.m);
}

describe('withMaximumPages', () => {
  // 65536 pages are 0x80 0x80 0x04 in LEB128: a smaller maximum makes the section shorter.
  const large = module_([1, 2, 0x80, 0x80, 0x04]);

  it('memory grows up to the maximum and no further', () => {
    const memory = memoryOf(withMaximumPages(large, 3));
    assert.equal(memory.grow(1), 2);
    assert.throws(() => memory.grow(1), RangeError);
  });

  it('the minimum comes down with the maximum', () => {
    const memory = memoryOf(withMaximumPages(large, 1));
    assert.equal(memory.buffer.byteLength, 65536);
    assert.throws(() => memory.grow(1), RangeError);
  });

  it('a number of several LEB128 bytes is written as such', () => {
    const memory = memoryOf(withMaximumPages(large, 300));
    assert.equal(memory.grow(298), 2);
    assert.throws(() => memory.grow(1), RangeError);
  });

  it('a memory without a maximum gets one', () => {
    const memory = memoryOf(withMaximumPages(module_([0, 1]), 1));
    assert.throws(() => memory.grow(1), RangeError);
  });

  it('the bytes given are left as they are', () => {
    const copy = large.slice();
    withMaximumPages(large, 1);
    assert.deepEqual(large, copy);
  });

  it('a module without a memory is refused', () => {
    assert.throws(() => withMaximumPages(Uint8Array.from(header), 1), /no memory/);
  });
});

// For any integers, a function returns a status: it does not trap, hang, or write outside its
// arguments.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Random } from '../../src/js/random.js';
import { withMaximumPages } from '../support/wasm.js';

const bytes = readFileSync(new URL('../../dist/learning.wasm', import.meta.url));
const PAGES = 4;
const CALLS = 2000;
const ERRORS = 7;

const { exports } = new WebAssembly.Instance(
  new WebAssembly.Module(withMaximumPages(bytes, PAGES)),
);
const { memory, ...functions } = /** @type {Record<string, any>} */ (exports);
memory.grow(PAGES - memory.buffer.byteLength / 65536);
const end = memory.buffer.byteLength;
const floor = functions.attn_heap_base();
const words = new Uint32Array(memory.buffer);
/** The first bytes of the core's own memory. */
const bytesBelow = new Uint8Array(memory.buffer, 0, 1024);

/**
 * Returns small sizes, aligned or unaligned addresses in or beyond memory, or any bits.
 * @param {Random} random
 */
function anyInteger(random) {
  switch (random.below(8)) {
    case 0:
      return 0;
    case 1:
      return random.bits();
    case 2:
      return 2 ** random.below(33) - random.below(2);
    case 3:
      return end - 4 * random.below(64);
    case 4:
    case 5:
      return floor + 4 * random.below((end - floor) / 4);
    default:
      return random.below(10);
  }
}

describe('with random arguments', () => {
  const names = Object.keys(functions).filter((name) => !/_(heap_base|abi_version)$/.test(name));

  it('there are those to call that the header declares', () => {
    const header = readFileSync(new URL('../../src/core/learning.h', import.meta.url), 'utf8');
    const declared = header.replace(/\/\/.*/g, '').match(/\battn_\w+(?=\()/g) ?? [];
    const ofCore = ['packed_size', 'pack_weight', 'linear'];
    const attention = ['scaled_dot_product', 'additive'].flatMap((name) => [
      `${name}_workspace`,
      `${name}_attention`,
    ]);
    const transformer = [
      'activation',
      'add',
      'embedding',
      'layer_norm',
      'split_heads',
      'merge_heads',
      'rotary',
      'rotary_workspace',
    ];
    const shared = [...ofCore, ...attention, ...transformer].map((name) => `attn_${name}`);
    assert.ok(declared.length > 20);
    assert.deepEqual(names.sort(), [...declared, ...shared].sort());
  });

  for (const name of names) {
    it(`${name} returns`, () => {
      const random = new Random(1, name);
      const run = functions[name];
      const isSize = /_(workspace|size)$/.test(name);
      const statuses = new Set();
      for (let i = 0; i < CALLS; i++) {
        // Structs also consist of such integers.
        if (i % 100 === 0) {
          for (let j = Math.ceil(floor / 4); j < words.length; j++) words[j] = anyInteger(random);
        }
        const below = bytesBelow.slice();
        const status = run(...Array.from({ length: run.length }, () => anyInteger(random)));
        statuses.add(status);
        assert.ok(isSize || (status >= 0 && status <= ERRORS), `${status}`);
        assert.ok(Buffer.compare(bytesBelow, below) === 0, 'written below what it was given');
      }
      assert.ok(statuses.size > 1, 'not all alike');
    });
  }
});

describe('the cross-entropy of nothing', () => {
  const [targets, loss] = [floor, floor + 64];

  for (const [rows, C] of [
    [0, 5],
    [0, 0],
    [2, 0],
  ]) {
    it(`is 0 with ${rows} rows of ${C}`, () => {
      words.fill(2 ** 32 - 1, targets / 4, targets / 4 + rows);
      words[loss / 4] = 1;
      assert.equal(functions.attn_cross_entropy(0, targets, rows, C, 0, loss), 0);
      assert.equal(words[loss / 4], 0);
    });
  }
});

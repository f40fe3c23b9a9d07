// Every block of wasm memory lies between guards and is filled with NaN when it is handed out.
// Nothing is written outside a block, nothing unwritten is read, and the results stay the same.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Arena } from '../../src/js/arena.js';
import { tally } from '../support/bar.js';
import { makeCase, operationNames, runCase, tensorsOf } from '../support/cases.js';
import { makeInstance } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { samples } from '../support/samples.js';

const bar = tally('guards');

const GUARD = 64;
const GUARD_BYTE = 0xa5;

/** @typedef {{ start: number, end: number }} Block */

/** Puts guards around all blocks of an instance while the arena is patched. */
class Guards {
  /** @type {Block[]} blocks of the current call */
  #stack = [];
  /** @type {Map<number, Block>} blocks of layers */
  #layers = new Map();
  checked = 0;

  /** @param {WebAssembly.Memory} memory */
  constructor(memory) {
    this.memory = memory;
  }

  /**
   * Fills a block and its guards, and returns the block's start.
   * @param {number} address
   * @param {number} bytes
   */
  #lay(address, bytes) {
    const [start, end] = [address + GUARD, address + GUARD + bytes];
    const view = new Uint8Array(this.memory.buffer);
    view.fill(GUARD_BYTE, address, start);
    view.fill(0xff, start, end);
    view.fill(GUARD_BYTE, end, end + GUARD);
    return { start, end };
  }

  /** @param {Block} block */
  #check({ start, end }) {
    const view = new Uint8Array(this.memory.buffer);
    for (let i = 1; i <= GUARD; i++) {
      assert.equal(view[start - i], GUARD_BYTE, `written ${i} bytes before a block`);
      assert.equal(view[end - 1 + i], GUARD_BYTE, `written ${i} bytes after a block`);
    }
    this.checked++;
    bar.count('checks of a block');
  }

  /** @param {number} address @param {number} bytes */
  take(address, bytes) {
    const block = this.#lay(address, bytes);
    this.#stack.push(block);
    return block.start;
  }

  /** @param {number} address @param {number} bytes */
  reserve(address, bytes) {
    const block = this.#lay(address, bytes);
    this.#layers.set(block.start, block);
    return block.start;
  }

  /** The number of blocks that current calls have taken. */
  get depth() {
    return this.#stack.length;
  }

  /**
   * Checks all blocks at the end of a call.
   * @param {number} depth the depth at the start of the call
   */
  checkAll(depth = 0) {
    for (const block of [...this.#stack, ...this.#layers.values()]) this.#check(block);
    this.#stack.length = depth;
  }

  /** @param {number} start */
  release(start) {
    this.checkAll();
    this.#layers.delete(start);
  }
}

describe('every block of memory between guards', () => {
  const plain = makeInstance();
  const guarded = makeInstance();
  const guards = new Guards(guarded.memory);
  const { take, reserve, release, run } = Arena.prototype;

  before(() => {
    Arena.prototype.take = function (bytes) {
      if (this !== guarded.arena) return take.call(this, bytes);
      return guards.take(take.call(this, bytes + 2 * GUARD), bytes);
    };
    Arena.prototype.reserve = function (bytes) {
      if (this !== guarded.arena) return reserve.call(this, bytes);
      return guards.reserve(reserve.call(this, bytes + 2 * GUARD), bytes);
    };
    Arena.prototype.release = function (address) {
      if (this !== guarded.arena) return release.call(this, address);
      guards.release(address);
      release.call(this, address - GUARD);
    };
    Arena.prototype.run = function (body) {
      if (this !== guarded.arena) return run.call(this, body);
      return /** @type {any} */ (
        run.call(this, () => {
          const { depth } = guards;
          const result = body();
          guards.checkAll(depth);
          return result;
        })
      );
    };
  });

  after(() => Object.assign(Arena.prototype, { take, reserve, release, run }));

  for (const operation of operationNames) {
    it(`${operation}: 300 calls, the same bits`, () => {
      const random = createRandom(91);
      const { checked } = guards;
      for (let i = 0; i < 300; i++) {
        const case_ = makeCase(random, operation, { max: i % 10 ? 19 : 67 });
        const expected = runCase(plain.attention, case_);
        const results = runCase(guarded.attention, case_);
        for (const [name, tensor] of Object.entries(expected)) {
          assertSameBits(results[name], tensor, `${operation}, call ${i}, ${name}`);
        }
      }
      assert.ok(guards.checked >= checked + 300 * 3, 'blocks were checked');
      assert.equal(guarded.arena.used, 0);
    });
  }

  it('layers side by side, while other calls go on', () => {
    const random = createRandom(92);
    const D = 12;
    const parameters = {
      inProjWeight: random.tensor([3 * D, D]),
      inProjBias: random.tensor([3 * D]),
      outProjWeight: random.tensor([D, D]),
      outProjBias: random.tensor([D]),
    };
    const run = (/** @type {any} */ attention) => {
      const layers = [
        attention.createLinear(random.tensor([7, D])),
        attention.createMultiHeadAttention(parameters, { numHeads: 3 }),
        attention.createLinear(parameters.inProjWeight, parameters.inProjBias),
      ];
      const results = [];
      for (let L = 1; L < 40; L++) {
        const input = { shape: [L, D], data: parameters.inProjWeight.data.slice(0, L * D) };
        if (L > 3 * D) break;
        for (const layer of layers.slice(1)) results.push(tensorsOf(layer.forward(input)));
        for (const { make, run } of Object.values(samples)) run(attention, make());
      }
      for (const layer of [layers[1], layers[0], layers[2]]) layer.dispose();
      return results;
    };
    const expected = run(plain.attention);
    const results = run(guarded.attention);
    expected.forEach((tensors, i) => {
      for (const [name, tensor] of Object.entries(tensors)) {
        assertSameBits(results[i][name], tensor, `${name} ${i}`);
      }
    });
    assert.equal(guarded.arena.used, 0);
  });
});

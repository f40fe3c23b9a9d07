// Multi-head attention with a cache gives the bits of the same call without one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { statuses } from '../support/header.js';
import { createRandom } from '../support/random.js';
import { callKinds, RawCall, RawCore, randomSizes } from '../support/raw.js';

/** @import { Random } from '../support/random.js' */
/** @import { Sizes } from '../support/raw.js' */

const NAME = 'attn_multi_head_attention';
const LOWER_RIGHT = 2;
const OK = statuses.get('OK');
const TOO_LARGE = 0xffffffff;

const core = new RawCore(64);
const [plainKind] = callKinds.filter(({ name }) => name === NAME);

/** Every NaN is the same. @param {RawCall} call */
function outputsOf(call) {
  const outputs = call.slots.filter(({ name, isOutput }) => isOutput && name !== 'workspace');
  return Object.fromEntries(
    outputs.map(({ name, bytes }) => {
      const first = call.get(name) / 4;
      const floats = core.floats.slice(first, first + bytes / 4);
      const words = new Uint32Array(floats.buffer);
      floats.forEach((float, i) => {
        if (Number.isNaN(float)) words[i] = 0x7fc00000;
      });
      return [name, words];
    }),
  );
}

/** A stack behind the arrays of a call. */
class Stack {
  /** @param {number} top */
  constructor(top) {
    this.top = Math.ceil(top / 16) * 16;
  }

  /** @param {number} bytes */
  take(bytes) {
    const address = this.top;
    this.top = Math.ceil((address + bytes) / 16) * 16 + 64;
    assert.ok(this.top <= core.bytes.length);
    return address;
  }

  /** @param {number[]} words */
  put(words) {
    const address = this.take(4 * words.length);
    core.words.set(words, address / 4);
    return address;
  }

  /** Positions first .. end - 1 of a (N, S, width) tensor. */
  rows(
    /** @type {number} */ from,
    /** @type {number} */ N,
    /** @type {number} */ S,
    /** @type {number} */ width,
    /** @type {number} */ first,
    /** @type {number} */ end,
  ) {
    const count = (end - first) * width;
    const address = this.take(4 * N * count);
    for (let n = 0; n < N; n++) {
      const start = from / 4 + (n * S + first) * width;
      core.floats.set(core.floats.subarray(start, start + count), address / 4 + n * count);
    }
    return address;
  }
}

/**
 * A cache that takes the positions of a plain call piece by piece.
 */
class Decoder {
  length = 0;

  /** @param {RawCall} call @param {Sizes} sizes @param {number} capacity */
  constructor(call, sizes, capacity) {
    this.call = call;
    this.sizes = sizes;
    this.stack = new Stack(call.end);
    const { N, H, Hkv, D } = sizes;
    const bytes = core.exports.attn_cache_size(N, Hkv, (Hkv * D) / H, capacity) >>> 0;
    const data = this.stack.take(bytes);
    // What a cache holds at first does not matter.
    core.bytes.fill(0xff, data, data + bytes);
    this.cache = this.stack.put([data, capacity, 0, 0]);
  }

  /** Sets how many positions are in the cache. @param {number} length */
  truncate(length) {
    this.length = length;
    core.words[this.cache / 4 + 2] = length;
  }

  /**
   * Runs the call over the first `end` positions, with those behind the cached ones.
   * @param {number} end
   * @param {{ L?: number, query?: number, output?: number, plain?: boolean }} [changes] with
   *   `plain` neither options but a causal mask nor weights nor a trace
   */
  run(end, { L = this.sizes.L, plain = false, ...changes } = {}) {
    const { call, stack } = this;
    const { N, H, Hkv, S, D, Kdim, Vdim } = this.sizes;
    const mark = stack.top;
    const sizes = stack.put([N, H, Hkv, L, end, D, Kdim, Vdim]);
    const workspaceSize = core.exports.attn_multi_head_workspace(sizes, this.cache);
    const args = {
      ...call.args,
      key: stack.rows(call.get('key'), N, S, Kdim, this.length, end),
      value: stack.rows(call.get('value'), N, S, Vdim, this.length, end),
      sizes,
      cache: this.cache,
      workspace: stack.take(workspaceSize),
      workspace_size: workspaceSize,
      ...changes,
    };
    if (plain) Object.assign(args, { options: this.causalOptions(), weights: 0, trace: 0 });
    assert.equal(core.exports[NAME](...Object.values(args)), OK);
    stack.top = mark;
    this.truncate(end);
  }

  causalOptions() {
    const options = this.stack.put(new Array(17).fill(0));
    core.words[options / 4 + 9] = LOWER_RIGHT;
    core.floats[options / 4 + 10] = 0.5;
    core.floats[options / 4 + 11] = -Infinity;
    return options;
  }
}

/** Makes a few numbers of the key or the value NaN or infinite. */
function spoil(
  /** @type {RawCall} */ call,
  /** @type {Sizes} */ { N, S, Kdim, Vdim },
  /** @type {Random} */ random,
) {
  const [slot, count] = random.pick([
    ['key', N * S * Kdim],
    ['value', N * S * Vdim],
  ]);
  const at = call.get(slot) / 4 + random.integer(0, count - 1);
  core.floats[at] = random.pick([Number.NaN, Infinity, -Infinity]);
}

describe('a cache', () => {
  it('that is filled in any pieces changes no bit of any output, whatever masks and numbers', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const random = createRandom(seed);
      const sizes = randomSizes(plainKind, random, seed % 4 === 0 ? 30 : 9);
      const call = new RawCall(core, NAME, sizes, random);
      call.set('options.causal', random.pick([0, 1, LOWER_RIGHT, LOWER_RIGHT]));
      for (const mask of ['allowed', 'added', 'key_padding', 'valid_lens']) {
        if (random.uniform() < 0.5) call.set(`options.${mask}`, 0);
      }
      if (random.uniform() < 0.5) call.setFloat('options.dropout_p', 0);
      if (random.uniform() < 0.3) call.setFloat('options.mask_fill', -1e9);
      if (random.uniform() < 0.5) call.set('trace', 0);
      if (random.uniform() < 0.5) call.set('weights', 0);
      if (random.uniform() < 0.5) spoil(call, sizes, random);
      assert.equal(call.run(), OK);
      const expected = outputsOf(call);
      for (const { name, bytes } of call.slots.filter(({ isOutput }) => isOutput)) {
        // What is not wanted stays as it is.
        if (call.get(name) === 0 || (name.startsWith('trace.') && call.get('trace') === 0))
          continue;
        core.bytes.fill(0xa5, call.get(name), call.get(name) + bytes);
      }
      const decoder = new Decoder(call, sizes, sizes.S + random.integer(0, 9));
      for (let pieces = random.integer(0, 4); pieces > 0; pieces--) {
        decoder.run(random.integer(decoder.length, sizes.S), { L: 0, plain: true });
      }
      decoder.run(sizes.S);
      assert.deepEqual(outputsOf(call), expected, `seed ${seed}, ${JSON.stringify(sizes)}`);
    }
  });

  it('decodes, one query at a time, what one causal call computes', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = createRandom(seed);
      const drawn = randomSizes(plainKind, random, 20);
      const { S, D } = drawn;
      const sizes = { ...drawn, L: S, N: 1 };
      const call = new RawCall(core, NAME, sizes, random);
      const decoder = new Decoder(call, sizes, S);
      const options = decoder.causalOptions();
      Object.assign(call.args, { options, weights: 0, trace: 0 });
      if (seed % 2 === 0) spoil(call, sizes, random);
      assert.equal(call.run(), OK);
      const expected = outputsOf(call).output;
      const output = call.get('output');
      core.bytes.fill(0xa5, output, output + 4 * S * D);
      for (let s = 0; s < S; s++) {
        const row = 4 * s * D;
        decoder.run(s + 1, {
          L: 1,
          plain: true,
          query: call.get('query') + row,
          output: output + row,
        });
      }
      assert.deepEqual(outputsOf(call).output, expected, `seed ${seed}, ${JSON.stringify(sizes)}`);
    }
  });

  it('forgets positions when its length decreases, and all of them at 0', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = createRandom(seed);
      const sizes = randomSizes(plainKind, random, 20);
      const call = new RawCall(core, NAME, sizes, random);
      call.set('options.causal', LOWER_RIGHT);
      assert.equal(call.run(), OK);
      const expected = outputsOf(call);
      const decoder = new Decoder(call, sizes, sizes.S);
      const value = call.get('value') / 4;
      const before = core.floats[value];
      core.floats[value] = Number.NaN;
      decoder.run(sizes.S, { L: 0, plain: true });
      core.floats[value] = before;
      decoder.truncate(0);
      decoder.run(sizes.S, { L: 0, plain: true });
      decoder.truncate(random.integer(0, sizes.S));
      decoder.run(sizes.S);
      assert.deepEqual(outputsOf(call), expected, `seed ${seed}, ${JSON.stringify(sizes)}`);
    }
  });

  it('has a size that grows with its capacity, and none where heads do not divide the width', () => {
    const size = (/** @type {number[]} */ ...args) => core.exports.attn_cache_size(...args) >>> 0;
    assert.ok(size(1, 2, 16, 8) >= 2 * 4 * 8 * 16);
    assert.ok(size(1, 2, 16, 16) > size(1, 2, 16, 8));
    assert.equal(size(1, 0, 16, 8), TOO_LARGE);
    assert.equal(size(1, 3, 16, 8), TOO_LARGE);
    assert.equal(size(1, 2, 16, 2 ** 30), TOO_LARGE);
    assert.equal(size(-1, -1, -1, -1), TOO_LARGE);
    for (const narrow of [1, 2]) assert.equal(2 * size(1, 2, 16, 8, narrow), size(1, 2, 16, 8, 0));
    assert.equal(size(1, 2, 16, 8, 3), TOO_LARGE);
  });

  it('keeps the workspace of a step small, however many positions it holds', () => {
    const sizes = { N: 1, H: 2, Hkv: 2, L: 1, S: 4000, D: 64, Kdim: 64, Vdim: 64 };
    const at = core.floor / 4 + 4;
    core.words.set([...Object.values(sizes), 0, 4096, 3999, 0], at);
    const workspace = core.exports.attn_multi_head_workspace(4 * at, 4 * at + 32);
    // The query, key, value and heads of one position, and one row of scores.
    assert.equal(workspace, 4 * (4 * 64 + 4000));
  });
});

describe('a size of a workspace', () => {
  const asks = Object.keys(core.exports).filter((name) =>
    /(attention|product|additive|head)_workspace$/.test(name),
  );

  it('is none where a pointer leads nowhere', () => {
    assert.equal(asks.length, 3);
    for (const name of asks) {
      for (const address of [0, 1, core.floor - 4, core.floor + 1, core.bytes.length - 4, -4]) {
        assert.equal(core.exports[name](address, 0) >>> 0, TOO_LARGE, `${name}(${address})`);
      }
    }
  });

  it('is none where a cache leads nowhere or has no room', () => {
    const ask = core.exports.attn_multi_head_workspace;
    const at = core.floor / 4 + 4;
    core.words.set([1, 1, 1, 1, 5, 8, 8, 8, 0, 5, 5, 0], at);
    assert.notEqual(ask(4 * at, 4 * at + 32) >>> 0, TOO_LARGE);
    for (const address of [1, core.floor - 4, core.bytes.length - 4, -4]) {
      assert.equal(ask(4 * at, address) >>> 0, TOO_LARGE);
    }
    for (const [capacity, length] of [
      [4, 4],
      [9, 6],
    ]) {
      core.words.set([capacity, length], at + 9);
      assert.equal(ask(4 * at, 4 * at + 32) >>> 0, TOO_LARGE);
    }
  });
});

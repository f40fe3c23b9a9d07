// The memory that a cache and its calls need. js/cache-pieces.test.js tests its contents.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RawCore } from '../support/raw.js';

const TOO_LARGE = 0xffffffff;

const core = new RawCore();

describe('a cache', () => {
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

// The memory of unreachable owners. The test calls the finalizers itself, because an engine may run
// them at any time or never.
import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { makeInstance } from '../support/instance.js';

/** @type {{ owner: unknown, held: unknown, token: unknown, finalize: (held: any) => void }[]} */
let watched = [];

class Registry {
  /** @param {(held: any) => void} finalize */
  constructor(finalize) {
    this.finalize = finalize;
  }

  /** @param {unknown} owner @param {unknown} held @param {unknown} token */
  register(owner, held, token) {
    watched.push({ owner, held, token, finalize: this.finalize });
  }

  /** @param {unknown} token */
  unregister(token) {
    watched = watched.filter((item) => item.token !== token);
  }
}

const OwnRegistry = globalThis.FinalizationRegistry;
/** @type {any} */ (globalThis).FinalizationRegistry = Registry;
const { attention, arena } = makeInstance();
globalThis.FinalizationRegistry = OwnRegistry;

afterEach(() => {
  watched = [];
});

/** Does what the engine does some time after the last reference is gone. @param {unknown} owner */
function abandon(owner) {
  for (const { held, finalize } of watched.filter((item) => item.owner === owner)) finalize(held);
}

it('the finalizer of a disposed layer leaves alone what lies there since', () => {
  const first = attention.createLinear([[1]]);
  first.dispose();
  const second = attention.createLinear([[2]]);
  const { used } = arena;
  abandon(first);
  assert.equal(arena.used, used);
  const third = attention.createLinear([[3]]);
  assert.deepEqual([...second.forward([5]).data], [10]);
  second.dispose();
  third.dispose();
});

it('an owner that was never disposed of gives its memory back', () => {
  const kept = attention.resident([7]);
  const { used } = arena;
  const layer = attention.createLinear([[1]]);
  assert.ok(arena.used > used);
  abandon(layer);
  assert.equal(arena.used, used);
  assert.deepEqual([...kept.read().data], [7]);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Arena } from '../../src/js/arena.js';
import { countSteps } from '../support/count-steps.js';
import { makeInstance, wasmBytes } from '../support/instance.js';
import { createRandom } from '../support/random.js';
import { assertRefusal, caught } from '../support/refusal.js';

import { withMaximumPages } from '../support/wasm.js';

const PAGE = 65536;

/**
 * Between 4 times, which is linear, and 16 times, which is quadratic. Searches take a few more
 * steps among more residents.
 */
const LINEAR = 8;

describe('four times as many residents take about four times as many steps', () => {
  /** @type {Record<string, (residents: any[], attention: any) => void>} */
  const uses = {
    'to be made and to be disposed of, the oldest first': (residents) => {
      for (const resident of residents) resident.dispose();
    },
    'to be disposed of, the youngest first': (residents) => {
      for (const resident of residents.toReversed()) resident.dispose();
    },
    'to be disposed of in any order': (residents) => {
      for (const resident of createRandom(1).shuffle(residents)) resident.dispose();
    },
    'to leave gaps too small for others': (residents, attention) => {
      for (const [i, resident] of residents.entries()) if (i % 2 === 0) resident.dispose();
      for (let i = 0; i < residents.length; i++)
        attention.resident(new Float32Array(200 + (i % 9)));
    },
  };
  /** @param {number} count @param {(typeof uses)[string]} use */
  const run = (count, use) => {
    const { attention } = makeInstance();
    const residents = Array.from({ length: count }, (_, i) =>
      attention.resident(new Float32Array(1 + (i % 101))),
    );
    use(residents, attention);
  };
  for (const [what, use] of Object.entries(uses)) {
    it(what, async () => {
      const stepsOf = (/** @type {number} */ count) => countSteps(() => run(count, use));
      // The engine loses some counts when it compiles, so take the largest count for few residents.
      let few = 0;
      for (let i = 0; i < 3; i++) few = Math.max(few, await stepsOf(1000));
      const many = await stepsOf(4000);
      assert.ok(few >= 1000 * 10, `${few} steps are counted`);
      assert.ok(many <= LINEAR * few, `${few} steps for 1,000, ${many} for 4,000`);
    });
  }
});

describe('residents that come and go', () => {
  it('fill the gaps that others left, so that the memory ends where it did', () => {
    const { attention, arena } = makeInstance();
    const make = () =>
      Array.from({ length: 300 }, (_, i) => attention.resident(new Float32Array(i)));
    const residents = make();
    const last = attention.resident([1]);
    const { used } = arena;
    for (const resident of createRandom(3).shuffle(residents)) resident.dispose();
    make();
    assert.equal(arena.used, used);
    last.dispose();
  });
});

describe('memory that is full', () => {
  it('grows by a quarter, so that it seldom has to', () => {
    const { attention, memory } = makeInstance();
    const buffers = new Set();
    for (let i = 0; i < 200; i++) {
      attention.resident(new Float32Array(2 ** 13));
      buffers.add(memory.buffer);
    }
    const growths = Math.log(memory.buffer.byteLength / 2 ** 17) / Math.log(1.25);
    assert.ok(buffers.size <= 2 + growths, `${buffers.size} buffers; ${growths} growths`);
  });

  it('grows by what is missing where the host gives no quarter', () => {
    const pages = 9;
    const module = new WebAssembly.Module(withMaximumPages(wasmBytes, pages));
    const { attention, memory, arena } = makeInstance(module);
    arena.reserve(6 * PAGE);
    arena.reserve(PAGE);
    assert.equal(memory.buffer.byteLength, 9 * PAGE, 'a quarter more would be 10 pages');
    const error = caught(() => attention.resident(new Float32Array(PAGE / 4)));
    assertRefusal(error, {
      kind: 'OutOfMemoryError',
      operation: 'resident',
      says: /residents .* keep 448 KiB until their dispose\(\)$/,
    });
  });

  it('grows to 4 GiB at most; then a message names what would make room', () => {
    const memory = fakeMemory(65_000 * PAGE);
    const arena = new Arena(memory, 0);
    arena.reserve(3.98 * 2 ** 30);
    assert.equal(memory.buffer.byteLength, 2 ** 32);
    const error = caught(() => arena.reserve(2 ** 28));
    assertRefusal(error, {
      kind: 'LimitError',
      operation: '',
      says: /limit is 4 GiB, of which .* residents .* keep 3\.98 GiB until their dispose\(\)$/,
    });
    arena.run(() => arena.take(2 ** 24));
  });

  it('of a call alone is told without a word about what is kept', () => {
    const arena = new Arena(fakeMemory(PAGE), 0);
    const error = caught(() => arena.take(2 ** 33));
    assertRefusal(error, {
      kind: 'LimitError',
      operation: '',
      says: /take 8 GiB; the limit is 4 GiB$/,
    });
  });
});

/** Makes a memory of a stated size. @param {number} byteLength @returns {any} */
function fakeMemory(byteLength) {
  const buffer = { byteLength };
  return {
    buffer,
    grow(/** @type {number} */ pages) {
      buffer.byteLength += pages * PAGE;
      assert.ok(buffer.byteLength <= 2 ** 32);
    },
  };
}

it('a gap is used by what fits in it, to the byte', () => {
  for (const freed of [16, 48, 160]) {
    const { arena } = makeInstance();
    const [before, gap, after] = [32, freed, 32].map((bytes) => arena.reserve(bytes));
    arena.release(gap);
    for (const tooLarge of [freed + 1, freed + 16, freed + 32]) {
      const address = arena.reserve(tooLarge);
      assert.ok(address >= after + 32, `${tooLarge} bytes in a gap of ${freed}`);
      arena.release(address);
    }
    assert.equal(arena.reserve(freed), gap);
    arena.release(before);
    assert.equal(arena.reserve(1), before);
    assert.equal(arena.reserve(1), before + 16);
    assert.ok(arena.reserve(1) >= after + 32);
  }
});

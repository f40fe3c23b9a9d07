import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tally } from '../support/bar.js';
import { statuses } from '../support/header.js';
import { createRandom } from '../support/random.js';
import { callKinds, GAP, RawCall, RawCore } from '../support/raw.js';

/** @import { Sizes, Slot } from '../support/raw.js' */

const bar = tally('guards');

const OK = statuses.get('OK');
const OVERLAP = statuses.get('ERROR_OVERLAP');

const core = new RawCore(12);
const heap = core.bytes.subarray(core.floor);
const bytesBefore = new Uint8Array(heap.length);
/** @type {Sizes} */
const sizes = {
  ...{ N: 2, H: 2, Hkv: 1, L: 3, S: 5, E: 6, Ev: 7, inner: 2, rows: 3, out: 9, in: 5 },
  ...{ Q: 6, K: 3, A: 9, D: 4, Kdim: 5, Vdim: 7, V: 5, count: 7, width: 4, parts: 3, d: 2 },
  ...{ length: 3, from_capacity: 9, to_capacity: 8 },
};

/**
 * Returns addresses at which an output overlaps an array: at its start, at its end, and partly
 * before it.
 */
function meetings(/** @type {Slot} */ output, /** @type {Slot} */ other, /** @type {number} */ at) {
  const lastWord = Math.floor((at + other.bytes - 1) / 4) * 4;
  return [at, lastWord, at - output.bytes + 4];
}

/** Returns addresses at which an output touches an array without overlapping it. */
function neighbours(
  /** @type {Slot} */ output,
  /** @type {Slot} */ other,
  /** @type {number} */ at,
) {
  return [Math.ceil((at + other.bytes) / 4) * 4, at - output.bytes];
}

for (const { title, name, hasCache, dtype } of callKinds) {
  const kindSizes = { ...sizes, ...(hasCache && { capacity: 9, length: 3 }), dtype };
  const makeCall = () => new RawCall(core, name, kindSizes, createRandom(1));
  const { slots } = makeCall();

  /** @param {Slot} output @param {Slot} other @param {typeof meetings} places */
  function* placed(output, other, places) {
    const at = makeCall().get(other.name);
    for (const address of places(output, other, at)) {
      const call = makeCall();
      call.set(output.name, address);
      const distance = address - at;
      const where = `${output.name} ${distance} bytes from the start of ${other.name}`;
      yield { call, where };
    }
  }

  describe(title, () => {
    it('has arrays that are small enough for the gaps between them', () => {
      for (const { name, bytes } of slots) assert.ok(bytes > 0 && bytes < GAP, name);
      assert.equal(makeCall().run(), OK);
    });

    for (const output of slots.filter(({ isOutput }) => isOutput)) {
      it(`${output.name} may meet no other array, and nothing is written if it does`, () => {
        for (const other of slots.filter((slot) => slot !== output)) {
          for (const { call, where } of placed(output, other, meetings)) {
            bytesBefore.set(heap);
            bar.count('overlaps');
            assert.equal(call.run(), OVERLAP, where);
            assert.ok(Buffer.compare(bytesBefore, heap) === 0, `${where}: memory changed`);
          }
        }
      });

      it(`${output.name} may lie next to any other array`, () => {
        for (const other of slots.filter((slot) => slot !== output)) {
          for (const { call, where } of placed(output, other, neighbours)) {
            bar.count('neighbours');
            assert.equal(call.run(), OK, where);
          }
        }
      });
    }
  });
}

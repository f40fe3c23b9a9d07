import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tally } from '../support/bar.js';
import { callKinds, GAP } from '../support/raw.js';
import { expectStatus, makeCall } from './raw-calls.js';

/** @import { Slot } from '../support/raw.js' */

const bar = tally('guards');

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

for (const kind of callKinds) {
  const { slots } = makeCall(kind);

  /** @param {Slot} output @param {Slot} other @param {typeof meetings} places */
  function* placed(output, other, places) {
    const at = makeCall(kind).get(other.name);
    for (const address of places(output, other, at)) {
      const call = makeCall(kind);
      call.set(output.name, address);
      const distance = address - at;
      const where = `${output.name} ${distance} bytes from the start of ${other.name}`;
      yield { call, where };
    }
  }

  describe(kind.title, () => {
    it('has arrays that are small enough for the gaps between them', () => {
      for (const { name, bytes } of slots) assert.ok(bytes > 0 && bytes < GAP, name);
      expectStatus(makeCall(kind), 'OK', 'with gaps');
    });

    for (const output of slots.filter(({ isOutput }) => isOutput)) {
      it(`${output.name} may meet no other array, and nothing is written if it does`, () => {
        for (const other of slots.filter((slot) => slot !== output)) {
          for (const { call, where } of placed(output, other, meetings)) {
            bar.count('overlaps');
            expectStatus(call, 'ERROR_OVERLAP', where);
          }
        }
      });

      it(`${output.name} may lie next to any other array`, () => {
        for (const other of slots.filter((slot) => slot !== output)) {
          for (const { call, where } of placed(output, other, neighbours)) {
            bar.count('neighbours');
            expectStatus(call, 'OK', where);
          }
        }
      });
    }
  });
}

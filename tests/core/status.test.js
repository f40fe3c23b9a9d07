// Each status of each entry point: what causes it, and that nothing has been written in that case.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { statuses } from '../support/header.js';
import { callKinds } from '../support/raw.js';
import * as raw from './raw-calls.js';

/** @import { RawCall, Slot } from '../support/raw.js' */

const { core, makeCall } = raw;
const end = core.bytes.length;

const isOptional = (/** @type {Slot} */ { name }) =>
  /^(bias|mean|inverse_deviation|weights|trace|trace\..*|parameters\..*_bias|options\..*)$/.test(
    name,
  );

/**
 * @param {typeof callKinds[number]} kind @param {string} expected
 * @param {(call: RawCall) => void} spoil
 */
function expectStatus(kind, expected, spoil) {
  const call = makeCall(kind);
  spoil(call);
  raw.expectStatus(call, expected, `${kind.name} with ${JSON.stringify(call.args)}`);
}

for (const kind of callKinds) {
  const { name, title, hasCache, dtype } = kind;
  const { slots, args, names, sizeNames } = makeCall(kind);
  const has = (/** @type {string} */ argument) => argument in args || sizeNames.includes(argument);
  const huge = ['rows', 'out', 'count', 'N'].find(has) ?? '';
  const divisor = has('D') && has('H') ? 'H' : 'Hkv';

  describe(title, () => {
    it('is OK where nothing is wrong', () => {
      expectStatus(kind, 'OK', () => {});
    });

    for (const slot of slots) {
      const set = (/** @type {number} */ address) => (/** @type {RawCall} */ call) =>
        call.set(slot.name, address);

      // Without its cache a call has other arrays, which the previous kind covers.
      if (slot.name !== 'cache') {
        it(`${slot.name}: a null is ${isOptional(slot) ? 'no array' : 'refused'}`, () => {
          expectStatus(kind, isOptional(slot) ? 'OK' : 'ERROR_NULL', set(0));
        });
      }

      if (slot.unit > 1) {
        it(`${slot.name}: an address that is not aligned to its elements is refused`, () => {
          for (const offset of [1, 2, 3]) {
            const shift = (/** @type {RawCall} */ call) =>
              call.set(slot.name, call.get(slot.name) + offset);
            expectStatus(kind, 'ERROR_NULL', shift);
          }
        });
      }

      it(`${slot.name}: memory's end is the end`, () => {
        const last = Math.floor((end - slot.bytes) / slot.unit) * slot.unit;
        if (!slot.isStruct) {
          expectStatus(kind, 'OK', (call) => {
            set(last)(call);
            // The last element must be a valid index.
            if (slot.name === 'ids' || slot.name === 'items') core.words.fill(0, last / 4);
          });
        }
        const beyond = [last + slot.unit, end - slot.unit, end, -slot.unit];
        for (const address of beyond.filter((each) => each !== last)) {
          expectStatus(kind, 'ERROR_BOUNDS', set(address));
        }
      });

      it(`${slot.name}: the core's own stack and data are out of bounds`, () => {
        for (const address of [core.floor - 4, core.floor - 32, core.floor - 1024, 1024]) {
          expectStatus(kind, 'ERROR_BOUNDS', set(address));
        }
      });
    }

    it(`${huge} beyond 2^30 is too large`, () => {
      for (const size of [2 ** 30 + 1, 2 ** 31, -1]) {
        expectStatus(kind, 'ERROR_TOO_LARGE', (call) => call.set(huge, size));
      }
    });

    it('the address of an empty array may be anything', () => {
      for (const size of sizeNames) {
        const empty = { [size]: 0, ...(hasCache && size === 'S' && { length: 0 }) };
        for (const slot of makeCall(kind, empty).slots) {
          for (const address of slot.bytes === 0 ? [0, 1, -1, -4, end, end + 4] : []) {
            const call = makeCall(kind, empty);
            call.set(slot.name, address);
            const place = `${slot.name} at ${address} with ${size} = 0`;
            assert.doesNotThrow(() => call.run(), place);
            // An empty table has no row to index.
            const isTooSmall = [divisor, 'Hkv'].includes(size) || size.endsWith('_capacity');
            const status = isTooSmall ? 'ERROR_SIZE' : size === 'V' ? 'ERROR_OPTION' : 'OK';
            assert.equal(call.run(), statuses.get(status), place);
          }
        }
      }
    });

    const takesRows = huge !== 'count';
    if (takesRows)
      it('rows of no elements take no time, however many they are', () => {
        const start = process.cpuUsage();
        expectStatus(kind, 'OK', (call) => {
          for (const size of sizeNames) call.set(size, 0);
          for (const size of ['H', 'Hkv', 'L']) if (has(size)) call.set(size, 1);
          if (has('options')) call.set('options.valid_lens', 0);
          if (has('trace')) call.args.trace = 0;
          // A cache has a number for each head, even without elements.
          if (hasCache) call.set('cache', 0);
          call.set(huge, 2 ** 26);
        });
        // Processor time, because a busy machine does not change it.
        assert.ok(process.cpuUsage(start).user < 2_000_000);
      });

    if (!has('N')) {
      it('an array of 2^30 elements is not too large, but out of bounds', () => {
        for (const [count, status] of /** @type {const} */ ([
          [2 ** 30, 'ERROR_BOUNDS'],
          [2 ** 30 + 1, 'ERROR_TOO_LARGE'],
        ])) {
          expectStatus(kind, status, (call) => {
            for (const size of sizeNames) call.args[size] = 1;
            if (has('width')) call.args.width = 0;
            call.args[huge] = count;
          });
        }
      });
    }

    if (has('workspace')) {
      it('a workspace of one byte less than asked for is too small', () => {
        expectStatus(kind, 'ERROR_WORKSPACE', (call) => {
          call.args.workspace_size--;
        });
      });
    }

    if (has('epsilon')) {
      it('epsilon is a number above 0', () => {
        for (const value of [Number.NaN, 0, -1]) {
          expectStatus(kind, 'ERROR_OPTION', (call) => call.set('epsilon', value));
        }
      });
    }

    if (has('ids')) {
      it('an index from V on is refused', () => {
        for (const index of [raw.sizes.V, -1]) {
          expectStatus(kind, 'ERROR_OPTION', (call) => {
            core.words[call.get('ids') / 4 + 1] = index;
          });
        }
      });
    }

    if (has('kind')) {
      it('kind may not be 5 or more', () => {
        for (const value of [5, 256, -1]) {
          expectStatus(kind, 'ERROR_OPTION', (call) => call.set('kind', value));
        }
      });
    }

    if (dtype > 0) {
      it('a dtype may not be 3 or more', () => {
        for (const word of ['dtype', 'parameters.dtype', 'cache.dtype']) {
          for (const value of names.includes(word) ? [3, 256, -1] : []) {
            expectStatus(kind, 'ERROR_OPTION', (call) => call.set(word, value));
          }
        }
      });
    }

    if (has('theta')) {
      it('theta is from 1 to 2^64, pairs 0 or 1, and the width even and no more than E', () => {
        for (const value of [Number.NaN, 0, 0.5, -1, 2 ** 65, Infinity]) {
          expectStatus(kind, 'ERROR_OPTION', (call) => call.set('theta', value));
        }
        for (const value of [2, -1]) {
          expectStatus(kind, 'ERROR_OPTION', (call) => call.set('pairs', value));
        }
        for (const value of [1, 3, 8, -1]) {
          expectStatus(kind, 'ERROR_SIZE', (call) => call.set('width', value));
        }
      });
    }

    if (has('options')) {
      /** @type {[word: string, values: number[]][]} */
      const rows = [
        ['scale', [Number.NaN, Infinity, -Infinity]],
        ['mask_fill', [Number.NaN, Infinity]],
        ['dropout_p', [Number.NaN, -1e-9, 1.0001, Infinity]],
      ];
      it('options.causal may not be 3 or more', () => {
        for (const value of [3, 4, 256, -1]) {
          expectStatus(kind, 'ERROR_OPTION', (call) => call.set('options.causal', value));
        }
        for (const value of [0, 1, 2]) {
          expectStatus(kind, 'OK', (call) => call.set('options.causal', value));
        }
      });

      for (const [word, values] of rows) {
        it(`options.${word} may not be ${values.join(' or ')}`, () => {
          for (const value of values) {
            expectStatus(kind, 'ERROR_OPTION', (call) => call.setFloat(`options.${word}`, value));
          }
        });
      }

      it('strides that lead a mask past the end of memory are out of bounds or too large', () => {
        for (const axis of [0, 2, 3]) {
          const set = (/** @type {number} */ stride) => (/** @type {RawCall} */ call) =>
            call.set(`options.mask_strides[${axis}]`, stride);
          expectStatus(kind, 'ERROR_BOUNDS', set(end));
          expectStatus(kind, 'ERROR_TOO_LARGE', set(-1));
        }
      });
    }

    if (has('options') && name !== 'attn_softmax') {
      it('sinks and lengths are out of bounds even if there are no keys', () => {
        for (const word of ['options.sinks', 'options.valid_lens']) {
          const call = makeCall(kind, { S: 0, ...(hasCache && { length: 0 }) });
          call.set(word, end);
          raw.expectStatus(call, 'ERROR_BOUNDS', word);
        }
      });
    }

    if (has('Hkv')) {
      it('heads that the key heads do not divide do not fit', () => {
        for (const Hkv of [0, 3, 8, -1]) {
          expectStatus(kind, 'ERROR_SIZE', (call) => call.set('Hkv', Hkv));
        }
      });
    }

    if (hasCache) {
      it('all positions are at least those in the cache, and at most as many as have room', () => {
        for (const [word, values] of /** @type {const} */ ([
          ['S', [0, 1, 10, -1]],
          ['cache.length', [6, 9, -1]],
          ['cache.capacity', [0, 4]],
        ])) {
          for (const value of values) {
            expectStatus(kind, 'ERROR_SIZE', (call) => call.set(word, value));
          }
        }
      });
    }

    if (has('D') && has('H')) {
      it('heads that do not divide the model width do not fit', () => {
        for (const H of [0, 3, 16, -1]) {
          expectStatus(kind, 'ERROR_SIZE', (call) => call.set('H', H));
        }
      });
    }
  });
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FileError } from '../../web/sources/files/error.js';
import { chooseCaseCount, tally } from '../support/bar.js';
import { reduceCaseCount } from '../support/extent.js';
import { createRandom } from '../support/random.js';
import { floats, joinBytes, json, npy, readOne, safetensors, utf8, zip } from './written.js';

const bar = tally('files');
const numbers = floats([1, 2, 3, 4]);
const array = npy([2, 2], numbers);
const entry = { shape: [2, 2], bytes: numbers };

/** @type {Record<string, Uint8Array>} */
const VALID = {
  'weights.npy': array,
  'fortran.npy': npy([2, 2], numbers, { fortran: true, version: 2 }),
  'stored.npz': zip({ weights: array }, { method: 0 }),
  'deflated.npz': zip({ weights: array }),
  'tokens.npz': zip(
    { a: array, 'b/tokens': npy([2], new Uint8Array(16), { descr: '<U2' }) },
    { method: 0 },
  ),
  'words.json': utf8(String.raw`{"a": [[nan, -inf]], "tokens": ["\"\\", "NaN"]}`),
  'a.safetensors': safetensors({ q: entry, k: entry, v: entry }),
  'weights.json': json({ weights: [[1, 2]], queryTokens: ['a'], keyTokens: ['b', 'c'] }),
  'export.json': json({ attentionLab: 1, tensors: { weights: { shape: [1, 2], data: [1, 2] } } }),
};

// Do not record stack traces: the thousands of refusals would take longer to trace than to throw.
Error.stackTraceLimit = 0;

/** Count every array that the readers make. */
const LARGE = 2 ** 22;
let largest = 0;
for (const name of /** @type {const} */ (['Uint8Array', 'Float32Array'])) {
  globalThis[name] = /** @type {any} */ (
    new Proxy(globalThis[name], {
      construct(Kind, args, target) {
        if (typeof args[0] === 'number') largest = Math.max(largest, args[0]);
        return Reflect.construct(Kind, args, target === globalThis[name] ? Kind : target);
      },
    })
  );
}

/** Whether a file is read. @param {Uint8Array} bytes @param {string} name */
async function tryOne(bytes, name) {
  bar.count('files');
  try {
    const ownNumbers = await readOne(bytes, name);
    for (const { shape, data } of Object.values(ownNumbers.tensors)) {
      assert.ok(shape.length === 2 || shape.length === 3);
      assert.equal(
        data.length,
        shape.reduce((product, size) => product * size),
      );
      assert.equal(Object.prototype.toString.call(data), '[object Float32Array]');
    }
    return true;
  } catch (error) {
    assert.ok(error instanceof FileError, `${name}: ${error}`);
    assert.match(error.message, /^[A-Z].{10,400}\.$/su);
    return false;
  }
}

/**
 * Returns changes of a byte: each single bit, and every eleventh value, unless the file must be
 * inflated.
 * @param {string} name
 */
const changesOf = (name) =>
  Array.from({ length: 255 }, (_, i) => i + 1).filter(
    (change) => (change & (change - 1)) === 0 || (change % 11 === 0 && name !== 'deflated.npz'),
  );

describe('a file', () => {
  it('is read where it is whole', async () => {
    for (const [name, bytes] of Object.entries(VALID)) assert.ok(await tryOne(bytes, name), name);
  });

  it('is refused wherever it is cut off', async () => {
    for (const [name, bytes] of Object.entries(VALID)) {
      for (let length = 0; length < bytes.length; length++) {
        assert.ok(!(await tryOne(bytes.subarray(0, length), name)), `${name} of ${length} bytes`);
      }
    }
  });

  it('is read or refused whichever byte is damaged', async () => {
    for (const [name, bytes] of Object.entries(VALID)) {
      let read = 0;
      for (let at = 0; at < bytes.length; at++) {
        for (const change of changesOf(name)) {
          const damaged = bytes.slice();
          damaged[at] ^= change;
          read += Number(await tryOne(damaged, name));
        }
      }
      assert.ok(read > 0, `${name}: a number is another`);
    }
    assert.ok(largest < LARGE, `an array of ${largest}`);
  });

  const mangled = chooseCaseCount(1000, 10_000_000);
  it(`is read or refused with up to eight bytes damaged, ${mangled} times`, async () => {
    const random = createRandom(12);
    const valid = Object.entries(VALID);
    for (let i = 0; i < mangled; i++) {
      const [name, bytes] = random.pick(valid);
      const damaged = bytes.slice(0, random.pick([bytes.length, random.integer(0, bytes.length)]));
      for (let n = random.integer(1, 8); n > 0 && damaged.length > 0; n--)
        damaged[random.integer(0, damaged.length - 1)] = random.bits();
      await tryOne(damaged, name);
    }
    assert.ok(largest < LARGE, `an array of ${largest}`);
  });

  it('may begin after the beginning of its buffer', async () => {
    for (const [name, bytes] of Object.entries(VALID)) {
      const moved = joinBytes([1, 2, 3], bytes, [4, 5]).subarray(3, 3 + bytes.length);
      assert.deepEqual(await readOne(moved, name), await readOne(bytes, name));
    }
  });

  it('is refused where it is random', async () => {
    const starts = [[], [0x93, ...utf8('NUMPY'), 1, 0], [80, 75, 3, 4], utf8('{"weights":')];
    const lengths = Array.from({ length: 8 }, (_, i) => [i * 9, 0, 0, 0, 0, 0, 0, 0, 123]);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...starts, ...lengths),
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(
          ...[[], [80, 75, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0]],
        ),
        async (start, bytes, end) => {
          assert.ok(!(await tryOne(joinBytes([...start], bytes, end), 'random')));
        },
      ),
      { seed: 11, numRuns: reduceCaseCount(3000) },
    );
    assert.ok(largest < LARGE, `an array of ${largest}`);
  });
});

// Rejections of streams must be handled.
process.on('unhandledRejection', (error) => {
  throw error;
});

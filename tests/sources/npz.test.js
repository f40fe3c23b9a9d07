import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import {
  crcOf,
  floats,
  joinBytes,
  little,
  npy,
  readOne,
  refusalOf,
  weightsOf,
  zip,
} from './written.js';

const q = npy([1, 2], floats([1, 2]));
const weights = npy([2, 2], floats([1, 0, 0.5, 0.5]));

/**
 * q (1, 2), k (2, 2), v (2, 1) with the numbers 1 to 8. Each entry is written as NumPy does:
 * open(…, force_zip64=True).
 */
const BY_PYTHON = {
  savez:
    'UEsDBC0AAAAAAAAAIQCxRkXq//////////8FABQAcS5ucHkBABAAiAAAAAAAAACIAAAAAAAAAJNOVU1QWQEAdgB7J2Rlc2NyJzogJzxmNCcsICdmb3J0cmFuX29yZGVyJzogRmFsc2UsICdzaGFwZSc6ICgxLCAyKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAKAACAPwAAAEBQSwMELQAAAAAAAAAhAGoXVir//////////wUAFABrLm5weQEAEACQAAAAAAAAAJAAAAAAAAAAk05VTVBZAQB2AHsnZGVzY3InOiAnPGY0JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDIsIDIpLCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAEBAAACAQAAAoEAAAMBAUEsDBC0AAAAAAAAAIQB4ssoY//////////8FABQAdi5ucHkBABAAiAAAAAAAAACIAAAAAAAAAJNOVU1QWQEAdgB7J2Rlc2NyJzogJzxmNCcsICdmb3J0cmFuX29yZGVyJzogRmFsc2UsICdzaGFwZSc6ICgyLCAxKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAKAADgQAAAAEFQSwECLQMtAAAAAAAAACEAsUZF6ogAAACIAAAABQAAAAAAAAAAAAAAgAEAAAAAcS5ucHlQSwECLQMtAAAAAAAAACEAahdWKpAAAACQAAAABQAAAAAAAAAAAAAAgAG/AAAAay5ucHlQSwECLQMtAAAAAAAAACEAeLLKGIgAAACIAAAABQAAAAAAAAAAAAAAgAGGAQAAdi5ucHlQSwUGAAAAAAMAAwCZAAAARQIAAAAA',
  savez_compressed:
    'UEsDBC0AAAAIAAAAIQCxRkXq//////////8FABQAcS5ucHkBABAAiAAAAAAAAABOAAAAAAAAAJvsF+obEMnIUMZQrZ6SWpxcpG6loG6TZqKuo6Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5GoY6CkaaOgq1CmQDLgaGBnsGBgYHAFBLAwQtAAAACAAAACEAahdWKv//////////BQAUAGsubnB5AQAQAJAAAAAAAAAAUwAAAAAAAACb7BfqGxDJyFDGUK2eklqcXKRupaBuk2airqOgnpZfVFKUmBefX5SSChJ3S8wpTgWKF2ckFqQC+RpGOgpGmjoKtQpkAy4GBgcHBoYGIF4AxAccAFBLAwQtAAAACAAAACEAeLLKGP//////////BQAUAHYubnB5AQAQAIgAAAAAAAAATgAAAAAAAACb7BfqGxDJyFDGUK2eklqcXKRupaBuk2airqOgnpZfVFKUmBefX5SSChJ3S8wpTgWKF2ckFqQC+RpGOgqGmjoKtQpkAy4GhgcODAwMjgBQSwECLQMtAAAACAAAACEAsUZF6k4AAACIAAAABQAAAAAAAAAAAAAAgAEAAAAAcS5ucHlQSwECLQMtAAAACAAAACEAahdWKlMAAACQAAAABQAAAAAAAAAAAAAAgAGFAAAAay5ucHlQSwECLQMtAAAACAAAACEAeLLKGE4AAACIAAAABQAAAAAAAAAAAAAAgAEPAQAAdi5ucHlQSwUGAAAAAAMAAwCZAAAAlAEAAAAA',
};

describe('.npz', () => {
  it("is read as Python's zipfile writes it, stored and deflated", async () => {
    for (const base64 of Object.values(BY_PYTHON)) {
      const { tensors } = await readOne(new Uint8Array(Buffer.from(base64, 'base64')));
      assert.deepEqual(
        Object.entries(tensors).map(([name, { shape, data }]) => [name, shape, [...data]]),
        [
          ['q', [1, 1, 2], [1, 2]],
          ['k', [1, 2, 2], [3, 4, 5, 6]],
          ['v', [1, 2, 1], [7, 8]],
        ],
      );
    }
  });

  it('may have a comment, other entries, and names that every object has', async () => {
    const entries = {
      'notes.txt': Uint8Array.of(1, 2, 3),
      '__proto__.npy': q,
      'constructor.npy': q,
      'toString.npy': q,
      'Attention.npy': weights,
    };
    for (const method of [0, 8]) {
      for (const options of [{ method }, { method, comment: 'Of the third layer. '.repeat(99) }]) {
        assert.deepEqual([...(await weightsOf(zip(entries, options))).data], [1, 0, 0.5, 0.5]);
      }
    }
    const { 'Attention.npy': _, ...others } = entries;
    assert.equal(
      await refusalOf(zip(others)),
      'The file has several arrays: __proto__, constructor, toString. Give the one to show the name weights, save it alone, or write its name behind # in src.',
    );
  });

  it('may have a comment that contains the number of an end record', async () => {
    for (const comment of ['PK\x05\x06', `PK\x05\x06${'\0'.repeat(18)}`, 'PK\x05\x06'.repeat(99)]) {
      assert.deepEqual(
        [...(await weightsOf(zip({ weights }, { comment }))).data],
        [1, 0, 0.5, 0.5],
      );
    }
  });

  it('may have the fields of zip64, as programs write that do not know sizes before', async () => {
    for (const options of [{}, { method: 0 }, { comment: 'PK\x05\x06' }]) {
      const archive = zip({ 'q.npy': q, 'weights.npy': weights }, { ...options, isLong: true });
      assert.deepEqual([...(await weightsOf(archive)).data], [1, 0, 0.5, 0.5]);
    }
  });

  it('may have bytes in front', async () => {
    for (const isLong of [false, true]) {
      const archive = joinBytes([35, 33, 10], zip({ weights }, { isLong }));
      assert.deepEqual([...(await weightsOf(archive)).data], [1, 0, 0.5, 0.5]);
    }
  });

  it('is read with its right checksum, and with flags that say nothing of a password', async () => {
    const crc = crcOf(weights);
    // 8: the sizes follow the data; 0x800: names are UTF-8.
    for (const options of [
      ...[0, 8].map((method) => ({ method, crc })),
      ...[2, 4, 8, 0x800].map((flags) => ({ flags })),
    ]) {
      assert.deepEqual((await weightsOf(zip({ weights }, options))).shape, [2, 2]);
    }
    // A file is read if its content allows, whatever its name is.
    assert.deepEqual((await weightsOf(weights, 'w.pt')).shape, [2, 2]);
  });

  it('shows its only array beside files that are no arrays', async () => {
    const scores = npy([2, 2], floats([3, -1, 2, 4]));
    const text = Uint8Array.from([...'[1]'], (letter) => letter.charCodeAt(0));
    const others = ['README.txt', 'README', 'LICENSE', 'tokens.json', 'tokens.txt', 'weights.csv'];
    for (const name of others) {
      const archive = zip({ [name]: text, 'scores.npy': scores });
      const { tensors, queryWords } = await readOne(archive);
      assert.deepEqual([...tensors.weights.data], [3, -1, 2, 4], name);
      assert.deepEqual(queryWords, ['1', '2']);
    }
  });

  it('may have been packed by hand, with folders and what macOS adds', async () => {
    const scores = npy([2, 2], floats([3, -1, 2, 4]));
    const archive = zip([
      ['attn/', Uint8Array.of()],
      ['attn/first.npy', scores],
      ['__MACOSX/attn/._first.npy', Uint8Array.of(0, 5, 22, 7)],
      ['attn/.DS_Store', Uint8Array.of(0)],
    ]);
    assert.deepEqual([...(await weightsOf(archive)).data], [3, -1, 2, 4]);
  });

  it('stops at an entry that becomes more than it says', async (t) => {
    const bomb = new Uint8Array(2 ** 28);
    bomb.set(weights);
    const packed = new Uint8Array(deflateRawSync(bomb));
    assert.ok(packed.length < 300_000);
    /** @param {number} size */
    const archive = (size) => {
      const empty = zip({ weights: joinBytes() }, { method: 0 });
      const fields = [...little(packed.length, 4), ...little(size, 4)];
      const local = joinBytes(
        [80, 75, 3, 4, 20, 0, 0, 0, 8, 0],
        little(0, 8),
        fields,
        [7, 0, 0, 0],
      );
      const head = empty.slice(37, 37 + 53);
      head.set([8, 0], 10);
      head.set(fields, 20);
      const end = empty.slice(-22);
      end.set(little(37 + packed.length, 4), 16);
      return Buffer.concat([local, empty.slice(30, 37), packed, head, end]);
    };
    const before = process.memoryUsage().arrayBuffers;
    const { DecompressionStream } = globalThis;
    let inflated = 0;
    const transform = (/** @type {Uint8Array} */ chunk, /** @type {any} */ controller) => {
      inflated += chunk.length;
      controller.enqueue(chunk);
    };
    t.after(() => Object.assign(globalThis, { DecompressionStream }));
    globalThis.DecompressionStream = class extends DecompressionStream {
      get readable() {
        return super.readable.pipeThrough(new TransformStream({ transform }));
      }
    };
    for (const [size, sentence] of /** @type {[number, RegExp][]} */ ([
      [weights.length, /^The tensor weights cannot be read/],
      [2 ** 20, /^The tensor weights cannot be read/],
      [2 ** 30, /^The file is too large: expected at most 67,108,864 numbers/],
      [0xfffffffe, /^The file is too large/],
    ])) {
      assert.match(await refusalOf(new Uint8Array(archive(size))), sentence);
    }
    assert.ok(inflated > 2 ** 20 && inflated < 2 ** 22, `${inflated} bytes are inflated`);
    assert.ok(process.memoryUsage().arrayBuffers - before < 2 ** 26, 'it is not kept');
    // Chromium inflates all of a chunk before it looks at what has been read of it.
    inflated = 0;
    const inflate = (/** @type {Uint8Array} */ chunk, /** @type {any} */ controller) =>
      transform(new Uint8Array(1032 * chunk.length), controller);
    globalThis.DecompressionStream = /** @type {any} */ (
      class extends TransformStream {
        constructor() {
          super({ transform: inflate });
        }
      }
    );
    assert.match(await refusalOf(archive(weights.length)), /^The tensor weights cannot be read/);
    assert.ok(inflated < 2 ** 26, `${inflated} bytes are inflated`);
  });

  it('takes no memory for what is only said to be large', async () => {
    const before = process.memoryUsage().arrayBuffers;
    assert.match(await refusalOf(zip({ weights }, { size: 2 ** 27 })), /./);
    assert.ok(process.memoryUsage().arrayBuffers - before < 2 ** 24);
  });
});

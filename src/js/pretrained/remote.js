// Downloads of files from the Hub: first the start of a file by ranges, then the file in one transfer. The browser stores
// the file in pieces.

import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from './files.js';

/** @import { KeptModel } from './kept.js' */
/** @import { HubRequests, RemoteFile } from './requests.js' */

/** The bytes of a piece. */
const PIECE = 2 ** 23;
/** The smallest number of bytes of the first request for a file; most headers are shorter. */
const MIN_START_BYTES = 2 ** 16;

const NO_BYTES = new Uint8Array(0);

/** A download of a file, which is read from start to end. */
export class Download {
  #file;
  #requests;
  #kept;
  #onBytes;
  /** The bytes that `readStart` has read so far. @type {Uint8Array} */
  #head = NO_BYTES;
  /** The last piece that was read. @type {{ from: number, bytes: Uint8Array }} */
  #piece = { from: 0, bytes: NO_BYTES };
  /** @type {AsyncGenerator<Uint8Array, void, void> | undefined} */
  #transfer;
  /** Received bytes after the end of the previous piece. @type {Uint8Array} */
  #rest = NO_BYTES;
  #hash;

  /**
   * @param {RemoteFile & { sha256?: string | undefined, key: string | undefined }} file `key` is the URL of the file with its commit
   * @param {HubRequests} requests @param {KeptModel} kept
   * @param {boolean} isVerified whether the stored file is complete, and its sha256 was right
   * @param {(bytes: number) => void} onBytes
   */
  constructor(file, requests, kept, isVerified, onBytes) {
    this.#file = file;
    this.#requests = requests;
    this.#kept = kept;
    this.#onBytes = onBytes;
    this.#hash = isVerified || file.sha256 === undefined ? undefined : sha256.create();
  }

  /** Returns the key of each piece in the cache. @param {string} key @param {number} size */
  static keys(key, size) {
    const starts = Array.from({ length: Math.ceil(size / PIECE) }, (_, i) => i * PIECE);
    return starts.map((from) => `${key}?bytes=${from}-${Math.min(from + PIECE, size)}`);
  }

  /** Reads the start of the file, without requesting the rest. @param {number} from @param {number} to */
  async readStart(from, to) {
    const { size } = this.#file;
    while (this.#head.length < to) {
      const at = this.#head.length;
      const piece = at % PIECE === 0 ? await this.#readKept(at) : undefined;
      const bytes =
        piece ?? (await this.#request(at, Math.min(Math.max(to, MIN_START_BYTES), size)));
      this.#head = join([this.#head, bytes]);
    }
    return this.#head.subarray(from, to);
  }

  /** @param {number} from @param {number} to */
  async #request(from, to) {
    /** @type {Uint8Array[]} */
    const parts = [];
    for await (const bytes of this.#requests.transfer(this.#file, from, to)) parts.push(bytes);
    return join(parts);
  }

  /** Reads bytes, usually those after the bytes of the previous call. @param {number} from @param {number} to */
  async read(from, to) {
    /** @type {Uint8Array[]} */
    const parts = [];
    for (let at = from; at < to; ) {
      while (at >= this.#piece.from + this.#piece.bytes.length) await this.#readPiece();
      const { from: start, bytes } = this.#piece;
      const part =
        at < start
          ? await this.#readAgain(at, Math.min(to, start))
          : bytes.subarray(at - start, Math.min(to - start, bytes.length));
      parts.push(part);
      at += part.length;
    }
    return parts.length === 1 ? parts[0] : join(parts);
  }

  /**
   * Reads bytes of an earlier piece, such as the scales of int8 weights, which may be anywhere in the file.
   * @param {number} from @param {number} to @returns {Promise<Uint8Array>} at most the bytes to the end of the piece
   */
  async #readAgain(from, to) {
    const start = from - (from % PIECE);
    const end = Math.min(to, start + PIECE);
    const kept = await this.#readKept(start);
    return kept ? kept.subarray(from - start, end - start) : this.#request(from, end);
  }

  /** Reads the rest of the file, and compares its hash. */
  async finish() {
    const { name, size, sha256: expected } = this.#file;
    while (this.#piece.from + this.#piece.bytes.length < size) await this.#readPiece();
    // If the server sends more bytes than listed, this read throws.
    await this.#transfer?.next().catch((error) => this.#forgetDamaged(error));
    if (this.#hash === undefined) return;
    const found = toHex(this.#hash.digest());
    if (found === expected) return;
    await this.#forget();
    const received = `has the sha256 ${found}`;
    const listed = `${expected}, as the list of its files says`;
    throw this.#requests.refuse('sha256', this.#requests.labelFile(name), listed, received);
  }

  async #readPiece() {
    const from = this.#piece.from + this.#piece.bytes.length;
    let bytes = await this.#readKept(from);
    if (bytes !== undefined) {
      // End the transfer, because it would continue after the last received piece.
      await this.#transfer?.return();
      this.#transfer = undefined;
      this.#rest = NO_BYTES;
      this.#onBytes(bytes.length);
    } else {
      bytes = await this.#receivePiece(from).catch((error) => this.#forgetDamaged(error));
      const { key } = this.#file;
      const to = from + bytes.length;
      if (key !== undefined) await this.#kept.put(`${key}?bytes=${from}-${to}`, bytes);
    }
    this.#hash?.update(bytes);
    this.#piece = { from, bytes };
    // Release the bytes of the start after they are part of pieces.
    if (from + bytes.length >= this.#head.length) this.#head = NO_BYTES;
  }

  /** @param {number} from */
  async #receivePiece(from) {
    const { size } = this.#file;
    const bytes = new Uint8Array(Math.min(PIECE, size - from));
    let at = 0;
    const add = (/** @type {Uint8Array} */ part) => {
      const fitting = part.subarray(0, bytes.length - at);
      bytes.set(fitting, at);
      at += fitting.length;
      this.#rest = part.subarray(fitting.length);
    };
    const early = this.#transfer === undefined ? this.#head.subarray(from) : this.#rest;
    add(early);
    this.#onBytes(at);
    if (at === bytes.length) return bytes;
    this.#transfer ??= this.#requests.transfer(this.#file, from + at, size);
    while (at < bytes.length) {
      const { value, done } = await this.#transfer.next();
      if (done) throw new Error('a transfer ends before its file');
      const before = at;
      add(value);
      this.#onBytes(at - before);
    }
    return bytes;
  }

  /** @param {number} from @returns {Promise<Uint8Array | undefined>} */
  async #readKept(from) {
    const { key, size } = this.#file;
    if (key === undefined) return undefined;
    const to = Math.min(from + PIECE, size);
    const bytes = await this.#kept.read(`${key}?bytes=${from}-${to}`);
    return bytes?.length === to - from ? bytes : undefined;
  }

  /** @param {any} error @returns {Promise<never>} */
  async #forgetDamaged(error) {
    if (error?.reason === 'size') await this.#forget();
    throw error;
  }

  async #forget() {
    if (this.#file.key !== undefined) await this.#kept.forgetFile(this.#file.key);
  }
}

/** @param {Uint8Array[]} parts */
function join(parts) {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

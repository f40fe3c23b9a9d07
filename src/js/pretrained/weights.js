// Copying weights from their files to wasm memory, piece by piece, so that large tensors are not in memory twice.

import { runNamed } from '../errors.js';
import { widenHalves } from '../half.js';
import { runKernel } from '../kernel-calls.js';
import { kernels } from '../kernels.js';
import { countElements } from '../shapes.js';

/** @import { Core } from '../core.js' */
/** @import { Read } from './layout.js' */
/** @import { TensorEntry } from './safetensors.js' */

/** The bytes of a piece. */
const PIECE = 2 ** 23;
/** The number of rows of a panel of a packed weight. */
const PANEL = 8;

/** Returns the bytes of a number of a tensor. @param {TensorEntry} entry */
const getUnit = ({ dtype }) => ({ F32: 4, I8: 1 })[dtype] ?? 2;

/**
 * A piece of a tensor.
 * @typedef {object} Piece
 * @property {TensorEntry} entry
 * @property {number} start the index of its first number in the tensor
 * @property {Uint8Array} bytes
 * @property {Float32Array | undefined} scales the scales of the rows of the tensor
 */

/**
 * Decodes a piece to float32: float16 and bfloat16 exactly, and int8 times the scale of its row, each plus the offset of
 * the tensor. Float32 without an offset stays in bytes, which may not be aligned.
 *
 * @param {Piece} piece
 */
function decode({ entry: { dtype, shape, offset = 0 }, start, bytes, scales }) {
  if (scales !== undefined) {
    const width = countElements(shape.slice(1));
    const signed = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    const wide = new Float32Array(bytes.length);
    for (let i = 0, row = Math.floor(start / width); i < wide.length; row++) {
      const end = Math.min((row + 1) * width - start, wide.length);
      for (const scale = scales[row]; i < end; i++) wide[i] = signed[i] * scale + offset;
    }
    return wide;
  }
  if (dtype === 'F32' && !offset) return bytes;
  // Copy the bytes, because they may not be aligned. `slice` of a Node Buffer would not copy them.
  const { buffer } = Uint8Array.from(bytes);
  const numbers =
    dtype === 'F32'
      ? new Float32Array(buffer)
      : widenHalves(new Uint16Array(buffer), dtype === 'BF16');
  return offset ? numbers.map((number) => number + offset) : numbers;
}

/**
 * Fills the memory of a model.
 * @param {Core} core
 * @param {number} address the address of the model
 * @param {readonly Read[]} reads
 * @param {(bytes: number) => void} onPiece a function that is called after each piece, and may throw
 */
export async function fillWeights(core, address, reads, onPiece) {
  // Read in the order of the files, which may be downloads.
  const steps = reads.flatMap((read) =>
    read.entries.map((entry, index) => ({ read, entry, index })),
  );
  steps.sort((a, b) => a.entry.file.order - b.entry.file.order || a.entry.from - b.entry.from);
  /**
   * Tensors that are packed together, after all of them have been read.
   * @type {Map<Read, { parts: ArrayBufferView[], rest: number }>}
   */
  const waiting = new Map();
  for (const { read, entry, index } of steps) {
    const at = address + read.at;
    const before = read.entries.slice(0, index);
    if (read.packed === undefined && read.order.length === 0) {
      const start = before.reduce((sum, { shape }) => sum + countElements(shape), 0);
      for await (const piece of pieces(entry, PIECE)) {
        const to = at + 4 * (start + piece.start);
        runPiece(() => core.arena.write(decode(piece), to));
        onPiece(piece.bytes.length);
      }
    } else if (read.packed && isInPanels(read)) {
      const { width, packed } = read;
      const row = before.reduce((sum, { shape }) => sum + shape[0], 0);
      const rows = { entry, row, width, dtype: packed.dtype };
      await packPieces(core, at, rows, onPiece);
    } else {
      const found = waiting.get(read) ?? { parts: [], rest: read.entries.length };
      waiting.set(read, found);
      for await (const piece of pieces(entry, entry.to - entry.from)) {
        found.parts[index] = decode(piece);
        onPiece(piece.bytes.length);
      }
      found.rest--;
      if (found.rest > 0) continue;
      waiting.delete(read);
      packAtOnce(core, at, found.parts.filter(Boolean), read);
    }
  }
}

/** Runs a step with the name of the call for errors. Other calls may run between two steps. @param {() => void} body */
const runPiece = (body) => runNamed('loadPretrained', body);

/**
 * Reads bytes of a tensor, all of them by default.
 * @param {TensorEntry} entry @param {number} [from] @param {number} [to]
 */
const readBytes = ({ file: { bytes }, ...entry }, from = entry.from, to = entry.to) =>
  (bytes.readOn ?? bytes.read)(from, to);

/**
 * Reads a tensor in pieces.
 * @param {TensorEntry} entry
 * @param {number} size the bytes of a piece
 * @returns {AsyncGenerator<Piece>}
 */
async function* pieces(entry, size) {
  const step = Math.max(size, 1);
  const { scale } = entry;
  const scales = scale && new Float32Array(Uint8Array.from(await readBytes(scale)).buffer);
  for (let from = entry.from; from < entry.to; from += step) {
    const bytes = await readBytes(entry, from, Math.min(from + step, entry.to));
    yield { entry, start: (from - entry.from) / getUnit(entry), bytes, scales };
  }
}

/** Whether each tensor begins at a panel, so that its rows can be packed in place. @param {Read} read */
function isInPanels({ entries, width, order, packed }) {
  if (packed?.layout !== 'out,in' || order.length > 0 || width === 0) return false;
  return entries.slice(0, -1).every(({ shape }) => shape[0] % PANEL === 0);
}

/**
 * Packs the rows of a tensor, piece by piece.
 * @param {Core} core @param {number} at
 * @param {{ entry: TensorEntry, row: number, width: number, dtype: number }} rows the tensor, and its first row in the
 *   packed weight
 * @param {(bytes: number) => void} onPiece
 */
async function packPieces(core, at, { entry, row, width, dtype }, onPiece) {
  const { arena } = core;
  const rowBytes = width * getUnit(entry);
  const panels = Math.max(1, Math.floor(PIECE / (PANEL * rowBytes)));
  for await (const piece of pieces(entry, panels * PANEL * rowBytes)) {
    const { start, bytes } = piece;
    const first = row + start / width;
    runPiece(() =>
      arena.run(() => {
        const rows = bytes.length / rowBytes;
        const from = arena.take(4 * rows * width);
        arena.write(decode(piece), from);
        const to = at + core.sizeFrom('attn_packed_size', [first, width, dtype]);
        runKernel(core, kernels.pack(from, [rows, width], dtype), to);
      }),
    );
    onPiece(bytes.length);
  }
}

/**
 * Packs tensors in one go, or writes them in the order of their rows.
 * @param {Core} core @param {number} at
 * @param {ArrayBufferView[]} parts the tensors
 * @param {Read} read
 */
function packAtOnce(core, at, parts, { width, order, packed }) {
  const { arena } = core;
  const rows = packed?.out ?? order.length;
  runPiece(() =>
    arena.run(() => {
      const from = packed === undefined ? at : arena.take(4 * rows * width);
      const straight = order.length === 0 ? from : arena.take(4 * rows * width);
      let to = straight;
      for (const part of parts) {
        arena.write(part, to);
        to += part.byteLength;
      }
      order.forEach((row, i) => {
        arena.copy(from + 4 * i * width, straight + 4 * row * width, 4 * width);
      });
      if (packed === undefined) return;
      const isTransposed = packed.layout === 'in,out';
      runKernel(core, kernels.pack(from, [rows, width], packed.dtype, isTransposed), at);
    }),
  );
}

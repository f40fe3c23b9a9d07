// The allocator of blocks of memory. The time of each operation hardly grows with the number of blocks.

/** @typedef {{ readonly address: number, readonly size: number }} Gap */

/** The reserved blocks of a memory, and the gaps between them. */
export class Blocks {
  #end;
  #bytes = 0;
  /** The size of each block, by its address. @type {Map<number, number>} */
  #sizes = new Map();
  #gaps = new SortedGaps();
  /** @type {Map<number, Gap>} */
  #gapsByAddress = new Map();
  /** @type {Map<number, Gap>} */
  #gapsByEnd = new Map();

  /** @param {number} start */
  constructor(start) {
    this.#end = start;
  }

  /** The address after the highest block. */
  get end() {
    return this.#end;
  }

  /** The total bytes of all blocks. */
  get bytes() {
    return this.#bytes;
  }

  /** Returns what `end` would be after reserving another block. @param {number} size */
  endWith(size) {
    return this.#gaps.smallest(size) === undefined ? this.#end + size : this.#end;
  }

  /** Never reserves bytes from the current end up to an address. @param {number} end */
  retire(end) {
    this.#end = Math.max(this.#end, end);
  }

  /**
   * Reserves a block in the smallest gap that is large enough, or else at the end.
   * @param {number} size
   * @returns {number} the address of the block
   */
  reserve(size) {
    const gap = this.#gaps.smallest(size);
    const address = gap?.address ?? this.#end;
    if (gap === undefined) {
      this.#end += size;
    } else {
      this.#removeGap(gap);
      if (gap.size > size) this.#addGap(address + size, address + gap.size);
    }
    this.#sizes.set(address, size);
    this.#bytes += size;
    return address;
  }

  /** Releases a block, and joins it with the gaps on both sides. @param {number} address */
  release(address) {
    const size = this.#sizes.get(address);
    if (size === undefined) return;
    this.#sizes.delete(address);
    this.#bytes -= size;
    const before = this.#gapsByEnd.get(address);
    const after = this.#gapsByAddress.get(address + size);
    if (before) this.#removeGap(before);
    if (after) this.#removeGap(after);
    const start = before?.address ?? address;
    const end = address + size + (after?.size ?? 0);
    if (end === this.#end) this.#end = start;
    else this.#addGap(start, end);
  }

  /** @param {number} start @param {number} end */
  #addGap(start, end) {
    const gap = { address: start, size: end - start };
    this.#gaps.add(gap);
    this.#gapsByAddress.set(start, gap);
    this.#gapsByEnd.set(end, gap);
  }

  /** @param {Gap} gap */
  #removeGap(gap) {
    this.#gaps.remove(gap);
    this.#gapsByAddress.delete(gap.address);
    this.#gapsByEnd.delete(gap.address + gap.size);
  }
}

/** The largest number of gaps in a chunk. Moving so many gaps is faster than searching among all. */
const CHUNK = 512;

/** Gaps sorted by size, then by address. */
class SortedGaps {
  /** The sorted gaps in chunks, none of them empty. @type {Gap[][]} */
  #chunks = [];

  /** Returns the smallest gap that is large enough. @param {number} size @returns {Gap | undefined} */
  smallest(size) {
    const chunk =
      this.#chunks[findFirstIndex(this.#chunks, (chunk) => getLast(chunk).size >= size)];
    return chunk?.[findFirstIndex(chunk, (gap) => gap.size >= size)];
  }

  /** @param {Gap} gap */
  add(gap) {
    const index = Math.min(this.#chunkIndex(gap), Math.max(this.#chunks.length - 1, 0));
    this.#chunks[index] ??= [];
    const chunk = this.#chunks[index];
    chunk.splice(findIndexInChunk(chunk, gap), 0, gap);
    if (chunk.length > CHUNK) this.#chunks.splice(index + 1, 0, chunk.splice(CHUNK / 2));
  }

  /** @param {Gap} gap a gap that was added */
  remove(gap) {
    const index = this.#chunkIndex(gap);
    const chunk = this.#chunks[index];
    chunk.splice(findIndexInChunk(chunk, gap), 1);
    if (chunk.length === 0) this.#chunks.splice(index, 1);
  }

  /** Returns the index of the first chunk that does not end before a gap. @param {Gap} gap */
  #chunkIndex(gap) {
    return findFirstIndex(this.#chunks, (chunk) => !isBefore(getLast(chunk), gap));
  }
}

/** @param {Gap[]} chunk */
const getLast = (chunk) => chunk[chunk.length - 1];

/** @param {Gap} left @param {Gap} right */
const isBefore = (left, right) =>
  left.size < right.size || (left.size === right.size && left.address < right.address);

/** @param {Gap[]} chunk @param {Gap} gap */
const findIndexInChunk = (chunk, gap) => findFirstIndex(chunk, (other) => !isBefore(other, gap));

/**
 * Returns the index of the first item that passes a test, by binary search: all later items must pass the test too.
 * @template Item
 * @param {readonly Item[]} list
 * @param {(item: Item) => boolean} passes
 */
function findFirstIndex(list, passes) {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(list[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}

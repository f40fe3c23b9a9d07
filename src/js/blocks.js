// The addresses that are taken.

/** @typedef {{ readonly address: number, readonly size: number }} Gap */

/** Blocks of bytes from an address on; each stays until it is released. */
export class Blocks {
  #end;
  #bytes = 0;
  /** @type {Map<number, number>} by address */
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

  /** The end of the highest block. */
  get end() {
    return this.#end;
  }

  /** Bytes of all blocks. */
  get bytes() {
    return this.#bytes;
  }

  /** The end of the highest block after one more block. @param {number} size */
  endWith(size) {
    return this.#gaps.smallest(size) === undefined ? this.#end + size : this.#end;
  }

  /** Never gives out the bytes up to an address. @param {number} end */
  retire(end) {
    this.#end = Math.max(this.#end, end);
  }

  /**
   * Takes the smallest gap that is large enough, or else the bytes at the end.
   *
   * @param {number} size
   * @returns {number} its address
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

  /** Releases a block and joins it with the gaps on both sides. @param {number} address */
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

/** Gaps from the smallest to the largest, those of one size by address. */
class SortedGaps {
  /** @type {Gap[]} */
  #gaps = [];

  /** The smallest that is large enough. @param {number} size */
  smallest(size) {
    return /** @type {Gap | undefined} */ (this.#gaps[this.#indexOf({ size, address: 0 })]);
  }

  /** @param {Gap} gap */
  add(gap) {
    this.#gaps.splice(this.#indexOf(gap), 0, gap);
  }

  /** @param {Gap} gap one of them */
  remove(gap) {
    this.#gaps.splice(this.#indexOf(gap), 1);
  }

  /** How many gaps come before this one: a binary search. @param {Gap} gap */
  #indexOf({ size, address }) {
    let [low, high] = [0, this.#gaps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#gaps[middle];
      if (other.size < size || (other.size === size && other.address < address)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Deflated bytes as they were, and no more of them than there were said to be. */

/** A byte that is packed never becomes more. */
const MOST_RATIO = 1032;

/**
 * @param {Uint8Array} packed
 * @param {number} size
 * @returns {Promise<Uint8Array>} rejects where they are damaged, fewer or more
 */
export async function inflate(packed, size) {
  const bytes = new Uint8Array(Math.min(size, MOST_RATIO * packed.length));
  let length = 0;
  const write = (/** @type {Uint8Array} */ chunk) => {
    // Refuses what would go beyond the end; then no more is inflated.
    bytes.set(chunk, length);
    length += chunk.length;
  };
  const unpacked = new Blob([/** @type {BlobPart} */ (packed)])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'));
  await unpacked.pipeTo(new WritableStream({ write }));
  if (length < size) throw RangeError('size');
  return bytes;
}

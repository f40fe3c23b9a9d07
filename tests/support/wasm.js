const MEMORY_SECTION = 5;
const HAS_MAXIMUM = 1;

/** @param {Uint8Array} bytes @param {number} at @returns {[value: number, next: number]} */
function readUnsigned(bytes, at) {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[at++];
    value += (byte & 127) * scale;
    if (byte < 128) return [value, at];
  }
}

/** @param {number} value */
function unsigned(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value & 127) | 128);
  return [...bytes, value];
}

/**
 * Iterates over the sections of a module. After magic number and version, each section has an id, a
 * size and a content.
 * @param {Uint8Array} bytes
 */
export function* sections(bytes) {
  for (let at = 8; at < bytes.length; ) {
    const [size, content] = readUnsigned(bytes, at + 1);
    const end = content + size;
    yield { id: bytes[at], at, content, end };
    at = end;
  }
}

/**
 * Returns a copy of a wasm module with a limit on its memory, in pages of 64 KiB, to test what
 * happens when memory runs out.
 * @param {Uint8Array} bytes
 * @param {number} pages
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function withMaximumPages(bytes, pages) {
  for (const { id, at, content, end } of sections(bytes)) {
    if (id === MEMORY_SECTION) {
      const [count, flags] = readUnsigned(bytes, content);
      if (count !== 1) throw new Error(`The module has ${count} memories; expected 1`);
      const [minimum, afterMinimum] = readUnsigned(bytes, flags + 1);
      const hadMaximum = (bytes[flags] & HAS_MAXIMUM) !== 0;
      const rest = hadMaximum ? readUnsigned(bytes, afterMinimum)[1] : afterMinimum;
      const memory = [
        ...unsigned(count),
        bytes[flags] | HAS_MAXIMUM,
        ...unsigned(Math.min(minimum, pages)),
        ...unsigned(pages),
        ...bytes.subarray(rest, end),
      ];
      return Uint8Array.from([
        ...bytes.subarray(0, at),
        MEMORY_SECTION,
        ...unsigned(memory.length),
        ...memory,
        ...bytes.subarray(end),
      ]);
    }
  }
  throw new Error('The module has no memory of its own');
}

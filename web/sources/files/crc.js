/** The checksum that a zip archive has of each entry. */

/** Of each byte, with the lowest bit first. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/**
 * CRC-32, as zip, gzip and PNG compute it.
 * @param {Uint8Array} bytes
 * @returns {number} from 0 to 2 ** 32 - 1
 */
export function crc32(bytes) {
  let rest = 0xffffffff;
  const { length } = bytes;
  for (let i = 0; i < length; i++) rest = TABLE[(rest ^ bytes[i]) & 0xff] ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

/** Reads files, in the slot `reader`. First bytes tell a format, whatever the name is. */

import { rawNumbers, torchFile, unreadableFile as unreadable } from '../../text/en/files.js';
import { readFirstCharacters } from './binary.js';
import { toArrays } from './bytes.js';
import { chooseArray } from './choose.js';
import { toFileError } from './error.js';
import { readJson } from './json.js';
import { NPY, readNpy } from './npy.js';
import { findDirectory, readNpz } from './npz.js';
import { describeBrokenJson, describeFormat } from './other-formats.js';
import { readSafetensors } from './safetensors.js';

/** @import { Contents } from '../types.js' */

export { readOwn } from './attention-arrays.js';
export { readNpy } from './npy.js';

/**
 * A file; `part` is the name of the wanted map, if the file has several, and `unnamed` the name of
 * an array if neither it nor the file has one.
 * @typedef {{ name: string, bytes: Uint8Array, part?: string, unnamed?: string }} NamedBytes
 */

/** Names of files that torch.save and pickle write. */
const PICKLED = /\.(pt|pth|ckpt|pkl|pickle)$/i;

/** The newest protocol of pickle, which is the second byte of a file. */
const NEWEST_PICKLE = 5;

/** Names of files that NumPy's `tofile` and C programs write. */
const RAW = /\.(bin|raw|dat|f(loat)?(16|32|64))$/i;

/** Joins several files. @param {NamedBytes[]} files @returns {Contents} @throws {FileError} */
export function readFiles(files) {
  const all = files.map(readFile);
  const arrays = toArrays(all.flatMap((contents) => [...contents.arrays]));
  return { arrays, settings: all.find(({ settings }) => settings)?.settings };
}

/** @param {NamedBytes} file @returns {Contents} */
function readFile({ name, bytes, part, unnamed = 'weights' }) {
  // An array without a name has the name of its file.
  const stem = name.replace(/\.(npy|json)$/i, '') || unnamed;
  try {
    const arrays = readBinary(name, bytes, stem);
    return arrays ? { arrays: chooseArray(arrays, part) } : readJson(bytes, stem, part);
  } catch (error) {
    const isPickled = PICKLED.test(name) || (bytes[0] === 0x80 && bytes[1] <= NEWEST_PICKLE);
    const sentence = isPickled
      ? torchFile(name)
      : RAW.test(name)
        ? rawNumbers(name)
        : (describeFormat(name, bytes) ??
          describeBrokenJson(name, bytes) ??
          unreadable('file', name));
    throw toFileError(error, sentence);
  }
}

/**
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {string} stem
 * @returns {Contents['arrays'] | undefined} undefined if the bytes have none of these formats
 */
function readBinary(name, bytes, stem) {
  const start = readFirstCharacters(bytes, 9);
  if (start.startsWith(NPY)) {
    const entry = { bytes: bytes.length, read: readNpy.bind(undefined, stem, bytes) };
    return toArrays([[stem, entry]]);
  }
  if (start.startsWith('PK\x03\x04')) return readNpz(name, bytes);
  // JSON contains no zero byte, and the highest byte of a plausible header length is zero.
  if (start.endsWith('\0{')) return readSafetensors(bytes);
  // An empty archive, or one with bytes in front, is recognised by its end.
  return findDirectory(bytes) ? readNpz(name, bytes) : undefined;
}

/** Dropped files. What a file is, its first bytes tell, whatever it is called. */

import { unreadable } from '../../text/en/files.js';
import { startOf } from './bytes.js';
import { asFileError } from './file-error.js';
import { readJson } from './json.js';
import { NPY, readNpy } from './npy.js';
import { readNpz } from './npz.js';
import { roleOf } from './role.js';
import { readSafetensors } from './safetensors.js';

/**
 * @typedef {object} Contents
 * @property {import('./numbers.js').Loads} tensors
 * @property {unknown} [queryTokens]
 * @property {unknown} [keyTokens]
 * @property {Record<string, any>} [settings] of the page's own export
 *
 * @typedef {{ name: string, bytes: Uint8Array }} NamedBytes
 */

/**
 * The contents of one file, or of several such as `q.npy`, `k.npy` and `v.npy`.
 * @param {NamedBytes[]} files
 * @returns {Contents}
 * @throws {import('./file-error.js').FileError}
 */
export function readFiles(files) {
  const all = files.map(readFile);
  const tensors = new Map(all.flatMap((contents) => [...contents.tensors]));
  return Object.assign({}, ...all, { tensors });
}

/**
 * @param {NamedBytes} file
 * @returns {Contents}
 */
function readFile({ name, bytes }) {
  const start = startOf(bytes, 9);
  try {
    if (start.startsWith(NPY)) {
      // Its one tensor is called as the file is.
      const role = roleOf(name.replace(/\.npy$/i, '')) ?? 'weights';
      return { tensors: new Map([[role, (check) => readNpy(role, bytes, check)]]) };
    }
    if (start.startsWith('PK\x03\x04')) return { tensors: readNpz(bytes) };
    // JSON contains no zero byte; the highest byte of a plausible header length is zero.
    if (start.endsWith('\0{')) return { tensors: readSafetensors(bytes) };
    return readJson(bytes);
  } catch (error) {
    throw asFileError(error, unreadable('file', name));
  }
}

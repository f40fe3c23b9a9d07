// Files at addresses: of a folder on a server or, in Node, on this machine.

import { makeModelError } from './errors.js';

/** @import { Bytes, Repository } from './source.js' */

/** Returns the module by which Node reads files; undefined in a browser. */
export const nodeFiles = () => globalThis.process?.getBuiltinModule?.('node:fs/promises');

/**
 * Resolves the address of a folder, from the page or from the script of a Worker. A Worker of a blob: URL has no base URL
 * for relative addresses.
 * @param {string | URL} folder @param {string} expected in words, for the error
 */
export function resolveFolder(folder, expected) {
  try {
    const base = globalThis.document?.baseURI ?? globalThis.location?.href;
    const address = new URL(folder, base);
    if (!address.pathname.endsWith('/')) address.pathname += '/';
    // Throws if the address cannot have files, such as one of data:.
    return new URL('.', address);
  } catch (cause) {
    throw makeModelError('address', String(folder), expected, 'is not a complete address', {
      cause,
    });
  }
}

/**
 * Fetches a file.
 * @param {URL} file @param {AbortSignal | undefined} signal
 * @returns {Promise<Blob | undefined>} undefined if the server does not have the file
 */
export async function fetchFile(file, signal) {
  const response = await fetch(file, { signal: signal ?? null });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`status ${response.status}`);
  // Development servers answer with their page for a file that they do not have.
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  return isPage ? undefined : response.blob();
}

/**
 * Opens the folder of a model.
 * @param {string | URL} source an address; in Node, also a path
 * @param {AbortSignal | undefined} signal
 * @returns {Repository}
 */
export function openFolder(source, signal) {
  const isPath = typeof source === 'string' && !/^(file|https?):/.test(source);
  const url = globalThis.process?.getBuiltinModule?.('node:url');
  const folder = resolveFolder(
    isPath && url ? url.pathToFileURL(source) : source,
    'the complete address of a folder',
  );
  const fs = folder.protocol === 'file:' ? nodeFiles() : undefined;
  return fs ? openLocalFolder(folder, fs) : openServedFolder(folder, signal);
}

/** @param {URL} folder @param {AbortSignal | undefined} signal @returns {Repository} */
function openServedFolder(folder, signal) {
  /** @type {Map<string, Promise<Bytes | undefined>>} */
  const opened = new Map();
  /** @param {string} name */
  async function fetchBytes(name) {
    const file = new URL(encodeURIComponent(name), folder);
    try {
      const blob = await fetchFile(file, signal);
      return blob && readBlob(name, blob);
    } catch (cause) {
      signal?.throwIfAborted();
      const expected =
        folder.protocol === 'file:'
          ? 'an address of a server: a page of file: cannot fetch files'
          : 'an answer; the connect-src of a policy has to allow its address';
      throw makeModelError('unreachable', file.href, expected, 'cannot be fetched', { cause });
    }
  }
  return {
    names: [],
    place: folder.href,
    async open(name) {
      const bytes = opened.get(name) ?? fetchBytes(name);
      opened.set(name, bytes);
      return bytes;
    },
  };
}

/**
 * @param {URL} folder @param {typeof import('node:fs/promises')} fs
 * @returns {Repository}
 */
function openLocalFolder(folder, fs) {
  /** @type {string[]} */
  const names = [];
  /** @type {import('node:fs/promises').FileHandle[]} */
  const handles = [];
  /** @param {string} name @returns {Promise<Bytes>} */
  async function openFile(name) {
    const handle = await fs.open(new URL(encodeURIComponent(name), folder));
    handles.push(handle);
    const { size } = await handle.stat();
    return {
      size,
      async read(from, to) {
        const bytes = new Uint8Array(to - from);
        const { bytesRead } = await handle.read(bytes, 0, to - from, from);
        if (bytesRead === to - from) return bytes;
        throw makeModelError('changed', name, `${size} bytes, as before`, 'has become shorter');
      },
    };
  }
  return {
    names,
    place: folder.href,
    async open(name) {
      try {
        if (names.length === 0) names.push(...(await fs.readdir(folder)));
        return names.includes(name) ? await openFile(name) : undefined;
      } catch (cause) {
        const expected = 'a folder with the files of a model';
        const isMissing = /** @type {{ code?: string }} */ (cause).code === 'ENOENT';
        const problem = isMissing ? 'does not exist' : 'cannot be read';
        throw makeModelError('unreadable', folder.href, expected, problem, { cause });
      }
    },
    close() {
      for (const handle of handles) handle.close();
    },
  };
}

/** @param {string} name @param {Blob} blob @returns {Bytes} */
export const readBlob = (name, blob) => ({
  size: blob.size,
  async read(from, to) {
    try {
      return new Uint8Array(await blob.slice(from, to).arrayBuffer());
    } catch (cause) {
      const expected = 'a file as it was when it was chosen';
      throw makeModelError('changed', name, expected, 'cannot be read', { cause });
    }
  },
});

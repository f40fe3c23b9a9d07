// The models of dist/models. Node reads their files, and pages fetch them; pages with file: URLs load a script instead.

import { makeModelError } from './errors.js';
import { toHex, WEIGHTS } from './files.js';

/** @import { ModelError } from './errors.js' */

/** The sha256 of the weights of each model. @type {Readonly<Record<string, string>>} */
export const SHIPPED = {
  'use-lite': 'ecfc6af341a25fa74908d1cc7bbb5cb795456d8fca345589459ec7e5c5fb7f07',
};

const FILES = ['config.json', 'vocabulary.json', WEIGHTS];

/**
 * @typedef {Record<string, Blob | string | object>} Files files in a form that `loadPretrained`
 * accepts and that can be sent to a Worker
 */

/**
 * Returns the files that the scripts of dist/models have defined, by model: JSON as objects, bytes in base64.
 * @returns {Record<string, Record<string, any>> | undefined}
 */
const scripts = () => /** @type {any} */ (globalThis).attentionLabModels;

/**
 * Reads the files of a model of dist/models.
 * @param {string} name
 * @param {{ folder?: string | URL | undefined, signal?: AbortSignal | undefined }} [options] `folder` is the URL of
 *   dist/models: by default next to the library or, if the library is bundled in a script, `models/` next to the page
 * @returns {Promise<Files>}
 * @throws {ModelError} if a file cannot be read, or has other weights
 */
export async function readShippedModel(name, { folder = defaultFolder(), signal } = {}) {
  const address = addressOf(folder);
  const files = await readFrom(name, address, signal);
  const weights = /** @type {Blob} */ (files[WEIGHTS]);
  // Pages with http: URLs do not have `crypto.subtle`; then the check is skipped.
  const digest = await globalThis.crypto?.subtle?.digest('SHA-256', await weights.arrayBuffer());
  signal?.throwIfAborted();
  if (digest === undefined || toHex(new Uint8Array(digest)) === SHIPPED[name]) return files;
  throw makeModelError(`${WEIGHTS} in ${address}`, `${SHIPPED[name]}`, 'has another sha256');
}

function defaultFolder() {
  // Do not write this as a single expression: bundlers would treat the URL as an asset.
  const here = import.meta.url;
  return here === undefined ? 'models/' : new URL('../../../dist/models/', here);
}

/**
 * Resolves the URL of a folder. A Worker of a bundled script has no base URL for relative URLs.
 * @param {string | URL} folder
 */
function addressOf(folder) {
  try {
    const address = new URL(folder, globalThis.document?.baseURI);
    if (!address.pathname.endsWith('/')) address.pathname += '/';
    return address;
  } catch (cause) {
    const expected = 'the address of dist/models in the option endpoint';
    throw makeModelError(String(folder), expected, 'is no whole address', cause);
  }
}

/** @param {string} name @param {URL} folder @param {AbortSignal | undefined} signal @returns {Promise<Files>} */
async function readFrom(name, folder, signal) {
  const isFile = folder.protocol === 'file:';
  const fs = isFile ? globalThis.process?.getBuiltinModule?.('node:fs/promises') : undefined;
  if (scripts()?.[name] === undefined) {
    if (!isFile || fs !== undefined) {
      const read = fs ? fs.readFile : (/** @type {URL} */ file) => fetchFile(file, signal);
      const contents = await Promise.all(
        FILES.map(async (file) => {
          const path = new URL(`${name}/${file}`, folder);
          const parts = await read(path).catch((cause) => throwUnreadable(path, cause, signal));
          return [file, new Blob([parts])];
        }),
      );
      return Object.fromEntries(contents);
    }
    const script = new URL(`${name}.js`, folder);
    await runScript(script).catch((cause) => throwUnreadable(script, cause, signal));
  }
  const { [WEIGHTS]: base64, ...rest } = scripts()?.[name] ?? {};
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return { ...rest, [WEIGHTS]: new Blob([bytes]) };
}

/** @param {URL} file @param {unknown} cause @param {AbortSignal | undefined} signal @returns {never} */
function throwUnreadable(file, cause, signal) {
  signal?.throwIfAborted();
  const expected =
    'a file of dist/models; copy that folder here, or give its address in the option endpoint';
  throw makeModelError(String(file), expected, 'cannot be read', cause);
}

/** @param {URL} file @param {AbortSignal | undefined} signal @returns {Promise<Blob>} */
async function fetchFile(file, signal) {
  const response = await fetch(file, { signal: signal ?? null });
  if (!response.ok) throw new Error(`status ${response.status}`);
  // Development servers answer with their page for a file that they do not have.
  if (response.headers.get('content-type')?.startsWith('text/html'))
    throw new Error('the server answers with a page of HTML');
  return response.blob();
}

/**
 * Runs a script. Pages with file: URLs cannot fetch files, but can run scripts next to them.
 * @param {URL} address @returns {Promise<void>}
 */
function runScript(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address.href;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('the script does not load')));
    document.head.append(script);
    script.remove();
  });
}

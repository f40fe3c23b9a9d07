// The models of dist/models. Node reads their files, and pages fetch them; pages with file: URLs load a script instead.

import { fetchFile, nodeFiles, resolveFolder } from './addresses.js';
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
 * @param {object} [options]
 * @param {readonly (string | URL)[] | undefined} [options.folders] the URLs of dist/models that are tried in turn
 * @param {AbortSignal | undefined} [options.signal]
 * @returns {Promise<Files>}
 * @throws {ModelError} if a file cannot be read, or has other weights
 */
export async function readShippedModel(name, { folders = listUsualFolders(), signal } = {}) {
  const { address, files } = await readFirst(name, folders, signal);
  const weights = /** @type {Blob} */ (files[WEIGHTS]);
  // Pages with http: URLs do not have `crypto.subtle`; then the check is skipped.
  const digest = await globalThis.crypto?.subtle?.digest('SHA-256', await weights.arrayBuffer());
  signal?.throwIfAborted();
  if (digest === undefined || toHex(new Uint8Array(digest)) === SHIPPED[name]) return files;
  const argument = `${WEIGHTS} in ${address}`;
  throw makeModelError('version', argument, `${SHIPPED[name]}`, 'has another sha256');
}

/**
 * Lists the URLs where dist/models may be, nearest first. A bundler moves this module, so each folder above its script
 * counts, and the page's. A single script does not know the URL of its modules: its own folder counts, and the page's.
 * @param {object} [places]
 * @param {string | undefined} [places.here] the URL of this module
 * @param {string | undefined} [places.page] the URL of the page or of the Worker
 * @param {boolean} [places.isNode] whether files can be read whatever the page is, as in tests with jsdom
 * @param {string | undefined} [places.script] the URL of the single script
 * @returns {(string | URL)[]}
 */
export function listUsualFolders({
  here = import.meta.url,
  page = globalThis.document?.baseURI ?? globalThis.location?.href,
  isNode = globalThis.process?.getBuiltinModule !== undefined,
  script,
} = {}) {
  if (!here) {
    const folders = [script, page].flatMap((url) =>
      URL.canParse('models/', url) ? new URL('models/', url).href : [],
    );
    return folders.length > 0 ? [...new Set(folders)] : ['models/'];
  }
  // Do not write this as a single expression: bundlers would treat the URL as an asset.
  const models = 'dist/models/';
  const { pathname, protocol } = new URL(here);
  const isFile = protocol === 'file:';
  // webpack writes the file: URL that this module had on the machine that built the page.
  const hasPlace = !isFile || isNode || page === undefined || page.startsWith('file:');
  if (hasPlace && pathname.endsWith('/src/js/pretrained/shipped.js'))
    return [new URL(`../../../${models}`, here)];
  const isNested = hasPlace && !/^(blob|data):/.test(protocol);
  const depth = isNested ? Math.max(pathname.split('/').length - 2, 1) : 0;
  const above = Array.from(
    { length: depth },
    (_, i) => new URL('../'.repeat(i + 1) + models, here),
  );
  const addresses = [...above, ...(URL.canParse(models, page) ? [new URL(models, page)] : [])]
    .map(({ href }) => href)
    .filter((address) => !address.includes('/node_modules/'));
  // A Worker of a blob: URL has no folder; the error for this name asks for an endpoint.
  return addresses.length > 0 ? [...new Set(addresses)] : ['models/'];
}

/**
 * Reads a model from the first folder that has it. The error names the first folder.
 * @param {string} name @param {readonly (string | URL)[]} folders @param {AbortSignal | undefined} signal
 */
async function readFirst(name, folders, signal) {
  /** @type {unknown} */
  let refusal;
  for (const folder of folders) {
    try {
      const expected = 'the address of dist/models in the option endpoint';
      const address = resolveFolder(folder, expected);
      return { address, files: await readFrom(name, address, signal) };
    } catch (error) {
      signal?.throwIfAborted();
      refusal ??= error;
    }
  }
  throw refusal;
}

/** @param {string} name @param {URL} folder @param {AbortSignal | undefined} signal @returns {Promise<Files>} */
async function readFrom(name, folder, signal) {
  const script = new URL(`${name}.js`, folder);
  const isFile = folder.protocol === 'file:';
  const fs = isFile ? nodeFiles() : undefined;
  const fetchThere = async (/** @type {URL} */ file) => {
    const blob = await fetchFile(file, signal);
    if (blob === undefined) throw new Error('the server does not have the file');
    return blob;
  };
  const isFetched = !isFile || fs !== undefined;
  const hasScript = () => scripts()?.[name] !== undefined;
  if (!hasScript() && (!isFetched || isSandboxed()))
    await runScript(script).catch((cause) => isFetched || throwUnreadable(script, cause, signal));
  if (!hasScript() && isFetched) {
    const read = fs ? fs.readFile : fetchThere;
    const open = async (/** @type {string} */ file) => {
      const path = new URL(`${name}/${file}`, folder);
      const parts = await read(path).catch((cause) => throwUnreadable(path, cause, signal));
      return [file, new Blob([parts])];
    };
    // The smallest file tells whether the folder is there.
    const [first, ...others] = FILES;
    const contents = [await open(first), ...(await Promise.all(others.map(open)))];
    return Object.fromEntries(contents);
  }
  const { [WEIGHTS]: base64, ...rest } = scripts()?.[name] ?? {};
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return { ...rest, [WEIGHTS]: new Blob([bytes]) };
  } catch (cause) {
    // A damaged script is read again by the next call.
    delete scripts()?.[name];
    throwUnreadable(script, cause, signal);
  }
}

/** @param {URL} file @param {unknown} cause @param {AbortSignal | undefined} signal @returns {never} */
function throwUnreadable(file, cause, signal) {
  signal?.throwIfAborted();
  // fetch has no other error for a request that gets no answer.
  if (/^https?:/.test(file.protocol) && cause instanceof TypeError) {
    const expected = isSandboxed()
      ? 'an answer; a sandboxed page needs Access-Control-Allow-Origin from the server, or a script-src that allows the script of the model'
      : 'an answer; the connect-src of a policy has to allow its address';
    throw makeModelError('unreachable', String(file), expected, 'cannot be fetched', { cause });
  }
  const expected =
    'a file of dist/models; copy that folder here, or give its address in the option endpoint';
  throw makeModelError('unreadable', String(file), expected, 'cannot be read', { cause });
}

/** Whether the page has no origin. It may run scripts, but fetches only from servers that allow any page. */
const isSandboxed = () => globalThis.document !== undefined && globalThis.origin === 'null';

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

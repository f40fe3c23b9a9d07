// Sources of the files of a model: names, files and objects.

import { nameTypedArray } from '../elements.js';
import {
  describeValue,
  getTag,
  makeArgumentError,
  makeOptionError,
  makeValueError,
  runNamed,
} from '../errors.js';
import { loadOnce } from '../once.js';
import { isEmptyBuiltIn } from '../option-reader.js';
import { openFolder, readBlob } from './addresses.js';
import { OPERATION } from './errors.js';
import { chooseFolder, getName } from './folder.js';
import { HubRepository } from './hub.js';
import { isFolderAddress } from './model-address.js';
import { readShippedModel, SHIPPED } from './shipped.js';

/** @import { HubOptions } from './hub.js' */
/** @import { ModelOrigin } from './types.js' */

/**
 * A file that is read in pieces.
 * @typedef {object} Bytes
 * @property {number} size
 * @property {(from: number, to: number) => Promise<Uint8Array>} read
 * @property {(from: number, to: number) => Promise<Uint8Array>} [readOn] reads the file in its order, as one download;
 *   if present, `read` is only for the start of the file
 */

/**
 * The files of one model.
 * @typedef {object} Repository
 * @property {string[]} names those that are known; a server does not list its files
 * @property {string} [place] the address of their folder, for errors
 * @property {string} [operation] the call that reads the model, for errors; `loadPretrained` by default
 * @property {(name: string) => Promise<Bytes | undefined>} open
 * @property {boolean} [reportsProgress] whether the repository calls `onProgress` itself
 * @property {() => Promise<ModelOrigin>} [finish] called after the weights are read
 * @property {() => void} [close] aborts all requests
 */

const EXPECTED =
  "'use-lite', a model on the Hub, such as 'openai-community/gpt2', the address of a folder, such as './gpt2/', or the files of a model: an array of Files, or an object or a Map such as { 'config.json', 'model.safetensors', 'tokenizer.json' }";

/**
 * Opens a source of a model.
 * @param {unknown} source
 * @param {HubOptions} options options for sources that are fetched
 * @returns {Repository}
 */
export function openRepository(source, options) {
  const isAddress = typeof source === 'string' && isFolderAddress(source);
  if (typeof source === 'string' && !isAddress) return openName(source, options);
  refuseHubOptions(options, ['endpoint', 'revision'], 'the name of a model');
  if (isAddress || getTag(source) === 'URL')
    return openFolder(/** @type {string | URL} */ (source), options.signal);
  if (Array.isArray(source) || getTag(source) === 'FileList') {
    return openFiles(nameFiles(Array.from(/** @type {ArrayLike<unknown>} */ (source))));
  }
  if (getTag(source) === 'Map') {
    return openFiles(copyFiles(/** @type {Map<unknown, unknown>} */ (source)));
  }
  if (isReadableObject(source)) return openFiles(new Map(Object.entries(source)));
  throw makeValueError('source', EXPECTED, source);
}

/**
 * Whether a value is an object whose properties hold everything. Others, such as a promise, would seem empty.
 * @param {unknown} value @returns {value is object}
 */
const isReadableObject = (value) =>
  typeof value === 'object' &&
  value !== null &&
  nameTypedArray(value) === undefined &&
  !isEmptyBuiltIn(value);

/**
 * Opens a model by name: a model of dist/models, or a model of the Hub.
 * @param {string} source @param {HubOptions} options
 * @returns {Repository}
 */
function openName(source, options) {
  if (Object.hasOwn(SHIPPED, source)) {
    refuseHubOptions(options, ['revision'], 'a model on the Hub');
    const { endpoint, signal } = options;
    if (endpoint !== undefined && typeof endpoint !== 'string' && getTag(endpoint) !== 'URL')
      throw makeOptionError('endpoint', 'the address of dist/models', endpoint);
    const folders = endpoint === undefined ? undefined : [/** @type {string | URL} */ (endpoint)];
    return openLater(() => readShippedModel(source, { folders, signal }));
  }
  return new HubRepository(source, options, OPERATION);
}

/**
 * Refuses options that the source would ignore.
 * @param {HubOptions} options
 * @param {('endpoint' | 'revision')[]} names
 * @param {string} source the source that takes these options, in words
 */
function refuseHubOptions(options, names, source) {
  for (const name of names) {
    if (options[name] === undefined) continue;
    throw makeArgumentError(`options.${name}`, `absent unless source is ${source}`, 'given');
  }
}

/**
 * Returns a repository whose files are read when a file is first opened.
 * @param {() => Promise<Record<string, unknown>>} read @returns {Repository}
 */
function openLater(read) {
  const readOnce = loadOnce(read);
  return {
    names: [],
    open: async (name) => openFiles(new Map(Object.entries(await readOnce()))).open(name),
  };
}

/**
 * Returns the files of one model by their names, without folders. Of two files with one name, the first one counts.
 *
 * @param {unknown[]} files
 */
function nameFiles(files) {
  for (const [i, file] of files.entries()) {
    if (!isBlob(file) || typeof (/** @type {any} */ (file).name) !== 'string')
      throw makeValueError(`source[${i}]`, 'a File', file);
  }
  /** @type {Map<string, unknown>} */
  const byName = new Map();
  for (const file of chooseFolder(/** @type {File[]} */ (files)).files) {
    const name = getName(file);
    if (!byName.has(name)) byName.set(name, file);
  }
  return byName;
}

/**
 * Copies a map of files, so that the caller cannot change it.
 * @param {Map<unknown, unknown>} source @returns {Map<string, unknown>}
 */
function copyFiles(source) {
  const files = new Map(source);
  for (const name of files.keys()) {
    if (typeof name === 'string') continue;
    const expected = 'a Map of files by their names';
    throw makeArgumentError('source', expected, `a Map with the key ${describeValue(name)}`);
  }
  return /** @type {Map<string, unknown>} */ (files);
}

/** @param {Map<string, unknown>} files @returns {Repository} */
function openFiles(files) {
  return {
    names: [...files.keys()],
    async open(name) {
      const file = files.get(name);
      return file === undefined ? undefined : runNamed(OPERATION, () => toBytes(name, file));
    },
  };
}

/** Whether a value is a Blob, of any realm. @param {unknown} value @returns {value is Blob} */
const isBlob = (value) => ['Blob', 'File'].includes(getTag(value));

/** @param {string} name @param {unknown} file @returns {Bytes} */
function toBytes(name, file) {
  if (isBlob(file)) return readBlob(name, file);
  const argument = `source['${name}']`;
  const bytes = encodeFile(argument, file);
  if (bytes === undefined) {
    const expected = 'a Blob, an ArrayBuffer, a Uint8Array or, for JSON, a string or an object';
    throw makeValueError(argument, expected, file);
  }
  return { size: bytes.length, read: async (from, to) => bytes.subarray(from, to) };
}

/** @param {string} argument @param {unknown} file */
function encodeFile(argument, file) {
  if (typeof file === 'string') return new TextEncoder().encode(file);
  if (nameTypedArray(file) === 'Uint8Array') return /** @type {Uint8Array} */ (file);
  if (getTag(file) === 'ArrayBuffer') return new Uint8Array(/** @type {ArrayBuffer} */ (file));
  return isReadableObject(file) ? new TextEncoder().encode(writeJson(argument, file)) : undefined;
}

/** @param {string} argument @param {object} file */
function writeJson(argument, file) {
  try {
    return JSON.stringify(file);
  } catch (cause) {
    const expected = 'an object that JSON.stringify can write';
    throw makeArgumentError(argument, expected, describeValue(file), cause);
  }
}

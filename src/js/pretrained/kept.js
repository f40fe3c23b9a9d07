// Storage of models in the browser. Each model has a cache with pieces of its files, by commit, and a manifest of each
// revision that is complete.

import { runNamed } from '../errors.js';
import { readModelId } from './hub-names.js';

/** @import { Listed } from './hub.js' */

/**
 * The manifest of a revision.
 *
 * @typedef {object} Manifest
 * @property {string} id
 * @property {string | undefined} commit
 * @property {string | undefined} license
 * @property {Listed[]} files
 * @property {string[]} [shards] the files of the weights, if there are several
 *
 * @typedef {object} KeptInfo a model that the browser has stored
 * @property {string} id owner/name
 * @property {number} bytes the number of stored bytes
 * @property {boolean} isComplete whether the model is complete; otherwise loading continues from the stored part
 */

const PREFIX = 'attention-lab model ';
const PIECES = /\?bytes=(\d+)-(\d+)$/;

/** @param {string} id */
const makeDatabaseName = (id) => PREFIX + id.toLowerCase();

/**
 * Returns the caches of the browser; undefined in Node and on pages with http: URLs.
 * @returns {CacheStorage | undefined}
 */
function storage() {
  try {
    return globalThis.caches;
  } catch {
    return undefined;
  }
}

/** Opens a cache, unless there is none: `open` alone would make it. @param {string} name */
async function openExisting(name) {
  return (await storage()?.has(name)) ? storage()?.open(name) : undefined;
}

/** Lists the keys of a cache. @param {Cache | undefined} cache @returns {Promise<string[]>} */
const listKeys = async (cache) => ((await cache?.keys()) ?? []).map(({ url }) => url);

/** The cache of one model. */
export class KeptModel {
  #name;
  /** @type {Cache | undefined} */
  #cache;
  /** The keys of all stored pieces and manifests. @type {Set<string>} */
  #keys = new Set();
  /** Why the model is not stored, in a sentence. @type {string | undefined} */
  note = storage() ? undefined : 'There is no cache here to keep the model in.';

  /** @param {string} id */
  constructor(id) {
    this.#name = makeDatabaseName(id);
  }

  /** @param {string} id */
  static async open(id) {
    const kept = new KeptModel(id);
    try {
      kept.#cache = await openExisting(kept.#name);
      kept.#keys = new Set(await listKeys(kept.#cache));
    } catch (error) {
      kept.#refuse(error);
    }
    return kept;
  }

  /** @param {string} key */
  has = (key) => this.#keys.has(key);

  /** @param {string} key @returns {Promise<Response | undefined>} */
  async #match(key) {
    if (!this.#keys.has(key)) return undefined;
    return this.#cache?.match(key).catch(() => undefined);
  }

  /** @param {string} key @returns {Promise<Uint8Array<ArrayBuffer> | undefined>} */
  async read(key) {
    const response = await this.#match(key);
    return response && new Uint8Array(await response.arrayBuffer());
  }

  /** @param {string} key @returns {Promise<Manifest | undefined>} */
  async readManifest(key) {
    return (await this.#match(key))?.json().catch(() => undefined);
  }

  /** Reads the manifests of all revisions, except damaged ones. @returns {Promise<Manifest[]>} */
  async #readManifests() {
    const keys = [...this.#keys].filter((key) => !PIECES.test(key));
    const manifests = await Promise.all(keys.map((key) => this.readManifest(key)));
    return manifests.filter((manifest) => manifest !== undefined);
  }

  /** @returns {Promise<KeptInfo | undefined>} undefined if nothing is stored */
  async describe() {
    // The model was deleted in the meantime, or its first piece is not stored yet.
    if (this.#keys.size === 0) return undefined;
    const [manifest] = await this.#readManifests();
    let bytes = 0;
    for (const key of this.#keys) {
      const [, from, to] = PIECES.exec(key) ?? [0, 0, 0];
      bytes += Number(to) - Number(from);
    }
    const id = manifest?.id ?? this.#name.slice(PREFIX.length);
    return { id, bytes, isComplete: manifest !== undefined };
  }

  /** @param {string} key @param {Uint8Array | string} body */
  async put(key, body) {
    if (this.note !== undefined) return;
    try {
      this.#cache ??= await storage()?.open(this.#name);
      await this.#cache?.put(key, new Response(/** @type {BodyInit} */ (body)));
      this.#keys.add(key);
    } catch (error) {
      this.#refuse(error);
      // Delete the stored part of a model that does not fit.
      await this.forget();
    }
  }

  /**
   * Stores the manifest of a complete model, and deletes pieces of commits that no revision uses.
   *
   * @param {string} key
   * @param {Manifest} manifest
   */
  async complete(key, manifest) {
    await this.put(key, JSON.stringify(manifest));
    const manifests = await this.#readManifests();
    for (const each of this.#keys) {
      const isWanted = manifests.some(({ commit }) => each.includes(`/resolve/${commit}/`));
      if (PIECES.test(each) && !isWanted) await this.#delete(each);
    }
  }

  /** Deletes the pieces of a file. @param {string} address the URL of the file with its commit */
  async forgetFile(address) {
    for (const key of this.#keys) if (key.startsWith(`${address}?`)) await this.#delete(key);
  }

  /** @param {string} key */
  async #delete(key) {
    this.#keys.delete(key);
    await this.#cache?.delete(key).catch(() => false);
  }

  async forget() {
    this.#keys.clear();
    await storage()
      ?.delete(this.#name)
      .catch(() => false);
  }

  /** @param {unknown} error */
  #refuse(error) {
    const { name, message } = /** @type {any} */ (error ?? {});
    const isFull = name === 'QuotaExceededError';
    const reason = isFull ? 'it has no room left' : String(message ?? error).replace(/\.$/, '');
    this.note = `The browser does not keep the model: ${reason}.`;
  }
}

/**
 * Deletes a model of the Hub from the storage of the browser. Loaded models still work.
 *
 * @param {string} id the name of the model, such as `openai-community/gpt2`
 * @returns {Promise<boolean>} whether anything was stored
 */
export async function forgetPretrained(id) {
  const name = makeDatabaseName(runNamed('forgetPretrained', () => readModelId('id', id)));
  const keys = await listKeys(await openExisting(name));
  await storage()?.delete(name);
  return keys.length > 0;
}

/** Lists the models of the Hub that the browser has stored. @returns {Promise<KeptInfo[]>} */
export async function listKeptModels() {
  const names = (await storage()?.keys()) ?? [];
  const ids = names
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length));
  const models = await Promise.all(ids.map(async (id) => (await KeptModel.open(id)).describe()));
  return models.filter((model) => model !== undefined);
}

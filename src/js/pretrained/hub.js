// Models of a Hub: facts about a model, its files, and the progress of loading.

import { makeSizeError } from '../errors.js';
import { OPERATION } from './errors.js';
import { GENERATION, INDEX, TOKENIZER, WEIGHTS } from './files.js';
import { readEndpoint, readModelId, readRevision } from './hub-names.js';
import { parseObject } from './json.js';
import { KeptModel } from './kept.js';
import { Download } from './remote.js';
import { HubRequests, isPassing } from './requests.js';
import { readPlaces } from './weight-files.js';

/** @import { Bytes } from './source.js' */
/** @import { Manifest } from './kept.js' */
/** @import { ModelOrigin, ModelSummary } from './types.js' */

/**
 * A file in the list of a repository.
 *
 * @typedef {object} Listed
 * @property {string} path
 * @property {number} size
 * @property {string | undefined} [sha256] the hash of a large file
 *
 * @typedef {object} HubOptions
 * @property {unknown} [endpoint]
 * @property {unknown} [revision]
 * @property {AbortSignal | undefined} [signal]
 * @property {((progress: { loaded: number, total: number }) => void) | undefined} [onProgress]
 */

/** The files of a model. */
const WITHOUT_TOKENIZER = ['config.json', GENERATION, WEIGHTS];
const FILES = [...WITHOUT_TOKENIZER, TOKENIZER, 'tokenizer_config.json'];
/** The largest size of a JSON file in bytes; the largest tokenizers have 35 MB. */
const LARGEST_JSON = 2 ** 28;
const LONGEST_TYPE = 80;
/** The largest number of pages of a list of files. */
const MOST_PAGES = 50;
const MOST_REPORTS = 500;

/** The files of a model of a Hub. The first request is sent when a file is first opened. */
export class HubRepository {
  #endpoint;
  #requests;
  #onProgress;
  #abort = new AbortController();
  /** @type {Promise<void> | undefined} */
  #preparing;
  #kept;
  /** The key of the manifest in the cache. */
  #manifestKey;
  /** @type {Manifest} */
  #manifest;
  /** Whether all files are stored and were verified. */
  #isComplete = false;
  /** The `model_type` in the model's description. @type {string | undefined} */
  #family;
  /** The downloads of the weights. @type {Download[]} */
  #weights = [];
  /** @type {Bytes | undefined} */
  #index;
  #loaded = 0;
  #reported = 0;
  /** Reports the progress itself: the bytes of all files count, each once. */
  reportsProgress = true;
  /** The call that reads the model, for errors. */
  operation;

  /** @param {string} source @param {HubOptions} options @param {string} operation the call that reads the model */
  constructor(source, { endpoint, revision, signal, onProgress }, operation) {
    const id = readModelId(operation === OPERATION ? 'source' : 'id', source);
    this.#endpoint = readEndpoint(endpoint);
    const requested = readRevision(revision);
    const { signal: end } = this.#abort;
    this.operation = operation;
    this.#requests = new HubRequests({ id, revision: requested, signal: end, operation });
    this.#onProgress = onProgress;
    this.#kept = new KeptModel(id);
    const name = `${id.toLowerCase()}/revision/${encodeURIComponent(requested)}`;
    this.#manifestKey = `${this.#endpoint}/api/models/${name}`;
    this.#manifest = { id, commit: undefined, license: undefined, files: [], shards: [] };
    signal?.addEventListener?.('abort', () => this.#abort.abort(signal.reason), { signal: end });
  }

  /** @param {string} folder @param {string} what @param {string} [revision] */
  #addressOf(folder, what, revision = this.#requests.revision) {
    return `${this.#endpoint}/${folder}${this.#requests.id}/${what}/${encodeURIComponent(revision)}`;
  }

  /** Aborts all requests. */
  close() {
    this.#abort.abort();
  }

  /** The names of the files, known after a file has been opened. */
  get names() {
    return this.#manifest.files.map(({ path }) => path);
  }

  async #prepare() {
    this.#kept = await KeptModel.open(this.#requests.id);
    const kept = await this.#kept.readManifest(this.#manifestKey);
    this.#requests.id = kept?.id ?? this.#requests.id;
    const isKept =
      kept &&
      listNeeded(kept).every(({ path, size }) => {
        const address = this.#addressOfFile(path, kept.commit);
        return Download.keys(address, size).every(this.#kept.has);
      });
    const info = await this.#readInfo().catch((error) => {
      // Without a network, use the stored model.
      if (kept && isKept && isPassing(error)) return kept;
      throw error;
    });
    this.#requests.id = info.id;
    this.#isComplete = isKept === true && kept?.commit === info.commit;
    // The files are those of one commit, even if the branch moves in the meantime.
    if (kept && this.#isComplete) {
      this.#manifest = kept;
      return;
    }
    this.#manifest = { ...info, files: await this.#readList(info.commit), shards: [] };
    this.#index = this.names.includes(WEIGHTS) ? undefined : await this.#openFile(INDEX);
    if (this.#index === undefined) return;
    const index = parseObject(INDEX, await this.#index.read(0, this.#index.size));
    this.#manifest.shards = [...new Set(readPlaces(index, this.operation).values())];
    this.#report(this.#index.size);
  }

  /** @returns {Promise<Omit<Manifest, 'files' | 'shards'>>} */
  async #readInfo() {
    const { id } = this.#requests;
    const address = this.#addressOf('api/models/', 'revision');
    const { value } = await this.#requests.readJson(address);
    const { id: found = id, sha, disabled, cardData, config } = value ?? {};
    const type = config?.model_type;
    this.#family = typeof type === 'string' ? type.slice(0, LONGEST_TYPE) : undefined;
    if (String(found).toLowerCase() !== id.toLowerCase()) {
      const name = String(found).slice(0, 200);
      throw this.#requests.refuse('moved', id, name, 'is now another repository');
    }
    if (disabled === true) throw this.#requests.refuseDisabled(new URL(address).host);
    const commit = /^[\da-f]{40,64}$/.test(sha) ? sha : undefined;
    return { id: found, commit, license: readLicense(cardData) };
  }

  /** @param {string | undefined} commit @returns {Promise<Listed[]>} */
  async #readList(commit) {
    /** @type {Listed[]} */
    const files = [];
    /** @type {string | undefined} */
    let address = this.#addressOf('api/models/', 'tree', commit);
    for (let page = 0; address !== undefined && page < MOST_PAGES; page++) {
      const { value, headers } = await this.#requests.readJson(address);
      if (!Array.isArray(value)) {
        const expected = 'a list of files';
        const received = 'answers with something else';
        throw this.#requests.refuse('answer', new URL(address).host, expected, received);
      }
      files.push(...value.flatMap(readListed));
      const next = /<([^<>]+)>;\s*rel="next"/.exec(headers.get('Link') ?? '')?.[1];
      address = next === undefined ? undefined : new URL(next, address).href;
    }
    return files;
  }

  /**
   * Returns the URL of a file. With a commit, it is also the key in the cache, because the contents never change.
   * @param {string} name @param {string | undefined} commit
   */
  #addressOfFile(name, commit) {
    return `${this.#addressOf('', 'resolve', commit)}/${name}`;
  }

  /** @param {string} name @returns {Promise<Bytes | undefined>} */
  async open(name) {
    this.#preparing ??= this.#prepare();
    await this.#preparing;
    return name === INDEX && this.#index ? this.#index : this.#openFile(name);
  }

  /** @param {string} name @returns {Promise<Bytes | undefined>} */
  async #openFile(name) {
    const listed = this.#manifest.files.find(({ path }) => path === name);
    if (listed === undefined) return undefined;
    const { size, sha256 } = listed;
    const isWeights = name === WEIGHTS || this.#manifest.shards?.includes(name);
    if (!isWeights && size > LARGEST_JSON) {
      const { operation } = this;
      throw makeSizeError(`${name} in memory`, { bytes: size, limit: LARGEST_JSON, operation });
    }
    const { commit } = this.#manifest;
    const address = this.#addressOfFile(name, commit);
    const key = commit && address;
    const download = new Download(
      { name, address, size, sha256, key },
      this.#requests,
      this.#kept,
      this.#isComplete,
      // The total is not known before the index has been read.
      (bytes) => name !== INDEX && this.#report(bytes),
    );
    if (isWeights) {
      this.#weights.push(download);
      const read = download.readStart.bind(download);
      return { size, read, readOn: download.read.bind(download) };
    }
    const bytes = await download.read(0, size);
    await download.finish();
    return { size, read: async (from, to) => bytes.subarray(from, to) };
  }

  /** The total bytes of the files of the model. */
  get #total() {
    return listNeeded(this.#manifest).reduce((sum, { size }) => sum + size, 0);
  }

  /** The facts about the model that do not depend on its storage. */
  get #facts() {
    const { id, commit, license } = this.#manifest;
    const { revision } = this.#requests;
    return { id, endpoint: this.#endpoint, revision, commit, license };
  }

  /** Returns facts about the model. A file must have been opened. @returns {ModelSummary} */
  describe() {
    const [family, bytes, isKept] = [this.#family, this.#total, this.#isComplete];
    return { ...this.#facts, family, bytes, isKept };
  }

  /** @param {number} bytes */
  #report(bytes) {
    const total = this.#total;
    this.#loaded += bytes;
    const isDue = this.#loaded - this.#reported >= total / MOST_REPORTS || this.#loaded === total;
    if (!isDue || bytes === 0) return;
    this.#reported = this.#loaded;
    this.#onProgress?.({ loaded: this.#loaded, total });
  }

  /** Reads the rest of the weights, and compares their hash. @returns {Promise<ModelOrigin>} */
  async finish() {
    for (const download of this.#weights) await download.finish();
    const { commit } = this.#manifest;
    if (commit !== undefined && !this.#isComplete) {
      await this.#kept.complete(this.#manifestKey, this.#manifest);
    }
    const { note } = this.#kept;
    return { ...this.#facts, isKept: commit !== undefined && note === undefined, note };
  }
}

/** Lists the files that loading reads. @param {Manifest} manifest */
function listNeeded({ files, shards = [] }) {
  const hasTokenizer = files.some(({ path }) => path === TOKENIZER);
  const names = hasTokenizer ? FILES : WITHOUT_TOKENIZER;
  const weights = shards.length > 0 ? [INDEX, ...shards] : [];
  return files.filter(({ path }) => names.includes(path) || weights.includes(path));
}

/** @param {any} entry an entry of a list of files @returns {Listed[]} */
function readListed(entry) {
  const { type, path, size, lfs } = entry ?? {};
  const sha256 = /^[\da-f]{64}$/.test(lfs?.oid) ? lfs.oid : undefined;
  const bytes = lfs?.size ?? size;
  const isFile = type === 'file' && typeof path === 'string' && Number.isSafeInteger(bytes);
  return isFile && bytes >= 0 ? [{ path, size: bytes, sha256 }] : [];
}

/** @param {any} card the card of a model @returns {string | undefined} */
function readLicense(card) {
  const { license, license_name: name } = card ?? {};
  const words = [license].flat().filter((each) => typeof each === 'string');
  const names = words.map((each) => (each === 'other' && typeof name === 'string' ? name : each));
  return names.length > 0 ? names.join(', ') : undefined;
}

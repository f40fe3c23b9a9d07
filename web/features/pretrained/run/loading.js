/** Loads the model that one element wants, and keeps its status and the current download. */

import { proxy } from 'comlink';
import { chooseFolder } from '../../../../src/js/pretrained/folder.js';
import { forgetPretrained, listKeptModels } from '../../../../src/js/pretrained/kept.js';
import { isFolderAddress } from '../../../../src/js/pretrained/model-address.js';
import { readShippedModel } from '../../../../src/js/pretrained/shipped.js';
import { Signal } from '../../../session/async.js';
import { LoadState } from '../../../session/load-state.js';
import { WorkerEnded } from '../../../session/worker.js';
import { failed } from '../text/en/hub.js';
import { FILES_MODEL, isFilesModel, nameFilesModel } from '../text/files-model.js';
import { completeAddress, isHubModel, listModelFolders, readHubOptions } from './catalogue.js';

/**
 * @import { ModelSource, ModelSummary } from '../../../../src/js/pretrained/types.js'
 * @import { KeptInfo } from '../../../../src/js/pretrained/kept.js'
 * @import { SessionHost } from '../../../session/types.js'
 * @import { ModelInfo, Status } from '../types.js'
 * @import { RemoteServer } from './remote-server.js'
 * @import { Wanted } from './catalogue.js'
 */

/** @type {Wanted} */
const NO_MODEL = { model: '', endpoint: '' };

/** Counts how often files have been chosen on this page. */
let choiceCount = 0;

/**
 * Files that a reader has chosen, with a key that distinguishes them from earlier files.
 * @typedef {{ source: ModelSource, key: string }} ChosenFiles
 */

/**
 * A model that an element shows. `ended` is the number of Workers that had ended at that time.
 * @typedef {{ remote: RemoteServer, key: string, ended: number }} ShownModel
 */

/**
 * Frees the models of elements that were removed for good, which only the garbage collector can
 * tell.
 * @type {FinalizationRegistry<ShownModel>}
 */
const removedElements = new FinalizationRegistry(releaseModel);

/** @param {ShownModel} shown */
async function releaseModel({ remote, key, ended }) {
  // The model was lost with its Worker. A model in another Worker does not belong to this element.
  if (ended !== remote.ended) return;
  try {
    const server = await remote.server();
    await server.release(key);
  } catch {
    // The Worker is ending.
  }
}

/**
 * Chooses the files of one model, and finds the name of their folder.
 * @param {ModelSource} source
 * @returns {{ files: ModelSource, name?: string | undefined }} no name for files without a folder, or
 * in one named by a commit
 */
function chooseFiles(source) {
  if (!Array.isArray(source)) return { files: source };
  const { folder, files } = chooseFolder(source);
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  return { files, name: /^[\da-f]{40}$/.test(name) ? undefined : name || undefined };
}

export class ModelLoading {
  #host;
  #remote;
  #tell;
  #wanted = NO_MODEL;
  /** @type {Status} */
  status = { kind: 'unasked' };
  /** The size of the model, which the Hub tells when the reader asks. @type {LoadState<ModelSummary>} */
  size;
  /** Sent when the reader loads a model or chooses another. */
  #readerAnswered = new Signal();
  /** The files that the reader has chosen. @type {ChosenFiles | undefined} */
  #files;
  /**
   * The files that were shown, by the name of their model, so that its name shows them again.
   * @type {Map<string, ChosenFiles>}
   */
  #shownFiles = new Map();
  /** The last model that was shown. @type {{ model: string, info: ModelInfo } | undefined} */
  lastShown;
  /** The current load, which never rejects. @type {Promise<void> | undefined} */
  #loading;
  #abort = new AbortController();
  /** The models that the browser keeps. @type {LoadState<KeptInfo[]>} */
  #kept;
  /** The list on the screen, as JSON. */
  #shownList = '[]';
  /** How many Workers had ended when the model was loaded. */
  #ended = 0;
  /** The keys of models whose load the reader has cancelled. @type {Set<string>} */
  #cancelled = new Set();
  /** The key of the model whose load ended because the element left the page. @type {string | undefined} */
  #interrupted;

  /**
   * @param {Pick<SessionHost, 'requestUpdate' | 'loadsAtOnce' | 'sendError'>} host
   * @param {RemoteServer} remote
   * @param {() => void} tell called when the model waits for the reader
   */
  constructor(host, remote, tell) {
    this.#host = host;
    this.#remote = remote;
    this.#tell = tell;
    this.size = new LoadState(host);
    this.#kept = new LoadState({ requestUpdate: () => this.#updateList() });
  }

  /** The server's key for this model, which all elements of a page share. */
  get key() {
    const { model, endpoint } = this.#wanted;
    if (isFilesModel(model)) return `${FILES_MODEL} ${this.#files?.key ?? ''}`;
    return endpoint === '' || !isHubModel(model) ? model : `${model} ${endpoint}`;
  }

  /**
   * Waits until the reader has asked for the model and it is loaded.
   * @param {Wanted} wanted
   * @returns {Promise<ModelInfo>} rejects with an AbortError once another model is wanted
   */
  async want(wanted) {
    const { model, endpoint } = wanted;
    const isWanted = () => {
      const { model: name, endpoint: host } = this.#wanted;
      // Only the reader's choice, not a name, tells files apart.
      const isSame = name === model || (isFilesModel(name) && isFilesModel(model));
      return isSame && host === endpoint;
    };
    const shownFiles = this.#shownFiles.get(model) ?? this.#files;
    if (!isWanted() || (isFilesModel(model) && shownFiles !== this.#files))
      this.#leave({ model, endpoint });
    this.#wanted = { model, endpoint };
    if (isFilesModel(model)) this.#files = shownFiles;
    if (this.#interrupted !== this.key) this.#interrupted = undefined;
    for (;;) {
      if (this.status.kind === 'ready' && this.#ended === this.#remote.ended)
        return this.status.info;
      // The model was lost with its Worker.
      if (this.status.kind === 'ready') this.status = { kind: 'failed', error: new WorkerEnded() };
      if (this.status.kind === 'unasked' && this.#loadsItself) this.load();
      this.#host.requestUpdate();
      if (this.isAwaitingReader) {
        this.#tell();
        if (isHubModel(model)) this.refreshKept();
        await this.#readerAnswered.next();
      }
      await this.#loading;
      if (!isWanted()) throw new DOMException('Another model is wanted', 'AbortError');
    }
  }

  /**
   * Until the reader cancels, chosen files load without a press, and so does a model that loaded
   * when the element left the page, or if the author says so.
   */
  get #loadsItself() {
    if (this.#cancelled.has(this.key)) return false;
    if (this.#interrupted === this.key) return true;
    return isFilesModel(this.#wanted.model)
      ? this.#files !== undefined
      : this.#host.loadsAtOnce === true;
  }

  /** Switches to another model. @param {Wanted} wanted the other model */
  #leave(wanted) {
    if (this.status.kind === 'ready') this.#release(this.key);
    this.#abortLoad();
    this.#wanted = wanted;
    this.size.forget();
    this.status = { kind: 'unasked' };
    this.#readerAnswered.send();
  }

  /** @param {string} key */
  #release(key) {
    removedElements.unregister(this);
    releaseModel({ remote: this.#remote, key, ended: this.#ended });
  }

  /** Starts loading the wanted model. */
  load() {
    const { key } = this;
    this.#cancelled.delete(key);
    this.#interrupted = undefined;
    this.size.forget();
    const [wanted, files] = [this.#wanted, this.#files];
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#show({ kind: 'loading', loaded: 0, total: 0 });
    // Wait until a cancelled load has ended.
    const before = this.#loading ?? Promise.resolve();
    this.#loading = before
      .then(() => this.#fetch(wanted, { key, signal, files: files?.source ?? {} }))
      .then(
        (info) => {
          if (signal.aborted) return;
          this.#ended = this.#remote.ended;
          removedElements.register(this, { remote: this.#remote, key, ended: this.#ended }, this);
          const fromFiles = isFilesModel(wanted.model) ? files : undefined;
          const model = fromFiles ? nameFilesModel(info) : wanted.model;
          if (fromFiles) this.#shownFiles.set(model, fromFiles);
          this.lastShown = { model, info };
          this.#show({ kind: 'ready', info });
        },
        (error) => {
          if (signal.aborted) return;
          this.#show({ kind: 'failed', error });
          const { code } = /** @type {{ code?: string }} */ (error);
          const message = error instanceof WorkerEnded ? error.message : failed(error, wanted);
          this.#host.sendError?.(Object.assign(new Error(message), { code }));
        },
      )
      .then(() => this.refreshKept());
    this.#readerAnswered.send();
  }

  /**
   * @param {Wanted} wanted
   * @param {{ key: string, signal: AbortSignal, files: ModelSource }} request
   */
  async #fetch(wanted, { key, signal, files }) {
    const server = await this.#remote.server();
    signal.throwIfAborted();
    const onProgress = proxy((/** @type {{ loaded: number, total: number }} */ progress) => {
      if (!signal.aborted && this.status.kind === 'loading')
        this.#show({ kind: 'loading', ...progress });
    });
    const { model, endpoint } = wanted;
    const load = (/** @type {[ModelSource | string, object?]} */ ...[source, options]) => {
      signal.throwIfAborted();
      // From now on the server counts this load. Another element may continue it, so a cancelled
      // load does not wait for its end.
      const cancelled = new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          Promise.resolve(server.release(key)).then(() => reject(signal.reason), reject);
        });
      });
      return Promise.race([server.load(key, source, onProgress, options), cancelled]);
    };
    if (isFilesModel(model)) {
      // A Worker gets no paths.
      const chosen = chooseFiles(files);
      const info = await load(chosen.files);
      return { ...info, name: chosen.name ?? info.name };
    }
    if (isFolderAddress(model)) return load(completeAddress(model));
    // A Worker that starts from the script's own text has no base URL, so the page reads the
    // shipped model.
    if (!isHubModel(model)) {
      const folders = listModelFolders(endpoint, this.#remote.script);
      return load(await readShippedModel(model, { folders, signal }));
    }
    const { id, ...options } = readHubOptions(wanted);
    return load(id, options);
  }

  /** Asks the Hub for the size of the model. */
  lookUp() {
    this.status = { kind: 'unasked' };
    const { id, ...options } = readHubOptions(this.#wanted);
    return this.size.run(async () => (await this.#remote.server()).describe(id, options));
  }

  /** Cancels the current load when the reader asks. The reader may load the model again. */
  cancel() {
    if (this.status.kind !== 'loading') return;
    this.#abortLoad();
    this.#cancelled.add(this.key);
    this.#show({ kind: 'unasked', isCancelled: true });
  }

  /** Ends the current load when the element leaves the page. The element loads again when it returns. */
  stop() {
    if (this.status.kind !== 'loading') return;
    this.#interrupted = this.key;
    this.#leave(NO_MODEL);
    this.#host.requestUpdate();
  }

  #abortLoad() {
    if (this.status.kind !== 'loading') return;
    this.#abort.abort();
    this.#remote.stopStart();
  }

  /**
   * @param {ModelSource} source
   * @returns {string | undefined} the name of the files' model, if another model is on the screen
   */
  choose(source) {
    const { model } = this.#wanted;
    // Otherwise the current load would be stored under the key of the new files.
    if (isFilesModel(model)) this.#abortLoad();
    const { status, key } = this;
    this.#files = { source, key: String(++choiceCount) };
    if (!isFilesModel(model)) return FILES_MODEL;
    if (status.kind === 'ready' || this.#shownFiles.has(model)) {
      if (status.kind === 'ready') this.#release(key);
      this.status = { kind: 'unasked' };
      // Another name changes the state, so that everything is computed again.
      return model === FILES_MODEL ? `${FILES_MODEL}@2` : FILES_MODEL;
    }
    this.load();
    return undefined;
  }

  /** Asks the browser which models it keeps. */
  async refreshKept() {
    // A page without storage keeps no models.
    await this.#kept.run(() => listKeptModels().catch(() => []));
  }

  /** Draws everything again only if the list has changed, because it is read often. */
  #updateList() {
    const list = JSON.stringify(this.kept);
    if (list === this.#shownList) return;
    this.#shownList = list;
    this.#host.requestUpdate();
  }

  /** The models that the browser keeps, once it has listed them. */
  get kept() {
    return this.#kept.value ?? [];
  }

  /** @param {string} id the id of a model that the browser keeps */
  async forget(id) {
    // If the browser refuses, the model stays in the list.
    await forgetPretrained(id).catch(() => {});
    await this.refreshKept();
  }

  /** The part of the wanted model that the browser keeps. @returns {KeptInfo | undefined} */
  get keptPart() {
    const [id] = this.#wanted.model.toLowerCase().split('@');
    return this.kept.find((each) => each.id.toLowerCase() === id);
  }

  /** Whether the model will load when the reader asks for it. */
  get isAwaitingReader() {
    return this.status.kind === 'unasked' || this.status.kind === 'failed';
  }

  /** @param {Status} status */
  #show(status) {
    this.status = status;
    this.#host.requestUpdate();
  }
}

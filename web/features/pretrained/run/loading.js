/** The model that one element wants: whether it is there, what is known of it, and the download that goes on. */

import { proxy } from 'comlink';
import { forgetPretrained, listKeptModels } from '../../../../src/js/pretrained/kept.js';
import { readShippedModel } from '../../../../src/js/pretrained/shipped.js';
import { FILES_MODEL, isFilesModel } from '../text/files-model.js';
import { WorkerEnded } from './threads.js';
import { isHubModel, readHubOptions } from './wanted.js';

/**
 * @import { ModelSource } from '../../../../src/js/pretrained/types.js'
 * @import { KeptInfo } from '../../../../src/js/pretrained/kept.js'
 * @import { ModelInfo, Status } from '../types.js'
 * @import { Threads } from './threads.js'
 * @import { Wanted } from './wanted.js'
 */

/** How often files have been chosen on this page. */
let choices = 0;

/** A model that an element shows. @typedef {{ threads: Threads, key: string, ended: number }} ShownModel `ended`: as it was then */

/** Frees the models of elements that were removed for good: only the garbage collector knows that they were. @type {FinalizationRegistry<ShownModel>} */
const gone = new FinalizationRegistry(releaseModel);

/** @param {ShownModel} shown */
async function releaseModel({ threads, key, ended }) {
  // The model has gone with its Worker: what another one holds is not of this element.
  if (ended !== threads.ended) return;
  try {
    const server = await threads.server();
    await server.release(key);
  } catch {
    // The Worker ends now.
  }
}

export class ModelLoading {
  #threads;
  #update;
  #tell;
  /** @type {() => boolean} */
  #isEager;
  /** @type {Wanted} */
  #wanted = { model: '', endpoint: '' };
  /** @type {Status} */
  status = { kind: 'unasked' };
  /** Models that the browser keeps, once it has said which. @type {readonly KeptInfo[]} */
  kept = [];
  /** Resolves the waiting requests when the reader asks for the model. @type {((nothing: void) => void)[]} */
  #waiting = [];
  /** The files that the reader has chosen, and what tells their model from earlier ones. @type {{ source: ModelSource, key: string } | undefined} */
  #files;
  /** The load that goes on; it never rejects. @type {Promise<void> | undefined} */
  #loading;
  #abort = new AbortController();
  /** How many Workers had ended when the model came. */
  #ended = 0;
  /** The models that were loaded without a press: each once. @type {Set<string>} */
  #eager = new Set();

  /**
   * @param {Threads} threads
   * @param {() => void} update called when something of this has changed
   * @param {() => void} tell called when it waits for the reader
   * @param {() => boolean} isEager whether a model is loaded without a press
   */
  constructor(threads, update, tell, isEager) {
    this.#threads = threads;
    this.#update = update;
    this.#tell = tell;
    this.#isEager = isEager;
  }

  /** The server's key for this model. */
  get key() {
    return this.#makeKey(this.#wanted);
  }

  /** All elements of a page have the same key for a model. @param {Wanted} wanted */
  #makeKey({ model, endpoint }) {
    if (isFilesModel(model)) return this.#files ? `${model} ${this.#files.key}` : model;
    return endpoint === '' || !isHubModel(model) ? model : `${model} ${endpoint}`;
  }

  /** Waits until the reader has asked for the model and it is there. @param {Wanted} wanted @returns {Promise<ModelInfo>} */
  async want(wanted) {
    const { model, endpoint } = wanted;
    const isWanted = () => this.#wanted.model === model && this.#wanted.endpoint === endpoint;
    if (!isWanted()) this.#leave({ model, endpoint });
    for (;;) {
      if (this.status.kind === 'ready' && this.#ended === this.#threads.ended)
        return this.status.info;
      // The model has gone with its Worker.
      if (this.status.kind === 'ready') this.status = { kind: 'failed', error: new WorkerEnded() };
      if (this.status.kind === 'unasked' && this.#asksItself(model)) this.ask();
      this.#update();
      if (this.isAwaitingReader) {
        this.#tell();
        if (isHubModel(model)) this.refreshKept();
        await new Promise((resolve) => this.#waiting.push(resolve));
      }
      await this.#loading;
      // Another model is wanted meanwhile.
      if (!isWanted()) return new Promise(() => {});
    }
  }

  /** Files are loaded once they are chosen, and other models where the author says so. @param {string} model */
  #asksItself(model) {
    if (isFilesModel(model)) return this.#files !== undefined;
    if (!this.#isEager() || this.#eager.has(model)) return false;
    this.#eager.add(model);
    return true;
  }

  /** Leaves a model for another. @param {Wanted} wanted the other */
  #leave(wanted) {
    if (this.status.kind === 'ready') this.#release(this.key);
    this.cancel();
    this.#wanted = wanted;
    this.status = { kind: 'unasked' };
  }

  /** @param {string} key */
  #release(key) {
    gone.unregister(this);
    releaseModel({ threads: this.#threads, key, ended: this.#ended });
  }

  /** The reader asks for the model on screen. */
  ask() {
    const { key } = this;
    const [wanted, files] = [this.#wanted, this.#files?.source ?? {}];
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#show({ kind: 'loading', loaded: 0, total: 0 });
    // A load that was cancelled ends first.
    const before = this.#loading ?? Promise.resolve();
    this.#loading = before
      .then(() => this.#fetch(wanted, { key, signal, files }))
      .then(
        (info) => {
          if (signal.aborted) return;
          this.#ended = this.#threads.ended;
          gone.register(this, { threads: this.#threads, key, ended: this.#ended }, this);
          this.#show({ kind: 'ready', info });
        },
        (error) => {
          if (!signal.aborted) this.#show({ kind: 'failed', error });
        },
      )
      .then(() => this.refreshKept());
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /**
   * @param {Wanted} wanted
   * @param {{ key: string, signal: AbortSignal, files: ModelSource }} how
   */
  async #fetch(wanted, { key, signal, files }) {
    const server = await this.#threads.server();
    signal.throwIfAborted();
    const onProgress = proxy((/** @type {{ loaded: number, total: number }} */ progress) => {
      if (!signal.aborted && this.status.kind === 'loading')
        this.#show({ kind: 'loading', ...progress });
    });
    const { model } = wanted;
    const load = (/** @type {[ModelSource | string, object?]} */ ...[source, options]) => {
      signal.throwIfAborted();
      // The load is counted from now on. Another element may go on with it: this one does not wait for its end.
      const cancelled = new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          Promise.resolve(server.release(key)).then(() => reject(signal.reason), reject);
        });
      });
      return Promise.race([server.load(key, source, onProgress, options), cancelled]);
    };
    if (isFilesModel(model)) return load(files);
    // A Worker that starts from the script's own text has no address: the page reads what ships.
    if (!isHubModel(model)) return load(await readShippedModel(model, { signal }));
    const { id, ...options } = readHubOptions(wanted);
    return load(id, options);
  }

  /** The reader asks how large the model of a Hub is. */
  async describe() {
    const { key } = this;
    this.#show({ kind: 'unasked', isDescribing: true });
    const { id, ...options } = readHubOptions(this.#wanted);
    /** @type {Status} */
    let status;
    try {
      const server = await this.#threads.server();
      status = { kind: 'unasked', summary: await server.describe(id, options) };
    } catch (error) {
      status = { kind: 'failed', error, isLookUp: true };
    }
    const isStillWanted = this.status.kind === 'unasked' && this.status.isDescribing;
    if (key === this.key && isStillWanted) this.#show(status);
  }

  /** The reader does not wait for the size. */
  cancelLookUp() {
    if (this.status.kind === 'unasked') this.#show({ kind: 'unasked' });
  }

  /** Ends a load that goes on. The reader may ask again. */
  cancel() {
    if (this.status.kind !== 'loading') return;
    this.#abort.abort();
    this.#threads.restart();
    this.#show({ kind: 'unasked', isCancelled: true });
  }

  /**
   * The reader chooses the files of a model.
   * @param {ModelSource} source
   * @returns {string | undefined} the name of their model, if another is on screen
   */
  choose(source) {
    const { model } = this.#wanted;
    // It would come under the key of the files that are chosen now.
    if (isFilesModel(model)) this.cancel();
    const { status, key } = this;
    this.#files = { source, key: String(++choices) };
    if (!isFilesModel(model)) return FILES_MODEL;
    if (status.kind === 'ready') {
      this.#release(key);
      this.status = { kind: 'unasked' };
      // With another name the state changes, and all is computed anew.
      const [, count] = model.split('@');
      return `${FILES_MODEL}@${(Number.parseInt(count, 10) || 1) + 1}`;
    }
    this.ask();
    return undefined;
  }

  /** Asks the browser which models it keeps. */
  async refreshKept() {
    // A page without storage keeps nothing.
    const kept = await listKeptModels().catch(() => []);
    if (JSON.stringify(kept) === JSON.stringify(this.kept)) return;
    this.kept = kept;
    this.#update();
  }

  /** @param {string} id of a model that the browser keeps */
  async forget(id) {
    // A browser that refuses keeps the model in the list.
    await forgetPretrained(id).catch(() => {});
    await this.refreshKept();
  }

  /** What the browser keeps of the wanted model. @returns {KeptInfo | undefined} */
  get keptPart() {
    const [id] = this.#wanted.model.toLowerCase().split('@');
    return this.kept.find((each) => each.id.toLowerCase() === id);
  }

  /** Whether it loads the model once the reader asks for it. */
  get isAwaitingReader() {
    return this.status.kind === 'unasked' || this.status.kind === 'failed';
  }

  /** @param {Status} status */
  #show(status) {
    this.status = status;
    this.#update();
  }
}

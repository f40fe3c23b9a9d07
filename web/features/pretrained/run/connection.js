/** What one element has of a pretrained model: whether it is loaded, its run of the sentence, and the layer that is shown. */

import { proxy } from 'comlink';
import { html } from 'lit';
import { readShippedModel, SHIPPED } from '../../../../src/js/pretrained/shipped.js';
import * as text from '../text/en/pretrained.js';
import { modelNamed } from './catalogue.js';
import { changesOf, NO_CHANGES } from './changes.js';
import { makeLens } from './lens.js';
import { pretrainedSource } from './source.js';

/**
 * @import { Operations } from '../../../../src/js/attention.js'
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { ModelSource } from '../../../../src/js/pretrained/types.js'
 * @import { ConnectionHost } from '../../../session/types.js'
 * @import { Source } from '../../../sources/types.js'
 * @import { Settings, State } from '../../../state/types.js'
 * @import { Threads } from './threads.js'
 * @import { LayerReply, ModelInfo, Status } from '../types.js'
 */

/** The name of a model that the reader's files hold. */
const FILES = 'files';

export class PretrainedConnection {
  #host;
  #change;
  #threads;
  #tell;
  /** @type {Status} */
  status = { kind: 'unasked' };
  /** The model of the status. */
  #name = '';
  /** Resolves the waiting requests when the reader asks for the model. @type {((nothing: void) => void)[]} */
  #waiting = [];
  /** The files that the reader has chosen. @type {ModelSource | undefined} */
  #files;
  /** The load that goes on; it never rejects. @type {Promise<void> | undefined} */
  #loading;
  #abort = new AbortController();
  /** The address of the Hub; '' for that of the library. */
  #endpoint = '';
  /** The layer on screen. @type {{ key: string, reply: LayerReply } | undefined} */
  #layer;
  /** The number of the last request: a reply to an earlier one is dropped. */
  #latest = 0;
  /** How it writes, at a temperature of 0 the most probable token; and why it could not. @type {{ temperature: number, topK: number, seed: number, error?: unknown }} */
  writer = { temperature: 0, topK: 40, seed: 0 };
  /** Where the reader blocks a pair: in one head, in its layer, or everywhere. @type {'head' | 'layer' | 'model'} */
  scope = 'head';

  /**
   * @param {ConnectionHost} host
   * @param {(change: Partial<State>) => void} change the state, without an entry for undo
   * @param {Threads} threads
   * @param {() => void} [tell] called when it waits for the reader
   */
  constructor(host, change, threads, tell = () => {}) {
    this.#host = host;
    this.#change = change;
    this.#threads = threads;
    this.#tell = tell;
  }

  /**
   * @param {Operations} _core
   * @param {Settings} settings
   * @returns {Promise<Source | undefined>}
   */
  async open(_core, settings) {
    const request = ++this.#latest;
    this.#endpoint = settings.endpoint;
    const info = await this.#load(settings.model);
    const { sentence, model, modelLayer } = settings;
    if (sentence.trim() === '') return undefined;
    const { layers, heads, width } = info.sizes;
    const shown = Math.min(modelLayer, layers - 1);
    if (settings.heads !== heads || settings.dModel !== width || shown !== modelLayer) {
      // The settings follow the model, and with them the source is opened again.
      this.#change({ heads, dModel: width, modelLayer: shown });
      return new Promise(() => {});
    }
    const server = await this.#threads.server();
    const layer = await this.#readLayer(model, shown);
    const changes = changesOf(settings, layer);
    const replies = await server.run(model, sentence, changes, settings.comparedSentence);
    // Another request has come meanwhile.
    if (request !== this.#latest) return new Promise(() => {});
    const { next, stream } = replies.after;
    const predict = async (/** @type {Tensor} */ rows) => server.predict(model, rows);
    const lens = next && makeLens(stream, predict);
    return pretrainedSource({ info, replies, layer, settings, lens });
  }

  /** @param {string} model @param {number} index */
  async #readLayer(model, index) {
    const key = `${model} ${index}`;
    if (this.#layer?.key !== key) {
      const server = await this.#threads.server();
      this.#layer = { key, reply: await server.layer(model, index) };
    }
    return this.#layer.reply;
  }

  /** Waits until the reader has asked for the model and it is there. @param {string} name @returns {Promise<ModelInfo>} */
  async #load(name) {
    if (name !== this.#name) this.#leave(name);
    for (;;) {
      if (this.status.kind === 'ready') return this.status.info;
      if (this.status.kind === 'unasked' && name === FILES && this.#files) this.ask();
      this.#host.requestUpdate();
      if (this.isWaiting) {
        this.#tell();
        await new Promise((resolve) => this.#waiting.push(resolve));
      }
      await this.#loading;
      // Another model is wanted meanwhile.
      if (name !== this.#name) return new Promise(() => {});
    }
  }

  /** Leaves a model for another. @param {string} name of the other */
  #leave(name) {
    if (this.status.kind === 'ready') this.#release(this.#name);
    if (this.status.kind === 'loading') this.cancel();
    this.#name = name;
    this.#layer = undefined;
    this.status = { kind: 'unasked' };
  }

  /** @param {string} name */
  async #release(name) {
    const server = await this.#threads.server();
    await server.release(name);
  }

  /** The reader asks for the model on screen. */
  ask() {
    const name = this.#name;
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#show({ kind: 'loading', loaded: 0, total: 0 });
    // A load that was cancelled ends first.
    const before = this.#loading ?? Promise.resolve();
    this.#loading = before
      .then(() => this.#fetch(name, signal))
      .then(
        (info) => {
          if (name === this.#name && !signal.aborted) this.#show({ kind: 'ready', info });
          else this.#release(name);
        },
        (error) => {
          if (name === this.#name && !signal.aborted) this.#show({ kind: 'failed', error });
        },
      );
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /**
   * @param {string} name
   * @param {AbortSignal} signal
   */
  async #fetch(name, signal) {
    const server = await this.#threads.server();
    signal.throwIfAborted();
    const onProgress = proxy((/** @type {{ loaded: number, total: number }} */ progress) => {
      if (name === this.#name && this.status.kind === 'loading')
        this.#show({ kind: 'loading', ...progress });
    });
    if (name === FILES) return server.load(name, this.#files ?? {}, onProgress);
    const endpoint = this.#endpoint || undefined;
    // A Worker that starts from the script's own text has no address: the page reads what ships.
    const source = Object.hasOwn(SHIPPED, name) ? await readShippedModel(name, { signal }) : name;
    return server.load(name, source, onProgress, endpoint);
  }

  /** Ends a download. The reader may ask again. */
  cancel() {
    const name = this.#name;
    this.#abort.abort();
    this.#threads.server().then((server) => server.cancel(name));
    this.#show({ kind: 'unasked' });
  }

  /** The reader chooses the files of a model. @param {ModelSource} files */
  choose(files) {
    this.#files = files;
    if (this.#name === FILES) this.ask();
    else this.#change({ model: FILES, modelLayer: 0, ...NO_CHANGES });
  }

  /** Writes one token behind the sentence. @param {Settings} settings */
  async write({ model, sentence }) {
    const { temperature, topK, seed } = this.writer;
    try {
      const server = await this.#threads.server();
      const options = { tokens: 1, temperature, topK, seed };
      const { text: continuation } = await server.write(model, sentence, options);
      this.writer = { temperature, topK, seed: seed + 1 };
      if (continuation !== '') this.#change({ sentence: sentence + continuation });
    } catch (error) {
      this.writer.error = error;
    }
    this.#host.requestUpdate();
  }

  /** Where the next pair is blocked. @param {PretrainedConnection['scope']} scope */
  chooseScope(scope) {
    this.scope = scope;
    this.#host.requestUpdate();
  }

  /** Whether it loads the model once the reader asks for it. */
  get isWaiting() {
    return this.status.kind === 'unasked' || this.status.kind === 'failed';
  }

  /** @param {Status} status */
  #show(status) {
    this.status = status;
    this.#host.requestUpdate();
  }

  /** @param {Settings} settings */
  opening({ model }) {
    const { status } = this;
    const known = modelNamed(model);
    if (status.kind === 'loading') return text.loading(known?.name ?? model, status);
    if (status.kind === 'ready') return text.running;
    const ask = () => this.ask();
    if (status.kind === 'failed')
      return html`${text.failed(status.error)} ${model === FILES ? '' : loadButton(text.retry, ask)}`;
    return model === FILES
      ? text.filesWanted
      : html`${text.unasked(known)} ${loadButton(text.load, ask)}`;
  }

  /** Nothing goes on once the numbers are on screen. */
  shown() {}

  /** Ends a download whose element has left the page. */
  stop() {
    if (this.status.kind === 'loading') this.cancel();
  }
}

/** @param {string} label @param {() => void} press */
const loadButton = (label, press) =>
  html`<button type="button" class="load-model" @click=${press}>${label}</button>`;

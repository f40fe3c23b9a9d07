/** What one element has of a pretrained model: whether it is loaded, its run of the sentence, and the layer that is shown. */

import { proxy } from 'comlink';
import { html } from 'lit';
import { readShippedModel, SHIPPED } from '../../../../src/js/pretrained/shipped.js';
import { parseEdits } from '../../../state/edits.js';
import { DEFAULTS } from '../../../state/fields.js';
import * as text from '../text/en/pretrained.js';
import { modelNamed } from './catalogue.js';
import { pretrainedSource } from './source.js';

/**
 * @import { Operations } from '../../../../src/js/attention.js'
 * @import { ModelSource } from '../../../../src/js/pretrained/types.js'
 * @import { ConnectionHost } from '../../../session/types.js'
 * @import { Source } from '../../../sources/types.js'
 * @import { Settings, State } from '../../../state/types.js'
 * @import { Threads } from './threads.js'
 * @import { Changes, ModelInfo, Reply, Status } from '../types.js'
 */

export class PretrainedConnection {
  #host;
  #change;
  #threads;
  #tell;
  /** @type {Status} */
  status = { kind: 'unasked' };
  /** The model that the status is of. */
  #name = '';
  /** Called when the reader has asked for the model. @type {((nothing: void) => void)[]} */
  #waiting = [];
  /** The files that the reader has chosen. @type {ModelSource | undefined} */
  #files;
  /** The run on screen, as it is and as the reader has changed it. @type {{ before: Reply, after: Reply } | undefined} */
  replies;
  /** What is asked for last; earlier replies are dropped. */
  #latest = 0;

  /**
   * @param {ConnectionHost} host
   * @param {(change: Partial<State>) => void} change the state, without an entry for undo
   * @param {Threads} threads
   * @param {() => void} [tell] called when it waits for the reader
   */
  constructor(host, change, threads, tell = () => {}) {
    this.#tell = tell;
    this.#host = host;
    this.#change = change;
    this.#threads = threads;
  }

  /**
   * @param {Operations} _core
   * @param {Settings} settings
   * @returns {Promise<Source | undefined>}
   */
  async open(_core, settings) {
    const request = ++this.#latest;
    const info = await this.#load(settings.model);
    const { sentence, model, modelLayer } = settings;
    if (sentence.trim() === '') return undefined;
    const { layers, heads, width } = info.sizes;
    const shown = Math.min(modelLayer, layers - 1);
    if (settings.heads !== heads || settings.dModel !== width || shown !== modelLayer) {
      // The settings follow the model; with them the source is opened again.
      this.#change({ heads, dModel: width, modelLayer: shown });
      return new Promise(() => {});
    }
    const server = await this.#threads.server();
    const changes = changesOf(settings);
    const replies = await server.run(model, sentence, changes);
    const layer = await server.layer(model, sentence, changes, shown);
    // Another request has come meanwhile.
    if (request !== this.#latest) return new Promise(() => {});
    this.replies = replies;
    return pretrainedSource({ info, replies, layer, settings: { ...settings, modelLayer: shown } });
  }

  /** Waits until the reader has asked for the model and it is there. @param {string} name @returns {Promise<ModelInfo>} */
  async #load(name) {
    if (name !== this.#name) {
      this.#name = name;
      this.status = { kind: 'unasked' };
    }
    for (;;) {
      if (this.status.kind === 'ready') return this.status.info;
      this.#host.requestUpdate();
      if (this.isWaiting) {
        this.#tell();
        await new Promise((resolve) => this.#waiting.push(resolve));
      }
      // The status says what failed, and the reader may ask again.
      await this.#loading?.catch(() => {});
      // Another model is wanted meanwhile.
      if (name !== this.#name) return new Promise(() => {});
    }
  }

  /** @type {Promise<ModelInfo> | undefined} */
  #loading;

  /**
   * The reader asks for the model on screen.
   * @param {ModelSource} [files] of a model that is not in the catalogue
   */
  ask(files) {
    if (files) this.#files = files;
    const name = this.#name;
    this.#show({ kind: 'loading', loaded: 0, total: 0 });
    this.#loading = this.#fetch(name).then(
      (info) => {
        if (name === this.#name) this.#show({ kind: 'ready', info });
        return info;
      },
      (error) => {
        if (name === this.#name) this.#show({ kind: 'failed', error });
        throw error;
      },
    );
    for (const tell of this.#waiting.splice(0)) tell();
  }

  /** @param {string} name */
  async #fetch(name) {
    const server = await this.#threads.server();
    const onProgress = proxy((/** @type {{ loaded: number, total: number }} */ progress) => {
      if (name === this.#name && this.status.kind === 'loading')
        this.#show({ kind: 'loading', ...progress });
    });
    // A Worker that starts from the script's own text has no address: the page reads what ships.
    const shipped = Object.hasOwn(SHIPPED, name) ? await readShippedModel(name) : undefined;
    return server.load(name, shipped ?? this.#files ?? name, {}, onProgress);
  }

  /** How it writes: at 0 the most probable token. */
  writer = { temperature: 0, topK: 40, seed: 0 };

  /** Writes one token behind the sentence. @param {Settings} settings */
  async write({ model, sentence }) {
    const server = await this.#threads.server();
    const { text: continuation } = await server.write(model, sentence, {
      tokens: 1,
      ...this.writer,
    });
    this.writer.seed++;
    if (continuation !== '') this.#change({ sentence: sentence + continuation });
  }

  /** Whether it loads the model once the reader asks for it. */
  get isWaiting() {
    return this.status.kind === 'unasked' || this.status.kind === 'failed';
  }

  /** Ends a download; another begins anew. */
  cancel() {
    this.#threads.stop();
    this.#loading = undefined;
    this.#show({ kind: 'unasked' });
  }

  /** Frees the memory of the model on screen. */
  async forget() {
    const name = this.#name;
    const server = await this.#threads.server();
    await server.dispose(name);
    this.replies = undefined;
    this.#show({ kind: 'unasked' });
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
    return status.kind === 'failed'
      ? html`${text.failed(status.error)} ${loadButton(text.retry, ask)}`
      : html`${text.unasked(known)} ${loadButton(text.load, ask)}`;
  }

  /** All numbers are on screen. */
  shown() {}

  stop() {}
}

/**
 * The changes of a state, as the library takes them.
 * @param {Pick<Settings, 'silence' | 'block' | 'edits' | 'modelLayer'>} settings
 * @returns {Changes}
 */
export function changesOf({ silence, block, edits, modelLayer } = DEFAULTS) {
  const list = (/** @type {string} */ names) => names.split(' ').filter(Boolean);
  // The tables that a run of the model has; others are only of the layer on screen.
  const inRun = [...parseEdits(edits)].filter(([name]) => name.startsWith('weights.'));
  return {
    silence: list(silence),
    block: list(block),
    edits: Object.fromEntries(inRun.map(([name, value]) => [`${modelLayer}.${name}`, value])),
  };
}

/** @param {string} label @param {() => void} press */
const loadButton = (label, press) =>
  html`<button type="button" class="load-model" @click=${press}>${label}</button>`;

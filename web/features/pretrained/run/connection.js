/** Connects an element to a model: loads it, runs it, and provides the layer on the screen. */

import { tensor } from '../../../../src/js/index.js';
import { loadOnce } from '../../../../src/js/once.js';
import { getRow } from '../../../graph/cell.js';
import { memoizeByOwner, memoizeRecent } from '../../../graph/memoize.js';
import { WorkerEnded } from '../../../session/worker.js';
import { changeLayer } from '../../../state/edits.js';
import { MAX_GIVEN_SIZE } from '../../../state/limits.js';
import { explainLibraryError } from '../text/en/refusals.js';
import { isFilesModel, nameFilesModel } from '../text/files-model.js';
import { NO_CHANGES, readChanges } from './changes.js';
import { ModelLoading } from './loading.js';
import { HabitMeasure } from './measure-habits.js';
import { openingMessage } from './opening-message.js';
import { makePretrainedSource } from './source.js';
import { listStackLayers } from './stack-layers.js';
import { noteLoaded } from './unloaded.js';
import { ModelWriter } from './writer.js';

/**
 * @import { Operations } from '../../../../src/js/attention.js'
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { ModelSource, NextToken } from '../../../../src/js/pretrained/types.js'
 * @import { SessionHost } from '../../../session/types.js'
 * @import { Source } from '../../../sources/types.js'
 * @import { Settings, State } from '../../../state/types.js'
 * @import { RemoteServer } from './remote-server.js'
 * @import { LayerReply, Lens, ModelInfo, ModelPart } from '../types.js'
 * @import { WritingOptions } from './writer.js'
 */

/** A row index that is always clamped to the last row. */
const LAST_ROW = MAX_GIVEN_SIZE - 1;

export class PretrainedConnection {
  #host;
  #change;
  #remote;
  /**
   * The layer on the screen, and the model that it was read from.
   * @type {{ place: string, info: unknown, reply: LayerReply } | undefined}
   */
  #layer;
  /**
   * Whether the reader has chosen the model and it has not been shown yet. Links choose the marked
   * row themselves.
   */
  #isChosen = false;
  /** Measurements are kept as long as the model. */
  #getHabits = memoizeByOwner(
    (/** @type {ModelInfo} */ _, /** @type {string} */ model, /** @type {string} */ key) =>
      new HabitMeasure(this.#remote, { model, key, host: this.#host }),
  );
  /** The latest request, which a later one aborts. */
  #request = new AbortController();
  /** Settles once no run is active. @type {Promise<unknown>} */
  #idle = Promise.resolve();
  /**
   * The text that the reader typed in place of a model's name, and the model on screen then.
   * @type {{ text: string, model: string } | undefined}
   */
  #refusedName;
  /** The model of a link for which the reader has chosen other files. */
  linkedModel = '';
  /** In which heads the reader blocks a pair. @type {'head' | 'layer' | 'model'} */
  scope = 'head';
  /** Whether the reader has opened the list of changes. */
  showsInterventions = false;

  /**
   * @param {SessionHost} host
   * @param {(change: Partial<State>) => void} change changes the state without an undo entry
   * @param {RemoteServer} remote
   * @param {() => void} [tell] called when the connection waits for the reader
   */
  constructor(host, change, remote, tell = () => {}) {
    this.#host = host;
    this.#change = change;
    this.#remote = remote;
    this.writer = new ModelWriter(host, (state, options) => this.#generate(state, options));
    this.loading = new ModelLoading(host, remote, tell);
  }

  /** How far the model is loaded. */
  get status() {
    return this.loading.status;
  }

  /** Whether the model will load when the reader asks for it. */
  get isAwaitingReader() {
    return this.loading.isAwaitingReader;
  }

  /** Whether the model is not loaded, or no longer loaded. */
  get isMissing() {
    return this.status.kind !== 'ready';
  }

  /**
   * @param {Operations} _core
   * @param {Settings} settings
   * @returns {Promise<Source | undefined>} rejects with an AbortError if a later request replaces it
   */
  async open(_core, settings) {
    this.#request.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    for (;;) {
      try {
        return await this.#open(settings, signal);
      } catch (error) {
        // Then wait until the reader loads the model again.
        if (!(error instanceof WorkerEnded)) throw explainError(error, settings.model);
        signal.throwIfAborted();
      }
    }
  }

  /** @param {Settings} settings @param {AbortSignal} replaced @returns {Promise<Source | undefined>} */
  async #open(settings, replaced) {
    const info = await this.loading.want(settings);
    // Only a page that belongs to its lab stores anything.
    if (this.#host.permalink && parent === window) noteLoaded();
    const { sentence, comparedSentence } = settings;
    const { key } = this.loading;
    if (sentence.trim() === '') return undefined;
    const { sizes } = info;
    const shown = Math.min(settings.modelLayer, listStackLayers(sizes).length - 1);
    const layer = await this.#readLayer(key, shown);
    replaced.throwIfAborted();
    this.#fitSettings(settings, shown, info, layer.heads);
    const server = await this.#remote.server();
    const changes = readChanges(settings, layer);
    // A run cannot be stopped. Requests that arrive during it are dropped, except the last one.
    await this.#idle;
    replaced.throwIfAborted();
    const pair = info.readsPairs || sizes.hasEncoder ? settings.pair : '';
    const running = Promise.resolve(server.run(key, sentence, changes, { comparedSentence, pair }));
    this.#idle = running.catch(() => {});
    const replies = await running;
    replaced.throwIfAborted();
    const { next, stream } = replies.after;
    const predict = async (/** @type {Tensor} */ rows) => server.predict(key, rows);
    const lens = next && makeLens(stream, predict);
    const habits = this.#getHabits(info, settings.model, key);
    return makePretrainedSource({ info, replies, layer, settings, lens, habits });
  }

  /**
   * Adapts the settings to the model.
   * @param {Settings} settings
   * @param {number} layer
   * @param {ModelInfo} info
   * @param {number} heads the number of heads of the layer
   */
  #fitSettings(settings, layer, info, heads) {
    const { width, isCausal, hasEncoder } = info.sizes;
    const model = isFilesModel(settings.model) ? nameFilesModel(info) : settings.model;
    // Generated text follows the last token, so mark the last row, also while the model writes.
    /** @type {Partial<State>} */
    const marked = this.#isChosen && isCausal && !hasEncoder ? { query: LAST_ROW } : {};
    this.#isChosen = false;
    const hasSizes = settings.heads === heads && settings.dModel === width;
    if (settings.model !== model || !hasSizes || settings.modelLayer !== layer) {
      if (settings.model !== model) this.linkedModel = settings.model;
      // This opens the source again.
      this.#change({ model, heads, dModel: width, ...changeLayer(settings, layer), ...marked });
      throw new DOMException('The settings now fit the model', 'AbortError');
    }
    if (marked.query) this.#change(marked);
  }

  /** @param {string} key @param {number} index */
  async #readLayer(key, index) {
    const place = `${key} ${index}`;
    const { info } = /** @type {{ info?: unknown }} */ (this.status);
    if (this.#layer?.place !== place || this.#layer.info !== info) {
      const server = await this.#remote.server();
      this.#layer = { place, info, reply: await server.layer(key, index) };
    }
    return this.#layer.reply;
  }

  /**
   * Makes the change that shows another model, which the reader has chosen.
   * @param {string} model
   * @returns {Partial<State>}
   */
  makeModelChange(model) {
    this.#isChosen = true;
    this.linkedModel = '';
    return { ...NO_CHANGES, model, modelLayer: 0, head: 0, cell: '' };
  }

  /** Records what the reader typed in place of a name; '' for a name. @param {string} text @param {string} model */
  noteRefusedName(text, model) {
    this.#refusedName = { text, model };
    this.#host.requestUpdate();
  }

  /** Returns what the reader typed in place of a name, until another model is shown. @param {string} model */
  getRefusedName(model) {
    return this.#refusedName?.model === model ? this.#refusedName.text : '';
  }

  /** Loads the files that the reader has chosen. @param {ModelSource} files */
  choose(files) {
    this.linkedModel = '';
    const model = this.loading.choose(files);
    // A link or an author asked for these files and chose the marked row.
    if (model !== undefined) this.#change(this.makeModelChange(model));
  }

  /** @param {State} state @param {WritingOptions} options */
  async #generate({ sentence, ...settings }, options) {
    const { key } = this.loading;
    const changes = readChanges(settings, await this.#readLayer(key, settings.modelLayer));
    const server = await this.#remote.server();
    return server.write(key, sentence, changes, options);
  }

  /** Sets where the next pair is blocked. @param {PretrainedConnection['scope']} scope */
  chooseScope(scope) {
    this.scope = scope;
    this.#host.requestUpdate();
  }

  /** @param {State} state */
  openingMessage(state) {
    const isFixed = this.#host.readonly || this.#host.locked;
    const choose = (/** @type {string} */ name) => this.#change(this.makeModelChange(name));
    return openingMessage(this.loading, state, {
      files: (files) => this.choose(files),
      ...(!isFixed && { model: choose }),
    });
  }

  /** Ends a download and the writing when its element has left the page. */
  stop() {
    this.writer.stop();
    this.loading.stop();
  }
}

/**
 * Returns the error with a message in the page's words. For a lack of memory, the page itself has a
 * message.
 * @param {unknown} error
 * @param {string} model
 */
function explainError(error, model) {
  const { code } = /** @type {{ code?: string }} */ (error ?? {});
  const sentence = code === 'ERR_OUT_OF_MEMORY' ? undefined : explainLibraryError(error, model);
  return sentence ? Object.assign(new Error(sentence, { cause: error }), { code }) : error;
}

/**
 * Makes the logit lens: what the model would predict if its layers ended after a given part.
 * @param {readonly ModelPart[]} stream
 * @param {(rows: Tensor) => Promise<NextToken[][]>} predict
 * @returns {Lens} a lens that requests each row once, and again only after a failure
 */
export function makeLens(stream, predict) {
  const sums = stream.flatMap(({ sum }, part) => (sum ? [{ sum, part }] : []));
  const loadRow = memoizeRecent(Infinity, (/** @type {number} */ row) => loadOnce(() => ask(row)));
  return (row) => loadRow(row)();

  /** @param {number} row @returns {ReturnType<Lens>} */
  async function ask(row) {
    const [, width] = sums[0].sum.shape;
    const rows = new Float32Array(sums.length * width);
    for (const [i, { sum }] of sums.entries()) rows.set(getRow(sum, row), i * width);
    const predicted = await predict(tensor([sums.length, width], rows));
    return new Map(sums.map(({ part }, i) => [part, predicted[i]]));
  }
}

import { getSlot, needSlot } from '../features.js';
import { makePromise } from '../session/async.js';
import { LoadState } from '../session/load-state.js';
import { FileError } from '../sources/files/error.js';
import { mapStyles } from '../styles/attention-map.js';
import { baseStyles } from '../styles/base.js';
import { cellMarkStyles } from '../styles/cell-marks.js';
import { readPalette } from '../styles/colour.js';
import { printStyles } from '../styles/print.js';
import { narrowTableStyles, tableStyles } from '../styles/tables.js';
import { tokenStyles } from '../styles/tokens.js';
import { onlyWeights } from '../text/en/files.js';
import * as messages from '../text/en/messages.js';
import * as text from '../text/en/tables.js';
import { misspelt, unfit } from '../text/en/warnings.js';
import { ExportError, makeFormatError, NoWeightsError } from '../text/error.js';
import { AttentionElement } from './base-element.js';
import { CHOICES, MapContent } from './map-content.js';
import { MapInput } from './map-input.js';
import { MapView } from './map-view.js';
import { estimateMapHeight } from './reserved-height.js';
import { SourceFile } from './source-file.js';
import { readChoice, warnOfRowSums, warnOfValue } from './warnings.js';

/**
 * @import { Matrix } from '../figures/types.js'
 * @import { Tokens, Weights } from '../sources/types.js'
 * @import { MapFormat } from './types.js'
 */

const STYLES = [
  tokenStyles,
  baseStyles,
  tableStyles,
  cellMarkStyles,
  narrowTableStyles,
  printStyles,
  mapStyles,
];

/**
 * `<attention-map>`: attention weights of your own model as a heat map, in digits up to 16 tokens
 * and as a map of pixels with a lens up to 2,048. Other views show all heads and layers in a grid,
 * or lines between two columns of words. The element computes nothing and needs no core.
 *
 * Weights have colours from 0 to 1, or above 16 tokens to the largest weight of their map. If a
 * number is outside of this range, as with logits, the map uses the colours of signed numbers. The
 * element reports values that it cannot show, and shows the next valid value. Without weights, the
 * element shows its children.
 *
 * @fires attention-cell when a number is pressed by pointer or Enter:
 * `{ row, column, head, rowToken, columnToken, value }`, and `layer` if there are several
 * @fires input together with `attention-cell`, whose detail is `value`
 * @fires change together with `attention-cell`
 * @fires attention-error when weights or tokens cannot be shown: `{ code, message }`. The console has a line for each, too
 * @slot - content that is shown without valid weights
 * @slot caption - a caption with markup, which replaces the attribute
 * @csspart toolbar - the choice of a layer, a head, and the form of tokens
 * @csspart matrix - the table of weights, or the map
 * @csspart cell - one number of a table
 * @csspart caption - the author's caption below the weights
 * @cssprop --attention-q - colour of the query tokens, at the rows
 * @cssprop --attention-k - colour of the key tokens, at the columns
 * @cssprop --attention-weight - colour of the weight 1. Smaller weights are nearer to the paper. Digits of
 * large ones have the paper’s colour, so choose one far from it
 * @cssprop --attention-positive - colour of the largest positive number
 * @cssprop --attention-negative - colour of the largest negative number
 * @cssprop --attention-cell-size - smallest width and height of a cell
 * @cssprop --attention-paper - colour of the background, or `transparent`; a dark one needs the theme `dark`
 * @cssprop --attention-ink - colour of words and numbers; fainter colours mix it with the paper
 * @cssprop --attention-size - factor on the size of texts and tables, 1 by default
 * @cssprop --attention-font - font family of tables and labels
 * @attr {string} lang - language of the tokens, with which they are marked
 * @attr {'lazy' | 'eager'} loading - `lazy`, the default, renders when near the view or needed; `eager` at once
 */
export class AttentionMap extends AttentionElement {
  /** @internal */
  static properties = {
    rowTokens: { attribute: 'row-tokens' },
    columnTokens: { attribute: 'column-tokens' },
    weights: {},
    shape: {},
    src: { useDefault: true },
    layer: { type: Number, reflect: true, useDefault: true },
    head: { type: Number, reflect: true, useDefault: true },
    view: { reflect: true, useDefault: true },
    scale: { reflect: true, useDefault: true },
    wordPieces: { attribute: 'word-pieces', reflect: true, useDefault: true },
    label: { useDefault: true },
    caption: { useDefault: true },
    locked: { type: Boolean, reflect: true },
    theme: { reflect: true, useDefault: true },
  };

  #content = new MapContent();
  #input = new MapInput(this, this.#content);
  /** The script that draws grid and lines. */
  #pictures = new LoadState(this);
  #display = makePromise();
  #isSettled = false;
  /** The texts of `layer` and `head` that an author wrote since the last check. @type {Map<string, string>} */
  #writtenNumbers = new Map();
  #rendering = new MapView(this, this.#content, this.#input);
  #file = new SourceFile(this, {
    read: readWeights,
    show: (loaded) => this.#content.setFile(loaded),
    fail: (error) => this.#refuseFile(error),
  });

  constructor() {
    super();
    /**
     * The query tokens, one for each row; by default, those of the columns or numbers. A string
     * holds words separated by blanks, or a JSON array.
     * @type {Tokens}
     */
    this.rowTokens = undefined;
    /** The key tokens, one for each column. @type {Tokens} */
    this.columnTokens = undefined;
    /**
     * The weights, (L, S), (H, L, S) or (1, H, L, S): a tensor, nested arrays, a Float32Array with
     * `shape`, or these as JSON. A list has one tensor per layer, or is the output of `generate()`.
     * @type {Weights}
     */
    this.weights = undefined;
    /**
     * The shape of weights that are a Float32Array or flat numbers, such as `[12, 64, 64]` or
     * `12,64,64`.
     * @type {readonly number[] | string | null | undefined}
     */
    this.shape = undefined;
    /**
     * The address of a `.npy`, `.npz`, `.safetensors` or JSON file with weights, and optionally
     * tokens. A fragment chooses one of several maps or arrays: `heads.json#cross`. If the file
     * cannot be loaded, the element shows the reason and keeps its numbers. Setting `weights` later
     * replaces the file; of both at once, the file counts.
     */
    this.src = '';
    /** The layer on screen, from 0. A number out of range becomes the nearest valid one. */
    this.layer = 0;
    /** The head on screen, from 0. A number out of range becomes the nearest valid one. */
    this.head = 0;
    /**
     * `map` shows one head; `grid` shows all heads and layers, and a press enlarges one; `lines`
     * shows two columns of words with lines between them.
     * @type {'map' | 'grid' | 'lines'}
     */
    this.view = 'map';
    /**
     * The end of the colour scale. `max` is the largest number of each map. `1` is 1 for all maps,
     * or their largest number if some are outside 0 to 1. The default is `max` above 16 tokens.
     * @type {'' | 'max' | '1'}
     */
    this.scale = '';
    /**
     * The form of word pieces that tokenizers mark with `Ġ`, `▁` or `##`: `clean` or `raw`. Events
     * and exported numbers keep the tokens as given.
     * @type {'clean' | 'raw'}
     */
    this.wordPieces = 'clean';
    /** The text above the weights. The element adds their layer, head and size. */
    this.label = text.ownWeights;
    /** One line below the weights. A child with `slot="caption"` may contain markup instead. */
    this.caption = '';
    /** Whether the element shows exactly the named head, the grid or the lines, with nothing to choose or press. */
    this.locked = false;
    /**
     * `light` or `dark`; by default, the `color-scheme` of the surrounding page.
     * @type {'' | 'light' | 'dark'}
     */
    this.theme = '';
    this.#renewReady();
  }

  /**
   * Resolves when the weights are on screen. Rejects if they cannot be shown, or with `ERR_NO_WEIGHTS`
   * if there are none yet. New weights have a new promise. It waits until the element is in a document. Reading it renders
   * a waiting element now.
   */
  get ready() {
    this.waiting.end();
    return this.#display.promise;
  }

  /** @param {PropertyKey} [name] @param {...any} rest @internal @override */
  requestUpdate(name, ...rest) {
    super.requestUpdate(name, ...rest);
    const isNew = CONTENT_PROPERTIES.includes(String(name)) || name === 'src';
    if (isNew && this.isUpdatePending && this.#isSettled) this.#renewReady();
  }

  #renewReady() {
    this.#isSettled = false;
    this.#display = makePromise();
    // The error is shown and sent as an event, so callers need not catch it.
    this.#display.promise.catch(() => {});
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} after
   * @internal
   * @override
   */
  attributeChangedCallback(name, before, after) {
    const isNumber = name === 'layer' || name === 'head';
    const isReflected = isNumber && Number(after) === this[name];
    super.attributeChangedCallback(name, before, after);
    if (!isNumber || !after || isReflected) return;
    if (Number.isNaN(Number(after))) warnOfValue(this, name, after, misspelt(after));
    else this.#writtenNumbers.set(name, after);
  }

  /** @internal @override */
  styleSheets() {
    return [...STYLES, ...(getSlot('maps')?.styles ?? [])];
  }

  /** @param {number} width @internal @override */
  reservedHeight(width) {
    return estimateMapHeight(this.rowTokens ?? this.columnTokens, width);
  }

  /** @internal @override */
  resized() {
    if (this.#rendering.fit(this.clientWidth)) this.requestUpdate();
  }

  /** Also waits for the script of grid and lines, and for a file. @internal @override */
  async getUpdateComplete() {
    const isComplete = await super.getUpdateComplete();
    await Promise.allSettled([this.#pictures.loading, this.#file.settled]);
    return isComplete && !this.isUpdatePending;
  }

  /** @param {Map<string, unknown>} changed @internal @override */
  willUpdate(changed) {
    const theme = readChoice(this, 'theme', this.theme, CHOICES.theme);
    if (theme) this.theme = theme;
    const content = this.#content;
    const hasNoFile = changed.has('src') && !this.src;
    if (changed.has('weights') || changed.has('shape') || hasNoFile) {
      this.#file.forget();
      content.setFile(undefined);
    }
    if (changed.has('src')) this.#file.load(this.src ?? '');
    const isNew = hasNewContent(changed) || content.isNew;
    // Frameworks pass equal arrays in each rendering.
    if (isNew && content.read(this, this.#nameTokens())) this.#input.forget();
    content.matrix = undefined;
    if (!content.computation) return;
    if (isNew) warnOfRowSums(this, content.computation);
    this.#moveToNearest(content.findNearest(this));
    this.#loadPictures(changed.has('view'));
    if (isNew || changed.has('wordPieces'))
      content.label(readChoice(this, 'word-pieces', this.wordPieces, CHOICES.wordPieces) === 'raw');
    const { layer, head, label } = this;
    content.choose({ layer, head, label, scale: this.#readScale() });
  }

  /** Replaces a number out of range, and warns if an attribute has it. @param {{ layer: number, head: number }} nearest */
  #moveToNearest(nearest) {
    for (const name of /** @type {const} */ (['layer', 'head'])) {
      // Setting the same value would reflect it.
      if (nearest[name] === this[name]) continue;
      const text = this.#writtenNumbers.get(name) ?? '';
      if (text && this[name] === Number(text)) warnOfValue(this, name, text, unfit(nearest[name]));
      this[name] = nearest[name];
    }
    this.#writtenNumbers.clear();
  }

  /** Loads the grid and the lines when one of them is first shown. @param {boolean} isNewView */
  #loadPictures(isNewView) {
    if (isNewView) {
      this.#rendering.forget();
      // The next change of the view retries a failed load.
      if (this.#pictures.failure) this.#pictures.forget();
    }
    if (this.#readView() !== 'map' && this.#pictures.isFresh)
      this.#pictures.run(() => needSlot('maps'));
  }

  /** Names tokens in errors as the author wrote them: attributes in HTML, properties in a program. */
  #nameTokens() {
    const isRowAttribute = this.getAttribute('row-tokens') === this.rowTokens;
    const isColumnAttribute = this.getAttribute('column-tokens') === this.columnTokens;
    return {
      rowTokens: isRowAttribute ? 'row-tokens' : 'rowTokens',
      columnTokens: isColumnAttribute ? 'column-tokens' : 'columnTokens',
    };
  }

  #readScale() {
    return readChoice(this, 'scale', this.scale, CHOICES.scale);
  }

  #readView() {
    return readChoice(this, 'view', this.view, CHOICES.view);
  }

  /** @param {Map<string, unknown>} changed @internal @override */
  updated(changed) {
    const { error, isNew, computation } = this.#content;
    if (error && (hasNewContent(changed) || isNew)) this.report(error);
    this.#content.isNew = false;
    if (this.#file.isLoading) return;
    const missing = computation ? undefined : new NoWeightsError(messages.noWeights);
    const refusal = error ?? this.#pictures.failure ?? this.#content.refusal ?? missing;
    const isShown = computation && (this.#readView() === 'map' || this.#getPicture());
    if (refusal) this.#display.reject(refusal);
    else if (isShown) this.#display.resolve();
    this.#isSettled ||= refusal !== undefined || Boolean(isShown);
  }

  /** @param {Error} error */
  #refuseFile(error) {
    this.#content.refusal = error;
    this.report(error);
  }

  /**
   * Exports the map as a text or an image: `svg` (vectors), `png` (a Blob), `csv` of one head, and
   * all heads and layers as `json`. Waits until the element is in a document. Rejects with
   * `ERR_ARGUMENT` for another format, and with `ERR_EXPORT` if the map has no weights or too many
   * for the format.
   * @template {MapFormat} Format
   * @param {Format} format
   * @returns {Promise<Format extends 'png' ? Blob : string>}
   */
  async export(format) {
    await this.updateComplete;
    // The file loads again when the element is back in the document.
    if (this.#file.isLoading) await this.ready;
    return /** @type {any} */ (await this.#make(format));
  }

  /** @param {string} format */
  async #make(format) {
    const content = this.#content;
    const makers = {
      svg: () => this.#draw('toSvg'),
      png: () => this.#draw('toPng'),
      csv: () => content.writeCsv(this),
      json: () => content.writeJson(this),
    };
    if (!content.computation) throw content.error ?? new ExportError(messages.noWeights);
    if (!Object.hasOwn(makers, format)) throw makeFormatError(format, Object.keys(makers));
    return makers[/** @type {MapFormat} */ (format)]();
  }

  /** @param {'toSvg' | 'toPng'} write */
  async #draw(write) {
    const matrix = /** @type {Matrix} */ (this.#content.matrix);
    const palette = readPalette(this);
    const drawing = this.#getPicture()?.draw(this.#rendering.makeShownWeights(), palette);
    const writers = await needSlot('writers');
    return writers[write](
      drawing ?? writers.drawMatrices([matrix], { title: matrix.name, palette, hasLegend: true }),
    );
  }

  /** Returns the feature that draws grid or lines, if it is loaded. */
  #getPicture() {
    const view = this.#readView();
    return view === 'map' ? undefined : getSlot('maps')?.[view];
  }

  /** @internal @override */
  render() {
    const pictures = this.#readView() === 'map' ? undefined : this.#pictures;
    return this.#rendering.render(this.#getPicture(), pictures);
  }

  /**
   * The detail of the last `attention-cell` for the weights on screen, or null before it. With
   * `input` and `change`, it works like the value of a form field.
   */
  get value() {
    return this.#input.value;
  }
}

/** Reads the weights in a file. @param {{ name: string, bytes: Uint8Array, part: string }} file */
async function readWeights(file) {
  const { readFiles, readOwn } = await needSlot('reader');
  const loaded = await readOwn(readFiles([file]));
  if (loaded.tensors.q) throw new FileError(onlyWeights(file.name));
  return loaded;
}

/** The properties that hold weights and their tokens. */
const CONTENT_PROPERTIES = ['weights', 'shape', 'rowTokens', 'columnTokens'];

/** @param {Map<string, unknown>} changed */
const hasNewContent = (changed) => CONTENT_PROPERTIES.some((name) => changed.has(name));

/**
 * @typedef {'svg' | 'png' | 'csv' | 'json'} MapFormat what a map can be exported as
 *
 * @typedef {object} PressedNumber
 * @property {number} row
 * @property {number} column
 * @property {number} [layer] where there are several
 * @property {number} head
 * @property {string} rowToken
 * @property {string} columnToken
 * @property {number} value
 */

import { html, nothing } from 'lit';
import { drawMatrices } from '../export/drawing.js';
import { csvLines, jsonParts, written } from '../export/numbers.js';
import { toPng, toSvg } from '../export/picture-files.js';
import { get, need } from '../features.js';
import { styled } from '../figures/dom.js';
import { placeUnder } from '../figures/pixels.js';
import { indexOf, isMap, table } from '../figures/tables.js';
import {
  colourEnd,
  isScaledToItself,
  ofAllLayers,
  ofLayer,
  readOwnWeights,
} from '../sources/own-weights.js';
import { own } from '../styles/attention-map.js';
import { base, print } from '../styles/base.js';
import { paletteOf } from '../styles/colour.js';
import { narrowTables, tables } from '../styles/tables.js';
import { tokens } from '../styles/tokens.js';
import { lang } from '../text/en/language.js';
import * as messages from '../text/en/messages.js';
import * as text from '../text/en/tables.js';
import { labelTokens } from '../text/tokens/labels.js';
import { cellOf, moveTabStop, WAYS, walk } from '../views/grid.js';
import {
  colourEnds,
  fitted,
  headsOf,
  labelled,
  outline,
  readsOf,
  tabs,
} from '../views/labelled-map.js';
import { legend, matrixTable } from '../views/matrix.js';
import { AttentionElement } from './base-element.js';
import { chosen, warnOfMisspelt } from './warnings.js';

/**
 * @import { AttentionError } from '../../src/js/errors.js'
 * @import { Matrix } from '../figures/tables.js'
 * @import { Weights } from '../sources/own-layers.js'
 * @import { Tokens } from '../sources/own-tokens.js'
 * @import { Computation, Layered } from '../sources/own-weights.js'
 * @import { Shown } from '../views/labelled-map.js'
 * @import { TableContext } from '../views/number-table.js'
 */

const STYLES = [tokens, base, tables, narrowTables, print, own];

const VIEWS = /** @type {const} */ (['map', 'grid', 'lines']);

const PIECES = /** @type {const} */ (['clean', 'raw']);

const THEMES = ['', 'light', 'dark'];

const SCALES = /** @type {const} */ (['', 'max', '1']);

/** Left and right of what is shown, in pixels. */
const PADDING = 32;

/** As long as it is not laid out. */
const USUAL = 640;

/**
 * `<attention-map>`: attention weights of anybody's own model as a heat map, in digits up to 16 tokens
 * and as a map of pixels with a lens up to 512; all heads and layers in a grid; or lines between two
 * columns of words. It computes nothing and needs no core.
 *
 * Weights lie on a scale from 0 to 1, or above 16 tokens to the largest of their map. Where a number lies
 * outside, as logits do, the colours are those of signed numbers. What cannot be shown is told in a sentence, and the next good value works.
 * Children of the element are shown where there are no weights.
 *
 * @fires attention-cell when a number is pressed, or Enter on it:
 *   `{ row, column, head, rowToken, columnToken, value }`, and `layer` where there are several
 * @fires input beside it: `value` is what it says
 * @fires change beside it
 * @fires attention-error when what was given cannot be shown: `{ code, message }`
 * @slot - what is shown where there are no weights, or none that can be shown
 * @csspart toolbar - the choice of a layer, a head, and of how tokens are written
 * @csspart matrix - the table of weights, or the map
 * @csspart cell - one number of a table
 * @cssprop --attention-q - colour of the query tokens, at the rows
 * @cssprop --attention-k - colour of the key tokens, at the columns
 * @cssprop --attention-weight - colour of the weight 1; smaller ones are nearer to the paper
 * @cssprop --attention-positive - colour of the largest positive number
 * @cssprop --attention-negative - colour of the largest negative number
 * @cssprop --attention-cell-size - width and height of a number's cell, at least
 * @cssprop --attention-paper - colour of the ground; where it is dark, the theme has to be `dark`, too
 * @cssprop --attention-ink - colour of words and numbers; what is fainter is mixed of both
 * @cssprop --attention-size - a factor on the size of texts and tables, 1
 * @cssprop --attention-font - family of tables and labels
 * @attr {string} lang - language of the tokens, which are marked with it
 */
export class AttentionMap extends AttentionElement {
  /** @internal */
  static properties = {
    rowTokens: { attribute: 'row-tokens' },
    columnTokens: { attribute: 'column-tokens' },
    weights: {},
    shape: {},
    layer: { type: Number, reflect: true, useDefault: true },
    head: { type: Number, reflect: true, useDefault: true },
    view: { reflect: true, useDefault: true },
    scale: { reflect: true, useDefault: true },
    wordPieces: { attribute: 'word-pieces', reflect: true, useDefault: true },
    label: { useDefault: true },
    theme: { reflect: true, useDefault: true },
  };

  /** @internal @override */
  static spellings = {
    rowtokens: 'row-tokens',
    columntokens: 'column-tokens',
    wordpieces: 'word-pieces',
  };

  /** @type {(Computation & Layered) | undefined} what was given, that of the layer that is shown */
  #computation;
  /** @type {AttentionError | undefined} why there is none */
  #error;
  /** @type {Matrix | undefined} that of the head that is shown */
  #matrix;
  /** Words as they are shown. */
  #words = { rows: [''], columns: [''] };
  /** Whether tokens are pieces of words, with marks. */
  #hasPieces = false;
  /** NaN and infinities in the matrix. */
  #lost = 0;
  /** What a picture keeps between two drawings. @type {Shown['memory']} */
  #memory = {};
  /** @type {Error | undefined} why the script of grid and lines has not come */
  #failure;
  /** @type {Promise<unknown> | undefined} of that script */
  #loading;
  #room = USUAL;
  /** @type {number[] | undefined} row and column of the number that was pressed last */
  #pressed;
  /** @type {PressedNumber | null} */
  #value = null;
  /** @type {number[] | undefined} row and column that the lens lies around */
  #lens;
  /** @type {number[] | undefined} row and column under the pointer, or with the focus */
  #pointed;
  /** The row and the column whose words are pressed. */
  #selected = { query: -1, key: -1 };

  constructor() {
    super();
    /**
     * The query tokens, one for each row; without, those of the columns or numbers. A string holds
     * words separated by blanks, or a JSON array.
     * @type {Tokens}
     */
    this.rowTokens = undefined;
    /**
     * The key tokens, one for each column.
     * @type {Tokens}
     */
    this.columnTokens = undefined;
    /**
     * (L, S), (H, L, S) or (1, H, L, S): a tensor, nested arrays, a Float32Array beside its `shape`, or
     * these as JSON; or a list of tensors, one for each layer; or what `generate()` returns.
     * @type {Weights}
     */
    this.weights = undefined;
    /**
     * Of weights that are a Float32Array or plain numbers, such as `[12, 64, 64]` or `12,64,64`.
     * @type {readonly number[] | string | null | undefined}
     */
    this.shape = undefined;
    /** The layer that is shown, from 0. A number out of range becomes the nearest. */
    this.layer = 0;
    /** The head that is shown, from 0. A number out of range becomes the nearest. */
    this.head = 0;
    /**
     * `map`: one head; `grid`: all heads and layers, of which a press enlarges one; `lines`: two columns
     * of words, and lines between them.
     * @type {'map' | 'grid' | 'lines'}
     */
    this.view = 'map';
    /**
     * Where colours end: `max`, at the largest number of each map; `1`, at 1 for all maps, or where numbers lie
     * outside 0 to 1 at the largest of all. By default `max` above 16 tokens.
     * @type {'' | 'max' | '1'}
     */
    this.scale = '';
    /**
     * Pieces of words, as tokenizers mark them with `Ġ`, `▁` or `##`: shown `clean`, or `raw` as they were
     * given. Events and exported numbers have them as given.
     * @type {'clean' | 'raw'}
     */
    this.wordPieces = 'clean';
    /** What the caption says. */
    this.label = text.ownWeights;
    /** `light` or `dark`; without, that of the page around. */
    this.theme = '';
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} after
   * @internal
   * @override
   */
  attributeChangedCallback(name, before, after) {
    super.attributeChangedCallback(name, before, after);
    const isNumber = name === 'layer' || name === 'head';
    if (isNumber && after && Number.isNaN(Number(after)))
      warnOfMisspelt(this.localName, name, after);
  }

  /** @internal @override */
  styleSheets() {
    return [...STYLES, ...(get('maps')?.styles ?? [])];
  }

  /** @internal @override */
  resized() {
    const room = Math.max(0, this.clientWidth - PADDING) || USUAL;
    if (room === this.#room) return;
    this.#room = room;
    this.requestUpdate();
  }

  /**
   * Its script is waited for, too.
   * @internal
   * @override
   */
  async getUpdateComplete() {
    const isComplete = await super.getUpdateComplete();
    await this.#loading;
    return isComplete && !this.isUpdatePending;
  }

  /**
   * @param {Map<string, unknown>} changed
   * @internal
   * @override
   */
  willUpdate(changed) {
    const theme = chosen(this.localName, 'theme', this.theme, THEMES);
    if (theme) this.theme = theme;
    if (isGiven(changed)) this.#read();
    this.#matrix = undefined;
    if (!this.#computation) return;
    const { layers, queryWords, keyWords } = this.#computation;
    // To set what it is would reflect it.
    const layer = within(this.layer, layers.length);
    if (layer !== this.layer) this.layer = layer;
    const head = within(this.head, headsOf(layers[layer].shape));
    if (head !== this.head) this.head = head;
    if (changed.has('view')) {
      this.#memory = {};
      // What failed may be tried again.
      if (this.#failure) this.#loading = undefined;
      this.#failure = undefined;
    }
    if (this.#view !== 'map') this.#loading ??= this.#load();
    if (isGiven(changed) || changed.has('wordPieces')) this.#name(queryWords, keyWords);
    this.#choose();
  }

  get #scale() {
    return chosen(this.localName, 'scale', `${this.scale ?? ''}`, SCALES);
  }

  get #view() {
    return chosen(this.localName, 'view', this.view, VIEWS);
  }

  /** Loads what draws grid and lines. */
  async #load() {
    try {
      await need('maps');
    } catch (error) {
      this.#failure = /** @type {Error} */ (error);
    }
    this.requestUpdate();
  }

  #read() {
    this.#computation = undefined;
    this.#error = undefined;
    this.#pointed = undefined;
    this.#value = null;
    try {
      this.#computation = readOwnWeights(this);
    } catch (error) {
      this.#error = /** @type {AttentionError} */ (error);
    }
  }

  /**
   * @param {string[]} queries
   * @param {string[]} keys
   */
  #name(queries, keys) {
    const [clean, raw] = [false, true].map((isRaw) => labelTokens([queries, keys], isRaw));
    this.#hasPieces = `${clean}` !== `${raw}`;
    const isRaw = chosen(this.localName, 'word-pieces', this.wordPieces, PIECES) === 'raw';
    const [rows, columns] = isRaw ? raw : clean;
    this.#words = { rows, columns };
  }

  /** The matrix of one head. */
  #choose() {
    const { layer, head, label } = this;
    const all = /** @type {Computation & Layered} */ (this.#computation);
    const { layers, colours } = all;
    const computation = ofLayer(all, layer);
    const named = layers.length > 1 ? text.ofLayer(label, layer + 1) : label;
    const heads = headsOf(layers[layer].shape);
    this.#computation = computation;
    this.#matrix = {
      ...table(/** @type {any} */ ({ state: { head, query: 0 }, computation }), 'weights', {
        name: heads > 1 ? text.ofHead(named, head + 1) : named,
      }),
      ...colourEnds(colours, colourEnd(all, this.#scale, layer, head)),
      rowWords: this.#words.rows,
      columnWords: this.#words.columns,
    };
    this.#lost = 0;
    for (const value of this.#matrix.view.numbers) if (!Number.isFinite(value)) this.#lost++;
  }

  /**
   * @param {Map<string, unknown>} changed
   * @internal
   * @override
   */
  updated(changed) {
    const error = this.#error;
    if (error && isGiven(changed)) {
      this.report(error);
    }
    this.#point(this.#pointed);
  }

  /**
   * What is shown, as a text or an image: `svg` (vectors), `png` (a Blob), `csv` of one head, and all heads
   * and layers as `json`.
   * @template {MapFormat} Format
   * @param {Format} format
   * @returns {Promise<Format extends 'png' ? Blob : string>}
   */
  async export(format) {
    await this.updateComplete;
    return /** @type {any} */ (await this.#make(format));
  }

  /** @param {string} format */
  async #make(format) {
    const computation = this.#computation;
    if (!computation) throw this.#error ?? new RangeError(messages.noWeights);
    const { label, layer, head } = this;
    if (format === 'svg') return toSvg(this.#draw());
    if (format === 'png') return toPng(this.#draw());
    if (format === 'csv') {
      const one = ofLayer(computation, layer);
      return written(csvLines(one, 'weights', one.nodes.weights.axes === 'qk' ? [] : [head]) ?? []);
    }
    if (format !== 'json')
      throw new RangeError(messages.unknownFormat(format, ['svg', 'png', 'csv', 'json']));
    const state = computation.layers.length > 1 ? { label, layer, head } : { label, head };
    const made = jsonParts(state, ofAllLayers(computation));
    if ('refused' in made) throw new RangeError(made.refused);
    return written(made.parts);
  }

  #draw() {
    const matrix = /** @type {Matrix} */ (this.#matrix);
    const palette = paletteOf(this);
    return (
      this.#picture?.draw(this.#shown(), palette) ??
      drawMatrices([matrix], { title: matrix.name, palette, hasLegend: this.#scale === 'max' })
    );
  }

  /** What draws grid or lines, once it is there. */
  get #picture() {
    const view = this.#view;
    return view === 'map' ? undefined : get('maps')?.[view];
  }

  /** @returns {Shown} */
  #shown() {
    const own = /** @type {Computation & Layered} */ (this.#computation);
    const scale = this.#scale;
    return {
      isScaled: isScaledToItself(own, scale),
      endOf: (layer, head) => colourEnd(own, scale, layer, head),
      ...{ ...own, ...this.#words, layer: this.layer, head: this.head },
      ...{ label: this.label, matrix: /** @type {Matrix} */ (this.#matrix), room: this.#room },
      ...{ memory: this.#memory, host: this, map: () => this.#map(), tabs: () => this.#tabs() },
      press: (at) => this.#press(at),
      say: (said) => this.#say(said),
    };
  }

  /** @internal @override */
  render() {
    const computation = this.#computation;
    if (this.#error) {
      return html`<p class="status own" lang=${lang} role="alert">${messages.badWeights(
        this.#error.message,
      )}</p><slot></slot>`;
    }
    if (!computation) return html`<slot></slot>`;
    const picture = this.#picture;
    const failure = this.#failure?.message;
    const isLoading = this.#view !== 'map' && !failure;
    return html`<div class="own" lang=${lang} ${styled('--columns', `${this.#words.columns.length}`)}
      @click=${this.#onClick} @keydown=${this.#onKey} @focusin=${this.#aim} @pointermove=${this.#aim}
      @pointerdown=${this.#aim} @pointerleave=${() => this.#point(undefined)}>
      ${
        picture
          ? picture.view(this.#shown())
          : isLoading
            ? messages.opening
            : html`${failure ? html`<p class="note" role="alert">${failure}</p>` : nothing}
              ${this.#tabs()}${this.#map()}`
      }
    </div>`;
  }

  /** One head. */
  #map() {
    const matrix = /** @type {Matrix} */ (this.#matrix);
    const readout = html`<p class="readout" aria-hidden="true"></p>`;
    return html`${matrixTable(matrix, this.#context(matrix, readout))}
      ${this.#lost > 0 && isMap(matrix) ? html`<p class="note">${text.notFinite(this.#lost)}</p>` : nothing}
      ${legend([matrix])}${isMap(matrix) ? nothing : readout}`;
  }

  /** What a reader chooses. */
  #tabs() {
    const { layers } = /** @type {Layered} */ (this.#computation);
    const { layer, head } = this;
    const heads = headsOf(layers[layer].shape);
    return html`${tabs('layer', text.layer, layer, layers.length, this.#set)}
      ${tabs('head', text.head, head, heads, this.#set)}
      <p class="hidden" aria-live="polite">${text.place(layer + 1, layers.length, head + 1, heads)}</p>
      ${
        this.#hasPieces
          ? html`<label class="pieces" part="toolbar"><input type="checkbox" .checked=${this.wordPieces !== 'raw'}
              @change=${() => this.#set({ wordPieces: this.wordPieces === 'raw' ? 'clean' : 'raw' })}>${text.wholePieces}</label>`
          : nothing
      }`;
  }

  /** @param {object} change */
  #set = (change) => Object.assign(this, change);

  /**
   * The context of a view, as far as tables read it.
   * @param {Matrix} matrix
   * @param {unknown} readout
   * @returns {TableContext}
   */
  #context(matrix, readout) {
    const { query, key } = this.#selected;
    const cell = this.#pressed ? placeOf(matrix, this.#pressed) : '';
    const lens = this.#lens;
    return {
      state: { key, cell, rows: 'all', pin: -1 },
      selected: query,
      update: this.#select,
      marks: new Map([[cell, 'traced']]),
      traced: lens && { id: 'weights', index: [...matrix.leadingIndex, ...lens] },
      originalOf: () => undefined,
      compared: () => undefined,
      around: (sheet) =>
        html`${labelled(sheet, this.#words, fitted(this.#words, this.#room))}${readout}`,
    };
  }

  /** @param {{ cell?: string, query?: number, key?: number }} change */
  #select = ({ cell, query, key }) => {
    const selected = this.#selected;
    if (query !== undefined) selected.query = query === selected.query ? -1 : query;
    if (key !== undefined) selected.key = key;
    if (cell !== undefined) this.#press(placed(cell));
    this.requestUpdate();
  };

  /**
   * What `attention-cell` said last of the weights that are shown; null before that. With `input` and `change` it
   * is what a field of a form has.
   */
  get value() {
    return this.#value;
  }

  /** @param {number[]} at row and column */
  #press(at) {
    const [row, column] = at;
    this.#pressed = at;
    this.#lens = at;
    const { layers = [], queryWords, keyWords } = this.#computation ?? {};
    this.#value = {
      ...{ row, column, ...(layers.length > 1 && { layer: this.layer }), head: this.head },
      ...{ rowToken: queryWords?.[row] ?? '', columnToken: keyWords?.[column] ?? '' },
      value: this.#matrix?.view.at(row, column) ?? Number.NaN,
    };
    this.send('attention-cell', this.#value);
    this.send('input');
    this.send('change');
  }

  /** @param {string} said */
  #say(said) {
    const line = this.renderRoot.querySelector('.readout');
    if (line) line.textContent = said;
  }

  /**
   * Says the number under a pointer or with the focus, and outlines it on a map.
   * @param {number[] | undefined} at row and column
   */
  #point(at) {
    const matrix = this.#matrix;
    this.#pointed = at;
    if (!matrix) return;
    this.#say(at ? readsOf(this.#words, at, matrix.view.at(at[0], at[1])) : '');
    outline(this.renderRoot, at, matrix.view);
  }

  /** What a pointer is over, or the focus on. @param {Event} event */
  #aim = (event) => {
    const target = /** @type {Element} */ (event.target);
    const place = cellOf(target)?.dataset.place;
    if (event.type === 'focusin') moveTabStop(/** @type {FocusEvent} */ (event));
    if (place) this.#point(placed(place));
    else if (this.#matrix && target.matches('.sheet canvas'))
      this.#point(placeUnder(/** @type {PointerEvent} */ (event), target, this.#matrix.view));
  };

  /** @param {MouseEvent} event */
  #onClick({ target, detail }) {
    const cell = cellOf(target);
    // The second click of two may hit another number if the lens has moved.
    if (cell && detail < 2) this.#act(cell, 'Enter', false);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { key, ctrlKey, altKey, metaKey, target } = event;
    if (event.defaultPrevented || altKey || metaKey) return;
    const cell = cellOf(target);
    // Slides around would turn, at the edge of the table too.
    if (cell && key in WAYS) event.stopPropagation();
    const heads = headsOf(this.#computation?.layers[this.layer].shape ?? []);
    const digit = /^[1-9]$/.test(key) && !ctrlKey && Number(key) <= heads;
    if (digit) this.head = Number(key) - 1;
    if (digit || (cell && this.#act(cell, key, ctrlKey)) || walk(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /**
   * @param {HTMLElement} cell
   * @param {string} key
   * @param {boolean} far with Ctrl
   */
  #act({ dataset: { place } }, key, far) {
    const matrix = this.#matrix;
    if (!place || !matrix) return false;
    const at = placed(place);
    if (/^(Enter| )$/.test(key) && !far) {
      this.#press(at);
      this.#focus(at);
      return true;
    }
    const to = isMap(matrix) && destination(at, key, far, matrix.view);
    if (to) this.#focus(to);
    return Boolean(to);
  }

  /**
   * Focuses a number, and moves the lens if it is not in it.
   * @param {number[]} at row and column
   */
  async #focus(at) {
    const place = placeOf(/** @type {Matrix} */ (this.#matrix), at);
    const find = () =>
      /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(`[data-place="${place}"]`));
    if (!find()) this.#lens = at;
    this.requestUpdate();
    await this.updateComplete;
    find()?.focus();
  }
}

/** @param {Map<string, unknown>} changed */
const isGiven = (changed) =>
  ['weights', 'shape', 'rowTokens', 'columnTokens'].some((name) => changed.has(name));

/** @param {number} given @param {number} count */
const within = (given, count) => Math.min(count - 1, Math.max(0, Math.trunc(given) || 0));

/** @param {Matrix} matrix @param {number[]} at row and column */
const placeOf = (matrix, [row, column]) => ['weights', ...indexOf(matrix, row, column)].join('.');

/** @param {string} place @returns {number[]} row and column */
const placed = (place) => place.split('.').slice(-2).map(Number);

/**
 * The number that a key leads to within a map.
 * @param {number[]} from
 * @param {string} key
 * @param {boolean} far with Ctrl, to a corner
 * @param {{ rows: number, columns: number }} view
 * @returns {number[] | undefined} row and column
 */
function destination([row, column], key, far, { rows, columns }) {
  if (key === 'Home') return [far ? 0 : row, 0];
  if (key === 'End') return [far ? rows - 1 : row, columns - 1];
  const [down, right] = WAYS[key] ?? [];
  const to = [row + down, column + right];
  return !far && to[0] >= 0 && to[0] < rows && to[1] >= 0 && to[1] < columns ? to : undefined;
}

import { html, LitElement, nothing } from 'lit';
import { toCsv } from '../export/csv.js';
import { drawMatrices, toPng, toSvg } from '../export/drawing.js';
import { toJson } from '../export/json.js';
import { indexOf, table } from '../lessons/tables.js';
import { DEFAULTS } from '../session/state.js';
import { readOwnWeights } from '../sources/own-weights.js';
import { niceLimit, paletteOf } from '../styles/colour.js';
import { own } from '../styles/own.js';
import { styles } from '../styles/styles.js';
import { lang } from '../text/en/language.js';
import * as messages from '../text/en/messages.js';
import * as text from '../text/en/tables.js';
import { cellOf, keepTabStops, moveTabStop, WAYS, walk } from '../views/grid.js';
import { markLanguage } from '../views/language.js';
import { legend } from '../views/legend.js';
import { isMap, matrixTable } from '../views/matrix.js';
import { values } from '../views/view.js';

/**
 * @import { AttentionError } from '../../src/js/errors.js'
 * @import { TensorLike } from '../../src/js/tensor.js'
 * @import { Matrix } from '../lessons/tables.js'
 * @import { Computation } from '../session/computation.js'
 * @import { TableContext } from '../views/number-table.js'
 * @typedef {'svg' | 'png' | 'csv' | 'json'} MapFormat
 */

/**
 * `<attention-map>`: attention weights of anybody's own model as a heat map, in digits up to 16 tokens
 * and as a map of pixels with a lens up to 512. It computes nothing and needs no core.
 *
 * Weights lie on a scale from 0 to 1. Where a number lies outside, as logits do, the colours are those
 * of signed numbers. What cannot be shown is told in a sentence, and the next good value works.
 * Children of the element are shown where there are no weights.
 *
 * @fires attention-cell when a number is pressed, or Enter on it:
 *   `{ row, column, head, rowToken, columnToken, value }`
 * @fires attention-error when what was given cannot be shown: `{ code, message }`
 * @slot - what is shown where there are no weights, or none that can be shown
 * @csspart toolbar - the choice of a head
 * @csspart matrix - the table of weights, or the map
 * @csspart cell - one number of a table
 * @cssprop --attention-q - colour of the query tokens, at the rows
 * @cssprop --attention-k - colour of the key tokens, at the columns
 * @cssprop --attention-weight - colour of the weight 1; smaller ones are nearer to the paper
 * @cssprop --attention-positive - colour of the largest positive number
 * @cssprop --attention-negative - colour of the largest negative number
 * @cssprop --attention-cell-size - width and height of a number's cell, at least
 * @cssprop --attention-font - family of tables and labels
 * @attr {string} lang - language of the tokens, which are marked with it
 */
export class AttentionMap extends LitElement {
  /** @internal */
  static properties = {
    rowTokens: { attribute: 'row-tokens' },
    columnTokens: { attribute: 'column-tokens' },
    weights: {},
    head: { type: Number, reflect: true, useDefault: true },
    label: { useDefault: true },
    theme: { reflect: true, useDefault: true },
  };

  /** @internal */
  static styles = [...styles, own];

  /**
   * Also observes an attribute that all elements have.
   * @internal
   */
  static get observedAttributes() {
    // biome-ignore lint/complexity/noThisInStatic: it lists the properties of the class it is read on.
    return [...super.observedAttributes, 'lang'];
  }

  /** @type {Computation | undefined} of one tensor, what was given */
  #computation;
  /** @type {AttentionError | undefined} why there is none */
  #error;
  /** @type {Matrix | undefined} that of the head that is shown */
  #matrix;
  #heads = 1;
  /** Where the colours of signed numbers end: the same for all heads. */
  #limit = 1;
  /** @type {number[] | undefined} row and column of the number that was pressed last */
  #pressed;
  /** @type {number[] | undefined} row and column that the lens lies around */
  #lens;
  /** The row and the column whose words are pressed. */
  #selected = { query: -1, key: -1 };

  constructor() {
    super();
    /**
     * The query tokens, one for each row; without, those of the columns or numbers. A string holds
     * words separated by blanks, or a JSON array.
     * @type {import('../sources/own-weights.js').Tokens}
     */
    this.rowTokens = undefined;
    /**
     * The key tokens, one for each column.
     * @type {import('../sources/own-weights.js').Tokens}
     */
    this.columnTokens = undefined;
    /**
     * (H, L, S) or (L, S): a tensor, nested arrays, or these as JSON.
     * @type {TensorLike | string | null | undefined}
     */
    this.weights = undefined;
    /** The head that is shown, from 0. A number out of range becomes the nearest. */
    this.head = 0;
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
    if (name === 'lang') this.requestUpdate();
  }

  /**
   * @param {string} type
   * @param {object} detail
   */
  #send(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }

  /**
   * @param {Map<string, unknown>} changed
   * @internal
   * @override
   */
  willUpdate(changed) {
    if (isGiven(changed)) this.#read();
    const computation = this.#computation;
    this.#matrix = undefined;
    if (!computation) return;
    this.head = Math.min(this.#heads - 1, Math.max(0, Math.trunc(this.head) || 0));
    const { head, label } = this;
    const name = this.#heads > 1 ? text.ofHead(label, head + 1) : label;
    this.#matrix = {
      ...table({ state: { ...DEFAULTS, head }, computation }, 'weights', { name }),
      limit: this.#limit,
      rowWords: computation.queryWords.map(visible),
      columnWords: computation.keyWords.map(visible),
    };
  }

  #read() {
    this.#computation = undefined;
    this.#error = undefined;
    try {
      this.#computation = readOwnWeights(this);
    } catch (error) {
      this.#error = /** @type {AttentionError} */ (error);
    }
    const { shape, data } = this.#computation?.results.weights ?? { shape: [], data: [] };
    this.#heads = shape.length === 3 ? shape[0] : 1;
    this.#limit = niceLimit(/** @type {number[]} */ (data));
  }

  /**
   * @param {Map<string, unknown>} changed
   * @internal
   * @override
   */
  updated(changed) {
    const error = this.#error;
    if (error && isGiven(changed)) {
      this.#send('attention-error', { code: error.code, message: error.message });
    }
    markLanguage(this.renderRoot, this.lang);
    keepTabStops(this.renderRoot);
  }

  /**
   * What is shown, as a text or an image: `svg` (vectors), `png` (a Blob), `csv`, and all heads as `json`.
   * @template {MapFormat} Format
   * @param {Format} format
   * @returns {Promise<Format extends 'png' ? Blob : string>}
   */
  async export(format) {
    await this.updateComplete;
    return /** @type {any} */ (await this.#make(format));
  }

  /** @param {string} format */
  #make(format) {
    const [computation, matrix] = [this.#computation, this.#matrix];
    if (!computation || !matrix) throw this.#error ?? new RangeError(messages.noWeights);
    const { label, head } = this;
    const draw = () => drawMatrices([matrix], { title: matrix.name, palette: paletteOf(this) });
    if (format === 'svg') return toSvg(draw());
    if (format === 'png') return toPng(draw());
    if (format === 'csv') return toCsv(computation, 'weights', matrix.leadingIndex) ?? '';
    if (format !== 'json')
      throw new RangeError(messages.unknownFormat(format, ['svg', 'png', 'csv', 'json']));
    const made = toJson({ label, head }, computation);
    if ('refused' in made) throw new RangeError(made.refused);
    return made.text;
  }

  /** @internal @override */
  render() {
    const matrix = this.#matrix;
    if (this.#error) {
      return html`<p class="status own" lang=${lang} role="alert">${messages.badWeights(
        this.#error.message,
      )}</p><slot></slot>`;
    }
    if (!matrix) return html`<slot></slot>`;
    const lost = isMap(matrix)
      ? values(matrix.view).filter((one) => !Number.isFinite(one)).length
      : 0;
    return html`<div class="own" lang=${lang} @click=${this.#onClick} @keydown=${this.#onKey}
      @focusin=${moveTabStop}>
      ${this.#heads > 1 ? this.#tabs() : nothing}
      ${matrixTable(matrix, this.#context(matrix))}
      ${lost > 0 ? html`<p class="note">${text.notFinite(lost)}</p>` : nothing}
      ${legend([matrix])}
    </div>`;
  }

  /**
   * The context of a view, as far as tables read it.
   * @param {Matrix} matrix
   * @returns {TableContext}
   */
  #context(matrix) {
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
    };
  }

  /** @param {{ cell?: string, query?: number, key?: number }} change */
  #select = ({ cell, query, key }) => {
    const selected = this.#selected;
    if (query !== undefined) selected.query = query === selected.query ? -1 : query;
    if (key !== undefined) selected.key = key;
    if (cell !== undefined) this.#press(numbersOf(cell));
    this.requestUpdate();
  };

  /** @param {number[]} at row and column */
  #press(at) {
    const [row, column] = at;
    this.#pressed = at;
    this.#lens = at;
    this.#send('attention-cell', {
      ...{ row, column, head: this.head },
      rowToken: this.#computation?.queryWords[row],
      columnToken: this.#computation?.keyWords[column],
      value: this.#matrix?.view.at(row, column),
    });
  }

  #tabs() {
    const heads = this.#heads;
    const tabs = Array.from(
      { length: heads },
      (_, head) => html`<button type="button" aria-pressed=${head === this.head}
        @click=${() => Object.assign(this, { head })}>${head + 1}</button>`,
    );
    return html`<fieldset class="heads" part="toolbar"><legend>${text.head}</legend>${tabs}</fieldset>
      <p class="hidden" aria-live="polite">${text.headOf(this.head + 1, heads)}</p>`;
  }

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
    const digit = /^[1-9]$/.test(key) && !ctrlKey && Number(key) <= this.#heads;
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
    const at = numbersOf(place);
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
  ['weights', 'rowTokens', 'columnTokens'].some((name) => changed.has(name));

/** @param {Matrix} matrix @param {number[]} at row and column */
const placeOf = (matrix, [row, column]) => ['weights', ...indexOf(matrix, row, column)].join('.');

/** @param {string} place @returns {number[]} row and column */
const numbersOf = (place) => place.split('.').slice(-2).map(Number);

/**
 * An invisible token is written as in a program.
 * @param {string} token
 */
const visible = (token) => (/^[\s\p{Cc}\p{Cf}]*$/u.test(token) ? JSON.stringify(token) : token);

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

/** Renders `<attention-map>`: one head, the choices of the reader, or a picture of all heads. */

import { html, nothing } from 'lit';
import { radioForm } from '../figures/controls.js';
import { styled } from '../figures/dom.js';
import { isOfPairs, isTooWide } from '../figures/tables.js';
import { dir, lang } from '../text/en/language.js';
import * as messages from '../text/en/messages.js';
import * as text from '../text/en/tables.js';
import { fitLabels, labelMap, numberChoice } from '../views/labelled-map.js';
import { colourLegend, matrixTable, readout } from '../views/matrix.js';
import { alertStatus, loadStatus, textStatus } from '../views/status-message.js';
import { captionView } from './base-element.js';

/**
 * @import { Matrix } from '../figures/types.js'
 * @import { Layered, ShownComputation } from '../sources/types.js'
 * @import { LoadState } from '../session/load-state.js'
 * @import { ShownWeights, TableContext } from '../views/types.js'
 * @import { AttentionMap } from './attention-map.js'
 * @import { MapContent } from './map-content.js'
 * @import { MapInput } from './map-input.js'
 */

/** The padding on the left and right, in pixels. */
const PADDING = 32;

/** The width in pixels until the browser has laid the map out. */
const DEFAULT_WIDTH = 640;

/** The width of a sheet, A4 or Letter, with margins of 2.5 cm. */
const SHEET = 600;

export class MapView {
  #host;
  #content;
  #input;
  /** The memory of a picture between two drawings. @type {ShownWeights['memory']} */
  #memory = {};
  /** The available width, in pixels. */
  #width = DEFAULT_WIDTH;
  /** The row and the column whose words are selected. */
  #selected = { query: -1, key: -1 };

  /** @param {AttentionMap} host @param {MapContent} content @param {MapInput} input */
  constructor(host, content, input) {
    this.#host = host;
    this.#content = content;
    this.#input = input;
  }

  /** Forgets the memory when the view changes. */
  forget() {
    this.#memory = {};
  }

  /** @param {number} clientWidth @returns {boolean} whether the width has changed */
  fit(clientWidth) {
    const before = this.#width;
    this.#width = Math.max(0, clientWidth - PADDING) || DEFAULT_WIDTH;
    return this.#width !== before;
  }

  /** The width for a picture, in pixels. The width of a sheet is unknown before it is printed. */
  get #room() {
    return this.#host.printing.isPrinting ? Math.min(SHEET, this.#width) : this.#width;
  }

  /** @returns {ShownWeights} */
  makeShownWeights() {
    const { words, matrix, computation } = this.#content;
    return {
      ...this.#content.colourScale,
      .../** @type {ShownComputation & Layered} */ (computation),
      ...words,
      layer: this.#host.layer,
      head: this.#host.head,
      label: this.#host.label,
      matrix: /** @type {Matrix} */ (matrix),
      memory: this.#memory,
      host: this.#host,
      isPrinting: this.#host.printing.isPrinting,
      map: () => this.#renderMap(),
      tabs: () => this.#renderTabs(),
      isLocked: this.#host.locked,
      keep: (word) => {
        this.#memory.kept = word;
        this.#host.requestUpdate();
      },
      press: this.#input.pressCell,
    };
  }

  /**
   * @param {{ view: (shown: ShownWeights) => unknown }} [picture] the picture that replaces the map
   * @param {LoadState<unknown>} [pictures] the script of the picture, if one is wanted
   */
  render(picture, pictures) {
    const { computation, error, words, refusal } = this.#content;
    if (error) return html`${alertStatus(messages.badWeights(error.message), 'own')}<slot></slot>`;
    if (!computation) {
      const isEmpty =
        !this.#host.src &&
        this.#host.children.length === 0 &&
        this.#host.textContent?.trim() === '';
      return html`${refusal && alertStatus(refusal.message, 'own')}${isEmpty ? textStatus(messages.needsWeights, 'own empty') : nothing}<slot></slot>`;
    }
    const { onClick, onKey, aim, leave } = this.#input;
    return html`<div class="own container by-author" lang=${lang} dir=${dir} ${styled('--columns', `${words.columns.length}`)}
      @click=${onClick} @keydown=${onKey} @focusin=${aim} @pointermove=${aim}
      @pointerdown=${aim} @pointerleave=${leave}>
      ${refusal && alertStatus(refusal.message)}
      ${
        picture
          ? picture.view(this.makeShownWeights())
          : html`${pictures && loadStatus(pictures, messages.theMapViews)}
              ${pictures && !pictures.hasFailed ? nothing : [this.#renderTabs(), this.#renderMap()]}`
      }
      ${captionView(this.#host)}
    </div>`;
  }

  /** Renders one head. */
  #renderMap() {
    const matrix = /** @type {Matrix} */ (this.#content.matrix);
    const legend = colourLegend([matrix]);
    const table = matrixTable(matrix, this.#makeContext(matrix));
    if (!isTooWide(matrix)) return html`${table}${legend}${readout}`;
    const lost = matrix.view.numbers.filter((value) => !Number.isFinite(value)).length;
    return html`${table}
      ${lost > 0 ? html`<p class="note">${text.notFinite(lost)}</p>` : nothing}
      ${legend}`;
  }

  /** Renders the choice of layer and head. */
  #renderTabs() {
    if (this.#host.locked) return nothing;
    const { layers } = /** @type {Layered} */ (this.#content.computation);
    const { layer, head } = this.#host;
    const heads = this.#content.countHeads(layer);
    return html`${radioForm}${numberChoice('layer', text.layer, layer, layers.length, this.#set)}
      ${numberChoice('head', text.head, head, heads, this.#set)}
      <p class="hidden" aria-live="polite">${text.place(layer + 1, layers.length, head + 1, heads)}</p>
      ${
        this.#content.hasPieces
          ? html`<label class="pieces" part="toolbar"><input type="checkbox" .checked=${this.#host.wordPieces !== 'raw'}
              @change=${() => this.#set({ wordPieces: this.#host.wordPieces === 'raw' ? 'clean' : 'raw' })}>${text.wholePieces}</label>`
          : nothing
      }`;
  }

  /** @param {object} change */
  #set = (change) => Object.assign(this.#host, change);

  /**
   * Makes the context of a view, as far as tables read it.
   * @param {Matrix} matrix
   * @returns {TableContext}
   */
  #makeContext(matrix) {
    const { query, key } = this.#selected;
    const { words } = this.#content;
    const { lens } = this.#input;
    const { place, isPressed } = this.#input.findMarked(matrix);
    return {
      state: { key, cell: isPressed ? place : '', rows: 'all', pin: -1 },
      selected: query,
      isLocked: this.#host.locked,
      dispatch: this.#select,
      marks: new Map([[place, 'traced']]),
      traced: lens && { id: 'weights', index: [...matrix.leadingIndex, ...lens] },
      originalOf: () => undefined,
      compared: () => undefined,
      around: (sheet) =>
        html`${labelMap(sheet, words, fitLabels(words, this.#room), isOfPairs(matrix))}${readout}`,
    };
  }

  /** @param {{ query?: number, key?: number }} change */
  #select = ({ query, key }) => {
    const selected = this.#selected;
    if (query !== undefined) selected.query = query === selected.query ? -1 : query;
    if (key !== undefined) selected.key = key;
    this.#host.requestUpdate();
  };
}

/** Pointer and keyboard input for the numbers of `<attention-map>`: pressing, pointing, moving the focus. */

import { readKey } from '../figures/dom.js';
import { findTableDirection, isTooWide, nameCell } from '../figures/tables.js';
import { parseCell } from '../graph/cell.js';
import { toDecimal } from '../text/number.js';
import { findInGrid, findItem, isForRadio, moveTabStop, WAYS, walkGroup } from '../views/grid.js';
import { describeNumber, outlineNumber } from '../views/labelled-map.js';
import { writeReadout } from '../views/matrix.js';
import { readPlace } from '../views/places.js';

/**
 * @import { Matrix } from '../figures/types.js'
 * @import { AttentionMap } from './attention-map.js'
 * @import { MapContent } from './map-content.js'
 * @import { PressedNumber } from './types.js'
 */

/** A row and a column. @typedef {number[]} Position */

export class MapInput {
  #host;
  #content;
  /** The number under the pointer or with the focus. @type {Position | undefined} */
  #pointed;
  /** The centre of the lens. @type {Position | undefined} */
  lens;
  /** The detail of the last press. @type {PressedNumber | null} */
  value = null;

  /** @param {AttentionMap} host @param {MapContent} content */
  constructor(host, content) {
    this.#host = host;
    this.#content = content;
    host.addController(this);
  }

  hostUpdated() {
    this.#point(this.#pointed);
  }

  /** Forgets the pressed number when the weights change. The lens stays where the reader looks. */
  forget() {
    this.#pointed = undefined;
    this.value = null;
  }

  /**
   * Returns the name of the number to mark, which has the row and the column of the pressed number,
   * and whether it is that number, not one of another head.
   * @param {Matrix} matrix
   */
  findMarked(matrix) {
    if (!this.value) return { place: '', isPressed: false };
    const position = [this.value.row, this.value.column];
    return { place: formatPlace(matrix, position), isPressed: this.#isPressed(position) };
  }

  /** Handles a press on a number, however it was made. @param {Position} position */
  pressCell = (position) => {
    const [row, column] = position;
    const { computation, matrix } = this.#content;
    const { layers = [], queryWords, keyWords } = computation ?? {};
    const { layer, head } = this.#host;
    this.lens = position;
    this.value = {
      row,
      column,
      ...(layers.length > 1 && { layer }),
      head,
      rowToken: queryWords?.[row] ?? '',
      columnToken: keyWords?.[column] ?? '',
      value: toDecimal(matrix?.view.at(row, column) ?? Number.NaN),
    };
    this.#host.send('attention-cell', this.value);
    this.#host.send('input');
    this.#host.send('change');
  };

  /** Whether a number is `value` already. @param {Position} position */
  #isPressed([row, column]) {
    const { layer, head } = this.#host;
    const { value } = this;
    return (
      value?.row === row &&
      value.column === column &&
      value.head === head &&
      (value.layer ?? 0) === layer
    );
  }

  /**
   * Describes the number under the pointer or with the focus, and outlines it on a map. Without one,
   * it describes the framed number.
   * @param {Position | undefined} position
   */
  #point(position) {
    const { matrix, words } = this.#content;
    this.#pointed = position;
    if (!matrix) return;
    const { renderRoot } = this.#host;
    const framed = renderRoot.querySelector('td.traced') && this.value;
    const [row, column] = position ?? (framed ? [framed.row, framed.column] : []);
    const shown = { ...words, matrix };
    const reading =
      row === undefined ? '' : describeNumber(shown, [row, column], matrix.view.at(row, column));
    writeReadout(renderRoot, reading);
    outlineNumber(renderRoot, position, matrix.view);
  }

  /** Follows the pointer or the focus to a cell. @param {Event} event */
  aim = (event) => {
    if (event.type === 'focusin') moveTabStop(/** @type {FocusEvent} */ (event));
    const found = this.#content.matrix && readPlace(event);
    if (found) this.#point(readPosition(found.place));
  };

  leave = () => {
    // Otherwise, the line below is about something else, such as a pressed word.
    if (this.#pointed) this.#point(undefined);
  };

  /** @param {MouseEvent} event */
  onClick = (event) => {
    if (this.#host.locked) return;
    const found = readPlace(event);
    // The second click of a double click may hit another number if the lens has moved.
    if (!found || !this.#content.matrix || event.detail > 1) return;
    const position = readPosition(found.place);
    this.pressCell(position);
    if (findItem(event.target)) this.#focus(position);
    else this.#host.requestUpdate();
  };

  /** @param {KeyboardEvent} event */
  onKey = (event) => {
    const { ctrlKey, altKey, metaKey, target } = event;
    const key = readKey(event);
    if (this.#host.locked || event.defaultPrevented || altKey || metaKey) return;
    const host = this.#host;
    const cell = findItem(target);
    // Slides around the element would react to arrow keys, also at the edge of the table.
    if ((cell && key in WAYS) || isForRadio(key, target)) event.stopPropagation();
    const digit =
      /^[1-9]$/.test(key) && !ctrlKey && Number(key) <= this.#content.countHeads(host.layer);
    if (digit) host.head = Number(key) - 1;
    if (digit || this.#pressOrWalk(event) || walkGroup(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  /** Presses the focused number, or moves the focus from it. @param {KeyboardEvent} event */
  #pressOrWalk(event) {
    const { key, ctrlKey } = event;
    const { matrix } = this.#content;
    const found = readPlace(event);
    if (!found || !matrix) return false;
    const position = readPosition(found.place);
    if (/^(Enter| )$/.test(key) && !ctrlKey) {
      // Nothing changes, so the page may scroll or show its next slide.
      if (key === ' ' && this.#isPressed(position)) return false;
      this.pressCell(position);
      this.#focus(position);
      return true;
    }
    if (!isTooWide(matrix)) return false;
    const { rows, columns } = matrix.view;
    const at = (/** @type {number} */ row, /** @type {number} */ column) =>
      row >= 0 && row < rows && column >= 0 && column < columns ? [row, column] : undefined;
    const next = findInGrid(event, { rows, columns, at }, position, findTableDirection(matrix));
    if (next) this.#focus(next);
    return Boolean(next);
  }

  /** Focuses a number, and moves the lens to it if necessary. @param {Position} position */
  async #focus(position) {
    const place = formatPlace(/** @type {Matrix} */ (this.#content.matrix), position);
    const host = this.#host;
    const find = () =>
      /** @type {HTMLElement | null} */ (host.renderRoot.querySelector(`[data-place="${place}"]`));
    if (!find()) this.lens = position;
    host.requestUpdate();
    await host.updateComplete;
    find()?.focus();
  }
}

/** @param {Matrix} matrix @param {Position} position */
const formatPlace = (matrix, [row, column]) => nameCell(matrix, row, column);

/** @param {string} place @returns {Position} */
const readPosition = (place) => parseCell(place)?.index.slice(-2) ?? [];

/**
 * Keyboard navigation in matrices, by the grid pattern of the ARIA Authoring Practices. Each matrix
 * is one tab stop, and arrow keys move between its words and numbers.
 */

/** The steps of keys, in rows and columns. @type {Readonly<Record<string, number[]>>} */
export const WAYS = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

const CELL_SELECTOR = '[data-place], button.word, button.may';

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
export const findCell = (target) =>
  target instanceof Element ? target.closest(CELL_SELECTOR) : null;

/**
 * Functions that find the number under a pointer in a picture of pixels.
 * @type {WeakMap<Element, (event: MouseEvent) => string>}
 */
const placesUnder = new WeakMap();

/** @param {Element} canvas @param {(event: MouseEvent) => string} findPlace */
export const setPlaces = (canvas, findPlace) => placesUnder.set(canvas, findPlace);

/**
 * Returns the number that an event refers to, wherever it is drawn. `data-place` names the number.
 * @param {Event} event
 * @returns {{ place: string, isInOverview: boolean } | undefined}
 */
export function readPlace(event) {
  const target = event.composedPath()[0];
  if (!(target instanceof Element)) return undefined;
  const cell = /** @type {HTMLElement | SVGElement | null} */ (target.closest('[data-place]'));
  const place = cell?.dataset.place ?? placesUnder.get(target)?.(/** @type {MouseEvent} */ (event));
  return place ? { place, isInOverview: target.closest('.first') !== null } : undefined;
}

/**
 * @param {Element} table
 * @returns {(HTMLElement | null)[][]} the focusable elements, row by row; missing words leave gaps
 */
function listWalkableRows(table) {
  return [...table.querySelectorAll('tr')].map((row) =>
    [...row.children].map(
      (child) =>
        /** @type {HTMLElement | null} */ (
          child.matches(CELL_SELECTOR) ? child : child.querySelector(CELL_SELECTOR)
        ),
    ),
  );
}

/** @param {KeyboardEvent} event @returns {boolean} whether the key moved within a matrix */
export function walkTable(event) {
  const from = findCell(event.target);
  const table = from?.closest('table');
  if (!from || !table || event.altKey || event.metaKey) return false;
  const rows = listWalkableRows(table);
  const row = rows.findIndex((cells) => cells.includes(from));
  const column = rows[row].indexOf(from);
  const isRtl = getComputedStyle(table).direction === 'rtl';
  const to = findDestination(event, rows, row, column, isRtl ? -1 : 1);
  if (!to) return false;
  event.preventDefault();
  to.focus();
  return true;
}

/**
 * @param {KeyboardEvent} event
 * @param {(HTMLElement | null)[][]} rows
 * @param {number} row
 * @param {number} column
 * @param {1 | -1} onward the direction of the columns
 */
function findDestination({ key, ctrlKey }, rows, row, column, onward) {
  /** @param {(HTMLElement | null)[]} cells @returns {HTMLElement | undefined} */
  const first = (cells) => cells.find(Boolean) ?? undefined;
  if (key === 'Home') return first(ctrlKey ? (rows.find(first) ?? []) : rows[row]);
  if (key === 'End') return first((ctrlKey ? (rows.at(-1) ?? []) : rows[row]).toReversed());
  const [down, right] = WAYS[key] ?? [];
  if (down === undefined || ctrlKey) return undefined;
  for (let i = 1; i < Math.max(rows.length, rows[row].length); i++) {
    const next = rows[row + down * i]?.[column + right * onward * i];
    if (next) return next;
  }
  return undefined;
}

/**
 * Finds the cell that a key leads to, in a grid without gaps.
 * @param {Pick<KeyboardEvent, 'key' | 'ctrlKey'>} event the key; with Ctrl, Home and End lead to a
 * corner
 * @param {number[]} from row and column
 * @param {{ rows: number, columns: number }} size
 * @param {string} [direction] the direction of the columns
 * @returns {number[] | undefined} row and column
 */
export function findNextPlace({ key, ctrlKey }, [row, column], { rows, columns }, direction) {
  if (key === 'Home') return [ctrlKey ? 0 : row, 0];
  if (key === 'End') return [ctrlKey ? rows - 1 : row, columns - 1];
  const [down, right] = WAYS[key] ?? [];
  const to = [row + down, column + (direction === 'rtl' ? -right : right)];
  const isInside = to[0] >= 0 && to[0] < rows && to[1] >= 0 && to[1] < columns;
  return !ctrlKey && isInside ? to : undefined;
}

/**
 * Keeps one tab stop in each matrix: the last focused cell, otherwise the traced number, otherwise
 * the selected row.
 * @param {ParentNode} root
 */
export function keepTabStops(root) {
  for (const table of root.querySelectorAll('table')) {
    const all = /** @type {HTMLElement[]} */ ([...table.querySelectorAll(CELL_SELECTOR)]);
    const stops = all.filter(({ tabIndex }) => tabIndex === 0);
    if (stops.length === 1 || all.length === 0) continue;
    const best =
      table.querySelector('[aria-selected=true], .traced') ??
      table.querySelector('.selected [data-place]') ??
      table.querySelector('[data-place], .may') ??
      all[0];
    for (const cell of all) cell.tabIndex = cell === best ? 0 : -1;
  }
}

/** Makes the focused cell the tab stop of its matrix. @param {FocusEvent} event */
export function moveTabStop(event) {
  const cell = findCell(event.target);
  const table = cell?.closest('table');
  if (!cell || !table) return;
  for (const other of table.querySelectorAll('[tabindex="0"]')) {
    /** @type {HTMLElement} */ (other).tabIndex = -1;
  }
  cell.tabIndex = 0;
  lastFocused.set(cell.getRootNode(), new WeakRef(cell));
}

/**
 * The last focused cell of each shadow root, because a number may be in several tables.
 * @type {WeakMap<Node, WeakRef<HTMLElement>>}
 */
const lastFocused = new WeakMap();

/**
 * Moves the focus back to the cell that was pressed.
 * @param {Element} from
 * @param {string} place
 */
export function refocusNumber(from, place) {
  const root = /** @type {ShadowRoot} */ (from.getRootNode());
  const at = `[data-place="${place}"]`;
  const pressed = lastFocused.get(root)?.deref();
  const cell =
    pressed?.matches(at) && root.contains(pressed)
      ? pressed
      : (root.querySelector(`.figure ${at}`) ?? root.querySelector(at));
  /** @type {HTMLElement | null} */ (cell)?.focus();
}

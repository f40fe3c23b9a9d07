/**
 * Keyboard navigation by the patterns of the ARIA Authoring Practices. Each matrix is a grid with
 * one tab stop, and arrow keys move between its words and numbers. The formula is a toolbar, and so
 * are the words of a sentence that can be pressed.
 */

/** The steps of keys, in rows and columns. @type {Readonly<Record<string, number[]>>} */
export const WAYS = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

const CELL_SELECTOR = '[data-place], button.word, button.may';

/** Selects what arrow keys move between: cells of a table, parts of the formula, words. */
const ITEM_SELECTOR = `${CELL_SELECTOR}, .formula-line :is(button, a), button.token`;

/** Selects the groups of such items. */
const GROUP_SELECTOR = 'table, .formula-line, .arcs .words';

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
export const findItem = (target) =>
  target instanceof Element ? target.closest(ITEM_SELECTOR) : null;

/**
 * Whether the focused element is a radio button whose choice a key changes.
 * @param {string} key
 * @param {EventTarget | null} target
 */
export function isForRadio(key, target) {
  if (!(target instanceof Element && target.matches('[type=radio]'))) return false;
  const { checked, name } = /** @type {HTMLInputElement} */ (target);
  if (!(key in WAYS)) return key === ' ' && !checked;
  const root = /** @type {ShadowRoot} */ (target.getRootNode());
  return root.querySelectorAll(`[type=radio][name="${name}"]:enabled`).length > 1;
}

/**
 * Moves the focus within a table, the formula or a sentence.
 * @param {KeyboardEvent} event
 * @param {string} [selector] the elements that take the focus; the first one of each cell counts
 * @returns {boolean} whether the key moved the focus
 */
export function walkGroup(event, selector = ITEM_SELECTOR) {
  const { target, altKey, metaKey } = event;
  const from = target instanceof Element ? target.closest(selector) : null;
  const group = from?.closest(GROUP_SELECTOR);
  if (!from || !group || altKey || metaKey) return false;
  const lines = group.matches('table') ? [...group.querySelectorAll('tr')] : [group];
  const items = lines.map((line) =>
    [...line.children].map((child) =>
      child.matches(selector) ? child : child.querySelector(selector),
    ),
  );
  const rows = group.matches('.in-column *') ? items[0].map((item) => [item]) : items;
  const to = findInRows(event, rows, from, getComputedStyle(group).direction);
  if (!to) return false;
  event.preventDefault();
  /** @type {HTMLElement} */ (to).focus();
  return true;
}

/**
 * Finds the element that a key leads to. Missing words leave gaps.
 * @template {Element} Item
 * @param {Pick<KeyboardEvent, 'key' | 'ctrlKey'>} event
 * @param {(Item | null)[][]} all
 * @param {Item} from
 * @param {string} [direction] the direction of the columns
 */
function findInRows(event, all, from, direction) {
  const rows = all.filter((items) => items.some(Boolean));
  const row = rows.findIndex((items) => items.includes(from));
  const grid = {
    rows: rows.length,
    columns: Math.max(...rows.map(({ length }) => length)),
    at: (/** @type {number} */ i, /** @type {number} */ j) => rows[i]?.[j],
  };
  return findInGrid(event, grid, [row, rows[row].indexOf(from)], direction);
}

/**
 * Finds what a key leads to in a grid. Arrows jump over gaps, which are null.
 * @template Item
 * @param {Pick<KeyboardEvent, 'key' | 'ctrlKey'>} event the key; with Ctrl, Home and End lead to a
 * corner
 * @param {{ rows: number, columns: number, at: (row: number, column: number) => Item | null | undefined }} grid
 * @param {number[]} from row and column
 * @param {string} [direction] the direction of the columns
 */
export function findInGrid({ key, ctrlKey }, { rows, columns, at }, [row, column], direction) {
  if (key === 'Home' || key === 'End') {
    const line = ctrlKey ? { Home: 0, End: rows - 1 }[key] : row;
    for (let i = 0; i < columns; i++) {
      const item = at(line, key === 'Home' ? i : columns - 1 - i);
      if (item) return item;
    }
    return undefined;
  }
  const [down, right] = WAYS[key] ?? [];
  if (down === undefined || ctrlKey) return undefined;
  const onward = direction === 'rtl' ? -right : right;
  for (let i = 1; ; i++) {
    const item = at(row + down * i, column + onward * i);
    if (item !== null) return item;
  }
}

// In the whole picture, cells and words are parts of a drawing.

/**
 * Finds the element that a key leads to from a cell or a word of the whole picture, a drawing.
 * @param {SVGElement} from
 * @param {string} key
 * @returns {SVGElement | undefined}
 */
export function findNeighbour(from, key) {
  if (from.dataset.word !== undefined) {
    const [down, right] = WAYS[key] ?? [0, 0];
    const all = [...(from.closest('.words')?.querySelectorAll('[role=button]') ?? [])];
    const to = { Home: 0, End: all.length - 1 }[key] ?? all.indexOf(from) + down + right;
    return all[to] === from ? undefined : /** @type {SVGElement | undefined} */ (all[to]);
  }
  const grid = /** @type {SVGElement | null} */ (from.closest('.cells'));
  if (!grid) return undefined;
  const rows = [...grid.children].map((row) => [...row.querySelectorAll('[data-place]')]);
  const to = findInRows({ key, ctrlKey: false }, rows, from, grid.dataset.direction);
  return /** @type {SVGElement | undefined} */ (to);
}

/** Returns a selector that finds an element again after it is redrawn. @param {Element} element */
export function writeSelector(element) {
  const { place, word, axis } = /** @type {SVGElement} */ (element).dataset;
  if (place !== undefined) return `.cells [data-place="${place}"]`;
  return word === undefined ? undefined : `[role=button][data-word="${word}"][data-axis="${axis}"]`;
}

// Tab stops.

/**
 * Keeps one tab stop in each matrix, formula and sentence: the last focused item, otherwise the
 * traced number, the current part or the pressed word, otherwise the selected row.
 * @param {ParentNode} root
 */
export function keepTabStops(root) {
  for (const group of root.querySelectorAll(GROUP_SELECTOR)) {
    const all = /** @type {HTMLElement[]} */ ([...group.querySelectorAll(ITEM_SELECTOR)]);
    const stops = all.filter(({ tabIndex }) => tabIndex === 0);
    if (stops.length === 1 || all.length === 0) continue;
    const best =
      group.querySelector(
        '[aria-selected=true], .traced, [aria-current=true], [aria-pressed=true]',
      ) ??
      group.querySelector('.selected [data-place]') ??
      group.querySelector('[data-place], .may') ??
      all[0];
    for (const item of all) item.tabIndex = item === best ? 0 : -1;
  }
}

/**
 * The groups with one tab stop: tables, the tables and words of the whole picture, the formula, the
 * lines of a head, and the picture of a model.
 */
const GROUPS = 'table, .cells, [role=toolbar], .lines, .model-picture';

/** Makes the focused element the tab stop of its group. @param {Pick<Event, 'target'>} event */
export function moveTabStop({ target }) {
  const stop =
    target instanceof Element
      ? /** @type {HTMLElement | null} */ (target.closest('[tabindex]'))
      : null;
  const group = stop?.closest(GROUPS);
  if (!stop || !group) return;
  for (const other of group.querySelectorAll('[tabindex="0"]')) {
    /** @type {HTMLElement} */ (other).tabIndex = -1;
  }
  stop.tabIndex = 0;
  if (stop.matches(CELL_SELECTOR)) lastFocused.set(stop.getRootNode(), new WeakRef(stop));
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

/** Measures, scrolls and focuses after a step is drawn: connecting lines, reveals, the focus, missing layout. */

import { callInFrame, measureScale } from '../figures/dom.js';

/**
 * @import { Point } from '../figures/types.js'
 * @import { LabSession } from '../session/lab-session.js'
 * @import { AttentionLab } from './attention-lab.js'
 */

const NAMESPACE = 'http://www.w3.org/2000/svg';

/**
 * Redraws the connectors, because positions are known only when the matrices are on screen.
 * @param {ParentNode} root
 */
function drawConnectors(root) {
  const figure = root.querySelector('.figure');
  const sheet = figure?.querySelector('.connectors');
  if (!figure || !sheet) return;
  const tracedCell = figure.querySelector('td.traced');
  if (!tracedCell) return sheet.replaceChildren();
  const measureBox = makeRuler(sheet);
  const traced = measureBox(tracedCell);
  const numbers = [...figure.querySelectorAll('td[data-value]')].map(measureBox);
  const tracedMatrix = figure.querySelector('.matrix:has(td.traced)');
  const paths = [...figure.querySelectorAll('.matrix:has(td.operand)')].flatMap((matrix) => {
    const cells = [...matrix.querySelectorAll('td.operand')];
    if (!tracedMatrix || matrix === tracedMatrix) return [];
    const from = findBounds(cells.map(measureBox));
    const free = listConnectors(from, measureBox(matrix), traced, measureBox(tracedMatrix)).find(
      (way) => isFree(way, numbers),
    );
    if (!free) return [];
    const path = document.createElementNS(NAMESPACE, 'path');
    path.setAttribute('d', `M${free.map((point) => point.join(' ')).join('L')}`);
    return [path];
  });
  sheet.replaceChildren(...paths);
}

/** Returns a function that measures elements in the coordinates of the sheet. @param {Element} sheet */
function makeRuler(sheet) {
  const { left, top } = sheet.getBoundingClientRect();
  const scale = measureScale(sheet);
  return (/** @type {Element} */ element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return new DOMRect((x - left) / scale, (y - top) / scale, width / scale, height / scale);
  };
}

/** @param {DOMRect[]} boxes */
function findBounds(boxes) {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}

/** The gap between a matrix and a line beside it, in pixels. */
const GAP = 4;

/**
 * Returns lines along the borders of rows and columns and through the space between matrices, the
 * best first.
 * @param {DOMRect} from the box of the operands
 * @param {DOMRect} fromMatrix
 * @param {DOMRect} to
 * @param {DOMRect} toMatrix
 * @returns {Point[][]}
 */
function listConnectors(from, fromMatrix, to, toMatrix) {
  const isLeft = fromMatrix.right <= toMatrix.left;
  const [start, out, into, end] = isLeft
    ? [from.right, fromMatrix.right + GAP, toMatrix.left - GAP, to.left]
    : [from.left, fromMatrix.left - GAP, toMatrix.right + GAP, to.right];
  const y = from.top;
  const edge = Math.abs(y - to.top) < Math.abs(y - to.bottom) ? to.top : to.bottom;
  const low = Math.max(fromMatrix.bottom, toMatrix.bottom) + GAP;
  const under = fromMatrix.bottom + GAP;
  const outside = Math.min(fromMatrix.left, toMatrix.left) - GAP;
  const above = toMatrix.top - GAP;
  /** @type {Point} */
  const last = [end, edge];
  /** @type {Point[]} */
  const down = [
    [from.left, from.bottom],
    [from.left, under],
  ];
  /** @type {Point[][]} */
  const across = [
    [[start, y], [into, y], [into, edge], last],
    [[start, y], [out, y], [out, low], [into, low], [into, edge], last],
  ];
  return [
    ...(isLeft || toMatrix.right <= fromMatrix.left ? across : []),
    [...down, [to.left, under], [to.left, to.top]],
    [...down, [outside, under], [outside, above], [to.left, above], [to.left, to.top]],
  ];
}

/**
 * Whether a line crosses no number. The border of its own cell is allowed.
 * @param {Point[]} way
 * @param {DOMRect[]} numbers
 */
const isFree = (way, numbers) =>
  way.every(([x, y], i) => {
    const [toX, toY] = way[i + 1] ?? [x, y];
    return numbers.every(
      ({ left, right, top, bottom }) =>
        Math.max(x, toX) < left + 3 ||
        Math.min(x, toX) > right - 3 ||
        Math.max(y, toY) < top + 3 ||
        Math.min(y, toY) > bottom - 3,
    );
  });

// Scrolls things into view.

/**
 * Scrolls a new page to its top, unless all of it is visible.
 * @param {ParentNode} root
 * @param {boolean} isLab whether the whole lab is new, which begins with its sentence
 */
export function revealPage(root, isLab) {
  const all = root.querySelector(isLab ? '.lab' : '.course-bar');
  if (all) {
    if (all.getBoundingClientRect().top < 0) all.scrollIntoView();
    return;
  }
  const section = root.querySelector('.steps');
  const title = section?.querySelector('#step-title');
  const strip = root.querySelector('.strip');
  const under = Math.max(0, strip?.getBoundingClientRect().bottom ?? 0);
  const top = title?.getBoundingClientRect().top ?? under;
  const isCut = (section?.getBoundingClientRect().bottom ?? 0) > innerHeight;
  if (top < under || (isCut && top > innerHeight / 2)) section?.scrollIntoView();
}

/** The gap between a number and a panel that would cover it. */
const MARGIN = 8;

/**
 * Scrolls the traced number and its arithmetic into view. In the whole picture, the arithmetic
 * covers the bottom of the window, so the page scrolls only as far as the number would be covered.
 * @param {ParentNode} root
 * @param {string} place the name of the number
 */
export function revealTraced(root, place) {
  const drawn = root.querySelector(`.whole-picture [data-place="${place}"]`);
  const panel = root.querySelector('.figure:has(.whole-picture) > .trace');
  if (drawn && panel && getComputedStyle(panel).position === 'sticky') {
    const covered =
      drawn.getBoundingClientRect().bottom + MARGIN - panel.getBoundingClientRect().top;
    if (covered > 0) scrollBy(0, covered);
    return;
  }
  for (const part of ['.figure .traced', '.trace']) {
    root.querySelector(part)?.scrollIntoView({ block: 'nearest' });
  }
}

/** The height of the bars that cover the top and the bottom of the window. */
const BARS = 144;

/**
 * Scrolls the reply into view, with what the answer has opened below it if both fit.
 * @param {ParentNode} root
 */
function revealReply(root) {
  const [reply, closing] = ['.reply', '.closing'].map((part) => root.querySelector(part));
  if (!reply) return;
  const end = closing?.getBoundingClientRect().bottom ?? Infinity;
  if (end - reply.getBoundingClientRect().top < innerHeight - BARS)
    closing?.scrollIntoView({ block: 'nearest' });
  reply.scrollIntoView({ block: 'nearest' });
}

/**
 * Scrolls the words at the top to the selected word, and the heads to the selected head.
 * @param {ParentNode} root
 */
function revealChosen(root) {
  for (const frame of root.querySelectorAll('.strip > *')) {
    const chosen = frame.querySelector(':checked')?.parentElement?.getBoundingClientRect();
    const { left, width } = frame.getBoundingClientRect();
    if (chosen)
      frame.scrollLeft += (chosen.left + chosen.width / 2 - left - width / 2) / measureScale(frame);
  }
}

/**
 * Scrolls wide tables of weights to the largest weight of the selected row. The row headers cover
 * whole columns then, because half a number would read as another one.
 * @param {ParentNode} root
 */
function revealLargest(root) {
  /** @type {NodeListOf<HTMLElement>} */
  const tables = root.querySelectorAll('table.weights');
  for (const table of tables) {
    const frame = /** @type {HTMLElement} */ (table.parentElement);
    const cells = /** @type {HTMLElement[]} */ ([...table.querySelectorAll('.selected td')]);
    const isFitting = table.offsetWidth <= frame.clientWidth;
    if (isFitting) frame.style.paddingInlineEnd = '';
    if (cells.length === 0 || isFitting) continue;
    const value = (/** @type {HTMLElement} */ cell) => Number(cell.dataset.value);
    const largest = cells.reduce((most, cell) => (value(cell) > value(most) ? cell : most));
    // The row headers are sticky and cover the cells beneath them.
    const words = table.querySelector('.selected th')?.getBoundingClientRect().width ?? 0;
    const { left, right } = frame.getBoundingClientRect();
    const isRtl = getComputedStyle(table).direction === 'rtl';
    // How far an edge of a cell is beyond that of the frame
    /** @param {Element} cell @param {boolean} atEnd */
    const measureBeyond = (cell, atEnd) => {
      const box = cell.getBoundingClientRect();
      if (atEnd) return isRtl ? left - box.left : box.right - right;
      return isRtl ? right - words - box.right : box.left - left - words;
    };
    const [hidden, cut] = [measureBeyond(largest, false), measureBeyond(largest, true)];
    if (hidden >= 0 && cut <= 0 && frame.scrollLeft === 0) continue;
    const starts = cells.map((cell) => measureBeyond(cell, false));
    const onward = starts.find((start) => start >= Math.max(cut, -1));
    const distance = hidden < 0 ? hidden : (onward ?? hidden);
    const scale = measureScale(frame);
    const room = frame.scrollWidth - frame.clientWidth - Math.abs(frame.scrollLeft);
    if (distance / scale > room) frame.style.paddingInlineEnd = `${distance / scale - room + 2}px`;
    frame.scrollLeft += ((isRtl ? -1 : 1) * distance) / scale;
  }
}

// Parts of an element that the browser has not laid out.

/**
 * Works around a bug of Chromium 156. Content added to a `container-type` element sometimes never
 * gets boxes if the height of the frame changes meanwhile. The lab then stays blank. Removing the
 * element from the layout and putting it back fixes this.
 * @param {HTMLElement} host the element with a lab in its shadow root
 */
function chromiumLayoutWorkaround(host) {
  const hasBoxes = (/** @type {Element} */ element) => element.getClientRects().length > 0;
  const sections = [...(host.shadowRoot?.querySelectorAll('.lab > section') ?? [])];
  if (!hasBoxes(host) || sections.every(hasBoxes)) return;
  const { display } = host.style;
  host.style.display = 'none';
  hasBoxes(host);
  host.style.display = display;
}

/** Touch leaves a button active until the press is handled, so only dragged parts count. */
const DRAGGED = '.figure :is(input, [role=slider]):active';

/**
 * Finds the choice with the same name as a removed one.
 * @param {ParentNode} root
 * @param {Element | undefined} gone
 */
const findSameChoice = (root, gone) =>
  gone?.matches('.choose') &&
  [...root.querySelectorAll('.choose')].find((choice) => choice.textContent === gone.textContent);

/** Keeps the part that the reader looks at in view and in focus. */
export class Reveal {
  #host;
  #session;
  /** The focused element before the update. @type {Element | undefined} */
  #focused;
  /** The top of a focused field on screen before the update. @type {number | undefined} */
  #fieldTop;
  /** Whether the focused element was removed, and nothing has got the focus yet. */
  #isAwaited = false;
  /** The settings and the selection that were revealed last. @type {unknown[]} */
  #revealed = [];
  #answers = '';

  /** @param {AttentionLab} host @param {LabSession} session */
  constructor(host, session) {
    this.#host = host;
    this.#session = session;
    host.addController(this);
  }

  drawConnectors = () => {
    if (this.#host.hasUpdated) drawConnectors(this.#host.renderRoot);
  };

  hostUpdate() {
    this.#focused = this.#host.shadowRoot?.activeElement ?? undefined;
    const isField = this.#focused?.matches('input, textarea, select');
    this.#fieldTop = isField ? this.#focused?.getBoundingClientRect().top : undefined;
  }

  hostUpdated() {
    const { hasUpdated, printing } = this.#host;
    if (parent !== window) callInFrame(() => chromiumLayoutWorkaround(this.#host));
    this.#keepFocus();
    this.#keepField();
    // Measuring causes a layout. The first layout is the most expensive, and the browser does it in
    // the next frame anyway.
    if (hasUpdated || printing.isPrinting) this.#measure();
    else callInFrame(() => this.#host.isConnected && this.#measure());
  }

  /** Scrolls a focused field back to its place if content above it has changed its height. */
  #keepField() {
    const { shadowRoot, printing } = this.#host;
    const focused = shadowRoot?.activeElement;
    if (this.#fieldTop === undefined || focused !== this.#focused || printing.isPrinting) return;
    const [box] = focused?.getClientRects() ?? [];
    // Browsers round to their own fractions of a pixel.
    if (box && Math.abs(box.top - this.#fieldTop) > 1) scrollBy(0, box.top - this.#fieldTop);
  }

  #measure() {
    const root = this.#host.renderRoot;
    const { settings, state, connections } = this.#session;
    const { step, query, head, answers } = state;
    const shown = [settings, step, query, head];
    // Do not scroll after every change or while a model learns, because the reader could not scroll
    // elsewhere.
    if (!connections.isPlaying && shown.some((part, i) => part !== this.#revealed[i])) {
      revealLargest(root);
      revealChosen(root);
      this.#revealed = shown;
    }
    drawConnectors(root);
    const dialog = root.querySelector('dialog');
    if (dialog && !dialog.open) dialog.showModal();
    // The bar may cover the reply. While something is dragged or a model learns, the page does not
    // scroll.
    if (answers !== this.#answers && !connections.isPlaying && !root.querySelector(DRAGGED))
      revealReply(root);
    this.#answers = answers;
  }

  /**
   * If the focused element is gone, focuses the same choice where it is drawn again, otherwise the
   * title of the page. A message in place of the page has a button, which has the focus until the
   * title appears. The page does not scroll then, because the title stands where the message was.
   */
  #keepFocus() {
    const { shadowRoot, renderRoot } = this.#host;
    const hasFocus = Boolean(shadowRoot?.activeElement);
    const isGone = this.#focused !== undefined && !this.#focused.isConnected && !hasFocus;
    // The reader may have focused something else meanwhile.
    const isAwaited = this.#isAwaited && !hasFocus && document.activeElement === document.body;
    this.#isAwaited = isAwaited || isGone;
    if (!this.#isAwaited) return;
    const same = isGone && findSameChoice(renderRoot, this.#focused);
    const title = same || renderRoot.querySelector('#step-title, #opening-title');
    const next = title ?? renderRoot.querySelector('.status button');
    /** @type {HTMLElement | null} */ (next)?.focus({ preventScroll: isAwaited });
    this.#isAwaited = next === null;
  }
}

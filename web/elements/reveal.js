/** Scrolls to what is new after a step is drawn, and connects its numbers. */

import { callInFrame, measureScale } from '../figures/dom.js';
import { findScroller, measureView, scrollAround } from '../figures/scroller.js';
import { DEFAULTS } from '../state/fields.js';
import { drawConnectors } from './connectors.js';

/**
 * @import { LabSession } from '../session/lab-session.js'
 * @import { Announcer } from './announcer.js'
 * @import { AttentionLab } from './attention-lab.js'
 */

/**
 * Scrolls a new page to its top, unless all of it is visible.
 * @param {AttentionLab} host
 * @param {boolean} isLab whether the whole lab is new, which begins with its sentence
 */
export function revealPage(host, isLab) {
  const root = host.renderRoot;
  const view = measureView(host);
  const all = isLab || root.querySelector('.course-bar') ? root.querySelector('.lab') : null;
  if (all) {
    const above = all.getBoundingClientRect().top - view.top;
    // If the page has just become shorter, Firefox's `scrollIntoView()` may do nothing.
    if (above < 0) scrollAround(host, above);
    return;
  }
  const section = root.querySelector('.steps');
  const title = section?.querySelector('.step-title');
  const under = measureStripBottom(host);
  const top = title?.getBoundingClientRect().top ?? under;
  const isCut = (section?.getBoundingClientRect().bottom ?? 0) > view.bottom;
  if (top < under || (isCut && top > (view.top + view.bottom) / 2)) section?.scrollIntoView();
  // The page must not end above the end of the view, and Next with it.
  const bars = [...root.querySelectorAll('.page > .bar, .page > .bar > .turns')];
  const beyond = Math.max(...bars.map((bar) => bar.getBoundingClientRect().bottom)) - view.bottom;
  if (bars.length > 0 && beyond < 0) scrollAround(host, beyond);
}

/** Scrolls to an element that a link of the page has changed out of view. @param {Element} host */
export function revealElement(host) {
  const { top, bottom } = host.getBoundingClientRect();
  const view = measureView(host);
  // A frame would also scroll the page around it.
  if (parent === window && (bottom <= view.top || top >= view.bottom)) host.scrollIntoView();
}

/**
 * Scrolls to a part of a picture that the keyboard has focused. For a group of shapes, Firefox
 * scrolls elsewhere.
 * @param {Element} target
 */
export function revealGroup(target) {
  if (target.matches('g:focus-visible'))
    target.querySelector(':not(g)')?.scrollIntoView({ block: 'nearest' });
}

/** The gap between a number and a panel that would cover it. */
const MARGIN = 8;

/** The height of the bar that covers the bottom of the view. */
const BAR = 80;

/**
 * Scrolls the traced number and its arithmetic into view. If the page scrolls, a number that was
 * pressed in the overview keeps its height in the window, so that the eye finds it again, unless its
 * arithmetic would be cut. In the whole picture and in a goal, the arithmetic of a pressed number covers
 * the bottom of the view, so the page scrolls only as far as the number would be covered. A number that was
 * open before the picture is shown in it.
 * @param {AttentionLab} host
 * @param {string} place the name of the number
 * @param {number} [top] the distance from the top of the window at which the number was pressed
 */
export function revealTraced(host, place, top) {
  const root = host.renderRoot;
  const drawn = root.querySelector(`:is(.whole-picture, .goal) [data-place="${place}"]`);
  const panel = root.querySelector('.figure:has(.whole-picture, > .meters) > .trace');
  const isOver = panel && getComputedStyle(panel).position === 'sticky';
  if (drawn && (isOver || drawn.closest('.unpressed'))) {
    const end = isOver ? panel.getBoundingClientRect().top : measureView(host).bottom;
    const covered = drawn.getBoundingClientRect().bottom + MARGIN - end;
    if (covered > 0) scrollAround(host, covered);
    return;
  }
  const traced = root.querySelector('.figure .traced');
  const measureTop = () => traced?.getBoundingClientRect().top ?? 0;
  const reveal = () => {
    for (const part of [traced, root.querySelector('.trace')])
      part?.scrollIntoView({ block: 'nearest' });
  };
  const before = measureTop();
  reveal();
  // A page that need not scroll stays.
  if (top === undefined || measureTop() === before) return;
  scrollAround(host, measureTop() - top);
  reveal();
}

/**
 * Scrolls to the marked numbers of a table, unless they are in view. A tensor without a table leads
 * to the traced number.
 * @param {AttentionLab} host
 * @param {string} tensor
 */
export function revealMarked(host, tensor) {
  const root = host.renderRoot;
  const marked =
    root.querySelector(`.figure [data-tensor="${tensor}"] :is(.operand, .fed, .traced)`) ??
    root.querySelector('.figure .traced');
  if (!marked) return;
  const { top, bottom } = marked.getBoundingClientRect();
  const isInView = top > measureStripBottom(host) && bottom < measureView(host).bottom - BAR;
  marked.scrollIntoView({ block: isInView ? 'nearest' : 'center', inline: 'nearest' });
}

/** Returns where the words at the top of the view end. @param {AttentionLab} host */
const measureStripBottom = (host) =>
  Math.max(
    measureView(host).top,
    host.renderRoot.querySelector('.strip')?.getBoundingClientRect().bottom ?? 0,
  );

/**
 * Scrolls so that the words at the top cover no half of a line: the title stands below them if the
 * traced number and its arithmetic stay in view, otherwise the first possible table of operands.
 * @param {AttentionLab} host
 */
function revealHeading(host) {
  const root = host.renderRoot;
  const tables = [...root.querySelectorAll('.figure .matrix')];
  const operands = tables.filter((table) => table.querySelector('.operand'));
  const starts =
    operands.length > 0 ? operands : tables.filter((table) => table.querySelector('.traced'));
  const title = root.querySelector('.step-title');
  const under = measureStripBottom(host);
  const measure = (/** @type {Element} */ part) => part.getBoundingClientRect();
  if (!title || measure(title).top >= under) return;
  const panel = root.querySelector('.trace');
  const isOver = panel && getComputedStyle(panel).position === 'sticky';
  const end = isOver ? measure(panel).top : measureView(host).bottom - BAR;
  const last = root.querySelector(isOver ? '.figure .traced' : '.trace .sum');
  if (!last) return;
  const start = [title, ...starts].find(
    (part) => measure(last).bottom - measure(part).top <= end - under - MARGIN,
  );
  if (start) scrollAround(host, measure(start).top - under - MARGIN);
}

/** Returns how far the page can scroll before the title or the figure leaves. @param {AttentionLab} host */
function measureRoom(host) {
  const view = measureView(host);
  // On a narrow screen, the figure itself has no box.
  const tops = [...host.renderRoot.querySelectorAll('.step-title, .figure > *')]
    .map((part) => part.getBoundingClientRect())
    .filter(({ bottom, height }) => bottom > view.top && height > 0)
    .map(({ top }) => top - view.top);
  return Math.max(0, Math.min(...tops));
}

/**
 * Scrolls the reply into view, and what the answer has opened below it if the title and the figure
 * stay where they can be read.
 * @param {AttentionLab} host
 */
function revealReply(host) {
  const root = host.renderRoot;
  for (const part of root.querySelectorAll('.reply, .show-answer'))
    part.scrollIntoView({ block: 'nearest' });
  for (const part of root.querySelectorAll('.after, .closing')) {
    const beyond = part.getBoundingClientRect().bottom + BAR - measureView(host).bottom;
    if (beyond > 0 && beyond <= measureRoom(host)) part.scrollIntoView({ block: 'nearest' });
  }
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

/** Scrolls wide tables of weights back to their first words. @param {ParentNode} root */
function revealStart(root) {
  for (const table of root.querySelectorAll('table.weights')) {
    const frame = /** @type {HTMLElement} */ (table.parentElement);
    frame.style.paddingInlineEnd = '';
    frame.scrollLeft = 0;
  }
}

/** Keeps the part that the reader looks at in view. */
export class Reveal {
  #host;
  #session;
  #announcer;
  /** The selection, the bar and the numbers that were revealed last. @type {unknown[]} */
  #revealed = [];
  /** The width of the words at the top. */
  #width = 0;
  #answers = '';
  /** Whether a reply has been drawn during a drag. */
  #isDelayed = false;
  /** The number that a link has opened, until it is drawn. */
  #expectedCell = '';
  /** The step that a link has opened, until it is drawn. */
  #expectedStep = '';

  /** @param {AttentionLab} host @param {LabSession} session @param {Announcer} announcer */
  constructor(host, session, announcer) {
    this.#host = host;
    this.#session = session;
    this.#announcer = announcer;
    host.addController(this);
    host.addEventListener('change', () => this.#onChange());
  }

  hostUpdated() {
    const { hasUpdated, printing } = this.#host;
    // Measuring causes a layout. The first layout is the most expensive, and the browser does it in
    // the next frame anyway.
    if (hasUpdated || printing.isPrinting) this.#measure();
    else callInFrame(() => this.#host.isConnected && this.#measure());
  }

  /** Scrolls to the arithmetic of the number that a link has opened, once it is drawn. */
  expectCell() {
    this.#expectedCell = this.#session.state.cell;
  }

  /** Scrolls to the step that a link has opened, once it is drawn. */
  expectStep() {
    const { guide, step, view } = this.#session.state;
    this.#expectedStep = guide === '' && view === 'step' ? step : '';
  }

  /** Scrolls to the selected word again if there is less or more room for the words. */
  resized() {
    const root = this.#host.renderRoot;
    drawConnectors(root);
    const { clientWidth = 0 } = root.querySelector('.words') ?? {};
    if (clientWidth !== this.#width) revealChosen(root);
    this.#width = clientWidth;
  }

  #measure() {
    const root = this.#host.renderRoot;
    const { state, settings, connections } = this.#session;
    const { step, query, head, cell } = state;
    const { computation } = this.#session.evaluate();
    const [numbers] = connections.isPlaying ? this.#revealed : [computation];
    const shown = [numbers, root.querySelector('.words'), step, query, head];
    // Do not scroll after every change or while a model learns, because the reader could not scroll
    // elsewhere. The words of a model may come late.
    const isDrawn = computation.queryWords.length > 0;
    if (isDrawn && shown.some((part, i) => part !== this.#revealed[i])) {
      // A reader who types a sentence looks for its first words.
      if (root.querySelector('#sentence:focus')) revealStart(root);
      // A link that names no query starts at the first column.
      else if (this.#revealed.length > 0 || query !== DEFAULTS.query) revealLargest(root);
      revealChosen(root);
      this.#revealed = shown;
    }
    drawConnectors(root);
    this.#revealReply();
    // The reader may have opened another step, or looks at how a model loads.
    if (this.#expectedStep !== step || connections.isMissing(settings)) this.#expectedStep = '';
    if (this.#expectedStep !== '' && isDrawn) {
      this.#expectedStep = '';
      if (!this.#hasScrolled()) revealPage(this.#host, false);
    }
    // The reader may have opened another number.
    if (this.#expectedCell !== cell) this.#expectedCell = '';
    if (this.#expectedCell !== '' && root.querySelector('.trace')) {
      this.#expectedCell = '';
      // Readers who have scrolled meanwhile stay where they are.
      if (!this.#hasScrolled()) {
        revealTraced(this.#host, cell);
        if (this.#hasScrolled()) revealHeading(this.#host);
      }
    }
  }

  #hasScrolled() {
    return findScroller(this.#host).scrollTop > 0;
  }

  /** Reveals the reply at the end of a drag, which may draw nothing. */
  async #onChange() {
    if (!this.#isDelayed) return;
    // A press also ends here, before its reply is drawn.
    await this.#host.updateComplete;
    this.#revealReply();
  }

  /**
   * Scrolls to a new reply, which the bar may cover. While something is dragged, the page does not
   * scroll. While a model learns, only reaching the goal gives a new reply.
   */
  #revealReply() {
    const { answers } = this.#session.state;
    this.#isDelayed = this.#announcer.isHeld;
    if (this.#isDelayed) return;
    if (answers !== this.#answers) revealReply(this.#host);
    this.#answers = answers;
  }
}

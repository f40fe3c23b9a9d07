/** The whole picture on the page: it responds to the pointer, has a walk through its stages, and opens tables. */

import { html, nothing } from 'lit';
import { directive } from 'lit/directive.js';
import { numberedRadios } from '../figures/controls.js';
import { adoptStyles, createObserver } from '../figures/dom.js';
import { setAttributes, toElement } from '../figures/marks.js';
import { layOutPicture } from '../figures/whole/layout.js';
import { linkBoxes } from '../figures/whole/links.js';
import {
  drawPicture,
  listTabStops,
  makeLinkMark,
  makeMarks,
  makeWayMarks,
  makeWordMarks,
} from '../figures/whole/marks.js';
import { findPicture, listStages } from '../figures/whole/picture.js';
import { traceWay, traceWayOfWord } from '../figures/whole/way.js';
import { formatCell, parseCell } from '../graph/cell.js';
import { getLocalName } from '../graph/graph.js';
import { readNumber } from '../graph/trace.js';
import { wholeStyles } from '../styles/whole.js';
import * as text from '../text/en/whole.js';
import { ExportError } from '../text/error.js';
import { rounded } from '../text/number.js';
import { formulaLine } from './formula-line.js';
import { findNeighbour, moveTabStop, writeSelector } from './grid.js';
import { PagePart } from './page-part.js';
import { endNote, StageWalk, stageList } from './stage-walk.js';

/**
 * @import { Layout, Mark, Picture } from '../figures/types.js'
 * @import { Cell } from '../graph/types.js'
 * @import { ViewContext } from '../lessons/context.js'
 * @import { ChildPart } from 'lit'
 */

/** Finds the picture of the attention that a step is about. @param {ViewContext} context */
const findShownPicture = ({ computation, overview }) =>
  computation.nodes[overview] ? findPicture(computation.run.graph, overview) : undefined;

class WholePicture extends PagePart {
  /** @type {ViewContext | undefined} */
  #context;
  /** @type {Picture | undefined} */
  #picture;
  /** @type {Layout | undefined} */
  #layout;
  /** The inputs of the drawing. @type {unknown[]} */
  #drawnInputs = [];
  #walk = new StageWalk({
    count: () => this.#stages.length,
    mark: () => this.#markStage(),
    show: this.requestUpdate,
  });
  #width = 0;
  /**
   * The layers of the drawing, and the query whose lines are drawn.
   * @type {{ links: SVGElement, words: SVGElement, way: SVGElement, query: number } | undefined}
   */
  #layers;
  /** @type {Map<string, Element>} */
  #cells = new Map();
  #sizes = createObserver('ResizeObserver', () => this.#measure());
  #frame = 0;
  /** The name of the cell that is pointed at or traced. */
  #described = '';

  /** @param {ChildPart} part @param {[ViewContext]} values @override */
  update(part, values) {
    const [context] = values;
    const isOtherCell = this.#context?.state.cell !== context.state.cell;
    this.#context = context;
    const { computation, overview } = context;
    const isNew = this.#drawnInputs[0] !== computation || this.#drawnInputs[1] !== overview;
    if (isNew) {
      this.#picture = findShownPicture(context);
      this.#described = '';
    }
    // The width is known once the element is in the page.
    queueMicrotask(() => {
      this.#measure();
      if (isOtherCell) this.#follow();
    });
    const template = super.update(part, values);
    this.#sizes.observe(this.container);
    return template;
  }

  /** @override */
  removed() {
    this.#walk.stop();
  }

  get #stages() {
    return this.#context && this.#picture ? listStages(this.#context, this.#picture) : [];
  }

  /** Renders words, controls and the list. @param {ViewContext} context @override */
  render(context) {
    const stages = this.#stages;
    const { computation } = context;
    // Rows of a stack are not layers.
    const all = Object.keys(computation.nodes).filter(
      (id) => getLocalName(id) === 'weights' && computation.nodes[id].axes.includes('q'),
    );
    const described = parseCell(this.#described);
    return html`${formulaLine(context, described?.id ?? '')}
      <div class="drawing" @pointermove=${this.#onPointer} @pointerleave=${this.#stopPointing}
        @focusin=${this.#onFocus} @focusout=${this.#stopPointing} @click=${this.#onClick} @keydown=${this.#onKey}></div>
      <p class="pointed note" aria-hidden="true">${described ? this.#describeCell(described) : getHint(context)}</p>
      ${this.#walk.template(stages)}
      ${
        all.length > 1
          ? html`<fieldset class="layers boxes"><legend>${text.layer}</legend>
              ${numberedRadios('whole-layer', all.length, all.indexOf(context.overview), (i) =>
                context.dispatch({ step: all[i] }),
              )}</fieldset>`
          : nothing
      }
      ${this.#picture ? endNote(context, this.#picture) : nothing}
      ${stageList(context, stages, (id) => this.#open(id))}`;
  }

  // Drawing.

  #measure() {
    const { container } = this;
    const context = this.#context;
    if (!container.isConnected || !context) return;
    adoptStyles(/** @type {ShadowRoot} */ (container.getRootNode()), [wholeStyles]);
    const width = Math.floor(container.clientWidth);
    if (width === 0 || !this.#picture) return;
    const { computation, overview, selected, state } = context;
    const inputs = [computation, overview, width, state.head, selected];
    const changed = inputs.findIndex((input, i) => input !== this.#drawnInputs[i]);
    if (changed < 0) return;
    this.#drawnInputs = inputs;
    this.#width = width;
    if (changed < inputs.length - 1) this.#draw();
    else this.#drawQuery();
  }

  #draw() {
    const context = /** @type {ViewContext} */ (this.#context);
    const picture = /** @type {Picture} */ (this.#picture);
    const holder = /** @type {HTMLElement} */ (this.container.querySelector('.drawing'));
    const kept = this.#focused && writeSelector(this.#focused);
    const placed = layOutPicture(context, picture, this.#width);
    this.#layout = placed;
    const query = context.selected;
    const marks = makeMarks(placed, linkBoxes(placed, picture, query), query);
    const { queryWords } = context.computation;
    const layer = (/** @type {string} */ name, /** @type {Mark[]} */ children, access = {}) =>
      toElement({ kind: 'g', access: { class: name, ...access }, children });
    const { width, height } = placed;
    const svg = toElement({
      kind: 'svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      access: {
        role: 'group',
        'aria-label': text.label(queryWords.join(' '), picture.parts.length, picture.stages),
      },
    });
    const hidden = { 'aria-hidden': 'true' };
    const toolbar = { role: 'toolbar', 'aria-label': text.words, 'aria-orientation': 'vertical' };
    const lines = layer('links', marks.links, hidden);
    const words = layer('words', marks.words, toolbar);
    const boxes = layer('boxes', marks.boxes);
    const way = layer('ways', [], hidden);
    svg.append(lines, words, boxes, way, layer('heads', marks.heads, hidden));
    this.#layers = { links: lines, words, way, query };
    this.#cells = new Map();
    for (const cell of boxes.querySelectorAll('[data-place]'))
      this.#cells.set(String(cell.getAttribute('data-place')), cell);
    holder.replaceChildren(svg);
    this.#drawQuery();
    if (kept) /** @type {SVGElement | null} */ (svg.querySelector(kept))?.focus();
  }

  /** Presses the words of the selected query, and makes its row the tab stop of each table. */
  #drawQuery() {
    const { selected } = /** @type {ViewContext} */ (this.#context);
    const placed = this.#layout;
    const layers = this.#layers;
    if (!placed || !layers) return;
    makeWordMarks(placed, selected).forEach((mark, i) => {
      setAttributes(layers.words.children[i], mark);
    });
    for (const cell of this.container.querySelectorAll('.cells [tabindex="0"]'))
      cell.setAttribute('tabindex', '-1');
    for (const name of listTabStops(placed, selected))
      this.#cells.get(name)?.setAttribute('tabindex', '0');
    if (this.#focused) moveTabStop({ target: this.#focused });
    this.#follow();
  }

  get #focused() {
    const { activeElement } = /** @type {ShadowRoot} */ (this.container.getRootNode());
    return this.container.querySelector('.drawing')?.contains(activeElement) ? activeElement : null;
  }

  // Pointing.

  /** @param {PointerEvent} event */
  #onPointer = (event) => {
    const target = /** @type {Element} */ (event.target);
    cancelAnimationFrame(this.#frame);
    // Another drawing may lack the node of this cell.
    this.#frame = requestAnimationFrame(() => target.isConnected && this.#followElement(target));
  };

  /** @param {FocusEvent} event */
  #onFocus = (event) => {
    const target = /** @type {Element} */ (event.target);
    const cell = readDrawnCell(target);
    if (cell) target.setAttribute('aria-label', this.#describeCell(cell));
    this.#followElement(target);
  };

  #stopPointing = () => {
    cancelAnimationFrame(this.#frame);
    this.#follow();
  };

  /** @param {Element} target */
  #followElement(target) {
    this.#follow(readWord(target), readDrawnCell(target));
  }

  /** The traced number, if it is drawn. */
  get #traced() {
    const traced = this.#context?.traced;
    return traced && this.#cells.has(formatCell(traced)) ? traced : undefined;
  }

  /** @param {Cell} cell */
  #describeCell(cell) {
    const { computation } = /** @type {ViewContext} */ (this.#context);
    const { axes, singular } = computation.nodes[cell.id];
    /** @type {Record<string, string[]>} */
    const words = { q: computation.queryWords, k: computation.keyWords };
    const at = [...axes].map((letter, i) => words[letter]?.[cell.index[i]]);
    const element = this.#cells.get(formatCell(cell));
    const isMasked = element?.nextElementSibling?.classList.contains('hatch') ?? false;
    return text.cell(singular, at, rounded(readNumber(computation.run, cell)), isMasked);
  }

  /**
   * Highlights the path of a word or a cell, by default that of the traced number or of the
   * selected query.
   * @param {{ axis: 'q' | 'k', index: number }} [word]
   * @param {Cell} [cell]
   */
  #follow(word, cell = word ? undefined : this.#traced) {
    const context = /** @type {ViewContext} */ (this.#context);
    const picture = this.#picture;
    const placed = this.#layout;
    if (!picture || !placed || !this.#layers) return;
    const { results, nodes } = context.computation;
    const getShape = (/** @type {string} */ id) => results[id].shape;
    const along = (/** @type {string} */ letter) => {
      const axis = cell ? nodes[cell.id].axes.indexOf(letter) : -1;
      return axis < 0 ? undefined : cell?.index[axis];
    };
    const query = (word?.axis === 'q' ? word.index : along('q')) ?? context.selected;
    const key = word?.axis === 'k' ? word.index : along('k');
    const way = cell
      ? traceWay(picture, getShape, cell)
      : traceWayOfWord(picture, getShape, word?.axis ?? 'q', word?.index ?? query);
    this.#layers.way.replaceChildren(...makeWayMarks(placed, way).map(toElement));
    this.#drawLinks(placed, picture, query);
    const head = along('h');
    for (const element of this.#layers.links.querySelectorAll('[data-key]')) {
      const { key: linkKey, head: linkHead } = /** @type {SVGElement} */ (element).dataset;
      element.classList.toggle('off', isOther(key, linkKey) || isOther(head, linkHead));
    }
    this.#markStage();
    const name = cell ? formatCell(cell) : '';
    if (name !== this.#described) {
      this.#described = name;
      this.requestUpdate();
    }
  }

  /** Draws the lines of another query. @param {Layout} placed @param {Picture} picture @param {number} query */
  #drawLinks(placed, picture, query) {
    const layers = this.#layers;
    if (!layers || layers.query === query) return;
    layers.query = query;
    linkBoxes(placed, picture, query).forEach((link, i) => {
      setAttributes(layers.links.children[i], makeLinkMark(link));
    });
  }

  // Pressing.

  /** @param {MouseEvent} event */
  #onClick = (event) => {
    if (this.#press(/** @type {Element} */ (event.target))) event.stopPropagation();
  };

  /**
   * Handles a press on a word or a box. The element handles a press on a number.
   * @param {Element} target
   * @returns {boolean} whether a word or a box was pressed
   */
  #press(target) {
    const context = /** @type {ViewContext} */ (this.#context);
    const word = readWord(target);
    if (word) {
      context.dispatch({ [word.axis === 'q' ? 'query' : 'key']: word.index });
      return true;
    }
    const box = /** @type {SVGElement | null} */ (target.closest('.box'));
    if (!box) return false;
    const { tensor = '', head } = box.dataset;
    if (box.classList.contains('folded')) context.dispatch({ head: Number(head) });
    else if (target.hasAttribute('data-place')) {
      this.container.classList.remove('unpressed');
      return false;
    } else this.#open(tensor, head);
    return true;
  }

  /** Opens a table in its step. @param {string} id @param {string} [head] */
  #open(id, head) {
    const { changeToTensor, navigateTo } = /** @type {ViewContext} */ (this.#context);
    const page = changeToTensor(id);
    const ofHead = head === undefined ? {} : { head: Number(head) };
    if (page) navigateTo({ ...page, cell: '', view: 'step', ...ofHead });
  }

  /** @param {KeyboardEvent} event */
  #onKey = (event) => {
    const { key, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey) return;
    const target = /** @type {SVGElement} */ (event.target);
    const isPress = key === 'Enter' || key === ' ';
    const to = isPress ? undefined : findNeighbour(target, key);
    if (isPress ? this.#press(target) : to) {
      event.preventDefault();
      event.stopPropagation();
      to?.focus();
    }
  };

  /** Makes later stages pale and marks the stage that has just been computed. */
  #markStage() {
    const { shown: stage, isWalking } = this.#walk;
    for (const element of this.container.querySelectorAll('.drawing [data-stage]')) {
      const elementStage = Number(element.getAttribute('data-stage'));
      element.classList.toggle('later', elementStage > stage);
      element.classList.toggle('now', isWalking && elementStage === stage);
    }
  }
}

/** Returns the cell that an element of the drawing shows. @param {Element} element */
const readDrawnCell = (element) => parseCell(element.getAttribute('data-place') ?? '');

/** Returns the word that an element of the drawing belongs to. @param {Element} element */
function readWord(element) {
  const { word, axis } = /** @type {SVGElement} */ (element.closest('[data-word]'))?.dataset ?? {};
  if (word === undefined) return undefined;
  return { axis: /** @type {'q' | 'k'} */ (axis), index: Number(word) };
}

/** @param {number | undefined} wanted @param {string | undefined} value */
const isOther = (wanted, value) =>
  wanted !== undefined && value !== undefined && value !== String(wanted);

/** @param {ViewContext} context */
const getHint = ({ state, isLocked }) =>
  state.guide === '' && !isLocked ? text.hint : text.hintOfPage;

const wholePicturePart = directive(WholePicture);

/**
 * Renders the picture. Until one of its numbers is pressed, it is `unpressed`.
 * @param {ViewContext} context
 */
export const wholePicture = (context) =>
  html`<div class="whole-picture unpressed">${wholePicturePart(context)}</div>`;

/** @param {ViewContext} context @param {Element} host @param {number} width the width on screen */
export function drawWhole(context, host, width) {
  const picture = findShownPicture(context);
  if (!picture) throw new ExportError(text.none);
  return drawPicture(context, picture, {
    query: context.selected,
    traced: context.traced,
    host,
    width,
  });
}

/**
 * Draws queries and keys in two columns, with lines as strong as the weights. A hovered, focused or
 * pressed word shows only its own lines.
 */

import { html, nothing } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { callInFrame, measureScale, styled } from '../../figures/dom.js';
import { readPalette } from '../../styles/colour.js';
import { lang } from '../../text/en/language.js';
import { directionOf } from '../../text/inline.js';
import { rounded } from '../../text/number.js';
import { describeNumber } from '../../views/labelled-map.js';
import { mapLegend, readout } from '../../views/matrix.js';
import { REPAINT } from '../../views/painted-canvas.js';
import {
  computeStrength,
  describeWeights,
  findStrongestLines,
  listLinesOfWord,
  nameColourEnd,
  styleLine,
} from './strongest.js';
import * as text from './text/en/maps.js';

/**
 * @import { ShownWeights, Word } from '../../views/types.js'
 * @import { Line } from './types.js'
 * @import { ElementPart } from 'lit'
 */

// Draws the lines on a canvas that stays in view, and handles the pointer and the keyboard.

/**
 * Strengths are rounded up to this number of levels, so that lines of the same strength are drawn
 * together.
 */
const DRAWN_STRENGTHS = 24;

/** Smaller weights are not written next to their word. */
const LEAST_NUMBERED_WEIGHT = 0.005;

class LineCanvasDirective extends Directive {
  /** @type {HTMLElement | undefined} */
  #scroll;
  /** @type {ShownWeights | undefined} */
  #shown;
  /** @type {readonly Line[]} */
  #strongest = [];
  /** @type {Word | undefined} */
  #hovered;
  /** @type {Word | undefined} */
  #focused;
  #isDrawRequested = false;

  /** @param {ShownWeights} _shown @param {readonly Line[]} _strongest */
  render(_shown, _strongest) {
    return '';
  }

  /** @param {ElementPart} part @param {[ShownWeights, readonly Line[]]} picture @override */
  update({ element }, [shown, strongest]) {
    this.#shown = shown;
    this.#strongest = strongest;
    if (!this.#scroll) this.#listen(/** @type {HTMLElement} */ (element));
    this.#draw();
    return '';
  }

  /** @param {HTMLElement} scroll */
  #listen(scroll) {
    this.#scroll = scroll;
    scroll.addEventListener('scroll', () => this.#draw());
    scroll.addEventListener('transitionrun', () => this.#draw(), true);
    scroll.addEventListener(REPAINT, () => this.#paint(), true);
    scroll.addEventListener('pointerover', ({ target }) => {
      const at = readWord(target);
      if (isSameWord(at, this.#hovered)) return;
      this.#hovered = at;
      this.#show();
    });
    scroll.addEventListener('pointerleave', () => {
      this.#hovered = undefined;
      this.#show();
    });
    scroll.addEventListener('focusin', ({ target }) => {
      this.#focused = readWord(target);
      this.#show();
    });
    scroll.addEventListener('focusout', () => {
      this.#focused = undefined;
      this.#show();
    });
    scroll.addEventListener('click', ({ target }) => this.#press(readWord(target)));
    scroll.addEventListener('keydown', (event) => this.#walk(event));
  }

  get #active() {
    return this.#hovered ?? this.#focused ?? this.#shown?.memory.kept;
  }

  /** @param {Word | undefined} at */
  #press(at) {
    const { memory, press, isLocked } = /** @type {ShownWeights} */ (this.#shown);
    const { kept } = memory;
    if (!at || isLocked) return;
    if (kept && kept.isQuery !== at.isQuery) {
      press(at.isQuery ? [at.index, kept.index] : [kept.index, at.index]);
    } else this.#keep(isSameWord(at, kept) ? undefined : at);
  }

  /** @param {Word | undefined} word */
  #keep(word) {
    const { memory, host } = /** @type {ShownWeights} */ (this.#shown);
    memory.kept = word;
    host.requestUpdate();
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const { key, ctrlKey, altKey, metaKey, target } = event;
    const at = readWord(target);
    if (!at || ctrlKey || altKey || metaKey) return;
    const { rows, columns, memory } = /** @type {ShownWeights} */ (this.#shown);
    const count = (at.isQuery ? rows : columns).length;
    const others = (at.isQuery ? columns : rows).length;
    /** @type {Record<string, Word>} */
    const ways = {
      ArrowUp: { ...at, index: at.index - 1 },
      ArrowDown: { ...at, index: at.index + 1 },
      Home: { ...at, index: 0 },
      End: { ...at, index: count - 1 },
      [at.isQuery === (directionOf(columns) === 'ltr') ? 'ArrowRight' : 'ArrowLeft']: {
        isQuery: !at.isQuery,
        index: Math.min(others - 1, at.index),
      },
    };
    const to = ways[key] && this.#findWord(ways[key]);
    if (key === 'Escape' && memory.kept) this.#keep(undefined);
    else if (to) to.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Word} at */
  #findWord({ isQuery, index }) {
    return /** @type {HTMLElement | null | undefined} */ (
      this.#scroll?.querySelector(`[data-side="${isQuery ? 'q' : 'k'}"][data-index="${index}"]`)
    );
  }

  /** @returns {NodeListOf<HTMLElement>} */
  #findAllWords() {
    return /** @type {HTMLElement} */ (this.#scroll).querySelectorAll('[data-side]');
  }

  /** Writes the weights of the active word next to the words of the other column. */
  #show() {
    const shown = /** @type {ShownWeights} */ (this.#shown);
    const at = this.#active;
    const { kept } = shown.memory;
    /** @type {Map<string, number>} */
    const weights = new Map();
    for (const { row, column, value } of at ? listLinesOfWord(shown, at) : []) {
      weights.set(at?.isQuery ? `k${column}` : `q${row}`, value);
    }
    for (const word of this.#findAllWords()) {
      const { side, index } = word.dataset;
      const value = weights.get(`${side}${index}`) ?? 0;
      const number = computeStrength(shown, value) >= LEAST_NUMBERED_WEIGHT ? rounded(value) : '';
      if ((word.dataset.weight ?? '') !== number) word.dataset.weight = number;
      word.classList.toggle('active', isSameWord(at, readWord(word)));
    }
    if (at) {
      const word = this.#findWord(at);
      const most = describeWeights(shown, at);
      if (word?.ariaDescription !== most) word?.setAttribute('aria-description', most);
      const pair = this.#hovered && kept && this.#hovered.isQuery !== kept.isQuery;
      const [query, key] = at.isQuery ? [at, kept] : [kept, at];
      shown.say(
        pair && query && key
          ? describeNumber(
              shown,
              [query.index, key.index],
              shown.matrix.view.at(query.index, key.index),
            )
          : `${(at.isQuery ? shown.rows : shown.columns)[at.index]}: ${most}`,
      );
    } else shown.say('');
    this.#draw();
  }

  #draw() {
    if (this.#isDrawRequested) return;
    this.#isDrawRequested = true;
    callInFrame(() => {
      this.#isDrawRequested = false;
      if (this.#scroll?.isConnected) this.#paint();
    });
  }

  #paint() {
    const scroll = /** @type {HTMLElement} */ (this.#scroll);
    const shown = /** @type {ShownWeights} */ (this.#shown);
    const canvas = /** @type {HTMLCanvasElement} */ (scroll.querySelector('canvas'));
    const { clientWidth: width, clientHeight: height } = canvas;
    const scale = devicePixelRatio;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const context = canvas.getContext('2d');
    if (!context || width === 0) return;
    context.scale(scale, scale);
    const palette = readPalette(canvas);
    const [starts, ends] = ['q', 'k'].map((name) => measureMiddles(scroll, name, canvas));
    const at = this.#active;
    const lines = at ? listLinesOfWord(shown, at) : this.#strongest;
    /** @type {Map<string, Path2D>} */
    const paths = new Map();
    for (const { row, column, value } of lines) {
      const [from, to] = [starts(row), ends(column)];
      if (Math.max(from, to) < 0 || Math.min(from, to) > height) continue;
      const strength = computeStrength(shown, value);
      const step = at ? strength : Math.ceil(strength * DRAWN_STRENGTHS) / DRAWN_STRENGTHS;
      const key = `${Math.sign(value) * step}`;
      const path = paths.get(key) ?? new Path2D();
      paths.set(key, path);
      path.moveTo(0, from);
      path.lineTo(width, to);
    }
    for (const [key, path] of paths) {
      const strength = Math.abs(Number(key));
      const { opacity, width: thickness } = styleLine(strength, Boolean(at));
      context.globalAlpha = opacity;
      context.lineWidth = thickness;
      context.strokeStyle = palette[nameColourEnd(shown, Number(key))];
      context.stroke(path);
    }
  }
}

/**
 * Returns a function that computes the vertical middle of a word from its index. All words have the
 * same height.
 * @param {Element} scroll
 * @param {string} side
 * @param {Element} canvas
 */
function measureMiddles(scroll, side, canvas) {
  const all = scroll.querySelectorAll(`[data-side="${side}"]`);
  const [first, second] = [all[0], all[1] ?? all[0]].map((button) =>
    button.getBoundingClientRect(),
  );
  const scale = measureScale(canvas);
  const pitch = (second.top - first.top) / scale;
  const middle = (first.top + first.height / 2 - canvas.getBoundingClientRect().top) / scale;
  return (/** @type {number} */ index) => middle + index * pitch;
}

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
const findWord = (target) => (target instanceof Element ? target.closest('[data-side]') : null);

/** @param {EventTarget | null} target @returns {Word | undefined} */
function readWord(target) {
  const { side, index } = findWord(target)?.dataset ?? {};
  return side ? { isQuery: side === 'q', index: Number(index) } : undefined;
}

/** @param {Word | undefined} word @param {Word | undefined} otherWord */
const isSameWord = (word, otherWord) =>
  word?.isQuery === otherWord?.isQuery && word?.index === otherWord?.index;

const lineCanvas = directive(LineCanvasDirective);

/** Pixels on paper: the height of a column, and the smallest and largest height of a word. */
const ON_PAPER = { all: 600, least: 11, most: 26 };

/**
 * Fits all words on one page as long as they are readable.
 * @param {number} count the number of words
 */
const computePitch = (count) =>
  Math.max(ON_PAPER.least, Math.min(ON_PAPER.most, Math.floor(ON_PAPER.all / count)));

/** @param {ShownWeights} shown */
export function weightLines(shown) {
  const {
    rows,
    columns,
    tabs,
    isPrinting,
    isLocked,
    matrix: { name },
  } = shown;
  const { lines: strongest, least, isAll } = findStrongestLines(shown);
  const pitch = computePitch(Math.max(rows.length, columns.length));
  return html`${tabs()}<figure class="lines ${isPrinting ? 'unrolled' : ''}" part="matrix">
    <figcaption class="caption">${name} <span class="shape">${rows.length} × ${columns.length}</span></figcaption>
    <div class="scroll" dir=${directionOf(columns)} ${styled('--pitch', `${pitch}px`)} ${lineCanvas(shown, strongest)}>
      ${wordColumn(shown, true, rows)}
      <canvas role="img" aria-label=${text.lines(name, rows.length, columns.length)}></canvas>
      ${wordColumn(shown, false, columns)}
    </div>
    <p class="note">${isAll ? nothing : text.strongest(strongest.length, rounded(least))}
      ${isLocked ? nothing : html`<span class="gesture">${text.press}</span>`}</p>
  </figure>${readout}${mapLegend(shown)}`;
}

/** @param {ShownWeights} shown @param {boolean} isQuery @param {readonly string[]} words */
const wordColumn = (
  { host, isLocked, memory: { kept } },
  isQuery,
  words,
) => html`<div class="side ${isQuery ? 'q' : 'k'}" role="group" lang=${host.lang}
  aria-label=${isQuery ? text.queries : text.keys}>
  <span class="note" aria-hidden="true" lang=${lang}>${isQuery ? text.queries : text.keys}</span>
  ${words.map((word, index) => {
    const isKept = kept?.isQuery === isQuery && kept.index === index;
    if (isLocked)
      return html`<span class="word" data-side=${isQuery ? 'q' : 'k'} data-index=${index} dir="auto"><span class="cut">${word}</span></span>`;
    return html`<button type="button" class="word" tabindex=${index === 0 && isQuery ? 0 : -1}
      data-side=${isQuery ? 'q' : 'k'} data-index=${index} aria-pressed=${isKept} dir="auto"><span class="cut">${word}</span></button>`;
  })}
</div>`;

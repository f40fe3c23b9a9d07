/**
 * Draws queries and keys in two columns, with lines as strong as the weights. A hovered, focused or
 * pressed word shows only its own lines, and their weights. A pressed word keeps them while the
 * reader points at words of the other column.
 */

import { html, nothing, render, svg } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { styled } from '../../figures/dom.js';
import { lang } from '../../text/en/language.js';
import { strongestLines } from '../../text/en/tables.js';
import { directionOf } from '../../text/inline.js';
import { chooseWeightFormat, rounded } from '../../text/number.js';
import { describeNumber } from '../../views/labelled-map.js';
import { mapLegend, readout } from '../../views/matrix.js';
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

// Draws the lines, and handles the pointer and the keyboard.

/**
 * Strengths are rounded up to this number of levels, so that lines of the same strength are drawn
 * together.
 */
const DRAWN_STRENGTHS = 24;

class LinesDirective extends Directive {
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

  /** @param {ShownWeights} _shown @param {readonly Line[]} _strongest */
  render(_shown, _strongest) {
    return '';
  }

  /** @param {ElementPart} part @param {[ShownWeights, readonly Line[]]} picture @override */
  update({ element }, [shown, strongest]) {
    const isThere = (/** @type {Word | undefined} */ word) =>
      word && word.index < (word.isQuery ? shown.rows : shown.columns).length;
    const { memory } = shown;
    if (!isThere(memory.kept)) memory.kept = undefined;
    if (!isThere(this.#hovered)) this.#hovered = undefined;
    if (!isThere(this.#focused)) this.#focused = undefined;
    this.#shown = shown;
    this.#strongest = strongest;
    if (!this.#scroll) this.#listen(/** @type {HTMLElement} */ (element));
    this.#draw();
    // After the words are rendered and the element has emptied the line below.
    queueMicrotask(() => this.#show());
    return '';
  }

  /** @param {HTMLElement} scroll */
  #listen(scroll) {
    this.#scroll = scroll;
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

  get #pointed() {
    return this.#hovered ?? this.#focused;
  }

  /** The word whose lines are drawn. */
  get #active() {
    const kept = this.#shown?.memory.kept;
    return kept && this.#pointed?.isQuery !== kept.isQuery ? kept : this.#pointed;
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
    const numbers = at ? writeWeights(shown, at) : new Map();
    for (const word of this.#findAllWords()) {
      const { side, index } = word.dataset;
      const isOpposite = at && (side === 'q') !== at.isQuery;
      const number = (isOpposite && numbers.get(Number(index))) || '';
      if ((word.dataset.weight ?? '') !== number) word.dataset.weight = number;
      word.classList.toggle('active', isSameWord(at, readWord(word)));
    }
    // Letters of the widest number, and a blank.
    const space = Math.max(0, ...[...numbers.values()].map(({ length }) => length + 1));
    this.#scroll?.style.setProperty('--before', `${at?.isQuery ? 0 : space}`);
    this.#scroll?.style.setProperty('--after', `${at?.isQuery ? space : 0}`);
    shown.say(at ? this.#describe(at) : '');
    this.#draw();
  }

  /**
   * Describes the largest weights of the active word, or its weight with the word under the pointer.
   * @param {Word} at
   */
  #describe(at) {
    const shown = /** @type {ShownWeights} */ (this.#shown);
    const pointed = this.#pointed ?? at;
    const isPair = pointed.isQuery !== at.isQuery;
    const [row, column] = (at.isQuery ? [at, pointed] : [pointed, at]).map(({ index }) => index);
    const content = isPair
      ? describeNumber(shown, [row, column], shown.matrix.view.at(row, column))
      : describeWeights(shown, at);
    this.#findWord(pointed)?.setAttribute('aria-description', content);
    return isPair ? content : `${(at.isQuery ? shown.rows : shown.columns)[at.index]}: ${content}`;
  }

  #draw() {
    const shown = /** @type {ShownWeights} */ (this.#shown);
    const at = this.#active;
    const picture = /** @type {SVGElement} */ (this.#scroll?.querySelector('svg'));
    render(linePaths(shown, at ? listLinesOfWord(shown, at) : this.#strongest, at), picture);
  }
}

/**
 * Writes the weights of a word as tables write them, by the index of the other word.
 * @param {ShownWeights} shown
 * @param {Word} word
 * @returns {Map<number, string>}
 */
function writeWeights(shown, word) {
  const lines = listLinesOfWord(shown, word);
  const write = shown.colours === 'weights' ? chooseWeightFormat(lines.length) : rounded;
  return new Map(
    lines.map(({ row, column, value }) => [word.isQuery ? column : row, write(value)]),
  );
}

/**
 * Draws lines from rows to columns. A word is one unit high, and the picture is one unit wide.
 * @param {ShownWeights} shown
 * @param {readonly Line[]} lines
 * @param {Word | undefined} word the word of the lines, if they belong to one
 */
function linePaths(shown, lines, word) {
  /** @type {Map<number, string>} */
  const paths = new Map();
  for (const { row, column, value } of lines) {
    const level = Math.ceil(computeStrength(shown, value) * DRAWN_STRENGTHS) / DRAWN_STRENGTHS;
    const signed = Math.sign(value) * level;
    paths.set(signed, `${paths.get(signed) ?? ''}M0 ${row + 0.5}L1 ${column + 0.5}`);
  }
  return [...paths].map(([signed, d]) => {
    const { opacity, width } = styleLine(Math.abs(signed), word !== undefined);
    return svg`<path d=${d} stroke="var(--${nameColourEnd(shown, signed)})"
      stroke-opacity=${opacity} stroke-width=${width}></path>`;
  });
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

const wordLines = directive(LinesDirective);

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
  const count = Math.max(rows.length, columns.length);
  return html`${tabs()}<figure class="lines ${isPrinting ? 'unrolled' : ''}" part="matrix">
    <figcaption class="caption">${name} <span class="shape">${rows.length} × ${columns.length}</span></figcaption>
    <div class="scroll" dir=${directionOf(columns)} ${styled('--pitch', `${computePitch(count)}px`)} ${wordLines(shown, strongest)}>
      ${wordColumn(shown, true, rows)}
      <svg viewBox="0 0 1 ${count}" preserveAspectRatio="none" role="img"
        aria-label=${text.lines(name, rows.length, columns.length)}></svg>
      ${wordColumn(shown, false, columns)}
    </div>
    ${readout}
    <p class="note">${isAll ? nothing : strongestLines(strongest.length, least)}
      ${isLocked ? nothing : html`<span class="gesture">${text.press}</span>`}</p>
  </figure>${mapLegend(shown)}`;
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

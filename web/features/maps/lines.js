/**
 * Draws queries and keys in two columns, with lines as strong as the weights. A hovered, focused or
 * pressed word shows only its own lines, and their weights. A pressed word keeps them while the
 * reader points at words of the other column.
 */

import { html, nothing, render, svg } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { adoptStyles, styled } from '../../figures/dom.js';
import { isOfPairs } from '../../figures/tables.js';
import { directionOf, word } from '../../text/inline.js';
import { chooseWeightFormat, rounded } from '../../text/number.js';
import { describeNumber } from '../../views/labelled-map.js';
import { mapLegend, readout, writeReadout } from '../../views/matrix.js';
import { nameView } from '../../views/number-table.js';
import {
  computeStrength,
  describeWeights,
  findLineBetween,
  findStrongestLines,
  listLinesOfWord,
  nameColourEnd,
  placeHead,
  sortByStrength,
  styleLine,
} from './strongest.js';
import { lineStyles } from './styles.js';
import * as text from './text/en/maps.js';

/**
 * @import { ShownLines, ShownWeights, Word } from '../../views/types.js'
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
  #shown = /** @type {ShownLines} */ (/** @type {unknown} */ (undefined));
  /** @type {readonly Line[]} */
  #strongest = [];
  /** @type {Word | undefined} */
  #hovered;
  /** @type {Word | undefined} */
  #focused;

  /** @param {ShownLines} _shown @param {readonly Line[]} _strongest */
  render(_shown, _strongest) {
    return '';
  }

  /** @param {ElementPart} part @param {[ShownLines, readonly Line[]]} picture @override */
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
    queueMicrotask(() => {
      adoptStyles(/** @type {ShadowRoot} */ (element.getRootNode()), [lineStyles]);
      this.#show();
    });
    return '';
  }

  /** @param {HTMLElement} scroll */
  #listen(scroll) {
    this.#scroll = scroll;
    for (const type of ['pointerover', 'pointerleave', 'focusin', 'focusout'])
      scroll.addEventListener(type, this.#point);
    scroll.addEventListener('click', ({ target }) => this.#press(readWord(target)));
    scroll.addEventListener('keydown', (event) => this.#walk(event));
  }

  /** @param {Event} event */
  #point = ({ type, target }) => {
    const at = type === 'pointerleave' || type === 'focusout' ? undefined : readWord(target);
    if (type.startsWith('focus')) this.#focused = at;
    else if (isSameWord(at, this.#hovered)) return;
    else this.#hovered = at;
    this.#show();
  };

  get #pointed() {
    return this.#hovered ?? this.#focused;
  }

  /** The word whose lines are drawn. */
  get #active() {
    const { kept } = this.#shown.memory;
    return kept && this.#pointed?.isQuery !== kept.isQuery ? kept : this.#pointed;
  }

  /** @param {Word | undefined} at */
  #press(at) {
    const { memory, press, keep, isLocked } = this.#shown;
    const { kept } = memory;
    if (!at || isLocked) return;
    if (kept && kept.isQuery !== at.isQuery) {
      const [row, column] = (at.isQuery ? [at, kept] : [kept, at]).map(({ index }) => index);
      press([row, column], findLineBetween(this.#shown, row, column).head);
    } else keep(isSameWord(at, kept) ? undefined : at);
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const { key, ctrlKey, altKey, metaKey, target } = event;
    const at = readWord(target);
    if (!at || ctrlKey || altKey || metaKey) return;
    const { rows, columns, memory, keep } = this.#shown;
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
    if (key === 'Escape' && memory.kept) keep(undefined);
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

  /** Writes the weights of the active word next to the words of the other column. */
  #show() {
    const shown = this.#shown;
    const scroll = /** @type {HTMLElement} */ (this.#scroll);
    const at = this.#active;
    const numbers = at ? writeWeights(shown, at) : new Map();
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (
      scroll.querySelectorAll('.word')
    )) {
      const word = /** @type {Word} */ (readWord(element));
      const isOpposite = at && word.isQuery !== at.isQuery;
      const { number = '', head = 0 } = (isOpposite && numbers.get(word.index)) || {};
      if ((element.dataset.weight ?? '') !== number) element.dataset.weight = number;
      const name = `word ${isSameWord(at, word) ? 'active' : ''} ${shown.classOf?.(head) ?? ''}`;
      if (element.className !== name) element.className = name;
    }
    // Letters of the widest number, and a blank.
    const space = Math.max(0, ...[...numbers.values()].map(({ number }) => number.length + 1));
    scroll.style.setProperty('--before', `${at?.isQuery ? 0 : space}`);
    scroll.style.setProperty('--after', `${at?.isQuery ? space : 0}`);
    writeReadout(/** @type {HTMLElement} */ (scroll.parentElement), at ? this.#describe(at) : '');
    this.#draw();
  }

  /**
   * Describes the largest weights of the active word, or its weight with the word under the pointer.
   * @param {Word} at
   */
  #describe(at) {
    const shown = this.#shown;
    const pointed = this.#pointed ?? at;
    const isPair = pointed.isQuery !== at.isQuery;
    const [row, column] = (at.isQuery ? [at, pointed] : [pointed, at]).map(({ index }) => index);
    const content = isPair ? describePair(shown, row, column) : describeWeights(shown, at);
    this.#findWord(pointed)?.setAttribute('aria-description', content);
    return isPair ? content : `${(at.isQuery ? shown.rows : shown.columns)[at.index]}: ${content}`;
  }

  #draw() {
    const at = this.#active;
    const lines = at ? listLinesOfWord(this.#shown, at) : this.#strongest;
    const picture = /** @type {SVGElement} */ (this.#scroll?.querySelector('svg'));
    render(linePaths(this.#shown, lines, at), picture);
  }
}

/** @param {ShownLines} shown @param {number} row @param {number} column */
function describePair(shown, row, column) {
  const { head, value } = findLineBetween(shown, row, column);
  const description = describeNumber(shown, [row, column], value);
  return shown.heads ? text.ofHead(description, head + 1) : description;
}

/**
 * Writes the weights of a word as tables write them, by the index of the other word. Of several
 * heads, it writes the largest.
 * @param {ShownLines} shown
 * @param {Word} word
 * @returns {Map<number, { number: string, head: number }>}
 */
function writeWeights(shown, word) {
  const lines = listLinesOfWord(shown, word);
  const count = lines.length / (shown.heads?.length ?? 1);
  const write = shown.colours === 'weights' ? chooseWeightFormat(count) : rounded;
  // The strongest comes last and replaces those of other heads.
  return new Map(
    sortByStrength(lines)
      .reverse()
      .map(({ head, row, column, value }) => [
        word.isQuery ? column : row,
        { number: write(value), head },
      ]),
  );
}

/**
 * Draws lines from rows to columns. A word is one unit high, and the picture is one unit wide.
 * @param {ShownLines} shown
 * @param {readonly Line[]} lines
 * @param {Word | undefined} word the word of the lines, if they belong to one
 */
function linePaths(shown, lines, word) {
  /** @type {Map<string, string>} */
  const paths = new Map();
  for (const { head, row, column, value } of lines) {
    const level = Math.ceil(computeStrength(shown, value) * DRAWN_STRENGTHS) / DRAWN_STRENGTHS;
    const key = `${head} ${Math.sign(value) * level}`;
    const middle = placeHead(shown, head);
    paths.set(key, `${paths.get(key) ?? ''}M0 ${row + middle}L1 ${column + middle}`);
  }
  return [...paths].map(([key, d]) => {
    const [head, signed] = key.split(' ').map(Number);
    const { opacity, width } = styleLine(Math.abs(signed), word !== undefined);
    const colour = shown.classOf ? 'head' : nameColourEnd(shown, signed);
    return svg`<path d=${d} class=${shown.classOf?.(head) ?? nothing} stroke="var(--${colour})"
      stroke-opacity=${opacity} stroke-width=${width}></path>`;
  });
}

/** @param {EventTarget | null} target @returns {Word | undefined} */
function readWord(target) {
  /** @type {HTMLElement | null} */
  const word = target instanceof Element ? target.closest('.word') : null;
  const { side, index } = word?.dataset ?? {};
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
export const headLines = (shown) => html`${shown.tabs()}${weightLines(shown)}${mapLegend(shown)}`;

/**
 * @param {ShownLines} shown
 * @param {unknown} [note] a note below the lines
 */
export function weightLines(shown, note = nothing) {
  const {
    rows,
    columns,
    isLocked,
    matrix: { name, label },
  } = shown;
  const { lines: strongest, least, isAll } = findStrongestLines(shown);
  const count = Math.max(rows.length, columns.length);
  const sides = text.nameSides(isOfPairs(shown.matrix));
  return html`<figure class="lines" part="matrix">
    <figcaption class="caption">${nameView(name, label)} <span class="shape">${rows.length} × ${columns.length}</span></figcaption>
    <div class="scroll" dir=${directionOf(columns)} ${styled('--pitch', `${computePitch(count)}px`)} ${wordLines(shown, strongest)}>
      ${wordColumn(shown, true, rows, sides[0])}
      <svg viewBox="0 0 1 ${count}" preserveAspectRatio="none" role="img"
        aria-label=${text.lines(name, [rows.length, columns.length], sides)}></svg>
      ${wordColumn(shown, false, columns, sides[1])}
    </div>
    ${readout}
    <p class="note">${isAll ? nothing : text.strongestLines(strongest.length, least)} ${note}
      ${isLocked ? nothing : html`<span class="gesture">${text.press}</span>`}</p>
  </figure>`;
}

/** @param {ShownLines} shown @param {boolean} isQuery @param {readonly string[]} words @param {string} name */
const wordColumn = (
  { isLocked, memory: { kept } },
  isQuery,
  words,
  name,
) => html`<div class="column ${isQuery ? 'q' : 'k'}" role="group" aria-label=${name}>
  <span class="note" aria-hidden="true">${name}</span>
  ${words.map((label, index) => {
    const isKept = kept?.isQuery === isQuery && kept.index === index;
    if (isLocked)
      return html`<span class="word" data-side=${isQuery ? 'q' : 'k'} data-index=${index} dir="auto">${word(label)}</span>`;
    return html`<button type="button" class="word" tabindex=${index === 0 && isQuery ? 0 : -1}
      data-side=${isQuery ? 'q' : 'k'} data-index=${index} aria-pressed=${isKept} dir="auto">${word(label)}</button>`;
  })}
</div>`;

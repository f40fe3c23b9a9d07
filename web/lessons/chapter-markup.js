/**
 * Renders the markup in the JSON of chapters: **bold**, **pas**@fr and “elle”@fr in another
 * language, *d* and _d_ in italics, e^{0} and W_{O}, symbols such as {Q} and {W_Q}, {weights.0.1.3} for a
 * number of the run, and {word} for the subject of a reply.
 */

import { html } from 'lit';
import { CELL_NAME } from '../graph/cell.js';
import { exponent, symbolOf } from '../text/inline.js';
import { quoteCell } from './formula.js';

/** @import { StepContext } from '../sources/types.js' */
/** @import { FilledWords, Paragraphs } from './types.js' */

/** @typedef {Pick<StepContext, 'computation'>} Context */

const MARK_KINDS = [
  /\*\*[^*]+\*\*(?:@[a-z]{2}\b)?/,
  /“[^“”]+”@[a-z]{2}\b/,
  /[\^_]\{[^{}]+\}/,
  /(?<![\p{L}\d_])_(?![\s_{])[^_]*(?<!\s)_(?![\p{L}\d{])/u,
  /(?<![\p{L}\d*)\]])\*(?![\s*])[^*]*(?<!\s)\*(?![\p{L}\d*(])/u,
  /\{[A-Za-z][\w/.-]*\}/,
];

const MARKS = new RegExp(`(${MARK_KINDS.map(({ source }) => source).join('|')})`, 'u');

/** Splits a text at its marks, which every second part is. @param {string} text */
export const splitMarks = (text) => text.split(MARKS);

/** @typedef {'b' | 'i' | 'q' | 'sup' | 'sub'} MarkName the element of HTML */

/**
 * @param {string} mark
 * @returns {{ name: MarkName | '', content: string, language?: string }} without an element for what is in braces
 */
export function readMark(mark) {
  if (mark.startsWith('**')) {
    const [, content = '', language] = /^\*\*(.+)\*\*(?:@(..))?$/s.exec(mark) ?? [];
    return { name: 'b', content, language };
  }
  if (mark.startsWith('“'))
    return { name: 'q', content: mark.slice(1, -4), language: mark.slice(-2) };
  if (mark.startsWith('^')) return { name: 'sup', content: mark.slice(2, -1) };
  if (mark.startsWith('_{')) return { name: 'sub', content: mark.slice(2, -1) };
  return { name: /^[*_]/.test(mark) ? 'i' : '', content: mark.slice(1, -1) };
}

const SYMBOL = /^[A-Z](_[A-Za-z])?$/;

/** @type {Record<string, 'q' | 'k' | 'v'>} */
const ROLE_BY_SYMBOL = { Q: 'q', K: 'k', V: 'v' };

/**
 * @param {string} name the name in braces
 * @param {Context} [context]
 * @param {FilledWords} [words]
 * @param {typeof quoteCell} [write]
 */
function writeNamed(name, context, words = {}, write = quoteCell) {
  if (Object.hasOwn(words, name)) {
    const word = words[name];
    return typeof word === 'function' ? word(context) : word;
  }
  if (CELL_NAME.test(name) && context) return write(context.computation, name);
  return SYMBOL.test(name) ? symbolOf({ symbol: name, role: ROLE_BY_SYMBOL[name] }) : `{${name}}`;
}

/** @param {string} part @param {[Context?, FilledWords?, (typeof quoteCell)?]} more @returns {unknown} */
function drawPart(part, ...more) {
  const { name, content, language } = readMark(part);
  if (name === 'b' && language) return html`<b lang=${language}>${content}</b>`;
  if (name === 'b') return html`<b>${renderMarked(content, ...more)}</b>`;
  if (name === 'i') return html`<i>${renderMarked(content, ...more)}</i>`;
  if (name === 'q') return html`<q lang=${language}>${content}</q>`;
  if (name === 'sub') return html`<sub>${content}</sub>`;
  if (name === 'sup')
    return /^\p{L}*$/u.test(content) ? html`<sup>${content}</sup>` : exponent(content);
  return writeNamed(content, ...more);
}

/** No line ends within a product. @param {string} text */
const joinFactors = (text) => text.replace(/ ([×·]) /g, '\u00a0$1\u00a0');

/**
 * @param {string} text
 * @param {[context?: Context, words?: FilledWords, write?: typeof quoteCell]} more without a
 * context, numbers stay as names; `write` formats them
 * @returns {unknown}
 */
export function renderMarked(text, ...more) {
  const parts = splitMarks(joinFactors(text));
  return parts.length === 1
    ? parts[0]
    : parts.map((part, i) => (i % 2 ? drawPart(part, ...more) : part));
}

const QUOTED = /\{([A-Za-z][\w/]*(?:\.\d+)+)\}/g;

/** Returns the names of the numbers that a text quotes. @param {string} text */
export const listQuotedCells = (text) => [...text.matchAll(QUOTED)].map(([, name]) => name);

/** A name in braces, but no exponent and no index. */
const NAMED = /(?<![\^_])\{([A-Za-z][\w/.-]*)\}/g;

/**
 * Lists names in braces that stand for nothing.
 * @param {string} text
 * @param {readonly string[]} words
 */
export const listUnknownNames = (text, words) =>
  [...text.matchAll(NAMED)]
    .map(([, name]) => name)
    .filter((name) => !(words.includes(name) || SYMBOL.test(name) || /\.\d/.test(name)));

/** The start of a bold part. `(a + b)**2` is a power, and `f(**options)` passes a dictionary. */
const BOLD_START = /(?<![\w)\]])(?!(?<=[([{]|, )\*\*\w+[)\]},])\*\*(?=\S)/;

/** The end of a bold part. `f**(x)` and `2**-1` are powers. */
const BOLD_END = /(?<=\S)\*\*(?![\w(]|-\w)/;

/** A mark that begins or ends alone. Code such as `x ** 2` has none. */
const LONE_MARK = new RegExp(
  `${BOLD_START.source}|${BOLD_END.source}|[\\^_]\\{|\\{[A-Za-z][\\w/]*\\.\\d`,
);

/** Three stars, a language that does not have two letters, or a language after italics. */
const NO_MARK = /\*{3}|(?:\*\*|”)@(?![a-z]{2}\b)\w+|(?<![\s*])\*@[a-z]+/;

/** Finds a mark that is shown as it is written. @param {string} text @returns {string | undefined} */
export function findBrokenMark(text) {
  const unmarked = splitMarks(text).filter((_, i) => i % 2 === 0);
  const found = [NO_MARK.exec(text), ...unmarked.map((part) => LONE_MARK.exec(part))];
  return found.find((match) => match)?.[0];
}

/**
 * Renders a text. If the text quotes numbers, returns a function that renders it with them.
 * @param {string} text
 * @returns {unknown}
 */
export const deferMarked = (text) =>
  listQuotedCells(text).length > 0
    ? (/** @type {Context} */ context) => renderMarked(text, context)
    : renderMarked(text);

/** Renders what `deferMarked` has returned. @param {unknown} text @param {Context} context */
export const fillNumbers = (text, context) => (typeof text === 'function' ? text(context) : text);

/** @param {Paragraphs} text @param {Context} [context] @param {FilledWords} [words] */
export const renderParagraphs = (text, context, words) =>
  [text]
    .flat()
    .map((paragraph) =>
      typeof paragraph === 'string'
        ? html`<p class="chapter-text">${renderMarked(paragraph, context, words)}</p>`
        : html`<p class="note chapter-text">${renderMarked(paragraph.note, context, words)}</p>`,
    );

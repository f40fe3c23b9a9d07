/** Helpers for what Lit and browsers lack: styles, scale, keys, observers, frames. */

import { Directive, directive } from 'lit/directive.js';
import { toPlainNumerals } from '../text/number.js';

/** @import { CSSResult, ElementPart } from 'lit' */

/** Sets a style through CSSOM, because a strict policy refuses a `style` attribute. */
class StyledDirective extends Directive {
  /** @type {string | undefined} */
  #last;

  /** @param {string} _property @param {string} _value */
  render(_property, _value) {
    return '';
  }

  /** @param {ElementPart} part @param {[property: string, value: string]} values @override */
  update(part, [property, value]) {
    if (value !== this.#last) {
      /** @type {HTMLElement} */ (part.element).style.setProperty(property, value);
      this.#last = value;
    }
  }
}

/** Usage: `<td ${styled('--level', '50%')}>`. */
export const styled = directive(StyledDirective);

/**
 * Returns the factor by which a page scales an element, with `transform` or `zoom`. Rectangles are
 * scaled, lengths that styles and scroll positions take are not.
 * @param {Element} element
 */
export const measureScale = (element) =>
  element.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(element).width) || 1;

/** The brackets of a Latin keyboard, where others have letters. @type {Record<string, string>} */
const BRACKETS = { BracketLeft: '[', BracketRight: ']' };

/**
 * Returns the key of a Latin keyboard: `z` for `Z` and for the Cyrillic letter in its place, and `5`
 * for an Arabic 5.
 * @param {Pick<KeyboardEvent, 'key' | 'code'>} event
 */
export function readKey({ key = '', code }) {
  const isOtherScript = /^\p{L}/u.test(key) && !/^\p{Script=Latin}/u.test(key);
  const latin = isOtherScript && (BRACKETS[code] ?? /^Key([A-Z])$/.exec(code)?.[1]);
  const plain = latin || toPlainNumerals(key);
  return plain.length === 1 ? plain.toLowerCase() : plain;
}

const NOTHING_OBSERVED = { observe() {}, unobserve() {}, disconnect() {} };

/**
 * Creates an observer, or one that observes nothing if the kind does not exist, as in jsdom. New sizes
 * arrive with the next frame: if they changed other sizes at once, the browser would report an error.
 * @template {'ResizeObserver' | 'MutationObserver'} Kind
 * @param {Kind} kind
 * @param {ConstructorParameters<typeof globalThis[Kind]>[0]} callback
 * @returns {InstanceType<typeof globalThis[Kind]>}
 */
export function createObserver(kind, callback) {
  const Observer = /** @type {any} */ (globalThis[kind]);
  if (!Observer) return /** @type {any} */ (NOTHING_OBSERVED);
  const inFrame = (/** @type {any} */ entries, /** @type {any} */ observer) =>
    callInFrame(() => callback(entries, observer));
  return new Observer(kind === 'ResizeObserver' ? inFrame : callback);
}

/** Acts before the next frame, or soon if there are none, as in jsdom. @param {() => void} act */
export function callInFrame(act) {
  if ('requestAnimationFrame' in globalThis) requestAnimationFrame(act);
  else setTimeout(act);
}

/** The longest wait in milliseconds for a page without frames, such as one in a frame out of view. */
const LONGEST_FRAME = 100;

/** Resolves after the next frame, or in the next task in a hidden page, which has none. */
export const waitForPaint = () =>
  new Promise((resolve) => {
    if (!document.hidden) callInFrame(() => setTimeout(resolve));
    setTimeout(resolve, document.hidden ? 0 : LONGEST_FRAME);
  });

// Styles of an element in any document: those from the start, and those that come with a later
// script.

/**
 * Copies of style sheets, because a sheet belongs to the document that made it, and other
 * documents, such as frames, need copies.
 * @type {WeakMap<Document, Map<CSSResult, CSSStyleSheet>>}
 */
const copies = new WeakMap();

/** @param {CSSResult} style @param {Document} place */
function getSheet(style, place) {
  if (place === document) return style.styleSheet;
  const known = copies.get(place) ?? new Map();
  copies.set(place, known);
  const { CSSStyleSheet } = /** @type {any} */ (place.defaultView);
  if (!known.has(style)) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style.cssText);
    known.set(style, sheet);
  }
  return known.get(style);
}

/**
 * Adds style sheets to a shadow root.
 * @param {ShadowRoot} root the root, which loses its sheets when it moves to another document
 * @param {readonly CSSResult[]} styles
 */
export function adoptStyles(root, styles) {
  const { ownerDocument } = root;
  if (!ownerDocument.defaultView) return;
  const sheets = styles.flatMap((style) => getSheet(style, ownerDocument) ?? []);
  const missing = sheets.filter((sheet) => !root.adoptedStyleSheets.includes(sheet));
  if (missing.length > 0) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...missing];
}

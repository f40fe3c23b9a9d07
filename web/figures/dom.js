/** Helpers that Lit lacks: parts of a page, radio buttons, menus, styles of one node, style sheets of features, the language of an element. */

import { html, LitElement, nothing } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { live } from 'lit/directives/live.js';

/** @import { CSSResult, ElementPart } from 'lit' */

/** Gives an element its name, once a document. @param {string} tag @param {CustomElementConstructor} elementClass */
export function defineElement(tag, elementClass) {
  if (!customElements.get(tag)) customElements.define(tag, elementClass);
}

/** A part of a page that keeps something of its own, such as how far a picture has moved: an element that only templates write. */
export class PagePart extends LitElement {
  /** It has the styles of the page around it. */
  createRenderRoot() {
    return this;
  }
}

/**
 * Sets a property of an element's style through CSSOM: a `style` attribute would be refused by a
 * strict content security policy.
 */
class StyledDirective extends Directive {
  /** @type {string | undefined} */
  #last;

  /** @param {string} _property @param {string} _value */
  render(_property, _value) {
    return '';
  }

  /**
   * @param {ElementPart} part
   * @param {[property: string, value: string]} how
   * @override
   */
  update(part, [property, value]) {
    if (value !== this.#last) {
      /** @type {HTMLElement} */ (part.element).style.setProperty(property, value);
      this.#last = value;
    }
  }
}

/** `<td ${styled('--level', '50%')}>` */
export const styled = directive(StyledDirective);

/**
 * The form of all radio buttons. Without one Chromium leaks every radio button that is removed from a
 * shadow root, together with its surroundings, for as long as the root lives. `method=dialog` sends
 * nothing.
 */
export const radioForm = html`<form id="radios" method="dialog" hidden></form>`;

/**
 * @param {string} name
 * @param {string | number} value
 * @param {boolean} isChosen
 * @param {() => void} update
 * @param {boolean} [isDisabled]
 */
export const radioButton = (name, value, isChosen, update, isDisabled = false) =>
  html`<input type="radio" form="radios" name=${name} .value=${String(value)}
    .checked=${live(isChosen)} ?disabled=${isDisabled} @change=${update}>`;

/** The options of a select, made without a template each: there may be hundreds of words. */
class OptionsDirective extends Directive {
  #last = '';

  /** @param {Choices<string | number>} _choices */
  render(_choices) {
    return '';
  }

  /**
   * @param {ElementPart} part
   * @param {Parameters<this['render']>} choices
   * @override
   */
  update({ element }, [choices]) {
    const last = JSON.stringify(choices);
    if (last !== this.#last) {
      this.#last = last;
      element.replaceChildren(...choices.map(([value, text]) => new Option(text, String(value))));
    }
    return '';
  }
}

const options = directive(OptionsDirective);

/** @template Value @typedef {readonly (readonly [value: Value, text: string])[]} Choices */

/**
 * A menu.
 * @template {string | number} Value
 * @param {Choices<Value>} choices
 * @param {Value} chosen
 * @param {(value: Value) => void} choose
 * @param {{ id?: string, kind?: string, label?: string }} [names] `kind`: a class; `label`: where none stands beside it
 */
export const selectMenu = (choices, chosen, choose, { id, kind, label } = {}) =>
  html`<select id=${id ?? nothing} class=${kind ?? nothing} aria-label=${label ?? nothing}
    ${options(choices)} .value=${live(String(chosen))} @change=${(
      /** @type {Event} */ { target },
    ) => choose(choices[/** @type {HTMLSelectElement} */ (target).selectedIndex][0])}></select>`;

const NOTHING_OBSERVED = { observe() {}, unobserve() {}, disconnect() {} };

/**
 * An observer; one that observes nothing where there is none of its kind, as in jsdom.
 * @template {'ResizeObserver' | 'MutationObserver'} Kind
 * @param {Kind} kind
 * @param {ConstructorParameters<typeof globalThis[Kind]>[0]} callback
 * @returns {InstanceType<typeof globalThis[Kind]>}
 */
export function createObserver(kind, callback) {
  const Observer = /** @type {any} */ (globalThis[kind]);
  return /** @type {any} */ (Observer ? new Observer(callback) : NOTHING_OBSERVED);
}

/**
 * Calls a function once the browser prepares a frame; in the next task where there are no frames, as in jsdom.
 * @param {() => void} act
 */
export function callInFrame(act) {
  if ('requestAnimationFrame' in globalThis) requestAnimationFrame(act);
  else setTimeout(act);
}

/** Milliseconds after which a page that makes no frames, such as one in a frame out of view, is no longer waited for. */
const LONGEST_FRAME = 100;

/** Resolves in the task after the next frame; in the next task where the page is hidden, and so makes none. */
export const waitForPaint = () =>
  new Promise((resolve) => {
    if (!document.hidden) callInFrame(() => setTimeout(resolve));
    setTimeout(resolve, document.hidden ? 0 : LONGEST_FRAME);
  });

// Styles of an element, wherever it is: those it has from the start, and those that come with a further script.

/** A sheet belongs to the document that made it: others, as those of frames, have copies. @type {WeakMap<Document, Map<CSSResult, CSSStyleSheet>>} */
const copies = new WeakMap();

/** @param {CSSResult} style @param {Document} place */
function sheetIn(style, place) {
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
 * @param {ShadowRoot} root which loses them where it comes into another document
 * @param {readonly CSSResult[]} styles
 */
export function adoptStyles(root, styles) {
  const { ownerDocument } = root;
  if (!ownerDocument.defaultView) return;
  const sheets = styles.flatMap((style) => sheetIn(style, ownerDocument) ?? []);
  const missing = sheets.filter((sheet) => !root.adoptedStyleSheets.includes(sheet));
  if (missing.length > 0) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...missing];
}

/** Numbers, words of a sentence and formulas: they mean the same in all languages. */
const UNTRANSLATED =
  ':is(bdi, td, math, code, .formula, .formula-line, .sum, .terms, .shape, .readout):not([translate])';

/** Keeps translators from what is no prose. @param {ParentNode} root */
export function keepUntranslated(root) {
  for (const part of root.querySelectorAll(UNTRANSLATED)) part.setAttribute('translate', 'no');
}

/**
 * Translators put texts into elements that no template has, where Lit does not find them any more.
 * @param {ParentNode} root
 */
export const isTranslated = (root) => root.querySelector('font') !== null;

/**
 * The page speaks English, and so do the words, unless the author has given the element a language.
 * @param {ParentNode} root
 * @param {string} lang
 */
export function markLanguage(root, lang) {
  for (const word of root.querySelectorAll('bdi')) {
    if (lang === '') word.removeAttribute('lang');
    else if (word.lang !== lang) word.lang = lang;
  }
}

const LOWEST_HEADING = 6;

/**
 * Titles are headings only where an author wants them, since the page's outline is the author's.
 * @param {ParentNode} root
 * @param {number} first the level of the highest titles; 0 for none
 */
export function markHeadings(root, first) {
  const titles = [
    .../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-level]')),
  ];
  const levels = titles.map(({ dataset }) => Number(dataset.level));
  const highest = Math.min(...levels);
  for (const [i, title] of titles.entries()) {
    const level = Math.min(Math.round(first) + levels[i] - highest, LOWEST_HEADING);
    const attributes = { role: 'heading', 'aria-level': `${level}` };
    for (const [name, value] of Object.entries(attributes)) {
      if (first >= 1) title.setAttribute(name, value);
      else title.removeAttribute(name);
    }
  }
}

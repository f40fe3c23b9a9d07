/** DOM helpers that Lit lacks: radio buttons, menus, style sheets. */

import { html, nothing } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { live } from 'lit/directives/live.js';
import { toPlainNumerals } from '../text/number.js';

/** @import { CSSResult, ElementPart } from 'lit' */

/** @param {string} tag @param {CustomElementConstructor} elementClass */
export function defineElement(tag, elementClass) {
  if (!customElements.get(tag)) customElements.define(tag, elementClass);
}

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
 * Renders a button that may be unavailable. It then has `aria-disabled`, because `disabled` would
 * lose the focus, and a press does nothing.
 * @param {unknown} name
 * @param {((event: Event) => unknown) | false | undefined} act what a press does, if the button is
 * available
 * @param {object} [options]
 * @param {string} [options.kind] its class
 * @param {string} [options.label] what a screen reader says, if the name does not say enough
 * @param {string} [options.title]
 * @param {string} [options.describedBy] the id of a text, such as why the button is unavailable
 * @param {boolean} [options.isPressed]
 */
export const actionButton = (
  name,
  act,
  { kind = 'plain', label, title, describedBy, isPressed } = {},
) =>
  html`<button type="button" class=${kind} aria-label=${label ?? nothing} title=${title ?? nothing}
    aria-pressed=${isPressed ?? nothing} aria-describedby=${describedBy ?? nothing}
    aria-disabled=${!act} @click=${act || nothing}>${name}</button>`;

/**
 * Makes the listener of a field.
 * @param {(field: HTMLInputElement) => unknown} read
 */
export const readField =
  (read) =>
  (/** @type {Event} */ { target }) =>
    read(/** @type {HTMLInputElement} */ (target));

/**
 * Makes the listener of a field for files. The field is cleared, so that the same files can be chosen
 * again after a change.
 * @param {(files: File[]) => unknown} read called if there are files
 */
export const readChosenFiles = (read) =>
  readField((field) => {
    const files = [...(field.files ?? [])];
    field.value = '';
    if (files.length > 0) read(files);
  });

/**
 * Renders buttons of which one is pressed.
 * @param {string} label
 * @param {readonly { name: unknown, isChosen: boolean, press: () => void }[]} choices
 * @param {string} [note] a note after the buttons
 */
export const choiceButtons = (
  label,
  choices,
  note,
) => html`<div class="flip" role="group" aria-label=${label}>
  <span class="note" aria-hidden="true">${label}</span>
  ${choices.map(
    ({ name, isChosen, press }) =>
      html`<button type="button" class="choose" aria-pressed=${isChosen} @click=${press}>${name}</button>`,
  )}
  ${note ? html`<span class="note">${note}</span>` : nothing}
</div>`;

/**
 * The form of all radio buttons. Without a form, Chromium leaks every radio button that is removed
 * from a shadow root, together with its surroundings, as long as the root lives. `method=dialog`
 * sends nothing.
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

/**
 * Renders radio buttons with the numbers from 1, for example one for each head.
 * @param {string} name
 * @param {number} count
 * @param {number} chosen the index of the chosen one, from 0
 * @param {(index: number) => void} choose
 */
export const numberedRadios = (name, count, chosen, choose) =>
  Array.from(
    { length: count },
    (_, i) => html`<label>${radioButton(name, i, i === chosen, () => choose(i))}${i + 1}</label>`,
  );

/** Renders the options of a select without a template for each, because there may be hundreds of words. */
class OptionsDirective extends Directive {
  #last = '';

  /** @param {Choices<string | number>} _choices */
  render(_choices) {
    return '';
  }

  /** @param {ElementPart} part @param {Parameters<this['render']>} choices @override */
  update({ element }, [choices]) {
    const last = JSON.stringify(choices);
    if (last !== this.#last) {
      this.#last = last;
      element.replaceChildren(...choices.map(([value, text]) => new Option(text, String(value))));
    }
    return '';
  }
}

/** Marked, so that a bundle without selects leaves the class out. */
const options = /* @__PURE__ */ directive(OptionsDirective);

/** @template Value @typedef {readonly (readonly [value: Value, text: string])[]} Choices */

/**
 * Renders a select.
 * @template {string | number} Value
 * @param {Choices<Value>} choices
 * @param {Value} chosen
 * @param {(value: Value) => void} choose
 * @param {{ id?: string, kind?: string, label?: string }} [names] `kind` is a class; `label` is
 * needed if there is no visible label
 */
export const selectMenu = (choices, chosen, choose, { id, kind, label } = {}) =>
  html`<select id=${id ?? nothing} class=${kind ?? nothing} aria-label=${label ?? nothing}
    ${options(choices)} .value=${live(String(chosen))} @change=${(
      /** @type {Event} */ { target },
    ) => choose(choices[/** @type {HTMLSelectElement} */ (target).selectedIndex][0])}></select>`;

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

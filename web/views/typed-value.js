/**
 * The value of a field that a reader types into. Typed text stays until it is committed, whatever
 * is rendered meanwhile.
 */

import { noChange } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { setCommittedValue } from 'lit/directive-helpers.js';

/** @import { PropertyPart } from 'lit' */

/** The value that each field last showed. @type {WeakMap<Element, string>} */
const shownValues = new WeakMap();

/**
 * Gives back the text that a field showed before the reader typed.
 * @param {Element} field
 * @returns {boolean} whether the text was another one
 */
export function discardTyped(field) {
  const shown = shownValues.get(field);
  const typed = /** @type {HTMLInputElement} */ (field);
  if (shown === undefined || typed.value === shown) return false;
  typed.value = shown;
  return true;
}

class TypedValue extends Directive {
  /** @type {string | undefined} */
  #last;
  /** @type {HTMLInputElement | HTMLTextAreaElement | undefined} */
  #field;
  /** Whether the typed text has been committed. A committed value that was not accepted is replaced. */
  #isSent = false;

  /** @param {string} value */
  render(value) {
    return value;
  }

  /** @param {PropertyPart} part @param {[value: string]} given @override */
  update(part, [value]) {
    const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (part.element);
    if (!this.#field) {
      this.#field = field;
      field.addEventListener('input', () => {
        this.#isSent = false;
      });
      field.addEventListener('change', () => {
        this.#isSent = true;
      });
    }
    const { activeElement } = /** @type {Document | ShadowRoot} */ (field.getRootNode());
    // A number out of range is committed, and the nearest valid one is shown.
    const { customError, typeMismatch, badInput } = field.validity;
    const isRefused = customError || typeMismatch || badInput;
    const isTyping =
      (isRefused || !this.#isSent) && value === this.#last && activeElement === field;
    this.#last = value;
    shownValues.set(field, value);
    if (isTyping || field.value === value) return noChange;
    // Set the value even if it is the same as before.
    setCommittedValue(part);
    return value;
  }
}

/** A directive for `.value`. The value is set when it changes, and when the focus is elsewhere. */
export const typedValue = directive(TypedValue);

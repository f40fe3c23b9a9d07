/** The value of a field that a reader types into: what is typed stays until it is sent, whatever is drawn meanwhile. */

import { noChange } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { setCommittedValue } from 'lit/directive-helpers.js';

/** @import { PropertyPart } from 'lit' */

class TypedValue extends Directive {
  /** @type {string | undefined} */
  #last;
  /** @type {HTMLInputElement | HTMLTextAreaElement | undefined} */
  #field;
  /** Whether what is typed has been sent: a value that was not taken is replaced then. */
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
    // A number out of range is sent: the nearest one counts, and is shown.
    const { customError, typeMismatch, badInput } = field.validity;
    const isRefused = customError || typeMismatch || badInput;
    const isTyping =
      (isRefused || !this.#isSent) && value === this.#last && activeElement === field;
    this.#last = value;
    if (isTyping || field.value === value) return noChange;
    // The same value as before is set again, too.
    setCommittedValue(part);
    return value;
  }
}

/** To be bound to `.value`. It is set when it changes, and when the focus is elsewhere. */
export const typedValue = directive(TypedValue);

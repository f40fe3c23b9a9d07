import { Directive, directive } from 'lit/directive.js';

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
   * @param {import('lit').ElementPart} part
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

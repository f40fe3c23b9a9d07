/** The options of a select, made without a template each: there may be hundreds of words. */

import { Directive, directive } from 'lit/directive.js';

class OptionsDirective extends Directive {
  #last = '';

  /** @param {readonly [value: string, text: string][]} _options */
  render(_options) {
    return '';
  }

  /**
   * @param {import('lit').ElementPart} part
   * @param {Parameters<this['render']>} options
   * @override
   */
  update({ element }, [options]) {
    const last = JSON.stringify(options);
    if (last !== this.#last) {
      this.#last = last;
      element.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
    }
    return '';
  }
}

/** To stand before the `.value` of its select. */
export const options = directive(OptionsDirective);

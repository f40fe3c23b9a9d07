import { Directive, directive } from 'lit/directive.js';

/**
 * Sets a cell's `--level` through CSSOM: a `style` attribute would be refused by a strict content
 * security policy.
 */
class PaintDirective extends Directive {
  /** @type {number | undefined} */
  #last;

  /** @param {number} _level */
  render(_level) {
    return '';
  }

  /**
   * @param {import('lit').ElementPart} part
   * @param {[number]} level
   * @override
   */
  update(part, [level]) {
    if (level !== this.#last) {
      /** @type {HTMLElement} */ (part.element).style.setProperty('--level', `${level}%`);
      this.#last = level;
    }
  }
}

/** `<td ${paint(level)}>`: how strong the cell's colour is, from 0 to 100. */
export const paint = directive(PaintDirective);

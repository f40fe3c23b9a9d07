import { AsyncDirective } from 'lit/async-directive.js';
import { whenRemoved } from '../session/async.js';
import { completeMarkup } from './complete-markup.js';

/** @import { ChildPart } from 'lit' */

/**
 * A part of a page with its own state, such as the progress of an animation. It calls
 * `requestUpdate` when its state has changed, and is rendered alone.
 */
export class PagePart extends AsyncDirective {
  /** @type {ChildPart | undefined} */
  #part;
  /** The values of the last `update`. @type {unknown[]} */
  #values = [];

  /** @param {ChildPart} part @param {unknown[]} values @override */
  update(part, values) {
    this.#part = part;
    this.#values = values;
    return this.render(...values);
  }

  /** The element that the part is in. */
  get container() {
    return /** @type {HTMLElement} */ (this.#part?.parentNode);
  }

  /** @param {any[]} _values @returns {unknown} */
  render(..._values) {
    return '';
  }

  requestUpdate = () => {
    if (!this.#part || !this.isConnected) return;
    this.setValue(this.render(...this.#values));
    completeMarkup(this.container);
  };

  /** @override */
  disconnected() {
    whenRemoved(this, () => this.removed());
  }

  /** Called when the part has left the page. */
  removed() {}

  /** Shows what has changed while the element was not on the page. @override */
  reconnected() {
    this.requestUpdate();
  }
}

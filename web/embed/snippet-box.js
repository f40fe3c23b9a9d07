/** A text to copy, in a box that scrolls. */

import { html } from 'lit';

export class SnippetBox {
  #title;
  #update;
  #said = '';
  /** The text that was copied; the message is not shown for another. */
  #of = '';

  /**
   * @param {string} title for screen readers
   * @param {() => void} update draws the view again
   */
  constructor(title, update) {
    this.#title = title;
    this.#update = update;
  }

  /** @param {string} text @param {string} [refusal] why it is not to be copied */
  view(text, refusal = '') {
    return html`<div class="snippet">
      <pre tabindex="0" role="group" aria-label="Snippet: ${this.#title}"><code>${text}</code></pre>
      <p>
        <button type="button" aria-label="Copy: ${this.#title}" ?disabled=${refusal !== ''}
          @click=${(/** @type {Event} */ event) => this.#copy(event, text)}>Copy</button>
        <span role="status">${refusal || (this.#of === text ? this.#said : '')}</span>
      </p>
    </div>`;
  }

  /**
   * @param {Event} event
   * @param {string} text
   */
  async #copy({ currentTarget }, text) {
    const box = /** @type {Element} */ (currentTarget).closest('.snippet')?.querySelector('pre');
    this.#of = text;
    // Emptied first, or the same message would not be announced again.
    this.#said = '';
    this.#update();
    try {
      await navigator.clipboard.writeText(text);
      this.#said = 'Copied.';
    } catch {
      // A sandbox, or a page that is neither a file nor served over https.
      if (box) {
        getSelection()?.selectAllChildren(box);
        box.focus();
      }
      this.#said = 'The browser does not allow copying here; the snippet is selected for you.';
    }
    this.#update();
  }
}

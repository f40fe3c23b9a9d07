/** The dialog of the lab: the glossary, the list of shortcuts, and the switch for single letters. */

import { html, nothing } from 'lit';
import { getSlot, needSlot } from '../features.js';
import { LoadState } from '../session/load-state.js';
import * as text from '../text/en/controls.js';
import * as messages from '../text/en/messages.js';
import { loadStatus } from '../views/status-message.js';

/** @import { AttentionLab } from './attention-lab.js' */

export class Help {
  letters = true;
  #isOpen = false;
  /** Whether the dialog is still to be shown. An update while it closes must not show it again. */
  #isOpening = false;
  /** Whether the last press began beside the box. */
  #isPressedBeside = false;
  #host;
  #isOurPage;
  #glossary;

  /**
   * @param {AttentionLab} host
   * @param {() => boolean} isOurPage whether the page has no keys of its own
   */
  constructor(host, isOurPage) {
    this.#host = host;
    this.#isOurPage = isOurPage;
    this.#glossary = new LoadState(host);
    host.addController(this);
  }

  hostConnected() {
    this.#listen();
  }

  /** Listens to the keys of the page while the element is in it, but not on pages of others. */
  #listen() {
    if (this.#host.isConnected && this.#isOurPage())
      document.addEventListener('keydown', this.#onPageKey);
    else document.removeEventListener('keydown', this.#onPageKey);
  }

  hostUpdated() {
    // `permalink` may have changed.
    this.#listen();
    const dialog = this.#host.renderRoot.querySelector('dialog');
    if (!this.#isOpening || !dialog) return;
    if (!dialog.open) dialog.showModal();
    this.#isOpening = false;
  }

  /** Closes the dialog. At another place in the document it would be open, but not in front of the page. */
  hostDisconnected() {
    this.#listen();
    if (this.#isOpen) this.#show(false);
  }

  /** Opens the list by its key while the focus is outside the lab. @param {KeyboardEvent} event */
  #onPageKey = (event) => {
    const { key, ctrlKey, altKey, metaKey, defaultPrevented } = event;
    if (key !== '?' || ctrlKey || altKey || metaKey || defaultPrevented) return;
    const path = event.composedPath();
    const fields = 'input, textarea, select, [contenteditable]';
    const isTyping = path.some((part) => part instanceof Element && part.matches(fields));
    if (isTyping || path.includes(this.#host) || !this.letters) return;
    event.preventDefault();
    this.open();
  };

  open = () => this.#show(true);

  /** @param {boolean} isOpen */
  #show(isOpen) {
    this.#isOpen = isOpen;
    this.#isOpening = isOpen;
    this.#host.requestUpdate();
  }

  /** Renders the glossary, which is loaded with the course. */
  #renderGlossary() {
    const words = getSlot('glossary');
    const load = (/** @type {Event} */ { currentTarget }) => {
      const { open } = /** @type {HTMLDetailsElement} */ (currentTarget);
      if (open && !words) this.#glossary.run(() => needSlot('glossary'));
    };
    return html`<details class="glossary" open @toggle=${load}>
      <summary>${text.glossary}</summary>
      ${words ? html`<dl>${words.map(([term, meaning]) => html`<dt>${term}</dt><dd>${meaning}</dd>`)}</dl>` : loadStatus(this.#glossary, messages.theGlossary)}
    </details>`;
  }

  /** Renders the dialog, if it is open. */
  render() {
    if (!this.#isOpen) return nothing;
    const toggle = () => {
      this.letters = !this.letters;
      this.#host.requestUpdate();
    };
    // The event comes later than the closing: the dialog may be open again.
    const close = (/** @type {Event} */ { currentTarget }) => {
      const { open } = /** @type {HTMLDialogElement} */ (currentTarget);
      if (!open && !this.#isOpening) this.#show(false);
    };
    // The box within the dialog fills it, so only a press beside it hits the dialog itself. A press
    // that begins in the box selects text.
    const notePress = (/** @type {Event} */ { target, currentTarget }) => {
      this.#isPressedBeside = target === currentTarget;
    };
    const closeBeside = (/** @type {Event} */ { target, currentTarget }) => {
      if (this.#isPressedBeside && target === currentTarget)
        /** @type {HTMLDialogElement} */ (currentTarget).close();
    };
    const isTouch = matchMedia('(pointer: coarse)').matches;
    const keys = html`<details class="keys"><summary>${text.keyboard}</summary>
      <p class="note">${text.where}</p>
      <dl>${text.keys.map(([key, what]) => html`<dt>${key}</dt><dd>${what}</dd>`)}</dl>
    </details>`;
    const letters = html`<p><label><input type="checkbox" .checked=${this.letters} @change=${toggle}> ${text.letters}</label></p>`;
    return html`<dialog class="help" aria-labelledby="help-title" @close=${close} @pointerdown=${notePress} @click=${closeBeside}>
    <div class="box">
      <header role="presentation"><div data-level="2" id="help-title">${isTouch ? text.glossaryTitle : text.help}</div>
        <form method="dialog"><button class="plain">${text.close}</button></form></header>
      ${isTouch ? nothing : keys}
      ${this.#renderGlossary()}
      ${letters}
    </div>
  </dialog>`;
  }
}

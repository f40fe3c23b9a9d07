/** On paper an element is light, whatever the page around it and its author's paper are. */

const TYPES = ['beforeprint', 'afterprint'];
/** Paper and ink are then those of the light theme. */
const LIGHT = 'color-scheme:light;--attention-paper:initial;--attention-ink:initial';

export class Printing {
  isPrinting = false;
  #host;
  /** What stood in the element's own style. */
  #style = '';

  /** @param {import('lit').ReactiveElement} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected() {
    for (const type of TYPES) addEventListener(type, this.#turn);
  }

  async hostDisconnected() {
    // Who is moved hears on: a page may be arranged anew while it is printed.
    await null;
    if (this.isPrinting || this.#host.isConnected) return;
    for (const type of TYPES) removeEventListener(type, this.#turn);
  }

  /** @param {Event} event */
  #turn = ({ type }) => {
    const host = this.#host;
    const isPrinting = type === 'beforeprint';
    if (isPrinting === this.isPrinting) return;
    this.isPrinting = isPrinting;
    const { style } = host;
    if (isPrinting) this.#style = style.cssText;
    style.cssText = this.#style + (isPrinting ? LIGHT : '');
    this.hostDisconnected();
    host.requestUpdate();
    // At once: a page that calls print() is printed before anything else happens.
    /** @type {any} */ (host).performUpdate();
    // By this event what is painted hears of other colours; by one of a script, that it cannot wait.
    for (const canvas of host.renderRoot.querySelectorAll('canvas'))
      canvas.dispatchEvent(new Event('transitionrun'));
  };
}

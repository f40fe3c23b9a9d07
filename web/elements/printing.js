/** On paper an element is light, whatever the page around it and its author's paper are. */

const TYPES = ['beforeprint', 'afterprint'];
/** Without them paper and ink are those of the light theme. */
const OVERRIDES = ['--attention-paper', '--attention-ink'];

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

  hostDisconnected() {
    for (const type of TYPES) removeEventListener(type, this.#turn);
  }

  /** @param {Event} event */
  #turn = ({ type }) => {
    const host = this.#host;
    const isPrinting = type === 'beforeprint';
    if (isPrinting === this.isPrinting) return;
    this.isPrinting = isPrinting;
    const { style } = host;
    if (isPrinting) {
      this.#style = style.cssText;
      style.colorScheme = 'light';
      for (const name of OVERRIDES) style.setProperty(name, 'initial');
    } else {
      style.cssText = this.#style;
      if (this.#style === '') host.removeAttribute('style');
    }
    host.requestUpdate();
    // At once: a page that calls print() is printed before anything else happens.
    /** @type {any} */ (host).performUpdate();
    for (const canvas of host.renderRoot.querySelectorAll('canvas'))
      canvas.dispatchEvent(new Event('repaint', { bubbles: true }));
  };
}

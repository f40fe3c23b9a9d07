/**
 * `input` and `change` as fields of forms have them: by what a reader does; `change` waits until a slider is let go,
 * or a field is left.
 */

/** By these the reader takes hold of something, … */
const HOLDS = ['input', 'pointerdown'];

/** … by these lets go of it, … */
const ENDS = ['change', 'focusout'];

/** … and by these, wherever on the page the pointer is by then. */
const RELEASES = ['pointerup', 'pointercancel'];

export class FieldEvents {
  #send;
  #isHeld = false;
  /** Whether something has changed since the last `change`. */
  #isChanged = false;

  /** @param {(type: 'input' | 'change') => void} send */
  constructor(send) {
    this.#send = send;
  }

  /** @param {Node} root of the fields and of what is dragged */
  listen(root) {
    // Before they do anything themselves.
    for (const type of [...HOLDS, ...ENDS]) root.addEventListener(type, this.#hold, true);
    // The element's own is enough, and it comes when `value` is another.
    root.addEventListener('input', (event) => event.stopPropagation());
  }

  /** The reader has changed something. */
  changed() {
    this.#send('input');
    this.#isChanged = true;
    this.#settle();
  }

  /** @param {Event} event */
  #hold = ({ type }) => {
    this.#isHeld = HOLDS.includes(type);
    // Only as long as they are waited for: the window would keep an element that has gone.
    const listen = this.#isHeld ? addEventListener : removeEventListener;
    for (const release of RELEASES) listen(release, this.#hold, true);
    this.#settle();
  };

  #settle() {
    if (this.#isHeld || !this.#isChanged) return;
    this.#isChanged = false;
    this.#send('change');
  }
}

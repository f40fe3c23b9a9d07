/**
 * `input` and `change` as fields of forms have them: by what a reader does; `change` waits until a slider is let go,
 * or a field is left.
 */

/** By these the reader takes hold of something, and by those lets go of it. */
const TAKES = ['input', 'pointerdown'];
const LETS_GO = ['change', 'focusout'];
/** Wherever the pointer is by then. */
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
    for (const type of [...TAKES, ...LETS_GO]) root.addEventListener(type, this.#hold, true);
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
    this.#isHeld = TAKES.includes(type);
    if (this.#isHeld)
      for (const release of RELEASES)
        addEventListener(release, this.#hold, { capture: true, once: true });
    this.#settle();
  };

  #settle() {
    if (this.#isHeld || !this.#isChanged) return;
    this.#isChanged = false;
    this.#send('change');
  }
}

/** Protects readers who double-click every button. */

const CONTROLS = 'button, a, summary, [role=button]';

/** Presses this far apart in the window, in pixels, are no double click, although browsers count taps together. */
const APART = 20;

/** A tick is no part of the name. @param {Element} control */
const readName = ({ ariaLabel, childNodes }) =>
  [...childNodes]
    .filter((node) => /** @type {Element} */ (node).ariaHidden !== 'true')
    .map((node) => (node instanceof Comment ? '' : node.textContent))
    .join('') + (ariaLabel ?? '');

/**
 * Ignores the later presses of a double click that hit another control than the first one: Cancel
 * may stand where Load stood, and an answer scrolls the page. A control that stays, such as Next,
 * acts at each press.
 * @param {DocumentFragment | Element} root
 */
export function ignoreDoublePresses(root) {
  /** The control of the first press. A control that has left the page may be collected. @type {WeakRef<Element> | null} */
  let first = null;
  let firstName = '';
  let [x, y] = [0, 0];
  const onClick = (/** @type {Event} */ event) => {
    const { detail, target, clientX, clientY } = /** @type {MouseEvent} */ (event);
    const control = /** @type {Element} */ (target).closest(CONTROLS);
    const isDouble = detail > 1 && Math.hypot(clientX - x, clientY - y) < APART;
    // A new rendering may replace a control by an equal one.
    const isSame =
      control &&
      readName(control) === firstName &&
      (control === first?.deref() || !first?.deref()?.isConnected);
    if (isDouble && first && control && !isSame) {
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    first = control && new WeakRef(control);
    firstName = control ? readName(control) : '';
    [x, y] = [clientX, clientY];
  };
  root.addEventListener('click', onClick, true);
}

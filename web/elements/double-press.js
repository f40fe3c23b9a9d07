/** Protects readers who double-click every button. */

const BUTTONS = 'button, a';

/** Presses this far apart on the page, in pixels, are no double click, although browsers count taps together. */
const APART = 20;

/** A tick is no part of the name. @param {Element} button */
const readName = ({ ariaLabel, childNodes }) =>
  [...childNodes]
    .filter((node) => /** @type {Element} */ (node).ariaHidden !== 'true')
    .map((node) => (node instanceof Comment ? '' : node.textContent))
    .join('') + (ariaLabel ?? '');

/**
 * Ignores the later presses of a double click on a button that came with the first one: Cancel may
 * stand where Load stood. Buttons that were there before, such as Next, act each time.
 * @param {DocumentFragment | Element} root
 */
export function ignoreDoublePresses(root) {
  /** The buttons at the last press. @type {Set<string>} */
  let names = new Set();
  let [x, y] = [0, 0];
  const onClick = (/** @type {Event} */ event) => {
    const { detail, target, pageX, pageY } = /** @type {MouseEvent} */ (event);
    const button = /** @type {Element} */ (target).closest(BUTTONS);
    const isDouble = detail > 1 && Math.hypot(pageX - x, pageY - y) < APART;
    if (isDouble && button && !names.has(readName(button))) {
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    names = new Set([...root.querySelectorAll(BUTTONS)].map(readName));
    [x, y] = [pageX, pageY];
  };
  root.addEventListener('click', onClick, true);
}

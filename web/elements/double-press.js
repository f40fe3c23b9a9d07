/** Protects readers who double-click every button. */

/** @param {Element} button */
const readName = (button) => `${button.textContent} ${button.ariaLabel}`;

/**
 * Ignores the later presses of a double click if the first one has replaced or renamed its button:
 * Cancel may stand where Load stood. A button that stays the same, such as Next, acts each time.
 * @param {Node} root
 */
export function ignoreDoublePresses(root) {
  /** @type {Element | null} */
  let pressed = null;
  let name = '';
  const onClick = (/** @type {Event} */ event) => {
    const { detail, target } = /** @type {MouseEvent} */ (event);
    const button = /** @type {Element} */ (target).closest('button, a');
    const isGone = pressed && !(pressed.isConnected && readName(pressed) === name);
    if (detail > 1 && button && isGone) {
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    pressed = button;
    name = button ? readName(button) : '';
  };
  root.addEventListener('click', onClick, true);
}

/** Details whose content covers the page: how a reader closes them. */

/**
 * Closes the details when an entry of their list is chosen, or by Esc.
 * @param {Event} event a click or a key in the details
 */
export function closeChosen(event) {
  const details = /** @type {HTMLDetailsElement} */ (event.currentTarget);
  const { key } = /** @type {KeyboardEvent} */ (event);
  const isChosen = /** @type {Element} */ (event.target).closest('a, button') !== null;
  if (key === undefined ? !isChosen : key !== 'Escape' || !details.open) return;
  details.open = false;
  // Closing the list removes the focus from its content.
  details.querySelector('summary')?.focus();
  if (key) event.stopPropagation();
}

/**
 * Closes the details on a click elsewhere on the page, and on Esc wherever the focus is.
 * @param {Event} click the click on the summary
 */
export function closeOutside({ currentTarget }) {
  const details = /** @type {HTMLElement} */ (currentTarget).closest('details');
  if (!details || details.open) return;
  const listening = new AbortController();
  /** @param {Event} event */
  const close = (event) => {
    const { key = 'Escape' } = /** @type {KeyboardEvent} */ (event);
    if (details.open && (key !== 'Escape' || event.composedPath().includes(details))) return;
    details.open = false;
    listening.abort();
  };
  const options = { capture: true, signal: listening.signal };
  // Listen for clicks, not for pointerdown, because the pressed element may move when the list
  // closes.
  for (const name of ['click', 'keydown'])
    details.ownerDocument.addEventListener(name, close, options);
}

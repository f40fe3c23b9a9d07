/** Parts of an element that the browser has not laid out. */

/**
 * Chromium 156 sometimes gives no boxes, for good, to what is added to an element that is a `container-type`, while the
 * height of the frame around it changes: the lab stays blank there. Once it is taken out of the page's layout and put
 * back, all of it is laid out.
 * @param {HTMLElement} host with a lab in its shadow
 */
export function layOutMissing(host) {
  const hasBoxes = (/** @type {Element} */ one) => one.getClientRects().length > 0;
  const sections = [...(host.shadowRoot?.querySelectorAll('.lab > section') ?? [])];
  if (!hasBoxes(host) || sections.every(hasBoxes)) return;
  const { display } = host.style;
  host.style.display = 'none';
  hasBoxes(host);
  host.style.display = display;
}

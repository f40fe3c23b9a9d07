/** Parts of an element that the browser has not laid out. */

/** @param {Element} one */
const isHidden = (one) => ['none', 'contents'].includes(getComputedStyle(one).display);

/** @param {Element} one whose parent, a section, may be hidden as a whole */
const isMissing = (one) =>
  one.getClientRects().length === 0 &&
  !isHidden(one) &&
  !isHidden(/** @type {Element} */ (one.parentElement));

/**
 * Chromium 156 sometimes gives no boxes, for good, to what is added to an element that is a `container-type`, while the
 * height of the frame around it changes: the lab stays blank there. Once it is taken out of the page's layout and put
 * back, all of it is laid out.
 * @param {HTMLElement} host with a lab in its shadow
 */
export function layOutMissing(host) {
  const parts = host.shadowRoot?.querySelectorAll('.lab > *, .lab > section > *') ?? [];
  if (host.getClientRects().length === 0 || ![...parts].some(isMissing)) return;
  const { display } = host.style;
  host.style.display = 'none';
  host.getClientRects();
  host.style.display = display;
}

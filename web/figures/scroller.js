/** Scrolls what is around an element: the window, or a box of the surrounding page. */

/**
 * Finds the nearest ancestor that a reader can scroll up and down.
 * @param {Element} element
 * @returns {Element} the element of the document if only the window scrolls
 */
export function findScroller(element) {
  const { scrollingElement, documentElement, body } = element.ownerDocument;
  // The window takes the overflow of the body, unless the document has an overflow itself.
  const isBodyOfWindow = readOverflow(documentElement) === 'visible';
  for (let box = findParent(element); box && box !== documentElement; box = findParent(box)) {
    if (box === body && isBodyOfWindow) break;
    const canScroll = /auto|scroll/.test(readOverflow(box));
    if (canScroll && box.scrollHeight > box.clientHeight) return box;
  }
  return scrollingElement ?? documentElement;
}

/** @param {Element} box */
const readOverflow = (box) => getComputedStyle(box).overflowY;

/** Returns the parent on screen, also across slots and shadow roots. @param {Element} element */
function findParent(element) {
  const root = element.getRootNode();
  const host = 'host' in root ? /** @type {ShadowRoot} */ (root).host : null;
  return element.assignedSlot ?? element.parentElement ?? host;
}

/** @param {Element} element @param {number} by pixels, downwards */
export const scrollAround = (element, by) => findScroller(element).scrollBy(0, by);

/**
 * Returns the upper and lower end of what a reader can see around an element. Its scroll margin is
 * the height of what covers the top, such as the header of the page.
 * @param {Element} element
 */
export function measureView(element) {
  const box = findScroller(element);
  const covered = Number.parseFloat(getComputedStyle(element).scrollMarginTop) || 0;
  if (box === element.ownerDocument.scrollingElement) return { top: covered, bottom: innerHeight };
  const top = box.getBoundingClientRect().top + box.clientTop;
  return { top: Math.max(0, top) + covered, bottom: Math.min(innerHeight, top + box.clientHeight) };
}

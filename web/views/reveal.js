/** What is brought into view. */

/**
 * A page that is turned begins where it can be read; one that is seen whole stays where it is.
 * @param {ParentNode} root
 */
export function revealPage(root) {
  const section = root.querySelector('.steps');
  const title = section?.querySelector('#step-title');
  const tokenBar = root.querySelector('.token-bar');
  const under = Math.max(0, tokenBar?.getBoundingClientRect().bottom ?? 0);
  const top = title?.getBoundingClientRect().top ?? under;
  const isCut = (section?.getBoundingClientRect().bottom ?? 0) > innerHeight;
  if (top < under || (isCut && top > innerHeight / 2)) section?.scrollIntoView();
}

/**
 * Of wide tables of weights, what the chosen row attends to most.
 * @param {ParentNode} root
 */
export function revealLargest(root) {
  for (const table of root.querySelectorAll('table.weights')) {
    const frame = /** @type {Element} */ (table.parentElement);
    const cells = /** @type {HTMLElement[]} */ ([...table.querySelectorAll('.selected td')]);
    if (cells.length === 0 || frame.scrollWidth <= frame.clientWidth) continue;
    const value = (/** @type {HTMLElement} */ cell) => Number(cell.dataset.value);
    const largest = cells.reduce((most, cell) => (value(cell) > value(most) ? cell : most));
    // The words at the left stay where they are and cover what is under them.
    const words = table.querySelector('.selected th')?.getBoundingClientRect().width ?? 0;
    const { left, right } = frame.getBoundingClientRect();
    const box = largest.getBoundingClientRect();
    if (box.left < left + words) frame.scrollLeft -= left + words - box.left;
    else if (box.right > right) frame.scrollLeft += box.right - right;
  }
}

/** Scrolls things into view. */

/**
 * Scrolls a new page to its top, unless all of it is visible.
 * @param {ParentNode} root
 * @param {boolean} isLab whether all of the lab is new, which begins with its sentence
 */
export function revealPage(root, isLab) {
  const all = root.querySelector(isLab ? '.lab' : '.course-bar');
  if (all) {
    if (all.getBoundingClientRect().top < 0) all.scrollIntoView();
    return;
  }
  const section = root.querySelector('.steps');
  const title = section?.querySelector('#step-title');
  const strip = root.querySelector('.strip');
  const under = Math.max(0, strip?.getBoundingClientRect().bottom ?? 0);
  const top = title?.getBoundingClientRect().top ?? under;
  const isCut = (section?.getBoundingClientRect().bottom ?? 0) > innerHeight;
  if (top < under || (isCut && top > innerHeight / 2)) section?.scrollIntoView();
}

/**
 * Scrolls the number that is taken apart, and how it is made, into view.
 * @param {ParentNode} root
 */
export function revealTraced(root) {
  for (const part of ['.figure .traced', '.trace']) {
    root.querySelector(part)?.scrollIntoView({ block: 'nearest' });
  }
}

/**
 * Scrolls the words at the top to the selected one, and the heads to theirs.
 * @param {ParentNode} root
 */
export function revealChosen(root) {
  for (const frame of root.querySelectorAll('.strip > *')) {
    const chosen = frame.querySelector(':checked')?.parentElement?.getBoundingClientRect();
    const { left, width } = frame.getBoundingClientRect();
    if (chosen) frame.scrollLeft += chosen.left + chosen.width / 2 - left - width / 2;
  }
}

/**
 * Scrolls wide tables of weights to the largest weight of the selected row.
 * @param {ParentNode} root
 */
export function revealLargest(root) {
  for (const table of root.querySelectorAll('table.weights')) {
    const frame = /** @type {Element} */ (table.parentElement);
    const cells = /** @type {HTMLElement[]} */ ([...table.querySelectorAll('.selected td')]);
    if (cells.length === 0 || frame.scrollWidth <= frame.clientWidth) continue;
    const value = (/** @type {HTMLElement} */ cell) => Number(cell.dataset.value);
    const largest = cells.reduce((most, cell) => (value(cell) > value(most) ? cell : most));
    // The row headers are sticky and cover the cells beneath them.
    const words = table.querySelector('.selected th')?.getBoundingClientRect().width ?? 0;
    const { left, right } = frame.getBoundingClientRect();
    const box = largest.getBoundingClientRect();
    const isRtl = getComputedStyle(table).direction === 'rtl';
    const [from, to] = isRtl ? [left, right - words] : [left + words, right];
    if (box.left < from) frame.scrollLeft -= from - box.left;
    else if (box.right > to) frame.scrollLeft += box.right - to;
  }
}

/** What is folded is made when it is first opened; a link to it opens it. */

/**
 * @param {Element} part
 * @param {() => void} make at once, if it is open
 */
export function onceOpen(part, make) {
  const details = part.closest('details');
  if (!details || details.open) return make();
  details.addEventListener('toggle', make, { once: true });
}

/**
 * Takes the example out until it is opened, so that it loads nothing before. One with a script needs its
 * element when that runs.
 * @param {Element} live
 */
export function holdBack(live) {
  if (live.querySelector('script:not([type="application/json"])')) return;
  const held = document.createDocumentFragment();
  held.append(...live.childNodes);
  onceOpen(live, () => live.append(held));
}

/** Opens what an address of this page leads to. */
export function openTargets() {
  const open = () => {
    const target = document.getElementById(location.hash.slice(1));
    const details = target?.closest('details');
    if (!target || !details) return;
    details.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', open);
  // The same address again is no change of it.
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a[href^="#"]')) setTimeout(open);
  });
  open();
}

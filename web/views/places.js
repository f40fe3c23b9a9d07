/** The number that a press or the focus refers to, wherever it is drawn. */

/**
 * Functions that find the number under a pointer in a picture of pixels.
 * @type {WeakMap<Element, (event: MouseEvent) => string>}
 */
const placesUnder = new WeakMap();

/** @param {Element} canvas @param {(event: MouseEvent) => string} findPlace */
export const setPlaces = (canvas, findPlace) => placesUnder.set(canvas, findPlace);

/**
 * Returns the number that an event refers to, wherever it is drawn. `data-place` names the number.
 * @param {Event} event
 * @returns {{ place: string, isInOverview: boolean } | undefined}
 */
export function readPlace(event) {
  const target = event.composedPath()[0];
  if (!(target instanceof Element)) return undefined;
  const cell = /** @type {HTMLElement | SVGElement | null} */ (target.closest('[data-place]'));
  const place = cell?.dataset.place ?? placesUnder.get(target)?.(/** @type {MouseEvent} */ (event));
  return place ? { place, isInOverview: target.closest('.first') !== null } : undefined;
}

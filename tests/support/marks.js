/** Matches an SVG colour that only the page can resolve, because it is a name of the page. */
export const NO_COLOUR = /(fill|stroke)="(?!#|none)/;

/**
 * @typedef {Required<import('../../web/figures/types.js').Mark>} Mark a mark with all properties of
 *   its kind
 */

/** @param {{ marks: import('../../web/figures/types.js').Mark[] }} drawing */
export function byKind({ marks }) {
  const ofKind = (/** @type {Mark['kind']} */ kind) =>
    /** @type {Mark[]} */ (marks.filter((mark) => mark.kind === kind));
  return {
    ...{ rectangles: ofKind('rect'), labels: ofKind('text') },
    ...{ lines: ofKind('path'), images: ofKind('image') },
  };
}

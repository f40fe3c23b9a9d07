// The marks of a drawing by kind.

/** A colour in SVG that is no colour of a file, but a name of the page. */
export const NO_COLOUR = /(fill|stroke)="(?!#|none)/;

/** @typedef {Required<import('../../web/figures/types.js').Mark>} Mark with what its kind has */

/** @param {{ marks: import('../../web/figures/types.js').Mark[] }} drawing */
export function byKind({ marks }) {
  const ofKind = (/** @type {Mark['kind']} */ kind) =>
    /** @type {Mark[]} */ (marks.filter((mark) => mark.kind === kind));
  return {
    ...{ rectangles: ofKind('rect'), labels: ofKind('text') },
    ...{ lines: ofKind('path'), images: ofKind('image') },
  };
}

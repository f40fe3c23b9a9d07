/** Styles of an element, wherever it is: those it has from the start, and those that come with a further script. */

/** @typedef {import('lit').CSSResult} CSSResult */

/** A sheet belongs to the document that made it: others, as those of frames, have copies. @type {WeakMap<Document, Map<CSSResult, CSSStyleSheet>>} */
const copies = new WeakMap();

/** @param {CSSResult} style @param {Document} place */
function sheetIn(style, place) {
  if (place === document) return style.styleSheet;
  const known = copies.get(place) ?? new Map();
  copies.set(place, known);
  const { CSSStyleSheet } = /** @type {any} */ (place.defaultView);
  if (!known.has(style)) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style.cssText);
    known.set(style, sheet);
  }
  return known.get(style);
}

/**
 * @param {ShadowRoot} root which loses them where it comes into another document
 * @param {readonly CSSResult[]} styles
 */
export function adopt(root, styles) {
  const { ownerDocument } = root;
  if (!ownerDocument.defaultView) return;
  const sheets = styles.flatMap((style) => sheetIn(style, ownerDocument) ?? []);
  const missing = sheets.filter((sheet) => !root.adoptedStyleSheets.includes(sheet));
  if (missing.length > 0) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...missing];
}

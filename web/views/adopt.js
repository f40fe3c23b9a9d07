/** Styles that come with a further script, beside those that an element has from the start. */

/**
 * @param {ShadowRoot} root
 * @param {readonly import('lit').CSSResult[]} styles
 */
export function adopt(root, styles) {
  const sheets = styles.flatMap(({ styleSheet }) => styleSheet ?? []);
  const missing = sheets.filter((sheet) => !root.adoptedStyleSheets.includes(sheet));
  if (missing.length > 0) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...missing];
}

/** Styles that come with a further script, beside those that an element has from the start. */

/**
 * @param {ShadowRoot} root
 * @param {readonly import('lit').CSSResult[]} styles
 */
export function adopt(root, styles) {
  // Sheets belong to the document that made them: in another's frame they would be refused.
  if (root.ownerDocument !== document) return;
  const sheets = styles.flatMap(({ styleSheet }) => styleSheet ?? []);
  const missing = sheets.filter((sheet) => !root.adoptedStyleSheets.includes(sheet));
  if (missing.length > 0) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...missing];
}

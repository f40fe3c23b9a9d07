/**
 * The page speaks English; the words are of the language that the author has given the element, or of
 * none that is known.
 * @param {ParentNode} root
 * @param {string} lang
 */
export function markLanguage(root, lang) {
  for (const word of root.querySelectorAll('bdi')) {
    if (word.lang !== lang) word.lang = lang;
  }
}

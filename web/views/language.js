/**
 * The page speaks English, and so do the words, unless the author has given the element a language.
 * @param {ParentNode} root
 * @param {string} lang
 */
export function markLanguage(root, lang) {
  for (const word of root.querySelectorAll('bdi')) {
    if (lang === '') word.removeAttribute('lang');
    else if (word.lang !== lang) word.lang = lang;
  }
}

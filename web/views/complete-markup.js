/**
 * Completes what is rendered with what depends on the whole element: language, marks for
 * translators, headings, tab stops. Templates do not know the element, the title of the highest
 * level or the cell that last had the focus.
 */

import { keepTabStops } from './grid.js';

/** @param {Element | ShadowRoot} part what has just been rendered: an element, or a part of it */
export function completeMarkup(part) {
  const root = /** @type {ShadowRoot} */ (part.getRootNode());
  const { lang = '', headingLevel = 0 } = /** @type {Partial<Host>} */ (root.host ?? {});
  markLanguage(part, lang);
  keepUntranslated(part);
  keepTabStops(part);
  // Titles elsewhere in the element decide which level is the highest.
  markHeadings(root, headingLevel);
}

/** @typedef {{ lang: string, headingLevel: number }} Host */

/**
 * Marks the words, and the texts of an author's chapter. Words are English unless the author sets a
 * language.
 * @param {ParentNode} part
 * @param {string} lang
 */
function markLanguage(part, lang) {
  for (const word of part.querySelectorAll('bdi')) {
    if (lang === '') word.removeAttribute('lang');
    else if (word.lang !== lang) word.lang = lang;
  }
  for (const text of part.querySelectorAll('.chapter-text')) {
    const isByAuthor = text.closest('.by-author') !== null;
    for (const [name, value] of Object.entries({ lang, dir: 'auto' })) {
      if (isByAuthor) text.setAttribute(name, value);
      else text.removeAttribute(name);
    }
  }
}

/** Numbers, words of a sentence and formulas, which mean the same in all languages. */
const UNTRANSLATED =
  ':is(bdi, td, math, code, .formula, .formula-line, .sum, .terms, .shape, .readout):not([translate])';

/** Keeps translators from changing what is not prose. @param {ParentNode} part */
function keepUntranslated(part) {
  for (const element of part.querySelectorAll(UNTRANSLATED))
    element.setAttribute('translate', 'no');
}

/** Translators move texts into elements where Lit does not find them. @param {ParentNode} root */
export const isTranslated = (root) => root.querySelector('font') !== null;

export const LOWEST_HEADING = 6;

/**
 * Turns titles into headings if the author wants them, because the outline of the page belongs to
 * the author.
 * @param {ParentNode} root
 * @param {number} first the level of the highest titles; 0 means no headings
 */
function markHeadings(root, first) {
  const titles = [
    .../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-level]')),
  ];
  const highest = Math.min(...titles.map(({ dataset }) => Number(dataset.level)));
  for (const title of titles) {
    const level = Math.round(first) + Number(title.dataset.level) - highest;
    const attributes = { role: 'heading', 'aria-level': `${Math.min(level, LOWEST_HEADING)}` };
    for (const [name, value] of Object.entries(attributes)) {
      if (first >= 1) title.setAttribute(name, value);
      else title.removeAttribute(name);
    }
  }
}

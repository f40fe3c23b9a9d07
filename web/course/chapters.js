/** The chapters of the course. */

import { nearest } from '../../src/js/nearest.js';
import { isPractice } from '../session/guide.js';
import why from '../text/en/course/why.json' with { type: 'json' };
import { chapterOf } from './chapter/page.js';
import { heads } from './heads.js';
import { mixing } from './mixing.js';
import { order } from './order.js';
import { own } from './own.js';
import { projections } from './projections.js';
import { scoring } from './scoring.js';
import { translation } from './translation.js';

/** @type {readonly import('./page.js').Chapter[]} */
export const chapters = Object.freeze([
  chapterOf('why', why),
  mixing,
  scoring,
  projections,
  order,
  heads,
  translation,
  own,
]);

/** @type {readonly import('./page.js').Page[]} all of them, in order */
export const pages = Object.freeze(chapters.flatMap((chapter) => chapter.pages));

/** @param {string | undefined} name of a page, or of a chapter */
const pageNamed = (name) =>
  pages.find(({ id }) => id === name) ?? chapters.find(({ id }) => id === name)?.pages[0];

const names = [...chapters, ...pages].map(({ id }) => id);

/**
 * @param {string} guide
 * @returns {import('./page.js').Page | undefined} the first of a chapter that is named alone, the nearest for a misspelt
 *   name, and the first of the course for any other
 */
export function pageOf(guide) {
  if (isPractice(guide)) return undefined;
  return (
    pageNamed(guide) ??
    pageNamed(nearest(guide, names)) ??
    pageNamed(guide.split('-')[0]) ??
    pages[0]
  );
}

/** The chapters of the course. */

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

/**
 * @param {string} guide
 * @returns {import('./page.js').Page | undefined} the first of a chapter that is named alone, and of the course for a name
 *   that nobody knows
 */
export function pageOf(guide) {
  if (isPractice(guide)) return undefined;
  const [chapter] = guide.split('-');
  return (
    pages.find(({ id }) => id === guide) ??
    chapters.find(({ id }) => id === chapter)?.pages[0] ??
    pages[0]
  );
}

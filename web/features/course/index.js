/** The chapters of the course. */

import { findMeantName } from '../../../src/js/nearest.js';
import { getSlot } from '../../features.js';
import { makeContext } from '../../lessons/context.js';
import { makeChapter } from '../../pages/chapter.js';
import {
  findChapter,
  findNeighbourState,
  findPage,
  findPageByName,
  findSimilarNames,
  leadsWithin,
  makePageState,
} from '../../pages/chapters.js';
import { judgeAnswer, keepDraft } from '../../pages/judging.js';
import { coursePage } from '../../pages/page.js';
import { makeComputation } from '../../session/computation.js';
import { isReservedName } from '../../state/guide.js';
import { getSourceSlot } from '../../state/source-kinds.js';
import { arcStyles } from '../../styles/arcs.js';
import { pageFigureStyles } from '../../styles/page-figures.js';
import { pageStyles } from '../../styles/pages.js';
import { drawWhole, wholePicture } from '../../views/whole-picture.js';
import { courseFormula } from './course-formula.js';
import { heads } from './heads.js';
import { headStyles } from './heads-styles.js';
import { mixing } from './mixing.js';
import { order } from './order.js';
import { ownIt, practiceLinks } from './own.js';
import { projections } from './projections.js';
import { projectionStyles } from './projections-styles.js';
import { scoring } from './scoring.js';
import { glossary } from './text/en/course.js';
import why from './text/en/why.json' with { type: 'json' };
import { translation } from './translation.js';
import { realModelStyles, translatorStyles } from './translation-styles.js';

/**
 * @import { ViewContext } from '../../lessons/context.js'
 * @import { Chapter, Page } from '../../pages/types.js'
 */

/** @type {readonly Chapter[]} */
export const chapters = Object.freeze([
  makeChapter('why', why),
  mixing,
  scoring,
  projections,
  order,
  heads,
  translation,
  ownIt,
]);

/** All pages of the course, in order. @type {readonly Page[]} */
export const pages = Object.freeze(chapters.flatMap((chapter) => chapter.pages));

const guideNames = [...chapters, ...pages].map(({ id }) => id);

/**
 * @param {string} guide
 * @returns {Page | undefined} the first page of a chapter if only the chapter is named, the page
 *   with the nearest name if the name is misspelt, and otherwise the first page of the course
 */
function findNearestPage(guide) {
  if (isReservedName(guide)) return undefined;
  return (
    findPageByName(chapters, findMeantName(guide, guideNames)) ??
    findPageByName(chapters, guide.split('-')[0]) ??
    pages[0]
  );
}

// On paper, an author's chapter has all its pages, each with its own numbers.

/**
 * Returns the contexts of the pages to print. In the course, only the open page is printed. A page
 * of a model needs that model, and only the open page has one.
 * @param {ViewContext} context the context of the open page
 * @returns {ViewContext[]}
 */
function contextsOnPaper(context) {
  const { authorChapter, state, attention } = context;
  const open = findPage(state, authorChapter);
  if (!open || findChapter(open) !== authorChapter) return [context];
  return authorChapter.pages.flatMap((page) => {
    if (page === open) return [context];
    const pageOnPaper = makePageState(page, state.answers);
    if (getSourceSlot(pageOnPaper)) return [];
    const bugged = pageOnPaper.bug ? getSlot('bug')?.open(attention, pageOnPaper) : undefined;
    const computation = makeComputation(attention, pageOnPaper, bugged);
    return [makeContext({ ...context, state: pageOnPaper, computation, comparison: undefined })];
  });
}

// The course and the whole picture, which are loaded when a reader first opens one of them.

export const course = {
  pages: {
    findPage,
    makePageState,
    findNeighbourState,
    findSimilarNames,
    leadsWithin,
    view: coursePage,
    contextsOnPaper,
    judgeAnswer,
    keepDraft,
  },
  chapters: {
    chapters,
    findNearestPage,
    isCourse: true,
    head: courseFormula,
    links: practiceLinks,
    styles: [
      arcStyles,
      pageStyles,
      pageFigureStyles,
      projectionStyles,
      headStyles,
      translatorStyles,
      realModelStyles,
    ],
  },
  picture: { view: wholePicture, draw: drawWhole },
  glossary,
};

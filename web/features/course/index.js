/** The chapters of the course. */

import { html, nothing } from 'lit';
import { findMeantName } from '../../../src/js/nearest.js';
import { makeContext } from '../../lessons/context.js';
import { makeChapter } from '../../pages/chapter.js';
import {
  findChapter,
  findNeighbourState,
  findPage,
  findPageByName,
  findSimilarNames,
  getCourseChapters,
  makePageState,
} from '../../pages/chapters.js';
import { judgeAnswer } from '../../pages/judging.js';
import { coursePage } from '../../pages/page.js';
import { makeComputation } from '../../session/computation.js';
import { isReservedName, parseAnswers } from '../../state/guide.js';
import { getSourceSlot } from '../../state/source-kinds.js';
import { arcStyles } from '../../styles/arcs.js';
import { pageFigureStyles } from '../../styles/page-figures.js';
import { pageStyles } from '../../styles/pages.js';
import * as text from '../../text/en/pages.js';
import { K, Q, V } from '../../text/inline.js';
import { pageLink } from '../../views/link.js';
import { drawWhole, wholePicture } from '../../views/whole-picture.js';
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

// The formula of attention in one line, as far as the reader knows it. The chapter's own part is
// highlighted; a press on another part opens its chapter.

const ROOT = html`/√<i>d</i>`;

/** The chapter whose task is to find the divisor √d. */
const DIVIDED = 'projections';

/** The page that explains the softmax. */
const SOFTMAX_PAGE = 'scoring-share';

/**
 * Each part with the chapters that highlight it, and its terms in the glossary. The first of these
 * chapters explains the part.
 */
const PART_CHAPTERS = /** @type {const} */ ([
  ['softmax(', ['scoring', 'order', 'translation', 'own'], ['softmax']],
  [html`${Q}${K}ᵀ`, ['scoring', 'projections', 'translation', 'own'], ['query (Q)', 'key (K)']],
  [ROOT, [DIVIDED, 'own'], ['scale, √d']],
  [')', ['scoring', 'order', 'translation', 'own'], []],
  [V, ['mixing', 'projections', 'translation', 'own'], ['value (V)']],
]);

/** @param {readonly string[]} terms */
const explainTerms = (terms) =>
  glossary
    .filter(([term]) => terms.includes(term))
    .map((entry) => entry.join(': '))
    .join('\n') || nothing;

/** @param {ViewContext} context @param {Chapter} chapter */
export function courseFormula(context, chapter) {
  const all = getCourseChapters();
  const { mechanism, source, scale } = context.state;
  // Additive scores, which the translator uses, have another formula.
  if (mechanism === 'additive' || source === 'translator') return nothing;
  // The practice comes after the course, so all parts are known there.
  const until = all.includes(chapter) ? all.indexOf(chapter) : all.length;
  // Hide the division by √d until the reader has found the divisor.
  const isScaled = until < all.length || scale !== 'none';
  const isFound =
    until > all.findIndex(({ id }) => id === DIVIDED) ||
    parseAnswers(context.state.answers).get(`${DIVIDED}-root`)?.isRight;
  const known = PART_CHAPTERS.filter(
    ([signs, [first]]) =>
      all.findIndex(({ id }) => id === first) <= until && ((isFound && isScaled) || signs !== ROOT),
  );
  if (known.length === 0) return nothing;
  const indexOf = (/** @type {string} */ id) => chapter.pages.findIndex((page) => page.id === id);
  const at = indexOf(context.state.guide);
  const isBeforeSoftmax = at >= 0 && at < indexOf(SOFTMAX_PAGE);
  return html`<p class="formula-line" role="toolbar" aria-label=${text.formula}>${known.length === 1 ? text.weights : nothing}${known.map(
    ([signs, chapters, terms]) => {
      const isLit = chapters.some((id) => id === chapter.id);
      if (signs === 'softmax(' && isBeforeSoftmax)
        return html`<span class=${isLit ? 'lit' : ''}>${text.weightsOf}</span>`;
      const shown = html`<span class=${isLit ? 'lit' : ''} title=${explainTerms(terms)}>${signs}</span>`;
      return signs === ')' || chapters[0] === chapter.id
        ? shown
        : pageLink(
            context,
            chapters[0],
            html`${shown}<span class="hidden"> ${all.find(({ id }) => id === chapters[0])?.title}</span>`,
            'part',
          );
    },
  )}</p>`;
}

// On paper, an author's chapter has all its pages, each with its own numbers.

/**
 * Returns the contexts of the pages to print. In the course, only the open page is printed. A page
 * of a model needs that model, and only the open page has one.
 * @param {ViewContext} context the context of the open page
 * @returns {ViewContext[]}
 */
function contextsOnPaper(context) {
  const { ownChapter, state, attention } = context;
  const open = findPage(state, ownChapter);
  if (!open || findChapter(open) !== ownChapter) return [context];
  return ownChapter.pages.flatMap((page) => {
    if (page === open) return [context];
    const pageOnPaper = makePageState(page, state.answers);
    if (getSourceSlot(pageOnPaper)) return [];
    const computation = makeComputation(attention, pageOnPaper);
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
    view: coursePage,
    contextsOnPaper,
    judgeAnswer,
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

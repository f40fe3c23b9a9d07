/** On paper an author's chapter has all its pages, each with numbers of its own. */

import { makeContext } from '../lessons/context.js';
import { compute } from '../session/computation.js';
import { slotOf } from '../state/source-kinds.js';
import { chapterOf, pageOf, pageState } from './chapters.js';

/** @import { ViewContext } from '../lessons/context.js' */

/**
 * The contexts of the pages that are printed: of a chapter of the course, the open page alone. A page of a model needs
 * that model, which only an open page has.
 * @param {ViewContext} context of the open page
 * @returns {ViewContext[]}
 */
export function contextsOnPaper(context) {
  const { ownChapter, state, attention } = context;
  const open = pageOf(state, ownChapter);
  if (!open || chapterOf(open) !== ownChapter) return [context];
  return ownChapter.pages.flatMap((page) => {
    if (page === open) return [context];
    const pageOnPaper = pageState(page, state.answers);
    if (slotOf(pageOnPaper)) return [];
    const computation = compute(attention, pageOnPaper);
    return [makeContext({ ...context, state: pageOnPaper, computation, comparison: undefined })];
  });
}

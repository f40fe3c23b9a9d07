/** The list of all practice, to which the page leads. */

import { html } from 'lit';
import { getChapterLists } from '../../pages/chapters.js';
import { practice, practiceList as text } from '../../text/en/pages.js';

/** @import { Chapter, CourseContext, Page } from '../../pages/types.js' */

/** Draws the question that a chapter or page answers. @param {string} guide */
function drawQuestion(guide) {
  const chapters = getChapterLists().flatMap((list) => list.chapters);
  const question = chapters.find(({ id }) => id === guide)?.question;
  return html`<span class="note">${question ?? text.slopes}</span>`;
}

/** @type {Page} */
const listPage = {
  id: 'practice',
  title: text.title,
  state: {},
  origin: '',
  keepsState: true,
  setup: () => text.setup,
  figure: (/** @type {CourseContext} */ context) =>
    html`<div class="practice-list">${getChapterLists().map(({ links }) => links?.(context, drawQuestion))}</div>`,
};

/** @type {Chapter} */
export const practiceList = {
  id: listPage.id,
  title: practice,
  question: text.question,
  pages: [listPage],
};

/** The course and the whole picture, which are loaded when one of them is first opened. */

import { html } from 'lit';
import { chapters, pageOf as coursePageOf } from './course/chapters.js';
import { namesBeside, pageOf, pageState, turnedPage } from './course/course.js';
import { courseFormula } from './course/views/formula.js';
import { coursePage, newAnswers } from './course/views/page.js';
import { practiceLinks } from './course/views/practice-links.js';
import { course as pageStyles } from './styles/course.js';
import { courseFigures } from './styles/course-figures.js';
import { flow } from './styles/flow.js';
import { heads } from './styles/heads.js';
import { worksheet } from './text/en/course/course.js';
import { glossary } from './text/en/course/glossary.js';
import { drawWhole, wholePicture } from './views/whole-picture.js';
import { worksheetLink } from './views/worksheet-link.js';

/** In the lab. @param {import('./views/context.js').ViewContext} context */
const wholeAndMore = (context) =>
  html`${wholePicture(context)} <p class="note">${worksheetLink(context, worksheet)}</p>`;

export const course = {
  pages: { pageOf, pageState, turnedPage, namesBeside, view: coursePage, newAnswers },
  chapters: {
    chapters,
    pageOf: coursePageOf,
    isCourse: true,
    head: courseFormula,
    links: practiceLinks,
    styles: [pageStyles, courseFigures, flow, heads],
  },
  picture: { view: wholeAndMore, draw: drawWhole },
  glossary,
};

/** The course and the whole picture, which are loaded when one of them is first opened. */

import { html } from 'lit';
import { marked } from './course/chapter/marks.js';
import { pageOf as pageOfForm } from './course/chapter/page.js';
import { chapters, namesBeside, pageOf, pageState, turnedPage } from './course/course.js';
import { coursePage, newAnswers } from './course/views/page.js';
import { pictureProblem } from './course/views/pictures.js';
import { course as pageStyles } from './styles/course.js';
import { courseFigures } from './styles/course-figures.js';
import { flow } from './styles/flow.js';
import { heads } from './styles/heads.js';
import { training } from './styles/training.js';
import { worksheet } from './text/en/course/course.js';
import { glossary } from './text/en/course/glossary.js';
import { drawWhole, wholePicture } from './views/whole-picture.js';
import { worksheetLink } from './views/worksheet-link.js';

/** In the lab. @param {import('./views/context.js').ViewContext} context */
const wholeAndMore = (context) =>
  html`${wholePicture(context)} <p class="note">${worksheetLink(context, worksheet)}</p>`;

export const course = {
  ...{ chapters, pageOf, pageState, turnedPage, namesBeside },
  ...{ glossary, view: coursePage, newAnswers },
  ...{
    wholePicture: wholeAndMore,
    drawWhole,
    // Of an author's own chapter.
    form: { pageOf: pageOfForm, marked, pictureProblem },
    styles: [training, pageStyles, courseFigures, flow, heads],
  },
};

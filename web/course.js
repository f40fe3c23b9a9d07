/** The course, which is loaded when it is first opened. */

import { chapters, pageOf, pageState, turnedPage } from './lessons/course/course.js';
import { coursePage } from './views/course/page.js';

export const course = { chapters, pageOf, pageState, turnedPage, view: coursePage };

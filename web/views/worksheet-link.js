/** To a worksheet of the numbers on screen, which is a page of the practice. */

import * as text from '../../text/en/course/course.js';
import { link } from '../link.js';

/** No mistake on purpose goes with them. @param {import('../context.js').ViewContext} context */
export const worksheetLink = (context) =>
  link(
    context,
    { ...context.state, guide: 'practice-worksheet', view: 'step', cell: '', bug: '' },
    text.worksheet,
  );

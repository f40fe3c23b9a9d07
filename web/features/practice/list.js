/** The list of all practice, to which the page leads. */

import { getChapterLists } from '../../pages/chapters.js';
import * as text from './text/en/list.js';

/** @import { Chapter, CourseContext, Page } from '../../pages/types.js' */

/** @type {Page} */
const listPage = {
  id: 'practice',
  title: text.title,
  state: {},
  origin: '',
  keepsState: true,
  setup: () => text.setup,
  figure: (/** @type {CourseContext} */ context) =>
    getChapterLists().map(({ links }) => links?.(context)),
};

/** @type {Chapter} */
export const practiceList = { ...text.chapter, id: listPage.id, pages: [listPage] };

/** The first page of the course, as data: links name this page before the course is loaded. */

/** @import { Feature } from '../../features.js' */

/** @type {Feature} */
export const courseEntrances = {
  values: { entrances: { course: 'why', chapterCount: 8 } },
};

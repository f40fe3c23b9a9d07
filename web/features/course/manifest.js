/** Where the course begins, as data: links name it before the course is loaded. */

/** @import { Feature } from '../../features.js' */

/** @type {Feature} */
export const courseEntrances = {
  gives: ['entrances'],
  values: { entrances: { course: 'why', chapterCount: 8 } },
};

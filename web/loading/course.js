/** The course is loaded when it is first opened. */

import { lazily } from './lazily.js';

const course = lazily(async () => (await import('../course.js')).course);
export const loadedCourse = course.get;
export const loadCourse = course.load;

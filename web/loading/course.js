/** The course is in a script of its own, which is loaded when it is first opened. */

import { lazily } from './lazily.js';
import { importCourse } from './scripts.js';

const course = lazily(importCourse);
export const loadedCourse = course.get;
export const loadCourse = course.load;

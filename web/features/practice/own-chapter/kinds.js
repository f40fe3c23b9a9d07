/** The kinds of tasks that a chapter of an author's may have: the course's, and those of the practice. */

import { taskKinds } from '../../../pages/tasks/index.js';
import { bugKind } from './bug.js';
import { fillKind } from './fill.js';
import { goalKind } from './goal.js';

/** @type {readonly import('../../../pages/tasks/index.js').TaskKind[]} */
export const kinds = [...taskKinds, fillKind, goalKind, bugKind];

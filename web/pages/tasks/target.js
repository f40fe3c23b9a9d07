/** Something to be brought about: what is on screen is judged, and kept is that it was reached. */

import { renderMarked } from '../../lessons/marks.js';

/**
 * @import { Code, CourseContext, JudgedSpec, Target, Task } from '../types.js'
 * @import { TaskKind } from './index.js'
 */

/**
 * @param {object} task
 * @param {unknown} task.question
 * @param {(context: CourseContext) => boolean} task.isReached
 * @param {(context: CourseContext) => unknown} task.reply said in both cases
 * @param {Target['kept']} [task.kept]
 * @returns {Target}
 */
export const makeTargetTask = ({ question, isReached, reply, kept }) => ({
  kind: 'target',
  kept,
  question,
  judge: (context) => ({ isRight: isReached(context), reply: reply(context) }),
});

/**
 * A task of the course's own, which a program judges.
 * @param {JudgedSpec} task
 * @param {Code} code
 * @returns {Task}
 */
export const makeJudgedTask = (
  { kind, question, instruction = '', judge, replies, word },
  { judges = {} },
) => ({
  kind,
  question: renderMarked(question),
  instruction: renderMarked(instruction),
  room: instruction,
  ...(word !== undefined && { expected: () => word }),
  judge: (/** @type {CourseContext} */ context, value = '') => {
    const { isRight, reply, words } = judges[judge](context, value);
    return { isRight, reply: renderMarked(replies[reply], context, words) };
  },
});

/** @type {TaskKind<JudgedSpec, Target>} */
export const targetKind = {
  kind: 'target',
  read: makeJudgedTask,
  isInFigure: true,
  judgesScreen: true,
};

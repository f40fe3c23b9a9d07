/** The kinds of tasks, and how they judge an answer. */

import { reply } from '../text/en/pages.js';

/** @import { Choice, CourseContext, Match, Numbers, Pick as TypesPick, Target } from './types.js' */

/**
 * One of several answers.
 * @param {object} task
 * @param {unknown} task.question
 * @param {[answer: unknown, reply: unknown | ((context: CourseContext) => unknown)][]} task.answers
 * @param {number} task.right
 * @param {boolean} [task.isCode]
 * @returns {Choice}
 */
export const choice = ({ question, answers, right, isCode }) => ({
  kind: 'choice',
  isCode,
  question,
  answers: answers.map(([answer]) => answer),
  expected: () => right,
  judge: (context, value) => {
    const said = answers[Number(value)]?.[1];
    return {
      isRight: Number(value) === right,
      reply: typeof said === 'function' ? said(context) : said,
    };
  },
});

/** How far a number may be from the run's: the digits that are shown decide. */
const TOLERANCE = 0.006;

/** @param {number[] | number[][]} made @returns {number[][]} */
const ways = (made) => /** @type {number[][]} */ (Array.isArray(made[0]) ? made : [made]);

/**
 * Numbers to be filled in. What is expected is computed by the run.
 * @param {object} task
 * @param {unknown} task.question
 * @param {Numbers['labels']} task.labels
 * @param {(context: CourseContext) => number[]} task.expected
 * @param {(context: CourseContext) => unknown} [task.help]
 * @param {unknown} task.right said of the right answer
 * @param {{ of: (context: CourseContext) => number[] | number[][], reply: unknown }[]} [task.mistakes] what somebody
 *   gets who makes a known mistake, in one way or in several; one that fits in one field is enough
 * @param {unknown} [task.wrong] said of any other
 * @param {number} [task.tolerance] 0: whole numbers, which have to be exact
 * @returns {Numbers}
 */
export function numbers({ mistakes = [], right, tolerance = TOLERANCE, ...task }) {
  /** @param {number} one @param {number} other */
  const isNear = (one, other) =>
    Math.abs(one - other) <= (tolerance > 0 ? Math.max(tolerance, 0.01 * Math.abs(other)) : 0);
  return {
    kind: 'numbers',
    ...task,
    judge: (context, value) => {
      const given = value.split('_').map(Number);
      const expected = task.expected(context);
      const wrong = expected.flatMap((one, i) => (isNear(given[i], one) ? [] : [i]));
      if (wrong.length === 0) return { isRight: true, reply: right };
      const known = mistakes.find(({ of }) =>
        ways(of(context)).some((made) => wrong.every((i) => isNear(given[i], made[i]))),
      );
      return {
        isRight: false,
        reply: known?.reply ?? task.wrong ?? reply.numbers(wrong, task.labels),
      };
    },
  };
}

/**
 * A word to be pressed in the figure.
 * @param {object} task
 * @param {unknown} task.question
 * @param {unknown} [task.instruction]
 * @param {string} [task.room]
 * @param {(context: CourseContext) => number} task.right index of the word
 * @param {(context: CourseContext, index: number) => unknown} task.reply
 * @returns {TypesPick}
 */
export const pick = ({ question, instruction, room, right, reply }) => ({
  kind: 'pick',
  ...{ question, instruction, room },
  expected: right,
  judge: (context, value) => ({
    isRight: Number(value) === right(context),
    reply: reply(context, Number(value)),
  }),
});

/**
 * Something to be brought about.
 * @param {object} task
 * @param {unknown} task.question
 * @param {(context: CourseContext) => boolean} task.isReached
 * @param {(context: CourseContext) => unknown} task.reply said in both cases
 * @param {Target['kept']} [task.kept]
 * @returns {Target}
 */
export const target = ({ question, isReached, reply, kept }) => ({
  kind: 'target',
  kept,
  question,
  judge: (context) => ({ isRight: isReached(context), reply: reply(context) }),
});

/**
 * For each item an option.
 * @param {object} task
 * @param {unknown} task.question
 * @param {string[]} task.items
 * @param {string[]} task.options
 * @param {Match['picture']} [task.picture]
 * @param {(context: CourseContext) => number[]} task.right for each item the index of its option
 * @param {(context: CourseContext, item: number, option: number) => unknown} task.mistake
 * @param {unknown} task.done said when all are right
 * @returns {Match}
 */
export const match = ({ question, items, options, picture, right, mistake, done }) => ({
  kind: 'match',
  question,
  items,
  options,
  picture,
  expected: right,
  judge: (context, value) => {
    const given = value.split('_').map(Number);
    const expected = right(context);
    const wrong = expected.findIndex((one, i) => given[i] !== one);
    return wrong < 0
      ? { isRight: true, reply: done }
      : { isRight: false, reply: mistake(context, wrong, given[wrong]) };
  },
});

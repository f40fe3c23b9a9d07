/**
 * A task kind: bring numbers of the run into their bounds with few changes. The stored answer is
 * the fewest changes so far.
 */

import {
  bound,
  cell,
  integer,
  list,
  makeFieldSchema,
  makeKindSchema,
  makeProblem,
  number,
  object,
  plainText,
  rows,
  tableName,
  text,
} from '../../../pages/tasks/schema.js';
import { FIELDS } from '../../../state/fields.js';
import { between } from '../../../text/en/pages.js';
import { makeGoalParts } from '../goals/page.js';
import { isReachedAtStart, isShare, makeGoal } from '../goals/rules.js';
import * as words from '../text/en/author-chapter.js';

/**
 * @import { TaskKind } from '../../../pages/tasks/index.js'
 * @import { GoalSpec } from '../../../pages/types.js'
 */

/**
 * Reports a range whose first number is not smaller than its second.
 * @param {string} name
 * @param {[number, number] | undefined} range
 */
const findCrossedRange = (name, [low, high] = [0, 1]) =>
  makeProblem(`task.${name}`, low >= high && words.crossed);

/** @type {TaskKind<GoalSpec>} */
export const goalKind = {
  kind: 'goal',
  schema: makeKindSchema(
    'goal',
    {
      question: text(),
      wanted: list(
        object({ cell, name: plainText(120), least: bound, most: bound }, ['cell', 'name']),
        4,
      ),
      changes: integer(1, 16),
      hint: text(),
      numbers: list(object({ table: tableName, rows }, ['table']), 6),
      range: list(bound, 2, 2),
      paint: { type: 'boolean' },
      temperature: list(number(2 ** -10, 2 ** 10), 2, 2),
      settings: object({
        pad: list(integer(0, 3), 4),
        fill: list(makeFieldSchema(FIELDS.fill), 3),
        positions: list(makeFieldSchema(FIELDS.positions), 2),
      }),
    },
    ['question', 'wanted', 'changes'],
  ),
  descriptions: {
    '': 'Numbers of the run to be brought to where they should be.',
    changes: 'How many changes are allowed.',
    hint: 'A hint in place of the computed one.',
    numbers: 'Tables whose numbers may be changed.',
    paint: 'Whether pairs may be masked.',
  },
  problems: (task) => [
    ...task.wanted.flatMap(({ least, most }, i) => [
      ...makeProblem(
        `task.wanted[${i}]`,
        least === undefined && most === undefined && words.noBound,
      ),
      ...makeProblem(
        `task.wanted[${i}].most`,
        (least ?? -Infinity) > (most ?? Infinity) && between(least ?? 0, 1e6),
      ),
    ]),
    ...findCrossedRange('range', task.range),
    ...findCrossedRange('temperature', task.temperature),
    ...makeProblem(
      'task',
      !(
        task.numbers ||
        task.paint ||
        task.temperature ||
        Object.keys(task.settings ?? {}).length > 0
      ) && words.nothingToChange,
    ),
  ],

  missing(context, task, page) {
    const goal = makeGoal(page, task);
    return [
      ...goal.measures.flatMap((measure, i) => {
        const { least = 0, most = 1 } = measure;
        const isMissed = isShare(goal, measure, context) && (least > 1 || most < 0);
        return makeProblem(`task.wanted[${i}]`, isMissed && words.noShare);
      }),
      ...makeProblem('task.wanted', isReachedAtStart(goal, context) && words.reachedAtStart),
    ];
  },

  parts: (task, page, figure) => makeGoalParts(makeGoal(page, task), figure),
};

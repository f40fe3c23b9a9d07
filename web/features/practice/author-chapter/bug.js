/**
 * A task kind: find and name the bug in the page's settings. Also lists known mistakes for tasks
 * that ask for numbers, one for each bug.
 */

import { html } from 'lit';
import { computeOffset } from '../../../graph/cell.js';
import { readCell } from '../../../graph/trace.js';
import { deferMarked } from '../../../lessons/chapter-markup.js';
import { makeState } from '../../../pages/chapters.js';
import { list, makeKindSchema, makeProblem, oneName, text } from '../../../pages/tasks/schema.js';
import { bugs, knownMistakes } from '../bugs/bugs.js';
import { findWrongTables as changedTables, makeBugParts } from '../bugs/page.js';
import { chooseDistractors, shuffleList } from '../bugs/puzzle.js';
import { computeTablesWithMistakes } from '../check/check.js';
import * as words from '../text/en/author-chapter.js';
import { mistakeName } from '../text/en/bugs.js';

/**
 * @import { TaskKind } from '../../../pages/tasks/index.js'
 * @import { BugSpec, CourseContext } from '../../../pages/types.js'
 * @import { Bug } from '../types.js'
 */

export const bugNames = bugs.map(({ id }) => id);

/** @param {CourseContext} context @param {string} bug @param {string} place */
function computeWrongValue(context, bug, place) {
  const { run } = context.computation;
  const cell = readCell(place, run);
  if (!cell) return Number.NaN;
  const tables = computeTablesWithMistakes(context, cell.id);
  const offset = Number(computeOffset(run.tensor(cell.id).shape, cell.index));
  return tables.find((mistake) => mistake.bug === bug)?.data[offset] ?? Number.NaN;
}

/** Lists the wrong answers that each known mistake would give for these numbers. @param {string[]} places */
export const makeKnownMistakes = (places) =>
  knownMistakes.map(({ id }) => ({
    answers: (/** @type {CourseContext} */ context) => [
      places.map((place) => computeWrongValue(context, id, place)),
    ],
    reply: words.byMistake(mistakeName(id)),
  }));

/** @type {TaskKind<BugSpec>} */
export const bugKind = {
  kind: 'bug',
  schema: makeKindSchema('bug', { question: text(), choices: list(oneName(...bugNames), 5) }),
  descriptions: { '': 'The bug of `settings.bug` is to be found, and named.' },
  problems: (_, { settings }) => makeProblem('settings.bug', !settings?.bug && words.noBug),
  missing: (context) =>
    makeProblem('settings.bug', changedTables(context).length === 0 && words.unseenBug),

  parts({ question, choices: wanted }, { settings }, figure) {
    const bug = /** @type {Bug} */ (bugs.find(({ id }) => id === settings?.bug));
    const others = bugs.filter(({ id }) => id !== bug.id && wanted?.includes(id));
    const choices = wanted
      ? shuffleList([bug, ...others], 0, bug.id)
      : chooseDistractors(bug, 0, makeState({ settings }));
    const parts = makeBugParts({ bug, choices }, question && deferMarked(question));
    return { ...parts, figure: (context) => html`${figure(context)} ${parts.figure(context)}` };
  },
};

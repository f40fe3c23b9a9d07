/** The chapter of goals. Its JSON is like an author's, and names the measures that are no cell. */

import { html, nothing } from 'lit';
import { isLaterKey } from '../../../graph/masks/causal.js';
import { memoizeByOwner } from '../../../graph/memoize.js';
import { readNumber } from '../../../graph/trace.js';
import { makeChapter } from '../../../pages/chapter.js';
import { getCourseChapters, makePageState } from '../../../pages/chapters.js';
import { readFirstHeadRow } from '../../../pages/figures.js';
import { drawPictures } from '../../../pages/pictures.js';
import { makeComputation } from '../../../session/computation.js';
import { getSettings } from '../../../state/fields.js';
import { chapter as chapterName } from '../../../text/en/pages.js';
import { canLeadTo, stateLink } from '../../../views/link.js';
import * as text from '../text/en/goals.js';
import json from '../text/en/goals.json' with { type: 'json' };
import { makeGoalParts } from './page.js';
import { makeGoal } from './rules.js';

/**
 * @import { Chapter, CourseContext, GoalSpec, PageSpec } from '../../../pages/types.js'
 * @import { Goal, RunContext } from '../types.js'
 */

/** The prefix of the ids of the goals' pages. */
const GOAL_PAGES = 'practice-goals';

const [THEY, EAT, FRIED, NOODLES] = [0, 1, 2, 3];

/** @param {RunContext} context @param {number} query @param {number} key */
const getWeight = ({ computation: { run } }, query, key) =>
  readNumber(run, { id: 'weights', index: [0, query, key] });

/** @param {(query: number, key: number) => boolean} isMeant */
const measureSum = (isMeant) => (/** @type {RunContext} */ context) => {
  const { queryWords, keyWords } = context.computation;
  return queryWords
    .flatMap((_, query) =>
      keyWords.map((__, key) => (isMeant(query, key) ? getWeight(context, query, key) : 0)),
    )
    .reduce((sum, weight) => sum + weight, 0);
};

/** @param {number[]} first @param {number[]} second */
const findLargestDifference = (first, second) =>
  Math.max(...first.map((number, i) => Math.abs(number - second[i])));

/** Computes the weights of “eat” with the division by √d. */
const computeScaledWeights = memoizeByOwner(
  (/** @type {RunContext} */ { attention }) => {
    const { start } = /** @type {Goal} */ (goals.find(({ id }) => id === 'scale'));
    const settings = getSettings({ ...start, scale: 'sqrt' });
    return readFirstHeadRow({ computation: makeComputation(attention, settings) }, 'weights', EAT);
  },
  ({ attention }) => attention,
);

/** @type {Record<string, (context: RunContext) => number>} */
const measures = {
  ratio: (context) => getWeight(context, EAT, NOODLES) / getWeight(context, EAT, FRIED),
  differenceFromScaled: (context) =>
    findLargestDifference(readFirstHeadRow(context, 'weights', EAT), computeScaledWeights(context)),
  outputDifference: (context) =>
    findLargestDifference(
      readFirstHeadRow(context, 'heads', THEY),
      readFirstHeadRow(context, 'heads', EAT),
    ),
  columnDifference: (context) =>
    Math.max(
      ...context.computation.queryWords.map((_, query) =>
        Math.abs(getWeight(context, query, THEY) - getWeight(context, query, NOODLES)),
      ),
    ),
  twinDifference: (context) => Math.abs(getWeight(context, 1, 0) - getWeight(context, 1, 2)),
  rowSum: measureSum((query) => query === EAT),
  laterWeights: measureSum(isLaterKey),
  earlierWeights: measureSum((query, key) => key < query),
  previousWeights: measureSum((query, key) => key === query - 1),
  paddingWeights: measureSum((_, key) => key > 2),
  outputSize: ({ computation }) =>
    computation.results.output.data.reduce((sum, number) => sum + Math.abs(number), 0),
};

/**
 * `taughtIn` is the chapter of the course that teaches what the goal needs.
 * @typedef {PageSpec & { task: GoalSpec, taughtIn: string }} GoalPage
 */

const pages = /** @type {GoalPage[]} */ (/** @type {unknown} */ (json.pages));

export const goals = pages.map((page) => makeGoal(page, page.task, measures));

/** @param {CourseContext} context @param {GoalPage} page */
function teachingLink(context, { taughtIn }) {
  const chapters = getCourseChapters();
  const index = chapters.findIndex(({ id }) => id === taughtIn);
  if (index < 0) return nothing;
  const { pages: taught, title } = chapters[index];
  const first = makePageState(taught[0], context.state.answers);
  if (!canLeadTo(context, first)) return nothing;
  return html`<p class="note kept-link">${text.taughtIn} ${stateLink(
    context,
    first,
    chapterName(index + 1, chapters.length, title),
  )}</p>`;
}

const chapter = makeChapter(GOAL_PAGES, json);

/** @type {Chapter} */
export const goalChapter = {
  ...chapter,
  pages: chapter.pages.map((page, i) => ({
    ...page,
    ...makeGoalParts(goals[i], (context) =>
      drawPictures(context, { pictures: pages[i].show ?? [] }),
    ),
    setup: (context) => html`${page.setup(context)}${teachingLink(context, pages[i])}`,
  })),
};

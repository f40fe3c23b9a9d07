/** The page before and the page after: of the guided path, or of the steps. */

import { chapterOf, chapterState } from './guide.js';
import { lessonSteps, shownStep } from './steps.js';

/**
 * @typedef {import('../session/state.js').State} State
 */

/**
 * The change that leads to the next or previous page.
 * @param {State} state
 * @param {1 | -1} by
 * @param {string[]} [wanted] steps that an author wants
 * @returns {Partial<State> | undefined} undefined at the ends
 */
export function turned(state, by, wanted) {
  if (chapterOf(state)) {
    const chapter = chapterState(state.guide + by);
    return chapterOf(chapter) && chapter;
  }
  const steps = lessonSteps(state, wanted);
  const target = steps[steps.indexOf(shownStep(steps, state)) + by];
  return target && { step: target.id };
}

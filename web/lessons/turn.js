/** The page before and the page after: of the course, or of the steps. */

import { get } from '../features.js';
import { OPENING } from '../session/guide.js';
import { lessonSteps, shownStep } from './steps.js';

/**
 * @typedef {import('../session/state.js').State} State
 */

/**
 * The change that leads to the next or previous page.
 * @param {State} state
 * @param {1 | -1} by
 * @param {string[]} [wanted] steps that an author wants
 * @param {import('../course/page.js').Chapter} [own] of the element
 * @returns {Partial<State> | undefined} undefined at the ends
 */
export function turned(state, by, wanted, own) {
  if (state.guide === OPENING) return by > 0 ? { guide: 'why' } : undefined;
  if (state.guide !== '') return get('pages')?.turnedPage(state, by, own);
  const steps = lessonSteps(state, wanted);
  const target = steps[steps.indexOf(shownStep(steps, state)) + by];
  return target && { step: target.id, view: 'step' };
}

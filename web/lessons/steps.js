/** All steps of all lessons. */

import { stepsOf } from '../model/state.js';
import { additiveSteps } from './additive.js';
import { articleSteps } from './article.js';
import { dotSteps } from './dot.js';

/**
 * The steps of the state's lesson, in order.
 * @param {import('../model/state.js').State} state
 * @returns {({ id: string, title: string } & import('./dot.js').Step)[]}
 */
export function lessonSteps(state) {
  const additive = state.mechanism === 'additive' ? additiveSteps : dotSteps;
  const texts = state.source === 'article' ? articleSteps : additive;
  return stepsOf(state).map((id) => {
    const { title } = texts[id];
    return { ...texts[id], id, title: typeof title === 'string' ? title : title(state) };
  });
}

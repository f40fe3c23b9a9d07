import { makeBugPage } from '../../web/features/practice/bugs/page.js';
import { practice } from '../../web/features/practice/index.js';
import { withCourse } from '../../web/pages/judging.js';
import { makeComputation } from '../../web/session/computation.js';
import { getSettings } from '../../web/state/fields.js';
import { attention, viewContext } from '../support/computations.js';

/** @import { State } from '../../web/state/types.js' */

/** @type {Map<string, ReturnType<typeof makeContextOf>>} */
const contexts = new Map();

/** Returns the context of a page of the practice. @param {State} state */
export function contextOf(state) {
  const name = JSON.stringify(state);
  const known = contexts.get(name) ?? makeContextOf(state);
  contexts.set(name, known);
  return known;
}

/** @param {State} state */
function makeContextOf(state) {
  const settings = getSettings(state);
  const computation = makeComputation(attention, settings, practice.bug.open(attention, settings));
  return withCourse(viewContext({ state, computation }), makeBugPage(state.bug), undefined);
}

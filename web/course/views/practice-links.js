/** What leads to the practice, whose pages are in a script of their own. */

import { html } from 'lit';
import { MOST_COLUMNS } from '../../session/limits.js';
import { modelOf } from '../../session/source-settings.js';
import { normalise } from '../../session/state.js';
import * as text from '../../text/en/course/course.js';
import { link } from '../../views/link.js';
import { worksheetLink } from '../../views/worksheet-link.js';

/**
 * Numbers are checked, and printed, of what is on screen; where a page of the course shows a model's with too
 * many to be computed by hand, the lab's first ones.
 * @param {import('../../views/context.js').ViewContext} context
 */
export const practiceLinks = (context) => {
  const { state, computation } = context;
  const { answers } = state;
  const isLong = modelOf(state) && computation.keyWords.length > MOST_COLUMNS;
  const numbers = isLong ? normalise({ answers }) : state;
  return html`<p class="practice"><b>${text.practice}</b>
    ${link(context, { guide: 'practice-bugs-1-0', answers }, text.bugs)}
    ${link(context, { guide: 'practice-goals', answers }, text.goals)}
    ${link(context, { guide: 'practice-test', answers }, text.selfTest)}
    ${link(context, { ...numbers, guide: 'practice-check', bug: '', cell: '' }, text.checkNumbers)}
    ${link(context, { guide: 'projections-flat', answers }, text.flat)}
    ${worksheetLink(context, text.worksheet, numbers)}
    ${link(context, { guide: 'practice-notes', answers }, text.notes)}</p>`;
};

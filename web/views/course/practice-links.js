/** What leads to the practice, whose pages are in a script of their own. */

import { html } from 'lit';
import * as text from '../../text/en/course/course.js';
import { link } from '../link.js';
import { worksheetLink } from '../worksheet-link.js';

/**
 * Numbers are checked of what is on screen.
 * @param {import('../context.js').ViewContext} context
 */
export const practiceLinks = (context) => {
  const { answers } = context.state;
  return html`<p class="practice"><b>${text.practice}</b>
    ${link(context, { guide: 'practice-bugs-1-0', answers }, text.bugs)}
    ${link(context, { guide: 'practice-goals', answers }, text.goals)}
    ${link(context, { guide: 'practice-test', answers }, text.selfTest)}
    ${link(context, { ...context.state, guide: 'practice-check', bug: '', cell: '' }, text.checkNumbers)}
    ${link(context, { guide: 'projections-flat', answers }, text.flat)}
    ${worksheetLink(context, text.worksheet)}
    ${link(context, { guide: 'practice-notes', answers }, text.notes)}</p>`;
};

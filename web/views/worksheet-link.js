/** To a worksheet of the numbers on screen, which is a page of the practice. */

import { link } from './link.js';

/**
 * No mistake on purpose goes with them.
 * @param {import('./context.js').ViewContext} context
 * @param {string} label
 * @param {Partial<import('../session/state.js').State>} [state] of other numbers
 */
export const worksheetLink = (context, label, state = context.state) =>
  link(context, { ...state, guide: 'practice-worksheet', view: 'step', cell: '', bug: '' }, label);

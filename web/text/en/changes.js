/** What an experiment has changed. */

import { html } from 'lit';
import { quoted } from '../inline.js';

export const experiments = 'Experiments';

/**
 * @param {object} tensor
 * @param {string} tensor.name
 * @param {boolean} tensor.isOfHeads are the numbers those of several heads
 * @param {number} tensor.changed
 * @param {number} tensor.same
 * @param {number} tensor.added
 * @param {unknown} tensor.largest a sentence about the largest change
 */
export const changes = ({ name, isOfHeads, changed, same, added, largest }) => html`<b>${name}</b>${
  isOfHeads ? ' of all heads' : ''
}: ${changed > 0 ? `${changed} of ${changed + same} changed.` : `all ${same} stayed the same.`}
  ${added > 0 ? `${added} are new.` : ''} ${largest}`;
/** @param {unknown} place @param {number} before @param {number} after */
export const largestChange = (place, before, after) =>
  html`Largest change: ${place}, from ${quoted(before)} to ${quoted(after)}.`;

export const backToBefore = 'Go back';
export const stopComparing = 'Stop comparing';
export const marks = 'Changed numbers have one marked corner, new ones two.';

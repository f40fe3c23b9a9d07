/** What an experiment has changed. */

import { html } from 'lit';
import { quoted } from '../../lessons/text.js';

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

/** What follows, where words have changed places or one came twice. */
export const morals = {
  shuffle: {
    blind: 'Without positions attention is blind to order: each word takes its weights along.',
    placed:
      'With positions a word’s numbers depend on its place, so another order gives other weights.',
  },
  repeat: {
    blind:
      'Without positions equal words are twins: their rows are the same, and so is what they find.',
    placed: 'With positions the twins separate: the same word at another place has another row.',
  },
  masked:
    'Only the mask, or a number that you have set, knows places here: the words themselves do not.',
};

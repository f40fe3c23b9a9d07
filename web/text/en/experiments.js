/** The experiments: their buttons, the question to answer first, and why one is not available. */

import { html } from 'lit';
import { quoted } from '../inline.js';

/** @type {Readonly<Record<string, readonly [name: string, question: string]>>} */
export const experiments = {
  shuffle: [
    'Shuffle the words',
    'The words swap places. Does the attention weight between two words change?',
  ],
  repeat: ['Repeat a word', 'The chosen word comes twice. Will its two rows differ?'],
  append: ['Append a word', 'One more word comes last. Do the rows of the words before it change?'],
  'same-keys': [
    'K = Q',
    'The key of each word becomes the same as its query. Which scores are then equal?',
  ],
  hotter: [
    'Hotter',
    'The temperature doubles. Will the attention weights of a row be more alike, or less?',
  ],
  colder: [
    'Colder',
    'The temperature halves. Will the attention weights of a row be more alike, or less?',
  ],
};

const places =
  'Places make a difference here, because a mask, positions or scores set by hand depend on them.';

const alike = 'A row of equal scores, or of a single score, stays the same at any temperature.';

/** @type {Readonly<Record<string, readonly [usual: string, otherwise: string]>>} */
export const morals = {
  shuffle: [
    'Attention alone does not know the order of words: their weights move along with them.',
    places,
  ],
  repeat: ['Both copies get the same weights: nothing here tells equal words apart.', places],
  append: [
    'A row adds up to 1, so the other words lose what the new word gets.',
    'No earlier word may attend to the new one, so their rows stayed the same.',
  ],
  'same-keys': [
    'Each word now looks for what it offers, so two words give each other equal scores.',
    'With a key of its own, a word can look for something other than what it is.',
  ],
  hotter: ['Scores lie closer together, so the weights of a row are more alike.', alike],
  colder: ['Scores lie further apart, so the largest weight of a row takes more.', alike],
};

/** Words that an experiment appends. */
export const added = ['again', 'today', 'here', 'outside'];

/** @param {number} most */
export const noRoom = (most) => `Too long: a sentence has ${most} words at most.`;

export const allTheSame = 'There are no two different words to swap.';
export const dotOnly = 'This works only for the dot product.';
export const fixed = 'These numbers are fixed. Start from a sentence to experiment.';
export const noWords = 'There are no words yet.';
export const tooLong = 'This is too long to keep for comparison.';

export const attendsToItself =
  'Here the second sentence attends to itself; the first takes no part.';

export const wouldBeCut = 'With spaces between them, these words would be split differently.';
export const atLimit = 'The temperature is at its limit.';

// Texts about the changes of an experiment.

export const experimentsTitle = 'Experiments';

/**
 * @param {object} tensor
 * @param {string} tensor.name
 * @param {boolean} tensor.isOfHeads whether the numbers belong to several heads
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

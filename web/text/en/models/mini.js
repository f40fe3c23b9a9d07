/** Mini, the small language model: what it is, and what its steps say. */

import { html } from 'lit';
import { bold, quoted } from '../../inline.js';
import { N } from '../../model-symbols.js';
import { X } from '../../symbols.js';

export const title = 'A small language model';
export const task = 'It was told only which word comes next, never where to look.';

export const embeddings = { name: 'Embeddings', title: 'Each word becomes a row of numbers' };
/** @param {number} words @param {number} width */
export const learned = (
  words,
  width,
) => html`Each of its ${words} words has a row of ${width} numbers,
  which training changes, and the rows of this sentence are ${X}. No row says where its word stands; every
  story begins with ${bold('<s>')}.`;

export const normalized = { name: 'Normalize', title: 'The last rows are brought to one size' };

export const logits = { name: 'Logits', title: 'Each row is compared with every word' };
/** @param {number} words */
export const compared = (
  words,
) => html`The answer is looked up in the table that the words came from:
  the dot product of a row of ${N} and the embedding of a word is that word’s logit. There is one for
  each of the ${words} words, and each row is about the word that follows it.`;

export const probabilities = { name: 'Next word', title: 'How the sentence goes on' };
/** @param {string} word */
export const foretold = (
  word,
) => html`The softmax turns the logits of a row into probabilities. The row
  of ${bold(word)} says which word comes after it, and knows only the words up to there.`;

/** @param {string} word */
export const mostProbable = (word) => html`The most probable words after ${bold(word)}`;

/** @param {string} word @param {string} next @param {number} probability */
export const answer = (word, next, probability) =>
  html`After ${bold(word)} comes ${bold(next)}, says the model (${quoted(probability)}).`;

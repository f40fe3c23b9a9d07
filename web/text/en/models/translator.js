/** The translator: what it is, and what its steps say. */

import { html } from 'lit';

/** Marks both ends of a sentence. */
export const END = '∎';

export const title = 'From French to English, word by word';
export const task = 'It was given pairs of sentences, never which word comes from which.';

/** @param {string[]} source @param {string[]} target */
export const translation = (source, target) => ({ answer: html`${source.join(' ')} ${target.join(' ')}` });

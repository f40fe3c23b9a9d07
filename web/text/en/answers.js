/** The line about the reader's answers. */

import { counted } from './language.js';

/** @param {number} count number of answers */
export const forgotten = (count) => `Forgotten: ${counted(count, 'answer')}.`;
export const bringBack = 'Bring them back';

export const foreignAnswers = 'This link holds somebody’s answers.';
export const startOwn = 'Start with your own';

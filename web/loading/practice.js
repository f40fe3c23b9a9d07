/** The practice is loaded when it is first opened. */

import { lazily } from './lazily.js';

const practice = lazily(async () => (await import('../practice.js')).practice);
export const loadedPractice = practice.get;
export const loadPractice = practice.load;

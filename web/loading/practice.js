/** The practice is in a script of its own, which is loaded when it is first opened. */

import { lazily } from './lazily.js';
import { importPractice } from './scripts.js';

const practice = lazily(importPractice);
export const loadedPractice = practice.get;
export const loadPractice = practice.load;

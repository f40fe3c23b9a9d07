/** What reads files and writes programs is in a script of its own, which is loaded with the first of them. */

import { lazily } from './lazily.js';
import { importFiles } from './scripts.js';

const files = lazily(importFiles);
export const loadFiles = files.load;
export const giveFiles = files.give;

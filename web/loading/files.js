/** What reads files and writes programs is in a script of its own, which is loaded with the first of them. */

import { lazily } from './lazily.js';
import { importFiles } from './scripts.js';

export const loadFiles = lazily(importFiles).load;

/** What reads files is in a script of its own, which is loaded with the first file. */

import { lazily } from './lazily.js';
import { importFiles } from './scripts.js';

export const loadFiles = lazily(importFiles).load;

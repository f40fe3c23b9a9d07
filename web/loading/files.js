/** Readers of files and writers of programs are loaded with the first file or program. */

import { lazily } from './lazily.js';

const files = lazily(async () => (await import('../files.js')).files);
export const loadFiles = files.load;

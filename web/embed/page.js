/** The page for authors: a snippet beside each live example, and a builder of snippets. */

import { startBuilder } from './builder.js';
import { showSnippets } from './examples.js';
import { holdBack, onceOpen, openTargets } from './folded.js';
import { startChapter } from './own-chapter.js';

showSnippets();
for (const live of document.querySelectorAll('.live')) holdBack(live);
const place = /** @type {HTMLElement | null} */ (document.querySelector('#builder'));
if (place) onceOpen(place, () => startBuilder(place));
const chapter = /** @type {HTMLElement | null} */ (document.querySelector('#own-chapter'));
if (chapter) {
  holdBack(chapter);
  onceOpen(chapter, () => startChapter(chapter));
}
openTargets();

/** The page for authors: a snippet beside each live example, and a builder of snippets. */

import { startBuilder } from './builder.js';
import { showSnippets } from './examples.js';
import { startChapter } from './own-chapter.js';

showSnippets();
const place = /** @type {HTMLElement | null} */ (document.querySelector('#builder'));
if (place) startBuilder(place);
const chapter = /** @type {HTMLElement | null} */ (document.querySelector('#own-chapter'));
if (chapter) startChapter(chapter);

/** Texts of the list of all practice. */

import { html } from 'lit';

export const chapter = { title: 'Practice', question: 'What can I try now?' };

export const title = 'Choose a practice';

export const setup = html`<p>A chapter in brackets is the last one that a practice needs.</p>`;

/** The question of the only page of the course among the practice. */
export const slopes = 'Why does a weight near 1 hardly move?';

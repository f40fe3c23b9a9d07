/** Chapter 8: its end, which only a program can draw. */

import { html } from 'lit';
import { parseAnswers } from '../session/guide.js';
import * as text from '../text/en/course/own.js';
import json from '../text/en/course/own.json' with { type: 'json' };
import { chapterOf } from './chapter/page.js';
import { programView, reachedTable } from './views/end.js';
import { practiceLinks } from './views/practice-links.js';

/** @param {import('./page.js').CourseContext} context */
const end = (context) => html`<div class="abreast">
    <div>${reachedTable(context.chapters, parseAnswers(context.state.answers))}</div>
    <div class="prose">${text.end.nextIs}<ul>${text.end.next.map((one) => html`<li>${one}</li>`)}</ul></div>
  </div>
  ${practiceLinks(context)} ${programView(context)}`;

export const own = chapterOf('own', json, { figures: { end } });

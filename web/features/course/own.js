/** Chapter 8: the end of the course, which its JSON cannot express. */

import { html, nothing } from 'lit';
import { needSlot } from '../../features.js';
import { signedCells, signedLegend } from '../../figures/tiles.js';
import { getRow } from '../../graph/cell.js';
import { makeChapter } from '../../pages/chapter.js';
import { countTasks, findPage, findPageByName, getCourseChapters } from '../../pages/chapters.js';
import { DEFAULTS } from '../../state/fields.js';
import { parseAnswers } from '../../state/guide.js';
import { roundUpLimit } from '../../styles/colour.js';
import * as pagesText from '../../text/en/pages.js';
import { readMessage } from '../../text/error.js';
import { canLeadTo, pageLink, stateLink, worksheetLink } from '../../views/link.js';
import { costTable } from './cost.js';
import { addedRows, meaningFigure, modelPicture } from './real-model.js';
import { nextWordFigure } from './temperature.js';
import * as text from './text/en/course.js';
import json from './text/en/own.json' with { type: 'json' };

/**
 * @import { ViewContext } from '../../lessons/context.js'
 * @import { CourseContext } from '../../pages/types.js'
 */

// Draws the end of the course: the results of its tasks, and a program to download.

/** @param {CourseContext} context */
function reachedTable(context) {
  const answers = parseAnswers(context.state.answers);
  const chapters = getCourseChapters();
  const counts = chapters.map((chapter) => countTasks(chapter, answers));
  return html`<table class="reached-tasks">
    <caption>${text.end.reached}</caption>
    <thead><tr><th scope="col">${text.end.chapter}</th><th scope="col">${text.end.done}</th></tr></thead>
    <tbody>
      ${chapters.map((chapter, i) => {
        const tasks = counts[i];
        const name = tasks.open ? pageLink(context, tasks.open.id, chapter.title) : chapter.title;
        return html`<tr><th scope="row">${name}</th><td>${text.end.tasks(tasks)}</td></tr>`;
      })}
    </tbody>
  </table>
  ${counts.some(({ open }) => open && canLeadTo(context, { guide: open.id })) ? html`<p class="note gesture">${text.end.legend}</p>` : nothing}`;
}

/** @param {ViewContext} context */
function programView({ state, computation }) {
  /** @param {Event} event */
  const write = async ({ currentTarget }) => {
    const box = /** @type {HTMLDetailsElement} */ (currentTarget);
    if (!box.open) return;
    const area = box.querySelector('textarea');
    /** @type {string} */
    let program;
    try {
      const result = (await needSlot('programs')).toNumpy(state, computation);
      program = 'text' in result ? result.text : result.refused;
    } catch (error) {
      program = readMessage(error);
    }
    if (area) area.value = program;
  };
  return html`<details class="program" @toggle=${write}>
    <summary>${text.end.program}</summary>
    <p class="note">${text.end.programIs}</p>
    <textarea class="made" readonly rows="16" aria-label=${text.end.program}></textarea>
  </details>`;
}

// Draws links to the practice, whose pages are in another script.

/** The page that explains √d by slopes. */
const FLAT_PAGE = 'projections-flat';

/**
 * A page of the course or the practice may show wrong numbers on purpose, so the links to the
 * checks and the worksheet open with the default numbers. Those two pages pass on the numbers that
 * the reader has chosen.
 * @param {ViewContext} context
 * @param {(guide: string) => unknown} [describe] draws what follows the link to a chapter or page
 */
export const practiceLinks = (context, describe = () => nothing) => {
  const { state, authorChapter } = context;
  const isChosen = findPage(state, authorChapter)?.keepsState;
  const numbers = isChosen ? state : DEFAULTS;
  const check = { ...numbers, guide: 'practice-check', bug: '', cell: '' };
  const flat = findPageByName(getCourseChapters(), FLAT_PAGE)?.title;
  return html`<p class="practice"><b>${pagesText.practice}</b>
    ${pageLink(context, 'practice-bugs-1-0', pagesText.bugs)} ${describe('practice-bugs')}
    ${pageLink(context, 'practice-goals', pagesText.goals)} ${describe('practice-goals')}
    ${pageLink(context, 'practice-test', pagesText.selfTest)} ${describe('practice-test')}
    ${stateLink(context, check, pagesText.checkNumbers)} ${describe('practice-check')}
    ${pageLink(context, FLAT_PAGE, flat)} ${describe(FLAT_PAGE)}
    ${worksheetLink(context, pagesText.worksheet, numbers)} ${describe('practice-worksheet')}
    ${pageLink(context, 'practice-notes', pagesText.notes)} ${describe('practice-notes')}</p>`;
};

/** @param {CourseContext} context */
const drawCourseEnd = (context) => html`<div class="abreast">
    <div>${reachedTable(context)}</div>
    <div class="prose">${text.end.nextIs}<ul>${text.end.next.map((item) => html`<li>${item}</li>`)}</ul></div>
  </div>
  ${canLeadTo(context, { guide: 'practice-goals' }) ? practiceLinks(context) : nothing} ${programView(context)}`;

/**
 * Draws the row of the selected word before a layer, what the layer adds, and their sum.
 * @param {CourseContext} context
 */
function stream({ computation: { results, nodes, queryWords }, selected }) {
  const rows = ['embeddings', 'layer1/output', 'layer1/sum'].map((id) => ({
    name: nodes[id].name,
    values: [...getRow(results[id], selected)],
    placeOf: (/** @type {number} */ column) => `${id}.${selected}.${column}`,
  }));
  const limit = roundUpLimit(rows.flatMap(({ values }) => values));
  const labels = text.stream(queryWords[selected]);
  return html`<p class="given">${queryWords.map((word, i) =>
    i === 0 ? nothing : i === selected ? html` <mark>${word}</mark>` : ` ${word}`,
  )}</p>
    <div class="strips">${rows.map(
      ({ name, ...cells }, i) => html`<p class="note">${labels[i]}</p>
        <div class="signed-strip signed-cells" role="img" aria-label=${name}>${signedCells({ ...cells, limit })}</div>`,
    )}
      ${signedLegend(limit)}</div>`;
}

export const ownIt = makeChapter('own', json, {
  figures: {
    end: drawCourseEnd,
    stream,
    model: modelPicture,
    added: addedRows,
    meaning: meaningFigure,
    next: nextWordFigure,
    scale: costTable,
  },
});

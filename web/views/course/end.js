/** The end of the course: what was done, and a program to take home. */

import { html } from 'lit';
import { FORMATS } from '../../export/exports.js';
import * as text from '../../text/en/course/own.js';

/**
 * @param {readonly import('../../lessons/course/page.js').Chapter[]} chapters
 * @param {import('../../session/guide.js').Answers} answers
 */
export function reachedTable(chapters, answers) {
  return html`<table class="reached-tasks">
    <caption>${text.end.reached}</caption>
    <thead><tr><th scope="col">${text.end.chapter}</th><th scope="col">${text.end.done}</th></tr></thead>
    <tbody>
      ${chapters.map(({ title, pages }) => {
        const tasks = pages.filter(({ task, isExtra }) => task && !isExtra);
        const done = tasks.filter(({ id }) => answers.get(id)?.isRight).length;
        return html`<tr><th scope="row">${title}</th><td>${text.end.tasks(done, tasks.length)}</td></tr>`;
      })}
    </tbody>
  </table>`;
}

/** @param {import('../context.js').ViewContext} context */
export function programView({ state, computation }) {
  const numpy = FORMATS.find(({ id }) => id === 'numpy');
  const made = numpy?.make({ state, computation, tensor: 'output' });
  const program = made && 'text' in made ? made.text : '';
  return html`<details class="program">
    <summary>${text.end.program}</summary>
    <p class="note">${text.end.programIs}</p>
    <textarea class="made" readonly rows="16" aria-label=${text.end.program} .value=${program}></textarea>
  </details>`;
}

/** The end of the course: what was done, and a program to take home. */

import { html } from 'lit';
import { need } from '../../features.js';
import * as text from '../../text/en/course/own.js';

/**
 * @param {readonly import('../page.js').Chapter[]} chapters
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

/** @param {import('../../views/context.js').ViewContext} context */
export function programView({ state, computation }) {
  /** @param {Event} event */
  const write = async ({ currentTarget }) => {
    const area = /** @type {Element} */ (currentTarget).querySelector('textarea');
    /** @type {string} */
    let program;
    try {
      const made = (await need('programs')).toNumpy(state, computation);
      program = 'text' in made ? made.text : made.refused;
    } catch (error) {
      program = error instanceof Error ? error.message : String(error);
    }
    if (area) area.value = program;
  };
  return html`<details class="program" @toggle=${write}>
    <summary>${text.end.program}</summary>
    <p class="note">${text.end.programIs}</p>
    <textarea class="made" readonly rows="16" aria-label=${text.end.program}></textarea>
  </details>`;
}

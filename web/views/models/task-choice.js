/** The choice of what a toy has to learn. */

import { html } from 'lit';
import { presetState } from '../../session/presets.js';
import { TASKS } from '../../session/settings.js';
import * as text from '../../text/en/models/toy.js';
import { radio } from '../radio.js';

/**
 * Each task comes with a sentence, since it has words of its own.
 * @param {import('../context.js').ViewContext} context
 */
export function taskChoice({ state, update }) {
  return html`<fieldset class="choice">
    <legend>${text.taskChoice}</legend>
    <div>${TASKS.map(
      (task) => html`<label>
        ${radio('task', task, task === state.task, () =>
          update({ ...presetState(`toy-${task}`), heads: state.heads, cell: '' }),
        )}${text.tasks[task]}
      </label>`,
    )}</div>
  </fieldset>`;
}

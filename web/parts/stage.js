/** One step: its words beside its matrices and its formula, and the bar that leads to every other. */

import { html } from 'lit';
import { niceLimit } from './colour.js';
import { legend } from './legend.js';
import { matrixTable } from './matrix.js';
import { values } from './view.js';

/**
 * @typedef {ReturnType<typeof import('../lessons/steps.js').lessonSteps>} Steps
 * @typedef {import('../lessons/tables.js').Context} Context
 */

/**
 * @param {Context} context
 * @param {Steps} steps
 * @param {(step: string) => void} goto
 */
export function stepSection(context, steps, goto) {
  const index = steps.findIndex(({ id }) => id === context.state.step);
  const step = steps[index];
  const parts = withLimit(step.stage(context));
  const matrices = parts.filter((part) => typeof part !== 'string');
  return html`<section class="steps" aria-labelledby="step-title">
    <div class="one">
      <header>
        <p class="note">Step ${index + 1} of ${steps.length}${headNote(context, matrices)}</p>
        <h2 id="step-title">${step.title}</h2>
      </header>
      <div class="prose">${step.text(context)}</div>
      <div class="stage" part="step">
        <div class="matrices">
          ${terms(parts).map(
            ({ sign, matrix }) => html`<div class="term">
              ${sign && html`<span class="sign" aria-hidden="true">${sign}</span>`}
              ${matrixTable(matrix)}
            </div>`,
          )}
        </div>
        <div class="below">
          <div class="formula">${step.formula(context)}</div>
          ${legend(matrices)}
        </div>
      </div>
    </div>
    ${stepBar(steps, index, goto)}
  </section>`;
}

/**
 * The names of all steps, and the buttons to the neighbours. At the ends these are switched off in
 * words only: a button that were disabled would lose the focus.
 * @param {Steps} steps
 * @param {number} index
 * @param {(step: string) => void} goto
 */
function stepBar(steps, index, goto) {
  /** @param {number} to @param {string} text */
  const turn = (to, text) => html`<button type="button" class="turn"
    aria-disabled=${steps[to] ? 'false' : 'true'} @click=${() => steps[to] && goto(steps[to].id)}
    >${text}</button>`;
  return html`<nav class="bar" aria-label="Steps">
    <ol>
      ${steps.map(
        ({ id, name }, i) => html`<li>
          <button type="button" aria-current=${i === index ? 'step' : 'false'}
            @click=${() => goto(id)}>${name}</button>
        </li>`,
      )}
    </ol>
    <div class="turns">
      ${turn(index - 1, '← Previous')}
      <span class="note">${index + 1} of ${steps.length}</span>
      ${turn(index + 1, 'Next →')}
    </div>
  </nav>`;
}

/**
 * Whose tables these are, where they are one head's.
 * @param {Context} context
 * @param {import('./matrix.js').Matrix[]} matrices
 */
function headNote({ state }, matrices) {
  const shown = new Set(matrices.flatMap(({ head }) => head ?? []));
  return state.heads > 1 && shown.size === 1 ? ` · head ${state.head + 1} of ${state.heads}` : '';
}

/**
 * Each matrix with the sign before it, so that no line ends in a sign.
 * @param {(import('./matrix.js').Matrix | string)[]} parts
 */
function terms(parts) {
  let sign = '';
  return parts.flatMap((part) => {
    if (typeof part === 'string') {
      sign = part;
      return [];
    }
    const term = { sign, matrix: part };
    sign = '';
    return [term];
  });
}

/**
 * Signed matrices side by side share one scale of colours, or they could not be compared.
 * @param {(import('./matrix.js').Matrix | string)[]} parts
 */
function withLimit(parts) {
  const numbers = parts.flatMap((part) =>
    typeof part !== 'string' && part.colours === 'signed' ? values(part.view) : [],
  );
  const limit = niceLimit(numbers);
  return parts.map((part) => (typeof part === 'string' ? part : { ...part, limit }));
}

/** Renders the experiments, and what the last one changed, in words. */

import { html, noChange, nothing } from 'lit';
import { actionButton } from '../figures/controls.js';
import { experiments, findLastExperiment, isUsual, readBefore } from '../session/experiments.js';
import * as text from '../text/en/experiments.js';
import { describeChange } from './cell-label.js';

/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { Comparison } from '../session/compare.js'
 */

/** Renders the experiments, each with its result beside it. @param {ViewContext} context @param {string[]} tensors */
export function experimentBar(context, tensors) {
  const { state, dispatch } = context;
  const last = findLastExperiment(state);
  return html`<details class="experiments" .open=${last ? true : noChange}>
    <summary>${text.experimentsTitle}</summary>
    <ul>${experiments.map(({ id, name, question, attempt }) => {
      const { change, reason } = attempt(state);
      return html`<li>
        ${actionButton(name, change && (() => dispatch(change)), { describedBy: `about-${id}` })}
        <span class="note" id="about-${id}">${reason ?? question}</span>
        ${comparisonNote(context, tensors, id === last)}
      </li>`;
    })}</ul>
    ${last ? nothing : comparisonNote(context, tensors)}
  </details>`;
}

/**
 * Counts the changes since the experiment, for the weights and for the tensors on screen. Without a
 * comparison an empty element stays, so that screen readers announce its later content.
 * @param {ViewContext} context
 * @param {string[]} tensors
 * @param {boolean} [isHere]
 */
export function comparisonNote(context, tensors, isHere = true) {
  const comparison = isHere ? context.comparison : undefined;
  return html`<div class=${comparison ? 'comparison' : ''} role="status">${
    comparison ? changeList(context, comparison, tensors) : nothing
  }</div>`;
}

/** @param {ViewContext} context @param {Comparison} comparison @param {string[]} tensors */
function changeList(context, comparison, tensors) {
  const { dispatch, state, computation, overview } = context;
  const known = [...new Set([overview, ...tensors])].filter(
    (tensor) => computation.results[tensor],
  );
  const id = findLastExperiment(state);
  const { changed } = comparison.summary(overview);
  const { results, keyWords } = computation;
  const shown = { weights: results[overview], keyWords };
  const moral = id && text.morals[id][isUsual(id, state, shown, changed) ? 0 : 1];
  return html`<ul>${known.map((tensor) => html`<li>${describeChange(context, comparison, tensor)}</li>`)}</ul>
    <p class="moral">${moral}</p>
    <p><button type="button" class="plain" @click=${() => dispatch({ ...readBefore(state) }, { by: 'page' })}>${text.backToBefore}</button>
      <button type="button" class="plain" @click=${() => dispatch({ before: '' })}>${text.stopComparing}</button>
      <span class="note">${text.marks}</span></p>`;
}

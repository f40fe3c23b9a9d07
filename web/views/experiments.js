/** One-click experiments, and what the last one changed in words. */

import { html, nothing } from 'lit';
import { experiments, readBefore, rearrangement } from '../session/experiments.js';
import { uses } from '../session/source-settings.js';
import * as text from '../text/en/changes.js';
import { labelOf } from './trace-panel.js';

/** @typedef {import('./context.js').ViewContext} ViewContext */

/** @param {ViewContext} context */
export function experimentBar({ state, update }) {
  return html`<details class="experiments">
    <summary>${text.experiments}</summary>
    <ul>${experiments.map(({ id, name, question, apply, available }) => {
      const { ok, reason } = available(state);
      return html`<li>
        <button type="button" class="plain" aria-disabled=${ok ? 'false' : 'true'} data-experiment=${id}
          aria-describedby="about-${id}" @click=${() => ok && update(apply(state))}>${name}</button>
        <span class="note" id="about-${id}">${ok ? question : reason}</span>
      </li>`;
    })}</ul>
  </details>`;
}

/**
 * What differs from before the experiment, for the weights and for the tensors that are on screen.
 * An empty element stays if nothing is compared, so that screen readers announce its later content.
 * @param {ViewContext} context
 * @param {string[]} tensors
 */
export function comparisonNote(context, tensors) {
  return html`<div class=${context.comparison ? 'comparison' : ''} role="status">${
    context.comparison ? changes(context, context.comparison, tensors) : nothing
  }</div>`;
}

/**
 * @param {ViewContext} context
 * @param {import('./context.js').Comparison} comparison
 * @param {string[]} tensors
 */
function changes(context, comparison, tensors) {
  const { update, apply, state, computation } = context;
  const known = [...new Set([context.overview, ...tensors])].filter(
    (tensor) => computation.results[tensor],
  );
  return html`<ul>${known.map((tensor) => {
    const { name, axes } = computation.nodes[tensor];
    const isOfHeads = axes.startsWith('h') && state.heads > 1;
    const { largest, ...counts } = comparison.summary(tensor);
    const most =
      largest &&
      text.largestChange(
        labelOf(context, { id: tensor, index: largest.index }),
        largest.was,
        largest.is,
      );
    return html`<li>${text.changes({ ...counts, name, isOfHeads, largest: most })}</li>`;
  })}</ul>
    ${moral(context, comparison)}
    <p><button type="button" class="plain" @click=${() => apply({ ...readBefore(state) })}>${text.backToBefore}</button>
      <button type="button" class="plain" @click=${() => update({ before: '' })}>${text.stopComparing}</button>
      <span class="note">${text.marks}</span></p>`;
}

/**
 * What follows from the order of words, or from the lack of it.
 * @param {ViewContext} context
 * @param {import('./context.js').Comparison} comparison
 */
function moral({ state, computation }, comparison) {
  const kind = rearrangement(state);
  if (!kind || !uses(state, 'positions') || !computation.isSelf) return nothing;
  const says = text.morals[kind];
  if (state.positions !== 'none') return html`<p>${says.placed}</p>`;
  const isBlind =
    kind === 'shuffle' ? comparison.summary('weights').changed === 0 : areTwins(computation);
  return html`<p>${isBlind ? says.blind : text.morals.masked}</p>`;
}

/**
 * Have equal words that stand together equal rows of weights?
 * @param {ViewContext['computation']} computation
 */
function areTwins({ queryWords, results: { weights } }) {
  const count = queryWords.length;
  return weights.data.every((weight, i) => {
    const row = Math.floor(i / count) % count;
    return queryWords[row] !== queryWords[row + 1] || weight === weights.data[i + count];
  });
}

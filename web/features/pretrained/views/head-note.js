/** Draws the note next to a head's weights, and the weights before and after changes. */

import { html, nothing } from 'lit';
import { findLargestIndex } from '../../../../src/js/largest.js';
import { styled } from '../../../figures/dom.js';
import { sliceTensor } from '../../../graph/cell.js';
import { directionOf } from '../../../text/inline.js';
import { paintedCells } from '../../../views/painted-canvas.js';
import { findSilencing, toggleName } from '../run/changes.js';
import { getReplies } from '../run/source.js';
import { asChanged, asItIs } from '../text/en/answers.js';
import * as text from '../text/en/interventions.js';
import { layerName } from '../text/en/layers.js';
import { summaryOfChange } from './answer.js';
import { habitView } from './habits.js';

/** @import { ViewContext } from '../../../lessons/context.js' */

/** @param {ViewContext} context */
export function headNoteView(context) {
  const { state, computation, dispatch, readonly, isLocked } = context;
  const { modelLayer: layer, head } = state;
  const { stackLayers } = getReplies(computation);
  const name = layerName(stackLayers, layer);
  const silencing = findSilencing(state, layer, head);
  // If all heads of the layer are silenced together, the button restores them all.
  const change = silencing ?? `${layer}.${head}`;
  const [layers, heads] = change.split('.');
  const where = text.place(layerName(stackLayers, layers), heads);
  const label = silencing ? text.undoSilence(where) : text.silenceHead(name, head + 1);
  return html`<div class="head-note">
    <p class="silenced-note" role="status">${silencing ? text.headIsSilenced(where, heads !== '*') : nothing} ${summaryOfChange(context)}</p>
    ${
      readonly || isLocked
        ? nothing
        : html`<button type="button" class="plain silence-head" @click=${() => dispatch(toggleName(state, 'silence', change))}>${label}</button>`
    }
    ${habitView(context)}
  </div>`;
}

/** Side of a map, in pixels. */
const SIDE = 168;

/** @param {ViewContext} context */
export function weightsChangeView({ state, computation }) {
  const { before, after } = getReplies(computation);
  if (before === after) return nothing;
  const { modelLayer: layer, head } = state;
  const [was, is] = [before, after].map(({ weights }) =>
    sliceTensor(weights[layer], { leadingIndex: [head] }),
  );
  const sizes = Array.from(was.numbers, (weight, i) => Math.abs(is.numbers[i] - weight));
  const place = findLargestIndex(sizes);
  if (!(sizes[place] > 0)) return html`<p class="note same-weights">${text.weightsSame}</p>`;
  const { queryWords, keyWords } = computation;
  const [query, key] = [Math.floor(place / was.columns), place % was.columns];
  const map = (/** @type {typeof was} */ view, /** @type {string} */ name) => html`<div>
    <p class="note">${name}</p>
    <div dir=${directionOf(keyWords)}><canvas role="img" aria-label=${text.mapLabel(name)} ${styled('--side', `${SIDE}px`)} ${paintedCells(() => ({ view, colours: 'weights' }), { isQueued: true })}></canvas></div>
  </div>`;
  return html`<section class="weights-change" aria-label=${text.weightsChanged}>
    <div class="maps">${map(was, asItIs)} ${map(is, asChanged)}</div>
    <p>${text.largestChange(queryWords[query], keyWords[key], was.numbers[place], is.numbers[place])}</p>
  </section>`;
}

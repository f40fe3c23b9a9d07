/** The weights of the head on screen before and after the reader's changes, side by side. */

import { html, nothing } from 'lit';
import { styled } from '../../../figures/dom.js';
import { sliceTensor } from '../../../graph/cell.js';
import { paintedCells } from '../../../views/painted-canvas.js';
import { getReplies } from '../run/source.js';
import { asChanged, asItIs } from '../text/en/answers.js';
import * as text from '../text/en/interventions.js';

/** @import { ViewContext } from '../../../lessons/context.js' */

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
  const place = sizes.indexOf(Math.max(...sizes));
  if (!(sizes[place] > 0)) return html`<p class="note same-weights">${text.weightsSame}</p>`;
  const { queryWords, keyWords } = computation;
  const [query, key] = [Math.floor(place / was.columns), place % was.columns];
  const map = (/** @type {typeof was} */ view, /** @type {string} */ name) => html`<div>
    <p class="note">${name}</p>
    <canvas role="img" aria-label=${text.mapLabel(name)} ${styled('--side', `${SIDE}px`)} ${paintedCells(() => ({ view, colours: 'weights' }), { isLazy: true })}></canvas>
  </div>`;
  return html`<section class="weights-change" aria-label=${text.weightsChanged}>
    <div class="maps">${map(was, asItIs)} ${map(is, asChanged)}</div>
    <p>${text.largestChange(queryWords[query], keyWords[key], was.numbers[place], is.numbers[place])}</p>
  </section>`;
}

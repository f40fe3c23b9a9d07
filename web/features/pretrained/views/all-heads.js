/** All heads of all layers as small maps: a press opens one. */

import { html, nothing } from 'lit';
import { styled } from '../../../figures/dom.js';
import { joinedRuns } from '../../../figures/pieces.js';
import { sliceTensor } from '../../../graph/cell.js';
import { proposedByPage } from '../../../lessons/context.js';
import { changeLayer } from '../../../state/layer-edits.js';
import { moveThumbStop, walkThumbs } from '../../../views/grid.js';
import { paintedCells } from '../../../views/painted-canvas.js';
import { repliesOf } from '../run/source.js';
import * as text from '../text/en/views.js';
import { articleClaim } from './article-claim.js';

/** @import { ViewContext } from '../../../lessons/context.js' */

/** Sides of a small map, in pixels. */
const [SMALLEST, LARGEST, ALL] = [28, 132, 640];

/** @param {ViewContext} context */
export function allHeadsView(context) {
  const { state, computation } = context;
  // Also a reader who may change nothing looks at every layer.
  const show = proposedByPage(context).dispatch;
  const { before, after } = repliesOf(computation);
  const [heads] = after.weights[0].shape;
  const side = Math.min(LARGEST, Math.max(SMALLEST, Math.floor(ALL / heads) - 8));
  const runs = joinedRuns(after.words);
  const marks = (/** @type {string} */ way) => bracketImage(runs, after.words.length, way);
  return html`<div class="all-heads-of-model" ${styled('--side', `${side}px`)}
    ${styled('--pieces-across', marks('to right'))} ${styled('--pieces-down', marks('to bottom'))}>
    <table role="grid" aria-label=${text.gridLabel(after.weights.length, heads)} @keydown=${walkThumbs} @focusin=${moveThumbStop}>
      <thead><tr>
        <td><span class="note">${text.layerAndHead}</span></td>
        ${Array.from({ length: heads }, (_, head) => html`<th scope="col">${head + 1}</th>`)}
      </tr></thead>
      <tbody>${after.weights.map(
        (weights, layer) => html`<tr>
          <th scope="row">${layer + 1}</th>
          ${Array.from({ length: heads }, (_, head) => {
            const isShown = layer === state.modelLayer && head === state.head;
            const isChanged = weights !== before.weights[layer] && differs(context, layer, head);
            return html`<td role="gridcell"><button type="button" class=${isChanged ? 'thumb changed' : 'thumb'}
              aria-label=${text.headLabel(layer + 1, head + 1, isChanged)} title=${text.headLabel(layer + 1, head + 1, isChanged)} aria-current=${isShown ? 'true' : 'false'}
              data-layer=${layer} data-head=${head} tabindex=${isShown ? 0 : -1}
              @click=${() => show({ ...changeLayer(state, layer), head, step: 'weights', cell: '' })}
              ><canvas ${paintedCells(() => ({ view: sliceTensor(weights, { leadingIndex: [head] }), colours: 'weights' }), { isLazy: true })}></canvas></button></td>`;
          })}
        </tr>`,
      )}</tbody>
    </table>
    <p class="note">${text.notAnExplanation} ${runs.length > 0 ? text.joinedPieces : nothing}</p>
    ${articleClaim(context)}
  </div>`;
}

/**
 * Lines along an edge, one beside the pieces of each word that has several.
 * @param {readonly (readonly [first: number, end: number])[]} runs
 * @param {number} count of tokens
 * @param {string} way of the gradient
 */
function bracketImage(runs, count, way) {
  const stops = runs.flatMap(([first, end]) => {
    const [from, to] = [first + 0.15, end - 0.15].map((place) => `${(100 * place) / count}%`);
    return [`transparent ${from}`, `var(--ink) ${from} ${to}`, `transparent ${to}`];
  });
  return stops.length === 0 ? 'none' : `linear-gradient(${way}, ${stops.join(', ')})`;
}

/** Has the reader changed the weights of a head? @param {ViewContext} context @param {number} layer @param {number} head */
function differs({ computation }, layer, head) {
  const { before, after } = repliesOf(computation);
  const [original, changed] = [before, after].map(({ weights }) =>
    sliceTensor(weights[layer], { leadingIndex: [head] }),
  );
  return original.numbers.some((number, i) => number !== changed.numbers[i]);
}

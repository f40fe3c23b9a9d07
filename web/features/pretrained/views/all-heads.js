/** Draws all heads of all layers as small maps. A press opens a map. */

import { html, nothing } from 'lit';
import { styled } from '../../../figures/dom.js';
import { findJoinedRuns } from '../../../figures/pieces.js';
import { findPlaceUnder } from '../../../figures/pixels.js';
import { sliceTensor } from '../../../graph/cell.js';
import { proposeByPage } from '../../../lessons/context.js';
import { changeLayer } from '../../../state/edits.js';
import { reads } from '../../../text/en/tables.js';
import { directionOf } from '../../../text/inline.js';
import { paintedCells } from '../../../views/painted-canvas.js';
import { moveThumbStop, walkThumbs } from '../../../views/thumbs.js';
import { isSilenced } from '../run/changes.js';
import { findTextPart, getTextsAt, makePartView } from '../run/places.js';
import { getReplies } from '../run/source.js';
import { silencedMark } from '../text/en/interventions.js';
import { layerNames, shortLayerNames } from '../text/en/layers.js';
import { tokenText } from '../text/en/pretrained.js';
import * as text from '../text/en/views.js';
import { articleClaim } from './article-claim.js';
import { textChoice } from './text-choice.js';

/**
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { State } from '../../../state/types.js'
 * @import { LayerPlace } from '../run/places.js'
 * @import { Reply } from '../types.js'
 */

/** Pixels: the smallest and largest small map, the width of all maps, and the space around each. */
const [SMALLEST, LARGEST, ALL, AROUND] = [28, 132, 700, 14];

/** @param {ViewContext} context */
export function allHeadsView(context) {
  const { computation } = context;
  const { after, places, info } = getReplies(computation);
  const heads = Math.max(...after.weights.map(({ shape }) => shape[0]));
  const names = shortLayerNames(places);
  const side = Math.min(LARGEST, Math.max(SMALLEST, Math.floor(ALL / heads) - AROUND));
  const edges = places.map((place) => readEdges(after, place, context.state.texts));
  const directions = places.map((place) => findDirection(after, place, context.state.texts));
  const hasPieces = edges.some(({ down, across }) => down.runs.length + across.runs.length > 0);
  const read = (/** @type {Event} */ event) => readWeight(context, event);
  return html`<div class="all-heads-of-model" ${styled('--most', `${side}px`)} ${styled('--heads', `${heads}`)}>
    ${textChoice(context)}
    <div class="wide"><table role="grid" aria-label=${text.gridLabel(info.sizes, heads)} @keydown=${walkThumbs} @focusin=${moveThumbStop}
      @pointermove=${read} @pointerleave=${read}>
      <thead><tr>
        <td><span class="note">${text.layerAndHead}</span></td>
        ${Array.from({ length: heads }, (_, head) => html`<th scope="col">${head + 1}</th>`)}
      </tr></thead>
      <tbody>${after.weights.map(
        (
          { shape },
          layer,
        ) => html`<tr ${styled('--pieces-across', bracketImage(edges[layer].across, directions[layer] === 'rtl' ? 'to left' : 'to right'))}
          ${styled('--pieces-down', bracketImage(edges[layer].down, 'to bottom'))}>
          <th scope="row">${names[layer]}</th>
          ${Array.from({ length: shape[0] }, (_, head) => smallMap(context, layer, head, directions[layer]))}
        </tr>`,
      )}</tbody>
    </table></div>
    <p class="weight-read" aria-hidden="true"></p>
    ${info.sizes.hasEncoder ? html`<p class="note">${text.stacks}</p>` : nothing}
    <p class="note">${text.notAnExplanation} ${hasPieces ? text.joinedPieces : nothing}</p>
    ${articleClaim(context)}
  </div>`;
}

/**
 * Returns the tokens along the edges of a layer's maps, and which of them are pieces of one word.
 * @param {Reply} reply
 * @param {LayerPlace} place
 * @param {State['texts']} texts
 */
function readEdges(reply, place, texts) {
  const { rows, columns } = findTextPart(reply, place, texts);
  const { queries, keys } = getTextsAt(reply, place);
  const edge = (
    /** @type {readonly number[]} */ tokens,
    /** @type {readonly number[]} */ words,
  ) => ({
    runs: findJoinedRuns(tokens.map((token) => words[token])),
    count: tokens.length,
  });
  return { down: edge(rows, queries.words), across: edge(columns, keys.words) };
}

/** @param {Reply} reply @param {LayerPlace} place @param {State['texts']} texts */
function findDirection(reply, place, texts) {
  const { tokens } = getTextsAt(reply, place).keys;
  return directionOf(findTextPart(reply, place, texts).columns.map((key) => tokens[key]));
}

/** @param {ViewContext} context @param {number} layer @param {number} head @param {string} direction */
function smallMap(context, layer, head, direction) {
  const { state, computation } = context;
  const { before, after, places } = getReplies(computation);
  const part = findTextPart(after, places[layer], state.texts);
  // Readers who may not change anything can still look at every layer.
  const show = proposeByPage(context).dispatch;
  const isShown = layer === state.modelLayer && head === state.head;
  const isChanged =
    after.weights[layer] !== before.weights[layer] && hasChangedWeights(context, layer, head);
  const silenced = isSilenced(state, layer, head);
  const name = text.headLabel(layerNames(places)[layer], head + 1, isChanged);
  return html`<td role="gridcell"><button type="button" class=${isChanged ? 'thumb changed' : 'thumb'} dir=${direction}
    aria-label=${silenced ? `${name}, ${silencedMark}` : name} aria-current=${isShown ? 'true' : 'false'}
    data-layer=${layer} data-head=${head} tabindex=${isShown ? 0 : -1}
    @click=${() => show({ ...changeLayer(state, layer), head, step: 'weights', cell: '' })}
    ><canvas ${paintedCells(() => ({ view: makePartView(after.weights[layer], head, part), colours: 'weights' }), { isLazy: true })}></canvas></button>${silenced ? html`<span class="silenced-mark" aria-hidden="true">${silencedMark}</span>` : nothing}</td>`;
}

/** Says which weight is under the pointer. @param {ViewContext} context @param {Event} event */
function readWeight({ state, computation }, event) {
  const target = /** @type {Element} */ (event.target);
  const thumb = /** @type {HTMLElement | null} */ (target.closest('.thumb'));
  const line = target.closest('.all-heads-of-model')?.querySelector('.weight-read');
  if (!line) return;
  if (!thumb || event.type === 'pointerleave') {
    line.textContent = '';
    return;
  }
  const [layer, head] = [Number(thumb.dataset.layer), Number(thumb.dataset.head)];
  const { after, places } = getReplies(computation);
  const part = findTextPart(after, places[layer], state.texts);
  const view = makePartView(after.weights[layer], head, part);
  const canvas = /** @type {Element} */ (thumb.querySelector('canvas'));
  const [row, column] = findPlaceUnder(/** @type {PointerEvent} */ (event), canvas, view);
  const { queries, keys } = getTextsAt(after, places[layer]);
  const query = tokenText(queries.tokens[part.rows[row]]);
  const key = tokenText(keys.tokens[part.columns[column]]);
  const weight = reads(query, key, view.at(row, column));
  line.textContent = text.weightAt(layerNames(places)[layer], head + 1, weight);
}

/**
 * Draws lines along an edge, one next to the pieces of each word that has several.
 * @param {{ runs: readonly (readonly [first: number, end: number])[], count: number }} edge `count`
 *   is the number of tokens
 * @param {string} way the direction of the gradient
 */
function bracketImage({ runs, count }, way) {
  const stops = runs.flatMap(([first, end]) => {
    const [from, to] = [first + 0.15, end - 0.15].map((place) => `${(100 * place) / count}%`);
    return [`transparent ${from}`, `var(--faint) ${from} ${to}`, `transparent ${to}`];
  });
  return stops.length === 0 ? 'none' : `linear-gradient(${way}, ${stops.join(', ')})`;
}

/** @param {ViewContext} context @param {number} layer @param {number} head */
function hasChangedWeights({ computation }, layer, head) {
  const { before, after } = getReplies(computation);
  const [original, changed] = [before, after].map(({ weights }) =>
    sliceTensor(weights[layer], { leadingIndex: [head] }),
  );
  return original.numbers.some((number, i) => number !== changed.numbers[i]);
}

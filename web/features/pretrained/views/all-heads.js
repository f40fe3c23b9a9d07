/** Draws all heads of all layers as small maps. A press opens a map. */

import { html, nothing } from 'lit';
import { styled } from '../../../figures/dom.js';
import { findJoinedRuns } from '../../../figures/pieces.js';
import { findLargest, isTooWide } from '../../../figures/tables.js';
import { listIndices, sliceTensor } from '../../../graph/cell.js';
import { proposeByPage } from '../../../lessons/context.js';
import { reads } from '../../../text/en/tables.js';
import { directionOf } from '../../../text/inline.js';
import { readout } from '../../../views/matrix.js';
import { smallMap, walkThumbs } from '../../../views/thumbs.js';
import { findSilencing, makeStepChange } from '../run/changes.js';
import { getReplies } from '../run/source.js';
import { findTextPart, getTextsAt, makePartView } from '../run/stack-layers.js';
import { silencedMark } from '../text/en/interventions.js';
import { layerName, shortLayerNames } from '../text/en/layers.js';
import { notAnExplanation, tokenTexts } from '../text/en/pretrained.js';
import * as text from '../text/en/views.js';
import { articleClaim } from './article-claim.js';
import { textChoice } from './text-choice.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { View } from '../../../graph/types.js'
 * @import { State } from '../../../state/types.js'
 * @import { StackLayer } from '../run/stack-layers.js'
 * @import { Reply, TextReply } from '../types.js'
 */

/** Pixels: the smallest and largest small map, the width of all maps, and the space around each. */
const [SMALLEST, LARGEST, ALL, AROUND] = [28, 132, 700, 14];

/** @param {ViewContext} context */
export function allHeadsView(context) {
  const { state, computation, isLocked } = context;
  const { after, stackLayers, info } = getReplies(computation);
  const heads = Math.max(...after.weights.map(({ shape }) => shape[0]));
  const names = shortLayerNames(stackLayers);
  const side = Math.min(LARGEST, Math.max(SMALLEST, Math.floor(ALL / heads) - AROUND));
  const layers = stackLayers.map((stackLayer) =>
    readLayer(after, stackLayer, state.texts, info.isByteLevel),
  );
  const hasPieces = layers.some(({ down, across }) => down.runs.length + across.runs.length > 0);
  return html`<div class="all-heads-of-model" ${styled('--most', `${side}px`)} ${styled('--heads', `${heads}`)}>
    ${textChoice(context)}
    <div class="wide"><table role=${isLocked ? nothing : 'grid'} aria-label=${text.gridLabel(info.sizes, heads)} @keydown=${walkThumbs}>
      <thead><tr>
        <td><span class="note">${text.layerAndHead}</span></td>
        ${listIndices(heads).map((head) => html`<th scope="col">${head + 1}</th>`)}
      </tr></thead>
      <tbody>${layers.map(
        (shown, layer) => html`<tr ${styled('--pieces', drawBrackets(shown))}>
          <th scope="row">${names[layer]}</th>
          ${listIndices(after.weights[layer].shape[0]).map((head) => headCell(context, shown, layer, head))}
        </tr>`,
      )}</tbody>
    </table></div>
    ${readout}
    ${info.sizes.hasEncoder ? html`<p class="note">${text.stacks}</p>` : nothing}
    <p class="note">${notAnExplanation} ${hasPieces ? text.joinedPieces : nothing}</p>
    ${articleClaim(context)}
  </div>`;
}

/**
 * Returns the end of a map's colours: above 16 tokens its largest weight, as in `<attention-map>`.
 * @param {View} view
 */
export const findDarkest = (view) =>
  isTooWide({ view }) ? findLargest({ view, masked: () => false }) || 1 : 1;

/** @typedef {ReturnType<typeof readLayer>} ShownLayer */

/**
 * Returns the tokens along the edges of a layer's maps, and which of them are pieces of one word.
 * @param {Reply} reply
 * @param {StackLayer} stackLayer
 * @param {State['texts']} texts
 * @param {boolean} isByteLevel
 */
function readLayer(reply, stackLayer, texts, isByteLevel) {
  const part = findTextPart(reply, stackLayer, texts);
  const { queries, keys } = getTextsAt(reply, stackLayer);
  /** @param {TextReply} text @param {readonly number[]} shown */
  const edge = ({ tokens, words }, shown) => {
    const labels = tokenTexts(tokens, isByteLevel);
    return {
      tokens: shown.map((token) => labels[token]),
      runs: findJoinedRuns(shown.map((token) => words[token])),
    };
  };
  return { part, down: edge(queries, part.rows), across: edge(keys, part.columns) };
}

/** @param {ViewContext} context @param {ShownLayer} shown @param {number} layer @param {number} head */
function headCell(context, { part, down, across }, layer, head) {
  const { state, computation, isLocked } = context;
  const { before, after, stackLayers } = getReplies(computation);
  // Readers who may not change anything can still look at every layer.
  const show = proposeByPage(context).dispatch;
  const isCurrent = layer === state.modelLayer && head === state.head;
  const isChanged = isHeadChanged(before.weights[layer], after.weights[layer], head);
  const silenced = findSilencing(state, layer, head) !== undefined;
  const nameOfLayer = layerName(stackLayers, layer);
  const name = text.headLabel(nameOfLayer, head + 1, isChanged);
  return html`<td role=${isLocked ? nothing : 'gridcell'}>${smallMap(layer, head, {
    name: silenced ? `${name}, ${silencedMark}` : name,
    columns: across.tokens,
    read() {
      const view = makePartView(after.weights[layer], head, part);
      return { view, colours: 'weights', darkest: findDarkest(view) };
    },
    describe: (row, column, value) =>
      text.weightAt(nameOfLayer, head + 1, reads(down.tokens[row], across.tokens[column], value)),
    isStop: isCurrent,
    open: !isLocked && (() => show({ ...makeStepChange(state, layer, 'weights'), head })),
    isCurrent,
    kind: isChanged ? 'changed' : '',
  })}${silenced ? html`<span class="silenced-mark" aria-hidden="true">${silencedMark}</span>` : nothing}</td>`;
}

/** Draws lines along two edges, one next to the pieces of each word. @param {ShownLayer} layer */
function drawBrackets({ down, across }) {
  const [start, end] = directionOf(across.tokens) === 'rtl' ? ['right', 'left'] : ['left', 'right'];
  return `${bracketImage(across, end)} ${start} 5px top 1px / var(--side) 2px no-repeat,
    ${bracketImage(down, 'bottom')} ${start} 1px top 5px / 2px var(--side) no-repeat`;
}

/** @param {ShownLayer['down']} edge @param {string} end the side to which the gradient goes */
function bracketImage({ runs, tokens: { length } }, end) {
  const stops = runs.flatMap(([first, last]) => {
    const [from, to] = [first + 0.15, last - 0.15].map((place) => `${(100 * place) / length}%`);
    return [`transparent ${from}`, `var(--faint) ${from} ${to}`, `transparent ${to}`];
  });
  return stops.length === 0 ? 'none' : `linear-gradient(to ${end}, ${stops.join(', ')})`;
}

/** @param {Tensor} before the weights of a layer (H, n, S) @param {Tensor} after @param {number} head */
function isHeadChanged(before, after, head) {
  if (before === after) return false;
  const [original, changed] = [before, after].map((weights) =>
    sliceTensor(weights, { leadingIndex: [head] }),
  );
  return original.numbers.some((number, i) => number !== changed.numbers[i]);
}

/**
 * Draws a grid of small maps, with a column for each head and a row for each layer. A press
 * enlarges a map.
 */

import { html, nothing } from 'lit';
import { styled } from '../../figures/dom.js';
import { colourEnd } from '../../text/en/tables.js';
import {
  countHeadsOfShape,
  describeNumber,
  getHeadView,
  makeColourEnds,
} from '../../views/labelled-map.js';
import { mapLegend, readout } from '../../views/matrix.js';
import { nameView } from '../../views/number-table.js';
import { smallMap, walkThumbs } from '../../views/thumbs.js';
import * as text from './text/en/maps.js';

/**
 * @import { LitElement } from 'lit'
 * @import { Cells } from '../../figures/types.js'
 * @import { ShownWeights } from '../../views/types.js'
 */

/**
 * @param {Pick<ShownWeights, 'layers' | 'colours' | 'endOf'>} shown
 * @param {number} layer
 * @param {number} head
 * @returns {Cells}
 */
export const makeHeadCells = (shown, layer, head) => ({
  view: getHeadView(shown, layer, head),
  colours: shown.colours,
  ...makeColourEnds(shown.colours, shown.endOf(layer, head)),
});

/** @param {Pick<ShownWeights, 'layers'>} shown */
export const countHeads = ({ layers }) =>
  Math.max(...layers.map(({ shape }) => countHeadsOfShape(shape)));

/** Draws the enlarged head, or all heads. @param {ShownWeights} shown */
export function headGrid(shown) {
  if (!shown.memory.isOne)
    return html`${allHeads(shown)}${readout}${mapLegend(shown, shown.isScaled ? text.ownLargest : undefined)}`;
  const back = () => enlarge(shown, false, selectThumb(shown));
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    back();
  };
  return html`<div @keydown=${onKey}>
    <p><button type="button" class="plain back" part="toolbar" @click=${back}>${text.allHeads}</button></p>
    ${shown.tabs()}${shown.map()}
  </div>`;
}

/**
 * @param {ShownWeights} shown
 * @param {boolean} isOne whether to enlarge one head
 * @param {string} selector the element to focus afterwards
 */
async function enlarge({ memory, host }, isOne, selector) {
  const element = /** @type {LitElement} */ (host);
  memory.isOne = isOne;
  element.requestUpdate();
  await element.updateComplete;
  /** @type {HTMLElement | null} */ (element.renderRoot.querySelector(selector))?.focus();
}

/** @param {{ layer: number, head: number }} at */
const selectThumb = ({ layer, head }) => `[data-layer="${layer}"][data-head="${head}"]`;

/** The most heads in a row on paper, which does not scroll. */
const MOST_ON_PAPER = 12;

/** @param {ShownWeights} shown */
function allHeads(shown) {
  const heads = countHeads(shown);
  const count = shown.isPrinting ? Math.min(heads, MOST_ON_PAPER) : heads;
  return Array.from({ length: Math.ceil(heads / count) }, (_, i) =>
    headTable(shown, i * count, Math.min(count, heads - i * count)),
  );
}

/**
 * Draws some heads of all layers.
 * @param {ShownWeights} shown
 * @param {number} first index of the first head
 * @param {number} count
 */
function headTable(shown, first, count) {
  const { layers, label: name } = shown;
  const heads = countHeads(shown);
  const [rows, columns] = layers[0].shape.slice(-2);
  const shape = Math.min(3, Math.max(1 / 3, rows / columns));
  return html`<div class="matrix all-heads" part="matrix"
    ${styled('--shape', `${Math.min(1.5, shape)}`)} ${styled('--heads', `${count}`)}>
    <table role=${shown.isLocked ? nothing : 'grid'} aria-label=${text.grid(name, layers.length, heads, shown.isLocked)} @keydown=${walkThumbs}>
      <caption>${nameView(name, shown.matrix.label)} <span class="shape">${text.size(layers.length, heads)}</span></caption>
      <thead><tr>
        <td class="corner"><span>${text.heads}</span>${layers.length > 1 ? html`<span>${text.layers}</span>` : nothing}</td>
        ${Array.from({ length: count }, (_, i) => html`<th scope="col">${first + i + 1}</th>`)}
      </tr></thead>
      <tbody>${layers.map(
        ({ shape: layerShape }, layer) => html`<tr>
          ${layers.length > 1 ? html`<th scope="row">${layer + 1}</th>` : html`<td></td>`}
          ${Array.from({ length: Math.min(count, countHeadsOfShape(layerShape) - first) }, (_, i) => thumbnail(shown, layer, first + i))}
        </tr>`,
      )}</tbody>
    </table>
  </div>`;
}

/** @param {ShownWeights} shown @param {number} layer @param {number} head */
function thumbnail(shown, layer, head) {
  const { layers, host, isScaled, colours, endOf } = shown;
  const end = isScaled && colourEnd(colours, endOf(layer, head));
  const name = text.headAt(layer + 1, head + 1, layers.length);
  const enlargeHead = () => {
    Object.assign(/** @type {LitElement} */ (host), { layer, head });
    enlarge(shown, true, '.back');
  };
  const { open = enlargeHead } = shown;
  return html`<td role=${shown.isLocked ? nothing : 'gridcell'}>${smallMap(layer, head, {
    name,
    columns: shown.columns,
    read: () => makeHeadCells(shown, layer, head),
    describe: (row, column, value) =>
      text.labelled(name, describeNumber(shown, [row, column], value)),
    spoken: end ? text.labelled(name, end) : name,
    isStop: layer === shown.layer && head === shown.head,
    open: !shown.isLocked && (() => open(layer, head)),
  })}</td>`;
}

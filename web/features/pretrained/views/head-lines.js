/** Draws lines from queries to keys for several heads of a layer, each head in its own colour. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { getSlot, needSlot } from '../../../features.js';
import { selectMenu } from '../../../figures/controls.js';
import { formatCell, listIndices } from '../../../graph/cell.js';
import { proposeByPage } from '../../../lessons/context.js';
import { changeLayer } from '../../../state/edits.js';
import { nameTheme } from '../../../styles/colour.js';
import { word } from '../../../text/inline.js';
import { findStrongestKeys, listChosenHeads, toggleHead } from '../run/chosen-heads.js';
import { getReplies } from '../run/source.js';
import { findTextPart, selectPart } from '../run/stack-layers.js';
import { layerName, shortLayerNames } from '../text/en/layers.js';
import * as text from '../text/en/lines.js';
import { barWithNumber } from './answer.js';
import { textChoice } from './text-choice.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { Colour } from '../../../figures/types.js'
 * @import { Palette } from '../../../styles/colour.js'
 * @import { ShownLines } from '../../../views/types.js'
 */

/** The most keys to name if several share the largest weight. */
const MAX_NAMED_KEYS = 3;

/** The colours of heads in light and in dark, which differ from the hues of Q, K and V. @type {Colour[][]} */
export const HEAD_COLOURS = [
  ['#332288', '#a99bff'],
  ['#b3365c', '#ff8fa8'],
  ['#117733', '#6fce8a'],
  ['#8a7400', '#d9c64a'],
  ['#2a8aa0', '#74d2e4'],
  ['#8e2f8e', '#e59be6'],
  ['#7a5230', '#cda27c'],
  ['#5f6770', '#b7bec6'],
];

const COLOURS = HEAD_COLOURS.length;

/** Returns the class of a head's colour. Further heads repeat the colours with dashes. @param {number} head */
const colourClass = (head) =>
  `head-${head % COLOURS} ${['', 'dashed', 'dotted'][Math.floor(head / COLOURS) % 3]}`;

/** @param {ViewContext} context */
export function headLinesView(context) {
  const { weights, heads, part, hasMarked, shown } = findShownLines(context);
  const note = html`${shown.memory.kept ? nothing : text.least}
    ${heads.length > 1 ? text.largest : nothing} ${weights.shape[0] > COLOURS ? text.dashes : nothing}`;
  return html`<div class="head-lines">
    ${context.isLocked ? nothing : lineControls(context, weights, heads, hasMarked)}
    ${textChoice(context)}
    ${getSlot('maps')?.lines.figure(shown, note)}
    ${hasMarked ? strongestTable(context, weights, heads, part.columns) : nothing}
  </div>`;
}

/** @param {ViewContext} context @param {Palette} palette */
export async function drawHeadLines(context, palette) {
  const { lines } = await needSlot('maps');
  const theme = nameTheme(palette) === 'light' ? 0 : 1;
  const { shown } = findShownLines(context);
  return lines.draw(shown, palette, (head) => HEAD_COLOURS[head % COLOURS][theme]);
}

/** Finds the lines on screen: those of the marked query or key, or of all words. @param {ViewContext} context */
function findShownLines(context) {
  const { state, computation, selected, isLocked = false } = context;
  const { after, stackLayers } = getReplies(computation);
  const weights = after.weights[state.modelLayer];
  const heads = listChosenHeads(state.lineHeads, weights.shape[0]);
  const part = findTextPart(after, stackLayers[state.modelLayer], state.texts);
  const hasMarked = part.rows.includes(selected);
  const isQuery = hasMarked && state.lineRows === 'one';
  const index = isQuery ? part.rows.indexOf(selected) : part.columns.indexOf(state.key);
  const show = proposeByPage(context).dispatch;
  /** @type {ShownLines} */
  const shown = {
    layers: [selectPart(weights, part)],
    layer: 0,
    head: state.head,
    heads,
    classOf: colourClass,
    colours: 'weights',
    endOf: () => 1,
    matrix: { name: text.headsOf(heads, layerName(stackLayers, state.modelLayer)), axes: 'hqk' },
    rows: part.rows.map((row) => computation.queryWords[row]),
    columns: part.columns.map((column) => computation.keyWords[column]),
    memory: { kept: index < 0 ? undefined : { isQuery, index } },
    isLocked,
    keep: (word) => {
      if (word?.isQuery) show({ query: part.rows[word.index], lineRows: 'one' });
      else show({ key: word ? part.columns[word.index] : -1, lineRows: 'all' });
    },
    press: ([row, column], head) => {
      const at = [head, part.rows[row], part.columns[column]];
      context.dispatch({ cell: formatCell({ id: 'weights', index: at }) });
    },
  };
  return { weights, heads, part, hasMarked, shown };
}

/**
 * @param {ViewContext} context
 * @param {Tensor} weights
 * @param {readonly number[]} heads
 * @param {boolean} hasMarked whether the picture has the marked query
 */
function lineControls(context, { shape: [count] }, heads, hasMarked) {
  const { state, computation } = context;
  const show = proposeByPage(context).dispatch;
  const names = shortLayerNames(getReplies(computation).stackLayers);
  return html`<div class="line-choices">
    <label>${text.layer} ${selectMenu(
      names.map((name, layer) => [layer, name]),
      state.modelLayer,
      (layer) => show(changeLayer(state, layer)),
      { kind: 'line-layer' },
    )}</label>
    <fieldset class="line-heads"><legend>${text.heads}</legend>
      ${listIndices(count).map(
        (
          head,
        ) => html`<label class=${colourClass(head)}><input type="checkbox" data-line-head=${head}
          .checked=${live(heads.includes(head))} @change=${() => show({ lineHeads: toggleHead(heads, head, count) })}>${head + 1}</label>`,
      )}
      <button type="button" class="plain all-lines" @click=${() => show({ lineHeads: '' })}>${text.allHeads}</button>
      <button type="button" class="plain one-head" @click=${() => show({ lineHeads: String(state.head) })}>${text.thisHead(state.head + 1)}</button>
    </fieldset>
    ${
      hasMarked
        ? html`<label><input type="checkbox" class="one-row" .checked=${live(state.lineRows === 'one')}
            @change=${() => show({ lineRows: state.lineRows === 'one' ? 'all' : 'one' })}> ${text.oneQuery}</label>`
        : nothing
    }
  </div>`;
}

/**
 * Lists the keys that the marked query attends to most, for each head.
 * @param {ViewContext} context
 * @param {Tensor} weights
 * @param {readonly number[]} heads
 * @param {readonly number[]} among the keys on screen
 */
function strongestTable({ computation, selected }, weights, heads, among) {
  const { queryWords, keyWords } = computation;
  return html`<table class="stream strongest-keys" role="table">
    <caption>${text.strongestCaption(queryWords[selected])}</caption>
    <tbody>${heads.map((head) => {
      const { keys, weight } = findStrongestKeys(weights, head, selected, among);
      const named = keys
        .slice(0, MAX_NAMED_KEYS)
        .map((key, i) => html`${i > 0 ? ', ' : ''}${word(keyWords[key])}`);
      return html`<tr class=${colourClass(head)}>
        <th scope="row">${text.headNumber(head + 1)}</th>
        <td>${named} ${keys.length > MAX_NAMED_KEYS ? text.andOthers(keys.length - MAX_NAMED_KEYS) : nothing}</td>
        <td>${barWithNumber(weight, weight)}</td>
      </tr>`;
    })}</tbody>
  </table>`;
}

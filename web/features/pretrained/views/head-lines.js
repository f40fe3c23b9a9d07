/** Draws lines from queries to keys for several heads of a layer, each head in its own colour. */

import { html, nothing, svg } from 'lit';
import { live } from 'lit/directives/live.js';
import { selectMenu, styled } from '../../../figures/dom.js';
import { proposeByPage } from '../../../lessons/context.js';
import { changeLayer } from '../../../state/edits.js';
import { strongestLines } from '../../../text/en/tables.js';
import { directionOf, word } from '../../../text/inline.js';
import { exact, rounded } from '../../../text/number.js';
import { getReplies } from '../run/source.js';
import { findTextPart } from '../run/stack-layers.js';
import {
  findStrongestHeadLines,
  findStrongestKeys,
  listChosenHeads,
  toggleHead,
} from '../run/strongest.js';
import { layerName, shortLayerNames } from '../text/en/layers.js';
import * as text from '../text/en/lines.js';
import { barWithNumber } from './answer.js';
import { textChoice } from './text-choice.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { HeadLine } from '../run/strongest.js'
 * @import { TextPart } from '../run/stack-layers.js'
 */

/** The height of a word, in pixels. */
const ROW = 26;

/** The width of the picture in its own units, because the picture stretches. */
const WIDTH = 100;

/** The width of a line of weight 1, and of the thinnest line that shows its colour, in pixels. */
const [THICK, LEAST_THICK] = [4, 1.5];

/** The height that the lines of all heads take at a word, in pixels. */
const BUNDLE = 18;

/** The most keys to name if several share the largest weight. */
const MAX_NAMED_KEYS = 3;

/** The colours of heads in light and in dark, which differ from the hues of Q, K and V. */
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
  const { state, computation, selected } = context;
  const { after, stackLayers } = getReplies(computation);
  const weights = after.weights[state.modelLayer];
  const heads = listChosenHeads(state.lineHeads, weights.shape[0]);
  const part = findTextPart(after, stackLayers[state.modelLayer], state.texts);
  const hasMarked = part.rows.includes(selected);
  const rows = hasMarked && state.lineRows === 'one' ? [selected] : part.rows;
  const { lines, least, isAll } = findStrongestHeadLines(weights, heads, { ...part, rows });
  return html`<div class="head-lines">
    ${lineControls(context, weights, heads, hasMarked)}
    ${textChoice(context)}
    ${picture(context, part, heads, lines)}
    <p class="note">${isAll ? nothing : strongestLines(lines.length, least)} ${text.least} ${weights.shape[0] > COLOURS ? text.dashes : nothing}</p>
    ${hasMarked ? strongestTable(context, weights, heads, part.columns) : nothing}
  </div>`;
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
      ${Array.from(
        { length: count },
        (
          _,
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
 * @param {ViewContext} context
 * @param {TextPart} part
 * @param {readonly number[]} heads
 * @param {readonly HeadLine[]} lines
 */
function picture(context, part, heads, lines) {
  const { state, computation, selected } = context;
  const { queryWords, keyWords } = computation;
  const show = proposeByPage(context).dispatch;
  const count = Math.max(part.rows.length, part.columns.length);
  const places = new Map(part.rows.map((place, i) => [place, i]));
  const keyPlaces = new Map(part.columns.map((place, i) => [place, i]));
  const height = count * ROW;
  const middle = (/** @type {number | undefined} */ place = 0) => (place + 0.5) * ROW;
  // Lines of several heads between the same words lie side by side.
  const shift = (/** @type {number} */ head) =>
    (heads.indexOf(head) - (heads.length - 1) / 2) * Math.min(THICK, BUNDLE / heads.length);
  const line = (/** @type {HeadLine} */ { head, row, column, weight }) => svg`<line
    x1="0" y1=${middle(places.get(row)) + shift(head)} x2=${WIDTH} y2=${middle(keyPlaces.get(column)) + shift(head)} stroke-width=${Math.max(LEAST_THICK, THICK * weight)}
    stroke-opacity=${rounded(Math.sqrt(weight))} data-head=${head} data-row=${row} data-column=${column} data-value=${exact(weight)}></line>`;
  /** @param {'row' | 'column'} side @param {number} i @param {string | undefined} name */
  const cell = (side, i, name) => {
    const isPressed = side === 'row' ? i === selected : i === state.key;
    const press = () => show(side === 'row' ? { query: i } : { key: isPressed ? -1 : i });
    return name === undefined
      ? html`<td></td>`
      : html`<th scope=${side === 'row' ? 'row' : nothing}><button type="button" class="word" tabindex="-1"
          data-side=${side} data-index=${i} aria-pressed=${isPressed} title=${name} @click=${press}>${word(name)}</button></th>`;
  };
  const letters = Math.max(...[...queryWords, ...keyWords].map((name) => [...name].length));
  return html`<div class="line-picture" dir=${directionOf(keyWords)} ${styled('--letters', `${letters}`)} @pointerover=${isolateLines} @pointerleave=${isolateLines}
      @focusin=${isolateLines} @focusout=${isolateLines}>
    <table role="grid" aria-label=${text.pictureLabel(heads.length, layerName(getReplies(computation).stackLayers, state.modelLayer))}>
      <thead><tr><th scope="col">${text.queries}</th><td></td><th scope="col">${text.keys}</th></tr></thead>
      <tbody>${Array.from(
        { length: count },
        (_, i) => html`<tr ${styled('block-size', `${ROW}px`)}>
          ${cell('row', part.rows[i], queryWords[part.rows[i]])}<td></td>${cell('column', part.columns[i], keyWords[part.columns[i]])}
        </tr>`,
      )}</tbody>
    </table>
    <svg viewBox="0 0 ${WIDTH} ${height}" preserveAspectRatio="none" aria-hidden="true" ${styled('block-size', `${height}px`)}>
      ${heads.map((head) => svg`<g class=${colourClass(head)}>${lines.filter((each) => each.head === head).map(line)}</g>`)}
    </svg>
  </div>`;
}

/** Fades all lines except those of the hovered or focused word. @param {Event} event */
function isolateLines({ type, target, currentTarget }) {
  const at = /** @type {Element} */ (target).closest('[data-side]');
  const { side, index } = /** @type {HTMLElement | null} */ (at)?.dataset ?? {};
  const isOver = type === 'pointerover' || type === 'focusin';
  for (const line of /** @type {Element} */ (currentTarget).querySelectorAll('line')) {
    const { row, column } = /** @type {SVGElement} */ (line).dataset;
    const isOwn = index === undefined || (side === 'row' ? row : column) === index;
    line.classList.toggle('faded', isOver && !isOwn);
  }
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

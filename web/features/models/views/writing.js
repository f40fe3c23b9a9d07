/** Draws the panels in which the small language model writes and its heads are measured. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { actionButton, readField } from '../../../figures/controls.js';
import { styled } from '../../../figures/dom.js';
import { getSelectedWord } from '../../../figures/tables.js';
import { STORY_START } from '../../../state/words.js';
import { rounded } from '../../../text/number.js';
import { explainRefusal } from '../../../views/status-message.js';
import * as text from '../text/en/mini.js';
import { isEnded, nameMeasuredWord } from '../training/writer.js';

/**
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { Writer } from '../training/writer.js'
 * @import { Measured } from '../types.js'
 */

const HOTTEST = 2;

/** A head is marked if the probability drops by at least this many percentage points without it. */
const LEAST_MARKED_DROP = 5;

/** @param {ViewContext} context @param {Writer} writer */
export function writingPanel({ state, computation, dispatch, readonly }, writer) {
  if (readonly) return nothing;
  const { isWriting, temperature, writtenWord } = writer;
  // The model writes nothing after a word that it does not know, which the element reports.
  const failure = computation.queryWords.length > 0 ? writtenWord.failure : undefined;
  const words = state.sentence.split(' ').filter(Boolean);
  const isOver = isEnded(words);
  const write = (/** @type {boolean} */ onAndOn) => () => writer.write(state, onAndOn, dispatch);
  return html`<details class="writing" open>
    <summary>${text.writingTitle}</summary>
    <div class="buttons">
      ${actionButton(text.word, !isOver && write(false), { describedBy: isOver ? 'reached-note' : undefined })}
      ${actionButton(
        isWriting ? text.stop : text.toTheEnd,
        !isOver && (isWriting ? () => writer.stopWriting() : write(true)),
        { describedBy: isOver ? 'reached-note' : undefined },
      )}
      ${actionButton(
        text.takeBack,
        words.length > 1 &&
          (() =>
            dispatch({
              sentence: words.slice(0, -1).join(' '),
              query: words.length - 2,
              cell: '',
            })),
      )}
      <button type="button" class="plain" @click=${() => {
        writer.drawAnew();
        dispatch({ sentence: STORY_START, query: 0, cell: '' });
      }}>${text.anew}</button>
    </div>
    <div class="choice">
      <label for="writing-temperature">${text.temperature}</label>
      <input id="writing-temperature" type="range" min="0" max=${HOTTEST} step="0.1" .value=${live(String(temperature))}
        @input=${readField(({ value }) => writer.setTemperature(Number(value)))}>
      ${text.chosen(temperature)}
    </div>
    <p class="note reached" id="reached-note" role="status">${writtenNote(writer, state.sentence)} ${isOver ? text.over : nothing}</p>
    ${failure ? html`<p class="wrong" role="alert">${text.notWritten(explainRefusal(failure))}</p>` : nothing}
  </details>`;
}

/** @param {Writer} writer @param {string} sentence the sentence on the screen */
function writtenNote({ writtenWord, writtenSentence }, sentence) {
  const generated = writtenWord.value;
  if (generated === undefined || sentence !== writtenSentence) return nothing;
  if (generated === null) return text.full;
  const { cachedTokens, computedTokens } = generated;
  return cachedTokens > 0 ? text.cached(cachedTokens, computedTokens) : nothing;
}

/** @param {ViewContext} context @param {Writer} writer */
export function headRoles(context, writer) {
  const { value: measured, loading, failure } = writer.heads;
  const { state } = context;
  const measure = () => writer.measureHeads(state);
  return html`<details class="heads-measured">
    <summary>${text.heads}</summary>
    <p class="note">${text.measured}</p>
    ${failure ? html`<p class="wrong" role="alert">${text.notMeasured(explainRefusal(failure))}</p>` : nothing}
    ${
      measured?.measuredAt === nameMeasuredWord(state)
        ? nothing
        : html`<p><button type="button" class="plain" @click=${measure}>${measured ? text.measureHere : text.measure}</button></p>`
    }
    <div role="status">${loading ? text.measuring : measured ? [headToLookAt(context, measured), dropTable(context, measured)] : nothing}</div>
  </details>`;
}

/**
 * Returns a handler that opens the weights of a head.
 * @param {ViewContext} context
 * @param {{ layer: number, head: number }} which
 */
const openHead =
  ({ navigateTo }, { layer, head }) =>
  () =>
    navigateTo({ step: `layer${layer + 1}/weights`, head, cell: '' });

/**
 * Names the head to look at for the selected word.
 * @param {ViewContext} context
 * @param {Measured} measured
 */
function headToLookAt(context, { heads, here: { word, probability, without }, measuredAt }) {
  if (measuredAt !== nameMeasuredWord(context.state)) return nothing;
  const query = getSelectedWord(context);
  const least = Math.min(...without);
  if (probability - least < LEAST_MARKED_DROP / 100)
    return html`<p>${text.noHead(query, word)}</p>`;
  const which = heads[without.indexOf(least)];
  const name = html`<button type="button" class="plain" @click=${openHead(context, which)}>${text.headName(which.layer + 1, which.head + 1)}</button>`;
  return html`<p class="look-at">${text.lookAt(name, query, word, probability, least)}</p>`;
}

/**
 * Draws a row for each dependency and a column for each head.
 * @param {ViewContext} context
 * @param {Measured} measured
 */
function dropTable(context, { heads }) {
  const layers = [...new Set(heads.map(({ layer }) => layer))];
  return html`<table role="table">
    <caption>${text.drops}</caption>
    <thead>
      <tr><td></td>${layers.map(
        (layer) =>
          html`<th scope="colgroup" colspan=${heads.filter((head) => head.layer === layer).length}>${text.layerName(layer + 1)}</th>`,
      )}</tr>
      <tr><td></td>${heads.map(
        (head) => html`<th scope="col"><button type="button" class="plain"
          aria-label=${text.headName(head.layer + 1, head.head + 1)} @click=${openHead(context, head)}>${head.head + 1}</button></th>`,
      )}</tr>
    </thead>
    <tbody>${Object.keys(heads[0].byDependency).map((name) => {
      const all = heads.map(({ byDependency }) => byDependency[name]);
      const most = Math.max(...all.map(({ drop }) => drop));
      return html`<tr><th scope="row">${text.DEPENDENCIES[name]}</th>
        ${all.map(({ drop, weight }) => {
          const isMost = drop === most && drop >= LEAST_MARKED_DROP / 100;
          const points = Math.round(100 * drop);
          return html`<td class="positive" title=${text.weightThere(weight)} ${styled('--level', `${Math.max(0, points)}%`)}>${isMost ? html`<b>${rounded(points)}</b>` : rounded(points)}</td>`;
        })}</tr>`;
    })}</tbody>
  </table>`;
}

/** Draws a model's answer before and after changes: next tokens, or a similarity. */

import { html, nothing } from 'lit';
import { findLargestIndex } from '../../../../src/js/largest.js';
import { readField } from '../../../figures/controls.js';
import { styled } from '../../../figures/dom.js';
import {
  getSelectedRow,
  getSelectedWord,
  makeTable,
  shareColourLimit,
} from '../../../figures/tables.js';
import { parseCell } from '../../../graph/cell.js';
import { makeContext, proposeByPage } from '../../../lessons/context.js';
import { changeLayer } from '../../../state/edits.js';
import { DEFAULTS } from '../../../state/fields.js';
import { quoted, word } from '../../../text/inline.js';
import { labelNextTokens } from '../../../text/tokens/labels.js';
import { drawTerms } from '../../../views/figure.js';
import { matrixTable } from '../../../views/matrix.js';
import { tracePanel } from '../../../views/trace-panel.js';
import { typedValue } from '../../../views/typed-value.js';
import { computeCosine } from '../run/answer.js';
import { COSINE, computeSentence } from '../run/sentence-vector.js';
import { getReplies } from '../run/source.js';
import * as answers from '../text/en/answers.js';
import * as changed from '../text/en/interventions.js';
import { tokenTexts } from '../text/en/pretrained.js';

/**
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { ComparedToken, ModelInfo, Reply, RunReply } from '../types.js'
 */

/** `label` is the token as shown. @typedef {ComparedToken & { label: string }} LabelledToken */

/** `share` is that of the whole width. @param {number} share @param {number} value @param {() => void} [press] opens the number */
export const barWithNumber = (share, value, press) =>
  html`<span class="share-bar"><i class="share" ${styled('--part', `${100 * share}%`)}></i></span>
    <span class="number">${
      press
        ? html`<button type="button" class="plain" @click=${press}>${quoted(value)}</button>`
        : quoted(value)
    }</span>`;

/**
 * Lists both sides of the reader's changes with their captions, or one side if nothing is changed.
 * @param {Pick<RunReply, 'before' | 'after'>} replies
 * @param {string} caption the caption of the only side
 * @returns {[caption: string, side: 'before' | 'after'][]}
 */
export const listSides = ({ before, after }, caption) =>
  before === after
    ? [[caption, 'after']]
    : [
        [answers.asItIs, 'before'],
        [answers.asChanged, 'after'],
      ];

/** @param {ViewContext} context */
export function modelAnswer(context) {
  const { after, stackLayers } = getReplies(context.computation);
  const { translation, decoded } = after;
  if (!translation) return after.next ? nextTokens(context) : sentenceLikeness(context);
  const { state } = context;
  const openDecoder = () =>
    proposeByPage(context).dispatch(changeLayer(state, stackLayers.length - 1));
  return html`<p class="translation">${translation.isOwn ? answers.readsYours : answers.translation}
      <bdi>${translation.text}</bdi></p>
    ${
      decoded
        ? context.isLocked
          ? nothing
          : html`<p><button type="button" class="plain open-decoder" @click=${openDecoder}>${answers.openDecoder}</button></p>`
        : nextTokens(context)
    }`;
}

/** @param {LabelledToken} token */
const isPiece = ({ label }) => /^…./u.test(label);

/** @param {LabelledToken} token */
const isByte = ({ label }) => /<0x[\dA-F]{2}>/.test(label);

/** Labels tokens that are predicted at a row. @param {ReturnType<typeof getReplies>} replies @param {number} row @param {readonly { token: string }[]} tokens */
export const labelPredicted = ({ after, info }, row, tokens) =>
  labelNextTokens(
    tokens.map(({ token }) => token),
    after.tokens[info.sizes.isCausal ? row : row - 1],
    info.isByteLevel,
  );

/** @param {ViewContext} context @returns {LabelledToken[]} the next tokens of the marked row */
export function compareTokens(context) {
  const replies = getReplies(context.computation);
  const { after, compared } = replies;
  const row = getSelectedRow(context);
  if (!after.next) return [];
  const tokens =
    compared?.[row] ??
    (after.next[row] ?? []).map(({ token, id, probability }) => ({
      token,
      id,
      before: probability,
      after: probability,
    }));
  const labels = labelPredicted(replies, row, tokens);
  return tokens.map((each, i) => ({ ...each, label: labels[i] }));
}

/** Returns the probability whose bar is the longest. @param {readonly ComparedToken[]} tokens */
export const findLargestProbability = (tokens) =>
  Math.max(...tokens.flatMap(({ before, after }) => [before, after])) || 1;

/** @param {ViewContext} context */
function nextTokens(context) {
  const replies = getReplies(context.computation);
  const { after, info } = replies;
  const tokens = compareTokens(context);
  const most = findLargestProbability(tokens);
  const sides = listSides(replies, '');
  const caption = answers.mostProbable(getSelectedWord(context), info.sizes.isCausal);
  const bar = (/** @type {number} */ probability, /** @type {string} */ kind) =>
    html`<td class=${kind}>${barWithNumber(probability / most, probability)}</td>`;
  return html`${info.sizes.isCausal ? lastTokenLink(context) : maskLink(context, after.tokens)}
  <table class="stream answer" role="table">
    <caption>${caption}</caption>
    ${
      sides.length > 1
        ? html`<thead><tr><td></td>${sides.map(([name]) => html`<th scope="col">${name}</th>`)}</tr></thead>`
        : nothing
    }
    <tbody>${tokens.map(
      (token) => html`<tr data-token=${token.id}>
        <th scope="row">${word(token.label)}</th>
        ${sides.map(([, side]) => bar(token[side], side))}
      </tr>`,
    )}</tbody>
  </table>
  ${tokens.some(isPiece) ? html`<p class="note">${answers.pieces}</p>` : nothing}
  ${tokens.some(isByte) ? html`<p class="note">${answers.bytes}</p>` : nothing}`;
}

/** Draws a button that marks the last token. @param {ViewContext} context */
function lastTokenLink(context) {
  const last = context.computation.queryWords.length - 1;
  if (context.isLocked || getSelectedRow(context) === last) return nothing;
  return html`<p><button type="button" class="plain last-token" @click=${() =>
    context.dispatch({ query: last })}>${answers.afterLast}</button></p>`;
}

/**
 * Draws a button that marks the gap.
 * @param {ViewContext} context
 * @param {readonly string[]} tokens
 */
function maskLink(context, tokens) {
  const place = tokens.findIndex((token) => /^(\[MASK\]|<mask>)$/.test(token));
  if (context.isLocked || place < 0 || tokens[getSelectedRow(context)] === tokens[place])
    return nothing;
  return html`<p><button type="button" class="plain masked-token" @click=${() =>
    context.dispatch({ query: place })}>${answers.atMask(tokens[place])}</button></p>`;
}

/** @param {ViewContext} context */
function sentenceLikeness(context) {
  const { computation, attention, readonly, isLocked } = context;
  const { before, after, likeness, info } = getReplies(computation);
  const { vector } = after;
  if (!vector || !before.vector) return html`<p class="note">${answers.noHead}</p>`;
  return html`<div class="likeness">
    <p>${answers.embedded(vector.length)} ${info.sentenceHead ? nothing : answers.fromMean}</p>
    ${before === after ? nothing : html`<p>${answers.likenessAfter(computeCosine(attention, before.vector, vector))}</p>`}
    ${readonly || isLocked ? nothing : comparedField(context)}
    ${likeness && 'failure' in likeness ? html`<p class="wrong" role="alert">${answers.notCompared(likeness.failure)}</p>` : nothing}
    ${likeness && 'before' in likeness ? likenessTable(context, likeness) : nothing}
    ${sentenceNumbers(context)}
  </div>`;
}

/** @param {ViewContext} context */
const comparedField = ({ state, dispatch }) => html`<div class="field">
    <label for="compared-sentence">${answers.comparedSentence}</label>
    <input id="compared-sentence" type="text" dir="auto" autocomplete="off" spellcheck="false"
      .value=${typedValue(state.comparedSentence)} @input=${readField(({ value }) => dispatch({ comparedSentence: value }))}>
  </div>`;

/** @param {ViewContext} context @param {{ before: number, after: number }} likeness */
function likenessTable({ state, computation, dispatch, isLocked }, likeness) {
  const replies = getReplies(computation);
  const { sentence, comparedSentence } = replies;
  const sides = listSides(replies, answers.cosine);
  const press = isLocked ? undefined : () => dispatch({ cell: COSINE });
  return html`<table class="stream answer" role="table">
      <caption>${answers.likenessCaption(sentence, comparedSentence)}</caption>
      <tbody>${sides.map(([name, side]) => {
        const value = likeness[side];
        return html`<tr class=${side}>
          <th scope="row">${name}</th>
          <td class="cosine ${value < 0 ? 'below' : ''}">${barWithNumber(Math.abs(value) / 2, value, side === 'after' ? press : undefined)}</td>
        </tr>`;
      })}</tbody>
      <tfoot aria-hidden="true"><tr><td></td><td><span class="share-bar scale"><span>−1</span><span>0</span><span>&numsp;1</span></span></td></tr></tfoot>
    </table>
    ${sides.length > 1 && state.silence !== '' ? html`<p class="note">${answers.silencedInBoth}</p>` : nothing}`;
}

/**
 * Draws the vector of the sentence, and the tables of an open number, of its operands and its
 * consumers.
 * @param {ViewContext} context
 */
function sentenceNumbers(context) {
  const computation = computeSentence(context);
  const shown = makeContext({ ...context, computation, keepsMask: true });
  const marked = [...shown.marks.keys()].map((cell) => parseCell(cell)?.id);
  const wanted = ['answer/vector', ...marked];
  const tables = Object.keys(computation.nodes).filter((id) => wanted.includes(id));
  const parts = shareColourLimit(tables.map((id) => makeTable(shown, id)));
  return html`<div class="matrices">${drawTerms(parts, (matrix) => matrixTable(matrix, shown))}</div>
    ${tracePanel(shown)}`;
}

/** Says in one sentence how the reader's changes affect the answer. @param {ViewContext} context */
export function summaryOfChange(context) {
  const { before, after, likeness, info, compared, comparedSentence } = getReplies(
    context.computation,
  );
  if (before === after) return nothing;
  if (after.decoded && compared) return describeMostChanged(after.decoded, compared, info);
  const tokens = compareTokens(context);
  const [first] = tokens.toSorted((a, b) => b.before - a.before);
  if (first) {
    const sentence = changed.tokenChanged(getSelectedWord(context), info.sizes.isCausal, first);
    const [winner] = tokens.toSorted((a, b) => b.after - a.after);
    return winner === first ? sentence : html`${sentence} ${changed.nowFirst(winner.label)}`;
  }
  if (!before.vector || !after.vector) return nothing;
  const summary = answers.likenessAfter(
    computeCosine(context.attention, before.vector, after.vector),
  );
  // The usual sentence to compare with has nothing to do with the reader's.
  const isAsked = comparedSentence !== DEFAULTS.comparedSentence;
  if (!isAsked || !likeness || 'failure' in likeness) return summary;
  return html`${summary} ${changed.likenessChanged(comparedSentence, likeness.before, likeness.after)}`;
}

/**
 * Describes the token of a translation whose probability has changed most.
 * @param {Reply} reply
 * @param {readonly (readonly ComparedToken[])[]} compared the compared tokens of each position
 * @param {ModelInfo} info
 */
function describeMostChanged({ tokens }, compared, { isByteLevel }) {
  const firsts = compared.map((all) => all.toSorted((a, b) => b.before - a.before)[0]);
  const sizes = firsts.map(({ before, after }) => Math.abs(before - after));
  const place = findLargestIndex(sizes);
  const [label] = tokenTexts([firsts[place].token], isByteLevel);
  const before = tokenTexts(tokens, isByteLevel)[place];
  return changed.tokenChanged(before, true, { ...firsts[place], label });
}

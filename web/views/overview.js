/** The attention weights as one table, and what they mean in words. */

import { html, nothing } from 'lit';
import { findLargestIndex } from '../../src/js/largest.js';
import { selectMenu } from '../figures/controls.js';
import { findJoinedRuns, hasSharedCharacter } from '../figures/pieces.js';
import {
  findTableDirection,
  isTooWide,
  listMatrices,
  makeTable,
  shareColourLimit,
} from '../figures/tables.js';
import { getLayerPrefix } from '../graph/graph.js';
import { getMaskWords } from '../graph/masks/index.js';
import { hasEditedSoftmax } from '../lessons/attend.js';
import { hasMistake } from '../session/computation.js';
import { getMask } from '../state/derived.js';
import { DEFAULTS, usesSetting } from '../state/fields.js';
import { MAX_DIGITS } from '../state/limits.js';
import { listPresets, makePresetState } from '../state/presets.js';
import { isRandom } from '../state/source-kinds.js';
import * as text from '../text/en/overview.js';
import { badges } from '../text/en/sources.js';
import { quotedAs } from '../text/inline.js';
import { FEW_WORDS, rounded } from '../text/number.js';
import { LARGE_LENS } from './heatmap.js';
import { stateLink } from './link.js';
import { colourLegend, matrixTable } from './matrix.js';

/**
 * @import { Matrix } from '../figures/types.js'
 * @import { ViewContext } from '../lessons/context.js'
 */

/** The most words with the same largest weight that are named. */
const MAX_NAMED_KEYS = 3;

/** Renders the note about the origin of the numbers. @param {ViewContext} context */
export const originBadge = ({ state, computation, readonly, dispatch }) =>
  html`<p class="badge" part="badge">${text.origin(writeBadge(state, computation), computation.originals.size)}${
    hasMistake({ state, computation }) && state.guide === '' && !readonly
      ? html` <button type="button" class="plain" @click=${() => dispatch({ bug: '' })}>${text.removeMistake}</button>`
      : nothing
  }</p>`;

/**
 * @param {ViewContext} context
 * @param {boolean} [hasLink] whether random numbers have a link to a trained model
 */
export function originNote(context, hasLink = false) {
  const words = context.computation.keyWords.length;
  const isSeeded = context.state.source === 'seed';
  return html`${originBadge(context)} ${hasLink && isSeeded ? trainedModelLink(context, 'random') : nothing}
  ${words > FEW_WORDS && words <= MAX_DIGITS ? html`<p class="note digits">${text.fewDigits}</p>` : nothing}`;
}

/**
 * Renders a link to a trained model that reads any sentence, with this sentence.
 * @param {ViewContext} context
 * @param {'random' | 'unknownWord'} reason the reason for the link
 */
export function trainedModelLink(context, reason) {
  const { state } = context;
  const preset = listPresets().find(({ forSentence }) => forSentence);
  if (!preset?.forSentence) return nothing;
  const there = { ...DEFAULTS, ...makePresetState(preset.id), ...preset.state };
  const { sentence, query } = state;
  return html`<p class="note">${stateLink(context, { ...there, sentence, query }, preset.forSentence[reason])}</p>`;
}

/** Renders the settings in one line, for paper. @param {ViewContext} context */
export function runNote({ state, computation: { keyWords, queryWords } }) {
  const target = state.target === '' ? [] : [queryWords];
  return html`<p class="run">${text.run(
    [keyWords, ...target].map((words) => words.join(' ')),
    { ...state, mask: getMaskWords(getMask(state)).label },
    {
      heads: state.mechanism === 'dot' && usesSetting(state, 'heads'),
      seed: usesSetting(state, 'seed') ? state.seed : undefined,
    },
  )}</p>`;
}

/** @param {ViewContext['state']} state @param {ViewContext['computation']} computation */
const writeBadge = ({ source, seed }, { words }) =>
  words?.badge ?? badges[/** @type {keyof typeof badges} */ (source)]?.(seed) ?? '';

/** @param {ViewContext} context */
function modelAnswer(context) {
  const sentence = context.computation.words?.answer?.(context);
  return sentence ? html`<p class="model-answer">${sentence}</p>` : nothing;
}

/**
 * Renders the weights with the words on both sides.
 * @param {ViewContext} context
 * @param {object} [options]
 * @param {Matrix['write']} [options.write]
 * @param {(part: string) => boolean} [options.shows] whether an author shows the texts and the settings
 */
export function weightsFigure(context, { shows = () => true, ...options } = {}) {
  const note = text.ofLayer(getLayerPrefix(context.overview));
  const [matrix] = listMatrices(
    shareColourLimit([{ ...makeTable(context, context.overview, { note }), ...options }]),
  );
  const { pin } = context.state;
  return html`<figure class="weights">
    ${matrixTable(matrix, { ...context, lens: { ...LARGE_LENS, columns: context.lensColumns ?? LARGE_LENS.columns } })}
    <figcaption>
      ${shows('text') ? (context.step?.headNote?.(context) ?? nothing) : nothing}
      ${modelAnswer(context)}
      ${
        shows('text')
          ? html`<p>${text.rows(findTableDirection(matrix))} ${rowSums(context)}</p>
              <p>${describeLargest(context, matrix, context.selected)}</p>
              ${
                pin >= 0 && pin !== context.selected
                  ? html`<p>${describeLargest(context, matrix, pin)} ${describeDifference(context, matrix)}</p>`
                  : nothing
              }`
          : nothing
      }
      <div class="aids">${shows('text') ? html`${frameNote(context, matrix)} ${piecesNote(context)}` : nothing}
        ${shows('settings') ? compareMenu(context) : nothing} ${colourLegend([matrix])}</div>
    </figcaption>
  </figure>`;
}

/** Explains the frame around the selected row, if it stands out. @param {ViewContext} context @param {Matrix} matrix */
function frameNote({ state, computation, selected, isQueryUnmarked }, matrix) {
  const query = computation.queryWords[selected];
  const isAlone = state.rows === 'one' || computation.queryWords.length < 2;
  const isDrawn = matrix.selects === 'query' && !isQueryUnmarked && !isTooWide(matrix);
  return isDrawn && !isAlone && query !== undefined
    ? html`<p class="note framed">${text.frame(query)}</p>`
    : nothing;
}

/** Explains the marks of a model's tokens. @param {ViewContext} context */
function piecesNote({ computation: { pieces = [], queryWords, keyWords, words } }) {
  const hasBracket = findJoinedRuns(pieces).length > 0;
  const hasBlank = [...queryWords, ...keyWords].includes('␣');
  // The first screen, whose head has no words of a model, explains its brackets itself.
  if (!words || !(hasBracket || hasBlank)) return nothing;
  const isShared = hasBracket && (hasSharedCharacter(queryWords) || hasSharedCharacter(keyWords));
  return html`<p class="note framed">${hasBracket ? text.bracket : nothing} ${isShared ? text.sharedCharacter : nothing} ${hasBlank ? text.blank : nothing}</p>`;
}

/**
 * Explains why rows may not sum to 1: a number was set by hand, or a whole row is masked with −∞.
 * A deliberate mistake is not explained.
 * @param {ViewContext} context
 */
function rowSums({ state, computation, overview }) {
  const layer = getLayerPrefix(overview);
  const rowMax = computation.results[`${layer}rowMax`];
  // Nothing is known about weights without scores.
  if (hasMistake({ state, computation }) || !rowMax || rowMax.data.some(Number.isNaN))
    return nothing;
  return text.rowSums({
    isChanged: hasEditedSoftmax({ computation, layer }),
    isEmpty: rowMax.data.includes(-Infinity),
  });
}

/**
 * Names the key that a word attends to most. For random numbers, it only mentions an empty row.
 * @param {ViewContext} context
 * @param {Matrix} matrix
 * @param {number} row
 */
function describeLargest({ state, computation, overview }, { view, write = rounded }, row) {
  const weights = computation.keyWords.map((_, column) => view.at(row, column));
  const query = computation.queryWords[row];
  if (query === undefined) return nothing;
  const most = Math.max(...weights.filter((weight) => !Number.isNaN(weight)));
  // The panel of a model explains an overflow.
  if (weights.every(Number.isNaN)) return computation.words ? nothing : text.noNumbers(query);
  if (most <= 0) return text.noAttention(query);
  if (isRandom(state)) return nothing;
  const selfKey = computation.sentence?.query ?? (computation.isSelf ? row : -1);
  // Numbers that look the same on screen count as equal, because they may differ by rounding
  // errors.
  const keys = computation.keyWords.flatMap((word, key) =>
    write(weights[key]) === write(most) ? [key === selfKey ? undefined : word] : [],
  );
  const isEqual = keys.length > 1 && keys.length === weights.filter((weight) => weight > 0).length;
  const say = isEqual ? text.attendsEqually : text.attendsMost;
  // The answer of a model comes from its last layer, which may attend to other words.
  const tables = Object.keys(computation.results).filter((id) => /^layer\d+\/weights$/.test(id));
  return html`${text.inLayer(getLayerPrefix(overview), tables.length)}${say(
    query,
    keys.slice(0, MAX_NAMED_KEYS),
    keys.length - MAX_NAMED_KEYS,
    quotedAs(most, write),
  )}`;
}

/** Renders the choice of a second word to compare with the selected one. @param {ViewContext} context */
function compareMenu({ computation, state, selected, isLocked, dispatch }) {
  const { queryWords } = computation;
  if (isLocked || queryWords.length < 2) return nothing;
  const others = queryWords.map((name, i) => /** @type {const} */ ([i, `${i + 1} ${name}`]));
  others.splice(selected, 1);
  return html`<p class="note compare"><label>${text.compareWith}
    ${selectMenu([[-1, text.noOtherWord], ...others], state.pin === selected ? -1 : state.pin, (pin) => dispatch({ pin }))}</label></p>`;
}

/** Describes where two compared words differ most. @param {ViewContext} context @param {Matrix} matrix */
function describeDifference({ computation, state, selected }, { view, write }) {
  const gaps = computation.keyWords.map((_, key) =>
    Math.abs(view.at(selected, key) - view.at(state.pin, key)),
  );
  const most = findLargestIndex(gaps);
  if (!(gaps[most] >= 0)) return nothing;
  if (gaps[most] === 0) return text.sameRows;
  const query = (/** @type {number} */ row) => computation.queryWords[row];
  return text.differMost(
    computation.keyWords[most],
    query(selected),
    quotedAs(view.at(selected, most), write),
    query(state.pin),
    quotedAs(view.at(state.pin, most), write),
  );
}

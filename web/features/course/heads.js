/** Chapter 6: the figures and tasks that its JSON cannot express. */

import { html, nothing, svg } from 'lit';
import { findLargestIndex } from '../../../src/js/largest.js';
import { nextWordsTable, rankWords } from '../../figures/next-words.js';
import { formatCell, getRow, listIndices } from '../../graph/cell.js';
import { readNumber } from '../../graph/trace.js';
import { makeConcatenatedTable } from '../../lessons/dot.js';
import { makeChapter } from '../../pages/chapter.js';
import { drawArcs, drawEquation, makeMatrix, settingChoice } from '../../pages/figures.js';
import { formatEdits, parseEdits } from '../../state/edits.js';
import { bold } from '../../text/inline.js';
import { exact, rounded } from '../../text/number.js';
import { LEAST_DRAWN_WEIGHT } from './paired-sentences.js';
import * as text from './text/en/course.js';
import json from './text/en/heads.json' with { type: 'json' };

/**
 * @import { CourseContext } from '../../pages/types.js'
 * @import { Computation } from '../../sources/types.js'
 */

// Two heads on a toy

/** @param {CourseContext} context */
function toyRows(context) {
  const { state, isOpen } = context;
  if (!isOpen) return drawArcs(context, { tensor: 'layer1/weights', hidden: true });
  const { queryWords } = context.computation;
  const right = [queryWords[context.selected - 1], queryWords.at(-1 - context.selected)];
  const [before, opposite] = right.map((letter, output) => {
    const answer = rankWords(context.computation, context.selected, output)[0];
    // No letter is before the first one.
    return { ...answer, right: letter ?? answer.word };
  });
  return html`${listIndices(state.heads).map(
    (head) =>
      html`<div>${state.heads > 1 ? html`<p class="note">${text.head(head + 1)}</p>` : nothing}
        ${drawArcs(context, { tensor: 'layer1/weights', head })}</div>`,
  )}
    <p class="note">${text.answered(before, opposite)}</p>`;
}

// The heads of Mini's first layer

const SHOWN_LAYER = 'layer1';

const HEADS = 4;

/** @param {Computation} computation @param {number} head */
export const listHeadWeights = ({ results, queryWords }, head) =>
  queryWords.map((_, row) => [...getRow(results[`${SHOWN_LAYER}/weights`], head, row)]);

/** @param {Pick<CourseContext, 'computation' | 'selected'>} context @param {number} head */
export function findStrongestKey({ computation, selected }, head) {
  const row = listHeadWeights(computation, head)[selected];
  return findLargestIndex(row);
}

const CELL = 14;

/** Pixels for the row labels on the left, and for the upright column labels below. */
const [ROOM_BEFORE, ROOM_BELOW] = [42, 42];

/**
 * Draws a small map of a head's weights, with the queries on the left and the keys below.
 * @param {CourseContext} context
 * @param {number} head
 */
function headMap(context, head) {
  const { computation, selected } = context;
  const words = computation.queryWords;
  const weights = listHeadWeights(computation, head);
  const to = findStrongestKey(context, head);
  const label = text.mapSeen(words[selected], words[to], weights[selected][to]);
  const size = CELL * words.length;
  return html`<svg class="thumbnail" viewBox="${-ROOM_BEFORE} 0 ${ROOM_BEFORE + size} ${size + ROOM_BELOW}" role="img" aria-label=${label}>
    <rect class="edge" width=${size} height=${size}></rect>
    ${weights.flatMap((row, y) =>
      row.flatMap((weight, x) =>
        weight < LEAST_DRAWN_WEIGHT
          ? []
          : svg`<rect x=${CELL * x} y=${CELL * y} width=${CELL} height=${CELL} fill-opacity=${weight.toFixed(3)}
              data-row=${y} data-column=${x} data-value=${exact(weight)}></rect>`,
      ),
    )}
    <rect class="row" y=${CELL * selected} width=${size} height=${CELL}></rect>
    ${words.map((word, i) => {
      const [x, y] = [CELL * (i + 0.5) + 4, size + 5];
      return svg`<text x="-4" y=${x}>${word}</text>
        <text x=${x} y=${y} transform="rotate(-90 ${x} ${y})">${word}</text>`;
    })}
  </svg>`;
}

/**
 * For each option of the matching task, the key with the largest weight: the word itself, the
 * colour, the verb, the article.
 */
const JOBS = [9, 4, 2, 3];

/** The number of words in the page's sentence, and the width of a head. */
const ROWS = 10;

const HEAD_WIDTH = 8;

/** Returns edits that set the whole output of a head to 0. @param {number} head counted from 0 */
export const silenceHead = (head) =>
  formatEdits(parseEdits(`${SHOWN_LAYER}/heads.${head}.0-${ROWS - 1}.0-${HEAD_WIDTH - 1}:0`));

const LIKELIEST = 4;

/** @param {Pick<CourseContext, 'computation' | 'selected'>} context */
export const findNextWords = ({ computation, selected }) =>
  rankWords(computation, selected).slice(0, LIKELIEST);

const counts = html`<table class="counts">
  <caption>${text.counted}</caption>
  <tbody>${text.counts.map(
    ([name, count]) => html`<tr><th scope="row">${name}</th><td>${count}</td></tr>`,
  )}</tbody>
</table>`;

/** Draws the sentence so far and the most probable next words. @param {CourseContext} context */
const nextFigure = (context) => html`
  <p class="given">${context.computation.queryWords.slice(1).join(' ')} …</p>
  ${nextWordsTable(text.next, findNextWords(context))}`;

/** @param {CourseContext} context */
function silenceButtons(context) {
  const all = ['', ...listIndices(HEADS).map(silenceHead)];
  return html`${settingChoice(
    context,
    text.missing,
    all.map((edits, i) => [i === 0 ? text.none : text.head(i), { edits }]),
  )} ${counts}`;
}

// Side by side

/**
 * Draws the rows of the heads, as separate tables or joined into one long row.
 * @param {CourseContext} context
 * @param {boolean} isJoined
 */
function articleHeads({ computation: { results, run } }, isJoined) {
  const [heads, rows, columns] = results.heads.shape;
  const drawNumber = (
    /** @type {number} */ head,
    /** @type {number} */ row,
    /** @type {number} */ column,
  ) => {
    const cell = isJoined
      ? { id: 'concatenated', index: [row, head * columns + column] }
      : { id: 'heads', index: [head, row, column] };
    const value = readNumber(run, cell);
    return html`<td role="gridcell" tabindex="-1" data-row=${row} data-col=${column}
      data-place=${formatCell(cell)} data-value=${exact(value)}>${rounded(value)}</td>`;
  };
  return html`<figure class="head-bands ${isJoined ? 'joined' : ''}" aria-label=${text.bands(isJoined)}>
    <div class="side-by-side">${listIndices(heads).map(
      (head) => html`<table role="grid" aria-label=${text.head(head + 1)}>
        <caption>${text.head(head + 1)}</caption>
        <tbody>${listIndices(rows).map(
          (row) =>
            html`<tr>${listIndices(columns).map((column) => drawNumber(head, row, column))}</tr>`,
        )}</tbody>
      </table>`,
    )}</div>
    <figcaption class="note">${isJoined ? text.joined : nothing}</figcaption>
  </figure>`;
}

// The output projection

/** @param {CourseContext} context */
const projection = (context) =>
  drawEquation(context, [makeConcatenatedTable(context), '·', makeMatrix(context, 'wo')]);

export const heads = makeChapter('heads', json, {
  figures: {
    rows: toyRows,
    silencer: nextFigure,
    silenceButtons,
    heads: (context) => articleHeads(context, context.isOpen),
    joined: (context) => articleHeads(context, true),
    projection,
  },
  controls: ['silenceButtons'],
  setters: ['silenceButtons'],
  matches: {
    jobs: {
      picture: headMap,
      right: (context) =>
        listIndices(HEADS).map((head) =>
          JOBS.indexOf(findStrongestKey({ ...context, selected: ROWS - 1 }, head)),
        ),
      words: ({ computation }, option) => ({
        word: bold(computation.queryWords[JOBS[option]] ?? ''),
      }),
    },
  },
});

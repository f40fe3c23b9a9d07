/** Chapter 3: the figures and tasks that its JSON cannot express. */

import { html } from 'lit';
import { barColumns } from '../../figures/bar-columns.js';
import { handleLayer, makeGridLayer, makeProjectionLayer } from '../../figures/on-plane.js';
import { planeFigure } from '../../figures/plane.js';
import { makeChapter } from '../../pages/chapter.js';
import {
  drawTable,
  drawTableLegend,
  numberSlider,
  readFirstHeadRow,
  readPoint,
} from '../../pages/figures.js';
import { withEdit } from '../../state/edit-cells.js';
import { bold } from '../../text/inline.js';
import { rounded, roundedWeight } from '../../text/number.js';
import * as text from './text/en/course.js';
import json from './text/en/scoring.json' with { type: 'json' };

/**
 * @import { Vector } from '../../figures/plane.js'
 * @import { Point } from '../../figures/types.js'
 * @import { CourseContext } from '../../pages/types.js'
 */

const EAT = 1;

// Arrows

const FRIED = 2;

const LIMIT = 5;

/**
 * Lists the arrows of a query and of keys.
 * @param {string} word the word of the query
 * @param {Point} query
 * @param {readonly string[]} names the words of the keys
 * @param {readonly Point[]} keys
 * @returns {Vector[]}
 */
const listArrows = (word, query, names, keys) => [
  { name: text.queryOf(word), at: query, role: 'q', isArrow: true },
  ...names.map((name, i) => ({
    name,
    at: keys[i],
    role: /** @type {const} */ ('k'),
    isArrow: true,
  })),
];

/**
 * Draws the query of a word and all keys as arrows.
 * @param {CourseContext} context
 * @param {{ hasFeet: boolean, move?: (to: [number, number]) => void }} options
 */
function arrows(context, { hasFeet, move }) {
  const { queryWords, keyWords } = context.computation;
  const word = queryWords[EAT];
  const query = readPoint(context, 'q', EAT);
  const keys = keyWords.map((_, row) => readPoint(context, 'k', row));
  const labels = { name: text.handle, value: text.point(query), how: text.how };
  const [tip, ...others] = listArrows(word, query, keyWords, keys);
  return planeFigure(
    [{ ...tip, isHandle: move !== undefined }, ...others],
    {
      title: hasFeet ? text.feetCaption : text.arrowsCaption(word),
      text: text.arrows(word, query, keyWords, keys),
    },
    {
      limit: LIMIT,
      under: [makeGridLayer(), ...(hasFeet ? [makeProjectionLayer(query, keys)] : [])],
      over: move ? [handleLayer(query, labels, move)] : [],
      isControl: move !== undefined,
    },
  );
}

/** @param {CourseContext} context */
function scoresOfArrows(context) {
  const { isOpen } = context;
  return html`<div class="abreast">
    ${arrows(context, { hasFeet: isOpen })}
    <div class="matrices">${drawTable(context, 'q', { rows: [EAT] })} ${drawTable(context, 'k')}
      ${drawTableLegend(context, ['q', 'k'])}</div>
  </div>`;
}

/** Finds the largest score and its word. Undefined if two words share it. @param {CourseContext} context */
function findLargestScore(context) {
  const scores = readFirstHeadRow(context, 'scores', EAT);
  const largest = Math.max(...scores);
  const words = scores.flatMap((score, row) => (score === largest ? [row] : []));
  return { largest, row: words.length === 1 ? words[0] : undefined };
}

/**
 * Tells whether the query points at the key, within 5 degrees.
 * @param {CourseContext} context
 * @param {number} row
 */
function isPointingAt(context, row) {
  const [[a, b], [c, d]] = [readPoint(context, 'q', EAT), readPoint(context, 'k', row)];
  return a * c + b * d > 0 && Math.abs(Math.atan2(a * d - b * c, a * c + b * d)) < Math.PI / 36;
}

/** @param {CourseContext} context @param {ReturnType<typeof findLargestScore>} found */
function turnReply(context, { row }) {
  if (readPoint(context, 'q', EAT).every((number) => number === 0)) return 'nothing';
  if (row === undefined) return 'tie';
  if (row === FRIED) return 'reached';
  return isPointingAt(context, FRIED) ? 'longer' : 'other';
}

/** Draws the arrows; the query can be dragged. @param {CourseContext} context */
function arrowToTurn(context) {
  const { state, dispatch } = context;
  const move = (/** @type {[number, number]} */ [x, y]) => {
    const edits = withEdit(withEdit(state.edits, `q.0.${EAT}.0`, x), `q.0.${EAT}.1`, y);
    dispatch({ edits }, { by: 'page' });
  };
  return html`<div class="abreast">
    ${arrows(context, { hasFeet: true, move })} ${drawTable(context, 'scores', { rows: [EAT] })}
  </div>`;
}

// Shares

/**
 * Draws scores, their exponentials, and weights as columns of bars.
 * @param {CourseContext} context
 * @param {{ arePowersCovered?: boolean, isCovered: boolean }} options
 */
function shareStages(context, { arePowersCovered = false, isCovered }) {
  const words = context.computation.keyWords;
  const scores = readFirstHeadRow(context, 'scores', EAT);
  const powers = scores.map(Math.exp);
  // Bars of one scale show that exponentials stretch differences.
  const most = Math.max(...powers);
  const cell = (/** @type {string} */ id) => (/** @type {number} */ key) => `${id}.0.${EAT}.${key}`;
  return barColumns({
    label: text.steps(words[EAT]),
    words,
    columns: [
      {
        title: text.score,
        values: scores,
        placeOf: cell('scores'),
        most,
      },
      // The run subtracts the largest score before it computes exponentials, so its own
      // exponentials differ.
      {
        title: text.power,
        values: powers,
        most,
        isCovered: () => arePowersCovered,
      },
      {
        title: text.weight,
        values: readFirstHeadRow(context, 'weights', EAT),
        most: 1,
        placeOf: cell('weights'),
        isCovered: () => isCovered,
      },
    ],
  });
}

/** The largest score that a slider can set. */
const LARGEST_SCORE = 6;

/** Draws a slider for each score of a word. The softmax follows. @param {CourseContext} context */
function scoreSliders(context) {
  const { state, computation, dispatch } = context;
  const words = computation.keyWords;
  const scores = readFirstHeadRow(context, 'scores', EAT);
  return html`<div role="group" aria-label=${text.scoreSliders(words[EAT])}>
    ${words.map((word, key) =>
      numberSlider({
        name: word,
        label: text.scoreSlider(words[EAT], word),
        range: { min: -LARGEST_SCORE, max: LARGEST_SCORE, step: 0.1, value: scores[key] },
        place: `scores.0.${EAT}.${key}`,
        number: scores[key],
        digits: rounded(scores[key], 2),
        onSlide: (value) =>
          dispatch({ edits: withEdit(state.edits, `s.0.${EAT}.${key}`, value) }, { by: 'page' }),
      }),
    )}
  </div>`;
}

// Learning

/** The approximate length of these arrows after training. */
const GROWN = 3.5;

/** Arrows shorter than this are hard to see. */
const SHORT = GROWN / 10;

/**
 * Finds the positions of the query word and of the nouns in any sentence.
 * @param {CourseContext} context
 */
function findPositions({ computation: { keyWords } }) {
  const nouns = ['animal', 'box', 'street'].map((noun) => keyWords.indexOf(noun));
  return { asking: keyWords.indexOf('tired'), nouns: nouns.filter((row) => row >= 0) };
}

/** Draws the arrows of the query word and the nouns. @param {CourseContext} context */
const drawTrainingOrArrows = (context) =>
  findPositions(context).asking < 0
    ? context.training
    : html`<div class="learning">${learnedArrows(context)}</div>`;

/** @param {CourseContext} context */
function learnedArrows(context) {
  const { keyWords } = context.computation;
  const { asking, nouns } = findPositions(context);
  const query = readPoint(context, 'q', asking);
  const keys = nouns.map((row) => readPoint(context, 'k', row));
  const names = nouns.map((row) => keyWords[row]);
  const longest = Math.max(...[query, ...keys].map(([x, y]) => Math.hypot(x, y)));
  const limit = Math.max(GROWN, ...[query, ...keys].flat().map(Math.abs));
  return planeFigure(
    listArrows(keyWords[asking], query, names, keys),
    {
      title: text.learning(keyWords[asking], longest < SHORT),
      text: text.arrows(keyWords[asking], query, names, keys),
    },
    { limit, under: [makeGridLayer(Math.floor(limit))] },
  );
}

/**
 * Draws the training control, which the text above names, and the resulting weights. The arrows are
 * drawn again here, because on a phone the first ones are out of sight.
 * @param {CourseContext} context
 */
function learnedWeights(context) {
  const { keyWords } = context.computation;
  const { asking, nouns } = findPositions(context);
  if (asking < 0) return '';
  const names = nouns.map((row) => keyWords[row]);
  const weights = readFirstHeadRow(context, 'weights', asking);
  return html`${context.training} <div class="learning again">${learnedArrows(context)}</div> ${barColumns(
    {
      label: text.steps(keyWords[asking]),
      words: names,
      columns: [
        {
          title: text.weight,
          values: nouns.map((row) => weights[row]),
          most: 1,
          write: (weight) => roundedWeight(weight, 3),
          placeOf: (i) => `weights.0.${asking}.${nouns[i]}`,
        },
      ],
    },
  )}<p class="note">${text.restOfWeights(keyWords.length - nouns.length)}</p>`;
}

export const scoring = makeChapter('scoring', json, {
  figures: {
    scores: scoresOfArrows,
    handle: arrowToTurn,
    shares: (context) => shareStages(context, { isCovered: !context.isOpen }),
    shifted: (context) =>
      shareStages(context, { arePowersCovered: !context.isOpen, isCovered: false }),
    scoreSliders,
    learning: drawTrainingOrArrows,
    learnedWeights,
  },
  controls: ['scoreSliders'],
  setters: ['handle', 'scoreSliders'],
  words: { drag: () => text.drag },
  judges: {
    turn: (context) => {
      const found = findLargestScore(context);
      const word = bold(context.computation.keyWords[found.row ?? -1] ?? '');
      return {
        isRight: found.row === FRIED,
        reply: turnReply(context, found),
        words: { word, largest: rounded(found.largest) },
      };
    },
  },
});

/** Chapter 5: the figures and tasks that its JSON cannot express. */

import { html } from 'lit';
import { isLaterKey } from '../../graph/masks/causal.js';
import { proposeByPage } from '../../lessons/context.js';
import { makeChapter } from '../../pages/chapter.js';
import {
  choiceButtons,
  drawTable,
  drawTables,
  readFirstHeadRow,
  readPoint,
  rememberState,
} from '../../pages/figures.js';
import { listMaskedCells } from '../../state/mask.js';
import { bold, quoted } from '../../text/inline.js';
import { maskPainter } from '../../views/mask-painter.js';
import { clockFaces, pressableTable } from './figures.js';
import * as text from './text/en/course.js';
import json from './text/en/order.json' with { type: 'json' };

/** @import { CourseContext } from '../../pages/types.js' */

const WRITTEN = 'They eat fried noodles';

const LONGER = `${WRITTEN} again`;

/** @param {CourseContext} context */
function appendedFigure(context) {
  const { state, comparison, dispatch } = context;
  const settings = /** @type {const} */ ({ sentence: WRITTEN, mask: 'causal' });
  const before = rememberState({ ...state, ...settings });
  const { changed, same } = comparison?.summary('weights') ?? { changed: 0, same: 0 };
  return html`${choiceButtons(text.append.choice, [
    {
      name: text.append.masked,
      isChosen: state.sentence === LONGER,
      press: () => dispatch({ ...settings, sentence: LONGER, before }, { by: 'page' }),
    },
    {
      name: text.append.unmasked,
      isChosen: state.mask === 'none',
      press: () => dispatch({ ...settings, mask: 'none', before }, { by: 'page' }),
    },
    {
      name: text.append.back,
      isChosen: false,
      press: () => dispatch({ ...settings, before: '' }, { by: 'page' }),
    },
  ])}
    <div class="follows" role="status">${comparison ? text.append.changes(changed, same) : ''}</div>`;
}

/** The number of words before the padding. */
const VALID = 2;

/**
 * Sums the weights on padding, and finds masked cells that could stay open.
 * @param {CourseContext} context
 */
function measurePadding(context) {
  const { state, computation } = context;
  const words = computation.queryWords;
  const cells = listMaskedCells(state, words.length, words.length);
  const given = [0, 1]
    .flatMap((row) => readFirstHeadRow(context, 'weights', row).slice(VALID))
    .reduce((sum, weight) => sum + weight, 0);
  return {
    given,
    tooMuch: cells.find(({ query, key }) => query < VALID && key < VALID),
    ofPadding: cells.some(({ query }) => query >= VALID),
  };
}

/** @param {CourseContext} context */
function judgePadding(context) {
  const { queryWords, keyWords } = context.computation;
  const { given, tooMuch, ofPadding } = measurePadding(context);
  const words = {
    given: quoted(given),
    query: bold(queryWords[tooMuch?.query ?? 0]),
    key: bold(keyWords[tooMuch?.key ?? 0]),
  };
  const reply = tooMuch ? 'tooMuch' : given === 0 ? 'right' : ofPadding ? 'asQuery' : 'open';
  return { isRight: reply === 'right', reply, words };
}

/** @param {CourseContext} context */
function leakFigure(context) {
  const { computation, given, answer } = context;
  const { queryWords, keyWords } = computation;
  return pressableTable({
    rows: queryWords,
    columns: keyWords,
    label: text.leak.table,
    at: (row, column) => readFirstHeadRow(context, 'weights', row)[column],
    labelOf: (row, column, weight) => text.leak.press(queryWords[row], keyWords[column], weight),
    picked: given ? Number(given.value) : undefined,
    onPick: (index) => answer(String(index)),
  });
}

/** @param {CourseContext} context @param {string} value */
function judgeLeak({ computation: { queryWords, keyWords } }, value) {
  const columns = keyWords.length;
  const [row, column] = [Math.floor(Number(value) / columns), Number(value) % columns];
  return {
    isRight: isLaterKey(row, column),
    reply: isLaterKey(row, column) ? 'right' : column === row ? 'self' : 'earlier',
    words: { query: bold(queryWords[row] ?? ''), key: bold(keyWords[column] ?? '') },
  };
}

/**
 * Draws each position as the hand of a clock, turned by as many radians as the position.
 * @param {CourseContext} context
 */
const positionClocks = (context) =>
  clockFaces(
    context.computation.keyWords.map((word, place) => ({
      word,
      at: readPoint(context, 'positionEmbeddings', place),
      placeOf: (/** @type {number} */ column) => `positionEmbeddings.${place}.${column}`,
    })),
    text.clocks,
  );

export const order = makeChapter('order', json, {
  figures: {
    clocks: positionClocks,
    append: (context) => drawTable(context, 'weights'),
    appended: appendedFigure,
    painted: (context) =>
      html`<div class="matrices">${maskPainter(proposeByPage(context))} ${drawTable(context, 'weights', { rows: [0, 1] })}</div>`,
    leak: leakFigure,
    leaked: (context) => drawTables(context, ['maskedScores', '→', 'weights']),
  },
  judges: { padding: judgePadding, leak: judgeLeak },
});

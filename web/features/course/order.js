/** Chapter 5: the figures and tasks that its JSON cannot express. */

import { html } from 'lit';
import { choiceButtons } from '../../figures/controls.js';
import { isLaterKey } from '../../graph/masks/causal.js';
import { proposeByPage } from '../../lessons/context.js';
import { makeChapter } from '../../pages/chapter.js';
import {
  drawTable,
  drawTableLegend,
  drawTables,
  readFirstHeadRow,
  readPoint,
} from '../../pages/figures.js';
import { rememberState } from '../../session/experiments.js';
import { SHOWN } from '../../state/guide.js';
import { listMaskedCells } from '../../state/mask.js';
import { bold, quoted } from '../../text/inline.js';
import { exact, roundedWeight } from '../../text/number.js';
import { maskPainter } from '../../views/mask-painter.js';
import { pairsCorner } from '../../views/number-table.js';
import * as text from './text/en/course.js';
import json from './text/en/order.json' with { type: 'json' };

/** @import { CourseContext } from '../../pages/types.js' */

const SENTENCE = 'They eat fried noodles';

const LONGER = `${SENTENCE} again`;

/** @param {CourseContext} context */
function appendedFigure(context) {
  const { state, comparison, dispatch } = context;
  const settings = /** @type {const} */ ({ sentence: SENTENCE, mask: 'causal' });
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
      name: text.append.none,
      isChosen: state.sentence === SENTENCE && state.mask !== 'none',
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

/** The leak that “Show the answer” frames, as an answer: from the first word to the second. */
const FIRST_LEAK = '1';

/**
 * Draws the weights as buttons. The table does not show which of them are masked.
 * @param {CourseContext} context
 */
function leakFigure(context) {
  const { computation, given, isOpen, answer } = context;
  const picked = given?.value === SHOWN ? FIRST_LEAK : given?.value;
  const { queryWords, keyWords } = computation;
  return html`<div class="matrix">
    <table class=${isOpen ? 'press solved' : 'press'}>
      <caption>${text.leak.table}</caption>
      <thead><tr>${pairsCorner(keyWords)}${keyWords.map((word) => html`<th scope="col">${word}</th>`)}</tr></thead>
      <tbody>${queryWords.map(
        (word, row) =>
          html`<tr><th scope="row">${word}</th>${readFirstHeadRow(context, 'weights', row).map(
            (weight, column) => {
              const index = String(row * keyWords.length + column);
              const isPicked = picked === index;
              return html`<td class=${isPicked ? 'picked' : ''}><button type="button" class="may" data-value=${exact(weight)}
                aria-pressed=${isPicked} aria-label=${text.leak.press(word, keyWords[column], weight)}
                @click=${() => answer(index)}>${roundedWeight(weight)}</button></td>`;
            },
          )}</tr>`,
      )}</tbody>
    </table>
  </div>`;
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
 * Draws the sine and the cosine of each position as the hand of a clock, turned by as many radians
 * as the position.
 * @param {CourseContext} context
 */
const positionClocks = (context) => html`<figure class="clocks">
  ${context.computation.keyWords.map((word, place) => {
    const [sin, cos] = readPoint(context, 'positionEmbeddings', place);
    return html`<div>
      <svg viewBox="-1.2 -1.2 2.4 2.4" role="img" aria-label=${text.clocks.text(word, place)}>
        <circle r="1"></circle>
        <line x1="0" y1="0" x2=${sin} y2=${-cos} data-sin=${exact(sin)} data-cos=${exact(cos)}></line>
      </svg>
      <span>${word}</span>
    </div>`;
  })}
  <figcaption class="note">${text.clocks.caption}</figcaption>
</figure>`;

export const order = makeChapter('order', json, {
  figures: {
    weightsAndClocks: (context) =>
      html`<div class="abreast"><div>${drawTable(context, 'weights')} ${drawTableLegend(context, ['weights'])}</div>${positionClocks(context)}</div>`,
    append: (context) => drawTable(context, 'weights'),
    appended: appendedFigure,
    painted: (context) =>
      html`<div class="matrices">${maskPainter(proposeByPage(context))} ${drawTable(context, 'weights', { rows: [0, 1] })}</div>`,
    leak: leakFigure,
    leaked: (context) => drawTables(context, ['maskedScores']),
  },
  controls: ['appended'],
  judges: { padding: judgePadding, leak: judgeLeak },
});

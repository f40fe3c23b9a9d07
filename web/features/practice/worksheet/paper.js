/** The printed pages: sheets with blanks and questions, and their keys. */

import { html, nothing } from 'lit';
import { listMatrices, shareColourLimit } from '../../../figures/tables.js';
import { getLocalName } from '../../../graph/graph.js';
import { usesSetting } from '../../../state/fields.js';
import { drawTerms } from '../../../views/figure.js';
import { matrixTable } from '../../../views/matrix.js';
import { captionText, numberTable } from '../../../views/number-table.js';
import * as text from '../text/en/worksheet.js';
import { chooseFormat, computeLargestDeviation } from './digits.js';
import { isComputedFrom, listBlanks } from './exercises.js';
import { isDrawn } from './runs.js';

/**
 * @import { Matrix } from '../../../figures/types.js'
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { Exercise, Sheet, SheetPlace } from '../types.js'
 */

/** @param {ViewContext} context */
const getSeed = (context) => (isDrawn(context) ? context.state.seed : undefined);

/** Names what is unusual about the numbers. @param {ViewContext} context */
const changesNote = ({ state, computation: { words } }) =>
  html`${words?.changes ? html`<p class="note model-changes">${words.changes}</p>` : nothing}
    ${state.scale === 'words' && usesSetting(state, 'scale') ? html`<p class="note">${text.scaledByWords}</p>` : nothing}`;

/** @param {string} label @param {unknown} head @param {unknown} content @param {string} [kind] */
const paper = (
  label,
  head,
  content,
  kind = '',
) => html`<section class="paper ${kind}" aria-label=${label}>
  <div class="printed"><div class="running">${head}</div><div class="content">${content}</div></div>
</section>`;

/** @param {Sheet} sheet @param {number} count */
export function sheetPaper({ number, context, exercises, questions }, count) {
  const { state, computation } = context;
  const { sentence, queryWords, keyWords } = computation;
  const label = text.sheet(number, count, getSeed(context));
  return paper(
    label,
    html`<p class="name"><span>${text.name}</span> <span>${text.date}</span> <b>${label}</b></p>`,
    html`<p>${text.sentence(sentence?.words ?? keyWords)}${state.target !== '' ? html`<br>${text.sentence(queryWords)}` : nothing}</p>
    ${changesNote(context)}
    <p class="note">${headNote(context, exercises)} ${text.fill} ${text.tolerance(computeLargestDeviation(context, exercises))}</p>
    ${exercises.map((exercise, i) => exercisePart(context, exercise, i + 1))}
    <div class="questions"><div data-level="3">${text.questions}</div>
      <ol>${questions.map(({ question }) => html`<li>${question}<p class="write"></p></li>`)}</ol>
    </div>`,
  );
}

/**
 * Names the head, if there are several.
 * @param {ViewContext} context
 * @param {Exercise[]} exercises
 */
function headNote({ state, computation: { nodes } }, exercises) {
  const matrices = exercises.flatMap(({ parts }) => listMatrices(parts));
  const isOfHead = (/** @type {Matrix} */ { axes }) => axes.startsWith('h');
  const ofHead = matrices.filter(isOfHead);
  if (state.heads === 1 || ofHead.length === 0) return nothing;
  const ofAll = matrices.filter(
    (matrix) =>
      !isOfHead(matrix) &&
      ofHead.some(({ tensor }) => isComputedFrom(nodes, matrix.tensor, tensor)),
  );
  return text.head(state.head + 1, state.heads, [...new Set(ofAll.map(({ symbol }) => symbol))]);
}

/** @param {ViewContext} context @param {string} id @param {Matrix} table the first of the step */
function symbolLegend({ state }, id, { symbol }) {
  const name = getLocalName(id);
  const isPlain = name === 'scores' && state.mechanism === 'dot';
  const note = isPlain ? undefined : text.symbols[name]?.(symbol);
  return note ? html`<p class="note">${note}</p>` : nothing;
}

/** @param {ViewContext} context @param {Exercise} exercise @param {number} number */
function exercisePart(context, { step, parts, before, isBlank, repeats }, number) {
  const shown = shareColourLimit(parts).map((part) =>
    typeof part === 'string'
      ? part
      : {
          ...part,
          write: chooseFormat(part),
          isCovered: (/** @type {number} */ row, /** @type {number} */ column) =>
            isBlank(part, row, column),
        },
  );
  return html`<div class="exercise">
    <div data-level="3">${number}. ${step.title}</div>
    <div class="formula">${step.formula(context)}</div>
    ${symbolLegend(context, step.id, listMatrices(parts)[0])}
    ${
      before.length > 0
        ? html`<p class="note">${text.before}</p>
          <div class="formula">${before.map((step) => step.formula(context))}</div>`
        : nothing
    }
    <div class="matrices">${drawTerms(shown, (matrix) => {
      const place = repeats(matrix);
      return place ? reference(matrix, place) : matrixTable(matrix, context);
    })}</div>
  </div>`;
}

/** Replaces a table that is filled in before. @param {Matrix} matrix @param {SheetPlace} place */
const reference = (matrix, { number, matrix: { symbol, colouredSymbol } }) =>
  html`<p class="reference">${captionText(matrix)}<br>
    ${text.repeated(number, symbol === matrix.symbol ? undefined : colouredSymbol)}</p>`;

/** @param {Sheet} sheet @param {boolean} isEach whether each sheet has its own key */
export function keyPaper({ number, context, exercises, questions }, isEach) {
  const heading = text.keyOf(isEach ? number : undefined, getSeed(context));
  return paper(
    heading,
    html`<p class="name"><b>${heading}</b></p>`,
    html`${changesNote(context)}<p class="note">${text.tolerance(computeLargestDeviation(context, exercises))}</p>
    ${exercises.map(
      (exercise, i) => html`<div class="exercise">
      <div data-level="4">${i + 1}. ${exercise.step.title}</div>
      <div class="matrices">${drawTerms(listFilledTables(exercise), (matrix) =>
        numberTable(matrix, context, { rows: matrix.someRows ?? [] }),
      )}</div>
    </div>`,
    )}
    <ol>${questions.map(({ answer }) => html`<li>${answer}</li>`)}</ol>`,
    'key',
  );
}

/**
 * Returns the tables with blanks, with only the rows that have a blank.
 * @param {Exercise} exercise
 * @returns {Matrix[]}
 */
function listFilledTables(exercise) {
  return listMatrices(shareColourLimit(exercise.parts)).flatMap((matrix) => {
    if (exercise.repeats(matrix)) return [];
    const rows = [...new Set(listBlanks(exercise, matrix).map(({ row }) => row))];
    return rows.length > 0 ? [{ ...matrix, someRows: rows, write: chooseFormat(matrix) }] : [];
  });
}

/** The worksheet: any state as pages to print, with blanks, questions and a key. */

import { html, nothing } from 'lit';
import { loadedModels, loadModels } from '../../../learning/models.js';
import { modelOf } from '../../../session/source-settings.js';
import * as text from '../../../text/en/practice/worksheet.js';
import { terms, withLimit } from '../../../views/figure.js';
import { link } from '../../../views/link.js';
import { matrixTable } from '../../../views/matrix.js';
import { numberTable } from '../../../views/number-table.js';
import { buttons } from '../../course/figures.js';
import { exercisesOf, fillable, matricesOf } from './exercises.js';
import {
  BLANKS,
  formatOptions,
  MOST_SHEETS,
  MOST_TABLES,
  readOptions,
  toggled,
} from './options.js';
import { questionsOf } from './questions.js';
import { contextOfSheet, isDrawn } from './runs.js';

/**
 * @typedef {import('../../course/page.js').CourseContext} CourseContext
 * @typedef {import('../../../views/context.js').ViewContext} ViewContext
 * @typedef {import('../../tables.js').Matrix} Matrix
 * @typedef {import('./exercises.js').Exercise} Exercise
 * @typedef {import('./options.js').Options} Options
 *
 * @typedef {object} Sheet
 * @property {number} number from 1
 * @property {ViewContext} context
 * @property {Exercise[]} exercises
 * @property {import('./questions.js').Question[]} questions
 */

/** The first choice where the step on screen makes no table that can be filled in. */
const USUAL = 'weights';

/** @param {CourseContext} context @returns {Options} */
export function optionsOf(context) {
  const known = fillable(contextOfSheet(context, 0)).map(({ id }) => id);
  const usual = [context.state.step, USUAL].find((id) => known.includes(id)) ?? known[0];
  const options = readOptions(context.given?.value ?? '', known, usual);
  return { ...options, isEach: options.isEach && isDrawn(context) };
}

/** @param {CourseContext} context @param {Options} options @returns {Sheet[]} */
export const sheetsOf = (context, options) =>
  Array.from({ length: options.sheets }, (_, i) => {
    const sheet = contextOfSheet(context, options.isEach ? i : 0);
    const exercises = exercisesOf(sheet, options);
    const questions = questionsOf(sheet, exercises);
    return { number: i + 1, context: sheet, exercises, questions };
  });

/** @param {CourseContext} context */
function figure(context) {
  // A model's steps are in the script of the models, which the first screen's numbers do without.
  if (modelOf(context.state) && !loadedModels()) {
    const draw = () => context.update({});
    loadModels().then(draw, () => {});
    return html`<p>${text.loading}</p>`;
  }
  const options = optionsOf(context);
  if (options.tables.length === 0) return html`<p>${text.nothing}</p>`;
  const sheets = sheetsOf(context, options);
  // All the same: one key serves for all.
  const keys = options.isEach ? sheets : sheets.slice(0, 1);
  // A number here may be of another run than the page's, so none is taken apart.
  const stop = (/** @type {Event} */ event) => event.stopPropagation();
  const stopEnter = (/** @type {KeyboardEvent} */ event) => event.key === 'Enter' && stop(event);
  return html`${choices(context, options)}
    <div class="papers" @click=${stop} @dblclick=${stop} @keydown=${stopEnter}>
      ${sheets.map((sheet) => paper(sheet, sheets.length))}
      ${options.hasKey ? keys.map((sheet) => keyPaper(sheet, options)) : nothing}
    </div>`;
}

/** @param {CourseContext} context @param {Options} options */
function choices(context, options) {
  /** @param {Partial<Options>} change */
  const choose = (change) => context.answer(formatOptions({ ...options, ...change }));
  /** @param {unknown} name @param {boolean} isChosen @param {Partial<Options>} change */
  const one = (name, isChosen, change) => ({ name, isChosen, press: () => choose(change) });
  return html`<div class="options">
    ${buttons(
      text.tables(MOST_TABLES),
      fillable(contextOfSheet(context, 0)).map(({ id, name }) =>
        one(name || id, options.tables.includes(id), { tables: toggled(options.tables, id) }),
      ),
    )}
    ${buttons(
      text.blank,
      BLANKS.map((blank) => one(text.blanks[blank], options.blank === blank, { blank })),
    )}
    <label class="flip"><span class="note">${text.sheets}</span>
      <input type="number" min="1" max=${MOST_SHEETS} .value=${String(options.sheets)}
        @change=${(/** @type {Event} */ { target }) =>
          choose({ sheets: Number(/** @type {HTMLInputElement} */ (target).value) })}></label>
    ${
      isDrawn(context)
        ? buttons(text.seeds, [
            one(text.same, !options.isEach, { isEach: false }),
            one(text.each, options.isEach, { isEach: true }),
          ])
        : nothing
    }
    ${buttons(text.key, [
      one(text.withKey, options.hasKey, { hasKey: true }),
      one(text.withoutKey, !options.hasKey, { hasKey: false }),
    ])}
    <p><button type="button" class="check" @click=${() => globalThis.print()}>${text.print}</button></p>
  </div>`;
}

/** @param {ViewContext} context */
const seedOf = (context) => (isDrawn(context) ? context.state.seed : undefined);

/** @param {Sheet} sheet @param {number} count */
function paper({ number, context, exercises, questions }, count) {
  const { state, computation } = context;
  const { sentence, queryWords, keyWords } = computation;
  const hasTwo = state.target !== '';
  return html`<section class="paper" aria-label=${text.sheet(number, count, seedOf(context))}>
    <p class="name"><span>${text.name}</span><span>${text.date}</span></p>
    <p>${text.sentence(sentence?.words ?? keyWords)}${hasTwo ? html`<br>${text.sentence(queryWords)}` : nothing}</p>
    <p class="note">${text.sheet(number, count, seedOf(context))}. ${text.head(state.head + 1, state.heads)}
      ${text.fill}</p>
    ${exercises.map((exercise, i) => exercisePart(context, exercise, i + 1))}
    <div class="questions"><h3>${text.questions}</h3>
      <ol>${questions.map(({ asked }) => html`<li>${asked}<p class="write"></p></li>`)}</ol>
    </div>
  </section>`;
}

/** @param {ViewContext} context @param {Exercise} exercise @param {number} number */
function exercisePart(context, { step, parts, isBlank }, number) {
  const shown = withLimit(parts).map((part) =>
    typeof part === 'string'
      ? part
      : {
          ...part,
          isCovered: (/** @type {number} */ row, /** @type {number} */ column) =>
            isBlank(part, row, column),
        },
  );
  return html`<div class="exercise">
    <h3>${number}. ${step.title}</h3>
    <div class="formula">${step.formula(context)}</div>
    <div class="matrices">${terms(shown).map(
      ({ sign, matrices }) => html`<div class="term">
        ${sign && html`<span class="sign" aria-hidden="true">${sign}</span>`}
        ${matrices.map((matrix) => matrixTable(matrix, context))}
      </div>`,
    )}</div>
  </div>`;
}

/** @param {Sheet} sheet @param {Options} options */
function keyPaper({ number, context, exercises, questions }, { isEach }) {
  const heading = text.keyOf(isEach ? number : undefined, seedOf(context));
  return html`<section class="paper key" aria-label=${heading}>
    <h3>${heading}</h3>
    ${exercises.map(
      (exercise, i) => html`<div class="exercise">
      <h4>${i + 1}. ${exercise.step.title}</h4>
      <div class="matrices">${filled(exercise).map(({ matrix, rows }) => {
        const columns = [...Array(matrix.view.columns).keys()];
        return numberTable(matrix, context, { rows, columns });
      })}</div>
    </div>`,
    )}
    <ol>${questions.map(({ answer }) => html`<li>${answer}</li>`)}</ol>
  </section>`;
}

/**
 * The tables with blanks, and their rows that have any.
 * @param {Exercise} exercise
 */
export function filled({ parts, isBlank }) {
  return matricesOf(withLimit(parts)).flatMap((matrix) => {
    const { rows: count, columns } = matrix.view;
    const rows = [...Array(count).keys()].filter((row) =>
      [...Array(columns).keys()].some((column) => isBlank(matrix, row, column)),
    );
    return rows.length > 0 ? [{ matrix, rows }] : [];
  });
}

/** @type {import('../../course/page.js').Page} */
export const worksheetPage = {
  id: 'practice-worksheet',
  title: text.title,
  state: {},
  keepsState: true,
  setup: (context) =>
    html`${text.setup}<p>${link(context, { guide: 'practice-notes', answers: context.state.answers }, text.notesLink)}</p>`,
  figure,
};

/** @type {import('../../course/page.js').Chapter} */
export const worksheet = { id: worksheetPage.id, ...text.chapter, pages: [worksheetPage] };

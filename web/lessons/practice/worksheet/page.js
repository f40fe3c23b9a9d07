/** The worksheet: any state as pages to print, with blanks, questions and a key. */

import { html, nothing } from 'lit';
import { loadedModels, loadModels } from '../../../learning/models.js';
import { settingsOf } from '../../../session/settings.js';
import { modelOf, uses } from '../../../session/source-settings.js';
import { DEFAULTS } from '../../../session/state.js';
import * as text from '../../../text/en/practice/worksheet.js';
import { link } from '../../../views/link.js';
import { sentenceField } from '../../../views/settings.js';
import { buttons } from '../../course/figures.js';
import { exercisesOf, fillable, MOST_COLUMNS } from './exercises.js';
import {
  BLANKS,
  formatOptions,
  MOST_SHEETS,
  MOST_TABLES,
  readOptions,
  toggled,
} from './options.js';
import { keyPaper, sheetPaper } from './paper.js';
import { questionsOf } from './questions.js';
import { contextOfSheet, isDrawn } from './runs.js';

/**
 * @typedef {import('../../course/page.js').CourseContext} CourseContext
 * @typedef {import('../../../views/context.js').Step} Step
 * @typedef {import('./options.js').Options} Options
 * @typedef {import('./paper.js').Sheet} Sheet
 */

/** The first choice where the step on screen makes no table that can be filled in. */
const USUAL = 'weights';

/** @param {CourseContext} context */
const stepsOf = (context) => fillable(contextOfSheet(context, 0));

/** @param {CourseContext} context @returns {Options} */
export function optionsOf(context) {
  const known = stepsOf(context).fit.map(({ id }) => id);
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
  const { fit, wide } = stepsOf(context);
  const tooWide = wide.length > 0 ? shorter(context, wide) : nothing;
  if (fit.length === 0) return html`${tooWide}<p>${text.nothing}</p>`;
  const options = optionsOf(context);
  const sheets = sheetsOf(context, options);
  // All the same: one key serves for all.
  const keys = options.isEach ? sheets : sheets.slice(0, 1);
  // A number here may be of another run than the page's, so none is taken apart.
  const stop = (/** @type {Event} */ event) => event.stopPropagation();
  const stopEnter = (/** @type {KeyboardEvent} */ event) => event.key === 'Enter' && stop(event);
  return html`${tooWide} ${choices(context, options, fit)}
    <div class="papers" @click=${stop} @dblclick=${stop} @keydown=${stopEnter}>
      ${sheets.map((sheet) => sheetPaper(sheet, sheets.length))}
      ${options.hasKey ? keys.map((sheet) => keyPaper(sheet, options.isEach)) : nothing}
    </div>`;
}

/**
 * Which tables do not fit a page, and numbers whose tables do.
 * @param {CourseContext} context
 * @param {Step[]} wide
 */
function shorter({ state, computation, readonly, apply }, wide) {
  const { sentence } = DEFAULTS;
  const hasMany =
    Math.max(computation.keyWords.length, computation.queryWords.length) > MOST_COLUMNS;
  const isKept = state.source === 'seed' && hasMany;
  const change = isKept ? { sentence, target: '' } : settingsOf(DEFAULTS);
  return html`<div class="wide" role="note">
    <p>${text.wide(
      wide.map(({ name, id }) => name || id),
      MOST_COLUMNS,
    )}</p>
    ${
      readonly
        ? nothing
        : buttons(text.shorter, [
            { name: text.taken(sentence, isKept), isChosen: false, press: () => apply(change) },
          ])
    }
  </div>`;
}

/** @param {CourseContext} context @param {Options} options @param {Step[]} fit */
function choices(context, options, fit) {
  /** @param {Partial<Options>} change */
  const choose = (change) => context.answer(formatOptions({ ...options, ...change }));
  /** @param {unknown} name @param {boolean} isChosen @param {Partial<Options>} change */
  const one = (name, isChosen, change) => ({ name, isChosen, press: () => choose(change) });
  return html`<div class="options">
    ${buttons(
      text.tables(MOST_TABLES),
      fit.map(({ id, name }) =>
        one(name || id, options.tables.includes(id), { tables: toggled(options.tables, id) }),
      ),
    )}
    <p class="note" role="status">${options.tables.length === MOST_TABLES ? text.enough : nothing}</p>
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

/** @type {import('../../course/page.js').Page} */
export const worksheetPage = {
  id: 'practice-worksheet',
  title: text.title,
  state: {},
  keepsState: true,
  hasSentence: true,
  setup: (context) => html`${text.setup}
    ${uses(context.state, 'sentence') && !context.readonly ? sentenceField(context) : nothing}
    <p>${link(context, { guide: 'practice-notes', answers: context.state.answers }, text.notesLink)}</p>`,
  figure,
};

/** @type {import('../../course/page.js').Chapter} */
export const worksheet = { id: worksheetPage.id, ...text.chapter, pages: [worksheetPage] };

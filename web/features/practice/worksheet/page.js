/** The worksheet page: turns any state into pages to print, with blanks, questions and a key. */

import { html, nothing } from 'lit';
import { getSlot } from '../../../features.js';
import { choiceButtons, readField } from '../../../figures/controls.js';
import { getMaskWords, maskKinds } from '../../../graph/masks/index.js';
import { getMask, isDecoderSelf } from '../../../state/derived.js';
import { DEFAULTS, getSettings, usesSetting } from '../../../state/fields.js';
import { MAX_COLUMNS } from '../../../state/limits.js';
import { isLearningModel } from '../../../state/source-kinds.js';
import * as controls from '../../../text/en/controls.js';
import { canLeadTo, pageLink } from '../../../views/link.js';
import { sentenceField } from '../../../views/settings.js';
import { typedValue } from '../../../views/typed-value.js';
import * as text from '../text/en/worksheet.js';
import { findExercises, makeExercises } from './exercises.js';
import { modelLoader } from './model-loader.js';
import {
  BLANK_CHOICES,
  findRefusedCount,
  formatOptions,
  MOST_SHEETS,
  MOST_TABLES,
  readWorksheetOptions,
  SHEET_KINDS,
  toggleTable,
} from './options.js';
import { keyPaper, sheetPaper } from './paper.js';
import { makeQuestions } from './questions.js';
import { isDrawn, makeSheetContext } from './runs.js';

/**
 * @import { LessonStep } from '../../../lessons/types.js'
 * @import { Chapter, CourseContext, Page } from '../../../pages/types.js'
 * @import { Sheet, WorksheetOptions } from '../types.js'
 */

/** The table to fill in if the step on the screen has none. */
const DEFAULT_STEP = 'weights';

/** @param {CourseContext} context */
const findSteps = (context) => findExercises(makeSheetContext(context, 0));

/**
 * @param {CourseContext} context
 * @param {{ fit: LessonStep[] }} [steps] those whose tables fit on a page
 * @returns {WorksheetOptions}
 */
export function getWorksheetOptions(context, { fit } = findSteps(context)) {
  const known = fit.map(({ id }) => id);
  const usual = [context.state.step, DEFAULT_STEP].find((id) => known.includes(id)) ?? known[0];
  const options = readWorksheetOptions(context.given?.value ?? '', known, usual);
  return options.kind === 'each' && !isDrawn(context) ? { ...options, kind: 'same' } : options;
}

/** @param {CourseContext} context @param {WorksheetOptions} options @returns {Sheet[]} */
export const makeSheets = (context, options) =>
  Array.from({ length: options.sheets }, (_, i) => {
    const sheet = makeSheetContext(context, i, options);
    const exercises = makeExercises(sheet, options);
    const questions = makeQuestions(sheet, exercises);
    return { number: i + 1, context: sheet, exercises, questions };
  });

/** The keys that open the focused number. */
const OPENING_KEYS = ['Enter', ' '];

/** @param {CourseContext} context */
function figure(context) {
  // The models may not be loaded when a link opens this page.
  if (isLearningModel(context.state) && !getSlot('models'))
    return modelLoader(() => context.dispatch({}));
  const { fit, wide } = findSteps(context);
  const tooWide = wide.length > 0 ? wideTablesNote(context, wide) : nothing;
  if (fit.length === 0) return html`${tooWide}<p>${text.nothing}</p>`;
  const options = getWorksheetOptions(context, { fit });
  const sheets = makeSheets(context, options);
  // One key serves for all sheets that are the same.
  const isEach = options.kind !== 'same';
  const keys = isEach ? sheets : sheets.slice(0, 1);
  // A sheet's numbers may belong to another run than the page's, so a press must not open them.
  const stop = (/** @type {Event} */ event) => event.stopPropagation();
  const stopKey = (/** @type {KeyboardEvent} */ event) =>
    OPENING_KEYS.includes(event.key) && stop(event);
  return html`${tooWide} ${optionControls(context, options, fit)}
    <div class="papers" @click=${stop} @dblclick=${stop} @keydown=${stopKey}>
      ${sheets.map((sheet) => sheetPaper(sheet, sheets.length))}
      ${options.hasKey ? keys.map((sheet) => keyPaper(sheet, isEach)) : nothing}
    </div>`;
}

/** Names tables too wide for a page. @param {CourseContext} context @param {LessonStep[]} wide */
function wideTablesNote(context, wide) {
  return html`<div class="wide" role="note">
    <p>${text.wide(
      wide.map(({ name, id }) => name || id),
      MAX_COLUMNS,
    )}</p>
    ${usualSentenceChoice(context)}
  </div>`;
}

/** @param {CourseContext} context */
function usualSentenceChoice({ state, computation, readonly, dispatch }) {
  if (readonly) return nothing;
  const { sentence } = DEFAULTS;
  const { keyWords, queryWords } = computation;
  const isKept =
    state.source === 'seed' && Math.max(keyWords.length, queryWords.length) > MAX_COLUMNS;
  const change = isKept ? { sentence, target: '' } : getSettings(DEFAULTS);
  return choiceButtons(text.shorter, [
    {
      name: text.taken(sentence, isKept),
      isChosen: false,
      press: () => dispatch(change, { by: 'page' }),
    },
  ]);
}

/** @param {CourseContext} context */
function maskField({ state, dispatch }) {
  if (!usesSetting(state, 'mask') || isDecoderSelf(state) || state.target !== '') return nothing;
  return choiceButtons(
    controls.mask,
    maskKinds
      .filter(({ parameters }) => !parameters)
      .map(({ name }) => ({
        name: getMaskWords(name).label,
        isChosen: getMask(state) === name,
        press: () => dispatch({ mask: name }),
      })),
  );
}

/** @param {CourseContext} context @param {WorksheetOptions} options @param {LessonStep[]} fit */
function optionControls(context, options, fit) {
  /** @param {Partial<WorksheetOptions>} change */
  const choose = (change) => context.answer(formatOptions({ ...options, ...change }));
  /** @param {unknown} name @param {boolean} isChosen @param {Partial<WorksheetOptions>} change */
  const makeButton = (name, isChosen, change) => ({ name, isChosen, press: () => choose(change) });
  const refused = findRefusedCount(context.given?.value ?? '');
  const kinds = SHEET_KINDS.filter((kind) => kind !== 'each' || isDrawn(context));
  return html`<div class="options">
    ${choiceButtons(
      text.tables(MOST_TABLES),
      fit.map(({ id, name }) =>
        makeButton(name || id, options.tables.includes(id), {
          tables: toggleTable(options.tables, id),
        }),
      ),
    )}
    <p class="note" role="status">${options.tables.length === MOST_TABLES ? text.enough : nothing}</p>
    ${choiceButtons(
      text.blank,
      BLANK_CHOICES.map((blank) =>
        makeButton(text.blanks[blank], options.blank === blank, { blank }),
      ),
    )}
    <label class="flip"><span class="note">${text.sheets}</span>
      <input type="number" min="1" max=${MOST_SHEETS} .value=${typedValue(String(options.sheets))}
        @change=${readField(({ valueAsNumber }) => choose({ sheets: valueAsNumber || 0 }))}></label>
    <p class="note" role="status">${
      refused === undefined ? nothing : text.refused(refused, MOST_SHEETS, options.sheets)
    }</p>
    ${choiceButtons(
      text.kind,
      kinds.map((kind) => makeButton(text.kinds[kind], options.kind === kind, { kind })),
    )}
    ${choiceButtons(text.key, [
      makeButton(text.withKey, options.hasKey, { hasKey: true }),
      makeButton(text.withoutKey, !options.hasKey, { hasKey: false }),
    ])}
    <p><button type="button" class="check" @click=${() => globalThis.print()}>${text.print}</button></p>
  </div>`;
}

/** @type {Page} */
export const worksheetPage = {
  id: 'practice-worksheet',
  title: text.title,
  state: {},
  keepsState: true,
  hasSentence: true,
  setup: (context) => html`${text.setup}
    ${usesSetting(context.state, 'sentence') && !context.readonly ? html`${sentenceField(context, true)} ${maskField(context)}` : nothing}
    ${canLeadTo(context, { guide: 'practice-notes' }) ? html`<p>${pageLink(context, 'practice-notes', text.notesLink)}</p>` : nothing}`,
  meanwhile: (context) =>
    context.state.sentence === DEFAULTS.sentence ? nothing : usualSentenceChoice(context),
  figure,
};

/** @type {Chapter} */
export const worksheet = { id: worksheetPage.id, ...text.chapter, pages: [worksheetPage] };

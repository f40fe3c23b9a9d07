/** Renders everything that the element shows: the lab, the first screen or a page of the course. */

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { getSlot } from '../features.js';
import { actionButton, radioForm } from '../figures/controls.js';
import { listMatrices } from '../figures/tables.js';
import { makeContext } from '../lessons/context.js';
import { usesSetting } from '../state/fields.js';
import {
  AUTHOR_CHAPTER,
  findEntrance,
  findLastPage,
  isReservedName,
  OPENING,
} from '../state/guide.js';
import { MAX_COLUMNS, MAX_SHEET_ROWS } from '../state/limits.js';
import * as text from '../text/en/controls.js';
import { attentionWeights } from '../text/en/overview.js';
import { readMessage } from '../text/error.js';
import { chapterText, toAuthorClass } from '../text/inline.js';
import { comparisonNote, experimentBar } from './experiments.js';
import { exportSection } from './export.js';
import {
  repeatsOverview,
  stepBar,
  stepFigure,
  stepSection,
  stepsLink,
  wholePictureSection,
} from './figure.js';
import { makeDropListeners } from './files.js';
import { pageLink, stateLink } from './link.js';
import { canSet } from './number-editor.js';
import { originNote, runNote, trainedModelLink, weightsFigure } from './overview.js';
import { sentenceField, settingsPanel } from './settings.js';
import { alertStatus } from './status-message.js';
import { tokenBar } from './token-bar.js';

/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { LabSession } from '../session/lab-session.js'
 * @import { KeptSettings } from './expert-settings.js'
 * @import { ExportController } from './export.js'
 * @import { FileReading } from './files.js'
 * @import { RenderPiece } from './types.js'
 */

/**
 * @typedef {object} Frame what the element adds to the context
 * @property {LabSession} session
 * @property {(part: string) => boolean} shows returns whether a part is shown
 * @property {boolean} isPart whether the element is part of an author's text
 * @property {boolean} fillsWindow whether the element is at least as high as the window
 * @property {string[]} [tables] the only tables to show
 * @property {RenderPiece} renderPiece
 * @property {boolean} isPrinting whether the element is being printed, with all steps below each
 * other
 * @property {string | undefined} linkNotice says that a link names no page or step
 * @property {unknown} statusMessage the message that replaces the figures
 * @property {boolean} hasUnknownWord whether figures are missing because the model does not know a
 * word of the sentence
 * @property {() => void} openHelp
 * @property {unknown} caption the author's caption
 * @property {boolean} hasCaption whether the caption has content, which replaces the origin
 * @property {ExportController} exporter
 * @property {FileReading} reading
 * @property {KeptSettings} keptSettings the state of the settings section
 * @property {unknown} panel the panel in which a model learns
 * @property {unknown} learn buttons of the panel that stay in view
 * @property {unknown} help
 */

/** @param {ViewContext} context @param {Frame} frame */
export function labView(context, frame) {
  const { session, shows } = frame;
  const { pages } = session;
  const { authorChapter } = context;
  const { guide } = context.state;
  const failures = [
    ...(pages.isReady(session.state) ? [pages.failure ?? pages.mapsFailure] : []),
    session.tensors.refusal,
  ];
  const isOutdated = session.evaluate().isOpening && !frame.statusMessage;
  const top = [
    shows('course') && guide !== OPENING && (guide === '' || context.isLinked || context.hasOpening)
      ? html`<div data-level="1">${context.hasOpening && !frame.isPrinting ? pageLink(context, OPENING, text.title, 'plain home') : text.title}</div>`
      : nothing,
    shows('course') && guide === '' && !context.readonly
      ? html`<p class="invitation">${courseLink(context)} ·
          ${stateLink(context, { ...context.state, guide: findEntrance('check'), cell: '' }, text.checkNumbers)}
          ${authorChapter ? html`· <span class=${toAuthorClass(authorChapter)}>${stateLink(context, { guide: AUTHOR_CHAPTER }, chapterText(authorChapter.title))}</span>` : nothing}</p>`
      : nothing,
  ];
  const { over, drop } = makeDropListeners(
    ({ files }) => files.length > 0 && frame.reading.read(files),
  );
  const takesFiles = shows('settings') && !context.readonly && guide === '';
  return html`<div class="lab ${frame.isPart ? 'part' : 'sticking'} ${canSet(context) ? 'editable' : ''} ${frame.fillsWindow ? 'page' : ''} ${isOutdated ? 'outdated' : ''}"
    @dragover=${takesFiles ? over : nothing} @drop=${takesFiles ? drop : nothing}>
    ${radioForm}
    ${top.some((part) => part !== nothing) ? html`<div class="top">${top}</div>` : nothing}
    ${failures.map((failure) => (failure ? alertStatus(readMessage(failure)) : nothing))}
    ${frame.linkNotice ? alertStatus(frame.linkNotice) : nothing}
    ${guide === '' ? labSections(context, frame) : coursePages(context, frame)}
    ${frame.help}
    <p class="hidden live" aria-live="polite"></p>
  </div>`;
}

/** Leads back to the last page that the reader saw, or to the first page. @param {ViewContext} context */
function courseLink(context) {
  const page = findLastPage(context.state.answers, context.progress?.guide) ?? '';
  const isOfCourse = page !== '' && !isReservedName(page);
  const guide = isOfCourse ? page : findEntrance('course');
  return stateLink(context, { guide }, isOfCourse ? text.lastPage : text.course);
}

/**
 * Renders the open page, or on paper all pages of an author's chapter.
 * @param {ViewContext} context
 * @param {Frame} frame
 */
function coursePages(context, frame) {
  const { session, statusMessage: waiting, panel: training, shows } = frame;
  if (context.state.guide === OPENING)
    return waiting ?? getSlot('opening')?.view(context, session.pages.story);
  const frameOfPage = { hasLinks: shows('course'), named: session.authored.guide };
  const pages = getSlot('pages');
  const all = frame.isPrinting && !waiting ? pages?.contextsOnPaper(context) : undefined;
  // The open page keeps its elements. Lit would keep the lab in memory if a list replaced it, because
  // a part that gets a list forgets to disconnect its template.
  return html`${repeat(
    /** @type {ViewContext[]} */ (all ?? [context]),
    (page) => (page === context ? 'open' : page.state.guide),
    (page) =>
      page === context
        ? (pages?.view(page, {
            training,
            tools: toolBar(context, frame),
            waiting,
            isOpening: session.evaluate().isOpening,
            ...frameOfPage,
          }) ?? waiting)
        : pages?.view(page, frameOfPage),
  )}`;
}

/** @param {ViewContext} context @param {Pick<Frame, 'tables'>} frame */
const isWholePicture = ({ state }, { tables }) => state.view === 'whole' && !tables;

/**
 * Whether the note of the step about its head is drawn: below the weights, or below the step.
 * @param {ViewContext} context
 * @param {Pick<Frame, 'shows' | 'tables'>} frame
 */
export function hasHeadNote(context, { shows, tables }) {
  if (!context.step.headNote || isWholePicture(context, { tables })) return false;
  return shows('weights') || (shows('text') && !tables);
}

/** @param {number} rows @param {number} columns */
const fitsOnSheet = (rows, columns) => rows <= MAX_SHEET_ROWS && columns <= MAX_COLUMNS;

/**
 * Tells whether a worksheet has tables: the scores, the words' projections or the features fit on a
 * page.
 * @param {Pick<ViewContext['state'], 'dModel'>} state
 * @param {Pick<ViewContext['computation'], 'queryWords' | 'keyWords' | 'results'>} computation
 */
export function hasWorksheetTables({ dModel }, { queryWords, keyWords, results }) {
  const [queries, keys] = [queryWords.length, keyWords.length];
  const [features = Number.POSITIVE_INFINITY] = results.features?.shape.slice(-1) ?? [];
  return (
    fitsOnSheet(queries, keys) ||
    fitsOnSheet(Math.min(queries, keys), dModel) ||
    fitsOnSheet(keys, features)
  );
}

/** @param {ViewContext} context @param {Frame} frame */
function labSections(context, frame) {
  const { shows, statusMessage, renderPiece } = frame;
  const { state, readonly, parts } = context;
  const tensors = listMatrices(parts).map(({ tensor }) => tensor);
  const hasSentence = shows('sentence') && usesSetting(state, 'sentence') && !readonly;
  const hasSettings = shows('settings') && !readonly;
  // The results of experiments stand beside the experiments, or below the weights if there are
  // none.
  const hasExperiments = hasSettings && usesSetting(state, 'target');
  const comparison =
    statusMessage || hasExperiments || frame.tables ? nothing : comparisonNote(context, tensors);
  const hasWorksheet =
    shows('programs') &&
    shows('course') &&
    !readonly &&
    hasWorksheetTables(state, context.computation);
  const isWhole = isWholePicture(context, frame);
  const hasWeights = shows('weights') && !isWhole && !repeatsOverview(context);
  const hasFirstSection = hasSentence || hasSettings || hasWeights;
  const hasLinks = hasSentence && hasSettings && shows('course');
  const bar =
    statusMessage || isWhole || frame.tables || frame.isPrinting
      ? nothing
      : renderPiece(() => stepBar(context, frame.isPart));
  return html`
    ${frame.isPrinting && hasSettings && !statusMessage ? runNote(context) : nothing}
    ${shows('toolbar') ? renderPiece(() => tokenBar(context, toolBar(context, frame), hasSettings ? frame.learn : nothing)) : nothing}
    ${isWhole && !statusMessage ? [stepsLink(context), renderPiece(() => wholePictureSection(context, hasWorksheet))] : nothing}
    ${
      hasFirstSection
        ? html`<section class="first" aria-label=${attentionWeights}>
            ${hasSentence ? renderPiece(() => html`<div class="fields">${sentenceField(context)}</div>`) : nothing}
            ${frame.hasCaption ? nothing : html`<div class="source-note">${originNote(context, hasLinks)}</div>`}
            <div class="overview">${statusMessage ?? (hasWeights ? renderPiece(() => weightsFigure(context, { shows })) : nothing)}
              ${hasLinks && frame.hasUnknownWord ? trainedModelLink(context, 'unknownWord') : nothing} ${comparison}</div>
            <div class="settings">
              ${hasSettings ? renderPiece(() => settingsPanel(context, frame.reading, frame.panel, frame.keptSettings)) : nothing}
              ${hasExperiments ? renderPiece(() => experimentBar(context, statusMessage ? [] : tensors)) : nothing}
            </div>
          </section>`
        : html`${statusMessage} ${comparison}`
    }
    ${statusMessage || isWhole ? nothing : stepSections(context, frame)}
    ${frame.isPart ? bar : nothing}
    ${hasFirstSection || statusMessage || frame.hasCaption ? nothing : originNote(context)}
    ${frame.caption}
    ${statusMessage || !shows('export') ? nothing : renderPiece(() => exportSection(context, frame.exporter, { hasPrograms: shows('programs'), hasWorksheet }))}
    ${/* Sticks to the end of the window however short the step is. */ frame.isPart ? nothing : bar}`;
}

/**
 * Renders the step on screen, or on paper all steps. With `tables`, renders only these tables and
 * their trace.
 * @param {ViewContext} context
 * @param {Frame} frame
 */
function stepSections(context, { isPart, isPrinting, shows, tables, renderPiece }) {
  const { nodes } = context.computation;
  if (tables) {
    const known = tables.filter((name) => Object.hasOwn(nodes, name));
    return stepFigure(context, renderPiece, { tables: known });
  }
  const options = {
    isPart,
    hasText: shows('text'),
    hasOverview: shows('weights'),
    shows,
    renderPiece,
  };
  if (isPrinting)
    return openNumberOnce(
      context.steps.map(({ id: step }) =>
        makeContext({ ...context, state: { ...context.state, step } }),
      ),
    ).map((page) => stepSection(page, options));
  return html`${stepSection(context, options)}
        ${shows('weights') || !shows('text') ? nothing : (context.step.headNote?.(context) ?? nothing)}`;
}

/**
 * Leaves the opened number open only in the step that computes its table. Other steps show only its
 * frames.
 * @param {ViewContext[]} contexts all steps
 */
function openNumberOnce(contexts) {
  const near = contexts.filter(({ traced }) => traced);
  const [first = near[0]] = near.filter(({ traced, parts }) =>
    listMatrices(parts).some(({ tensor }) => tensor === traced?.id),
  );
  return contexts.map((page) => (page === first ? page : { ...page, traced: undefined }));
}

/** @param {ViewContext} context @param {Frame} frame */
function toolBar({ readonly }, { session, openHelp, shows }) {
  if (!shows('toolbar')) return nothing;
  /** @param {string} sign @param {string} label @param {() => void} act @param {boolean} [canAct] */
  const toolButton = (sign, label, act, canAct = true) =>
    actionButton(sign, canAct && act, { kind: 'tool', label, title: label });
  return html`<div class="tools">
    ${
      readonly
        ? nothing
        : [
            toolButton('↶', text.undo, () => session.undo(), session.canUndo),
            toolButton('↷', text.redo, () => session.redo(), session.canRedo),
          ]
    }${toolButton('?', text.help, openHelp)}
  </div>`;
}

/** Renders one step with its text, matrices and formula, and the bar that leads to the others. */

import { html, nothing } from 'lit';
import { getSlot } from '../features.js';
import {
  listMatrices,
  makeTable,
  makeTableCell,
  shareColourLimit,
  withOwnerName,
} from '../figures/tables.js';
import { getLayerPrefix } from '../graph/graph.js';
import { listLessonSteps, listStepsBetween } from '../lessons/steps.js';
import { editName } from '../state/edit-cells.js';
import { groupSteps } from '../state/step-groups.js';
import * as text from '../text/en/steps.js';
import { inThisStep } from '../text/en/tables.js';
import { formulaLine } from './formula-line.js';
import { stateLink, worksheetLink } from './link.js';
import { maskPainter } from './mask-painter.js';
import { colourLegend, matrixTable } from './matrix.js';
import { canSet } from './number-editor.js';
import { weightsFigure } from './overview.js';
import { pageBar } from './page-bar.js';
import { fillSettings } from './settings.js';
import { tracePanel } from './trace-panel.js';

/**
 * @import { Matrix } from '../figures/types.js'
 * @import { ViewContext } from '../lessons/context.js'
 * @import { RenderPiece } from './types.js'
 */

// The section of the whole picture in the lab, and the link to it.

/** Renders the link from a step to the picture. @param {ViewContext} context */
const pictureLink = (context) =>
  !context.isLocked && `${getLayerPrefix(context.overview)}scores` in context.computation.nodes
    ? stateLink(context, { ...context.state, view: 'whole' }, text.wholePicture)
    : nothing;

/** Renders the link from the picture to the step. @param {ViewContext} context */
export const stepsLink = (context) =>
  context.isLocked
    ? nothing
    : html`<p>${stateLink(context, { ...context.state, view: 'step' }, text.backToSteps)}</p>`;

/** Renders the link to the table of the traced number. @param {ViewContext} context */
function tableLink({ traced, state, computation, isLocked, changeToTensor, navigateTo }) {
  const page = traced && !isLocked && changeToTensor(traced.id);
  if (!page) return nothing;
  const head = computation.nodes[traced.id].axes.startsWith('h') ? traced.index[0] : state.head;
  return html`<p><button type="button" class="plain"
    @click=${() => navigateTo({ ...page, cell: state.cell, head })}>${text.openTable}</button></p>`;
}

/** @param {ViewContext} context @param {boolean} hasWorksheet whether to offer a worksheet of these numbers */
export const wholePictureSection = (
  context,
  hasWorksheet,
) => html`<section class="steps guide" aria-label=${text.wholePicture}>
    <div data-level="2" class="step-title" tabindex="-1">${text.wholePicture}</div>
    <div class="figure">
      ${getSlot('picture')?.view(context)}
      ${tracePanel(context, tableLink(context))}
    </div>
    ${hasWorksheet ? html`<p class="note">${worksheetLink(context, text.worksheet)}</p>` : nothing}
  </section>`;

/**
 * @param {ViewContext} context
 * @param {object} options
 * @param {boolean} options.isPart whether the step is part of an author's text, and therefore not a
 * landmark
 * @param {boolean} [options.hasText] whether to show the title, the formula and the text
 * @param {boolean} [options.hasOverview] whether the weights with their words belong to the screen
 * @param {(part: string) => boolean} [options.shows] whether an author shows a part
 * @param {RenderPiece} options.renderPiece
 */
export function stepSection(context, { isPart, hasText = true, hasOverview, shows, renderPiece }) {
  const { step, steps, parts, computation } = context;
  const index = steps.indexOf(step);
  return html`<section class="steps" role=${isPart ? 'group' : nothing} aria-label=${step.title}>
    <div class="one">
      ${
        hasText
          ? renderPiece(
              () => html`<header role="presentation">
        <p class="note">${text.stepNote({
          number: index + 1,
          count: steps.length,
          layer: parts.length > 0 ? computation.words?.layer : undefined,
          head: findShownHead(context),
          heads: context.state.heads,
          canPress: !context.isLocked && !context.traced && context.parts.length > 0,
          isComputed: isComputed(context),
          canSet: canSetTables(context),
        })}</p>
        <div data-level="2" class="step-title" tabindex="-1">${step.title}</div>
        ${formulaLine(context)} ${pictureLink(context)}
      </header>
      <div class="prose">${step.text(context)}</div>`,
            )
          : nothing
      }
      ${stepFigure(context, renderPiece, { hasOverview, shows })}
    </div>
  </section>`;
}

/** Opens a step and closes the open number, whose panel would cover the step on a phone. @param {string} step */
export const changeToStep = (step) => ({ step, view: /** @type {const} */ ('step'), cell: '' });

/**
 * Renders the bar that leads to the other steps.
 * @param {ViewContext} context
 * @param {boolean} isPart whether the step is part of an author's text
 */
export function stepBar(context, isPart) {
  const { step, steps, navigateTo } = context;
  if (steps.length < 2) return nothing;
  return pageBar({
    label: text.steps,
    pages: steps,
    ...arrangeSteps(context),
    index: steps.indexOf(step),
    open: (to) => navigateTo(changeToStep(steps[to].id)),
    role: isPart ? 'group' : 'navigation',
  });
}

/**
 * Returns the groups of the steps in the row, and of the steps under More. An author's choice of
 * steps is kept.
 * @param {ViewContext} context
 */
function arrangeSteps({ state, steps, wanted }) {
  if (wanted?.some((id) => steps.some((step) => step.id === id))) return {};
  const groups = groupSteps(state);
  /** @param {readonly string[]} ids */
  const indices = (ids) => ids.map((id) => steps.findIndex((step) => step.id === id));
  /** @param {(group: (typeof groups)[number]) => readonly string[]} choose */
  const named = (choose) =>
    groups
      .map((group) => ({ name: text.groups[group.name] ?? '', pages: indices(choose(group)) }))
      .filter(({ pages }) => pages.length > 0);
  return {
    groups: named(({ row }) => row),
    rest: named(({ steps, row }) => steps.filter((step) => !row.includes(step))),
  };
}

/** Whether the weights above the steps are also the only table of the step. @param {ViewContext} context */
export const repeatsOverview = ({ parts, overview }) =>
  parts.length === 1 && listMatrices(parts).every(({ tensor }) => tensor === overview);

/** Whether a number of the step is computed. Inputs are only given. @param {ViewContext} context */
const isComputed = ({ computation: { nodes }, parts }) =>
  listMatrices(parts).some(({ tensor }) => nodes[tensor].inputs.length > 0);

/** Whether the reader can set every number of the step's tables. @param {ViewContext} context */
const canSetTables = (context) =>
  canSet(context) &&
  listMatrices(context.parts).every((matrix) => {
    const cell = makeTableCell(matrix, 0, 0);
    return editName(context.state, context.computation, cell) !== undefined;
  });

/**
 * Returns the steps that an author has left out between the scores of an earlier step and those of
 * this one.
 * @param {ViewContext} context
 */
function listLeftOutSteps(context) {
  const { wanted, state, steps, step, parts, computation } = context;
  const [table] = listMatrices(parts);
  if (!wanted || !table) return [];
  const earlier = steps
    .slice(0, steps.indexOf(step))
    .flatMap(({ figure }) => listMatrices(figure(context)).map(({ tensor }) => tensor));
  return listStepsBetween(listLessonSteps(state), computation.nodes, earlier, table);
}

/**
 * Renders the matrices and the formula of a step, and the trace of a number.
 * @param {ViewContext} context
 * @param {RenderPiece} renderPiece
 * @param {object} [options]
 * @param {string[]} [options.tables] the only tables to show, in place of the step's own figure
 * @param {boolean} [options.hasOverview]
 * @param {(part: string) => boolean} [options.shows] whether an author shows a part
 */
export function stepFigure(context, renderPiece, { tables, hasOverview = false, shows } = {}) {
  const { step } = context;
  const isOverview = hasOverview && repeatsOverview(context);
  const parts = shareColourLimit(
    tables?.map((name) => withOwnerName(makeTable(context, name), context.computation)) ??
      context.parts,
  );
  return html`<div class="figure" part="step">
    <div class="matrices">
      ${isOverview ? renderPiece(() => html`<div class="term">${weightsFigure(context, { shows })}</div>`) : drawTerms(parts, (matrix) => renderPiece(() => matrixTable(matrix, context)))}
      ${
        step.id === 'maskedScores' && !tables
          ? html`<div class="term painting">${maskPainter(context)} ${fillSettings(context)}</div>`
          : nothing
      }
    </div>
    ${tables ? nothing : renderPiece(() => step.aside?.(context) ?? nothing)}
    ${renderPiece(
      () => html`<div class="below">
      ${tables ? nothing : html`<div class="formula">${listLeftOutSteps(context).map((before) => before.formula(context))} ${step.formula(context)}</div>`}
      ${isOverview ? nothing : colourLegend(listMatrices(parts), undefined, tables ? '' : inThisStep)}
    </div>`,
    )}
    ${renderPiece(() => tracePanel(context))}
    <svg class="connectors" aria-hidden="true"></svg>
  </div>`;
}

/**
 * Returns the head of these tables, counted from 1, if all of them belong to one.
 * @param {ViewContext} context
 */
function findShownHead({ state, computation, parts }) {
  /** @param {'h' | 'j'} axis the axis of heads, or of heads that others share */
  const countHeads = (axis) =>
    new Set(
      listMatrices(parts)
        .filter(({ tensor }) => computation.nodes[tensor].axes.startsWith(axis))
        .map(({ leadingIndex }) => leadingIndex[0]),
    ).size;
  const isOne = Math.max(countHeads('h'), countHeads('j')) === 1;
  return state.heads > 1 && isOne ? state.head + 1 : undefined;
}

/**
 * Renders each matrix together with the sign before it and the column that belongs to it, so that
 * no line break separates them.
 * @param {(Matrix | string)[]} parts
 * @param {(matrix: Matrix) => unknown} draw
 */
export const drawTerms = (parts, draw) =>
  groupTerms(parts).map(
    ({ sign, matrices }) => html`<div class="term">
      ${sign && html`<span class="sign" aria-hidden="true">${sign}</span>`}
      ${matrices.map(draw)}
    </div>`,
  );

/** @param {(Matrix | string)[]} parts */
function groupTerms(parts) {
  /** @type {{ sign: string, matrices: Matrix[] }[]} */
  const groups = [];
  let sign = '';
  for (const part of parts) {
    const last = groups.at(-1);
    if (typeof part === 'string') {
      sign = part;
    } else if (part.joinsPrevious && last) {
      last.matrices.push(part);
    } else {
      groups.push({ sign, matrices: [part] });
      sign = '';
    }
  }
  return groups;
}

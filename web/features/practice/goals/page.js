/** The page of a goal: meters, what the reader may change, the effect, and a hint. */

import { html, nothing } from 'lit';
import { actionButton } from '../../../figures/controls.js';
import { styled, waitForPaint } from '../../../figures/dom.js';
import { readCell } from '../../../graph/trace.js';
import { deferMarked, renderMarked } from '../../../lessons/chapter-markup.js';
import { proposeByPage } from '../../../lessons/context.js';
import { drawTables, numberSlider, settingChoice } from '../../../pages/figures.js';
import { makeTarget } from '../../../pages/tasks/target.js';
import { rememberState } from '../../../session/experiments.js';
import { readAddress } from '../../../state/address.js';
import { editName, findCellOfEdit, withEdit } from '../../../state/edit-cells.js';
import { parseEdits } from '../../../state/edits.js';
import { getSettings } from '../../../state/fields.js';
import { normaliseState } from '../../../state/normalise.js';
import { chapterText, quoted } from '../../../text/inline.js';
import { rounded } from '../../../text/number.js';
import { cellLabel } from '../../../views/cell-label.js';
import { maskPainter } from '../../../views/mask-painter.js';
import * as text from '../text/en/goals.js';
import { findBestChange } from './hints.js';
import {
  allowsNumber,
  countMoves,
  findDirectionToGoal,
  findMeterEnds,
  findStartNumber,
  findUnmetMeasure,
  followsRules,
  formatFewestMoves,
  isReached,
  readFewestMoves,
} from './rules.js';

/**
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { CourseContext } from '../../../pages/types.js'
 * @import { Computation } from '../../../sources/types.js'
 * @import { Goal, Measure, Tables } from '../types.js'
 * @import { Hint } from './hints.js'
 */

/**
 * The hints that readers asked for, by run, so that a hint disappears when the numbers change.
 * @type {WeakMap<Computation, unknown>}
 */
const hints = new WeakMap();

/**
 * Formats a measured number with three digits, or with six if three digits would show it on the
 * wrong side of its bounds.
 * @param {Measure} measure
 * @param {number} value
 */
function formatMeasure(measure, value) {
  const isAsSeen =
    findDirectionToGoal(measure, Number(value.toPrecision(3))) ===
    findDirectionToGoal(measure, value);
  return rounded(value, isAsSeen ? 3 : 6);
}

/** @param {CourseContext} context @param {Goal} goal */
const meters = (context, goal) => {
  const isFair = followsRules(goal, context);
  return html`<ul class="meters">
  ${goal.measures.map((measure) => {
    const { name, least, most } = measure;
    const [low, high] = findMeterEnds(goal, measure, context);
    const value = measure.read(context);
    const now = formatMeasure(measure, value);
    const isMet = isFair && findDirectionToGoal(measure, value) === 0;
    const marks = [least, most].filter((bound) => bound !== undefined);
    return html`<li class=${isMet ? 'met' : ''}>
      <span class="name chapter-text">${name}</span>
      <span class="gauge">
        <meter min=${low} max=${high} .value=${value} aria-label=${name}>${now}</meter>
        ${marks.map(
          (mark) =>
            html`<i aria-hidden="true" ${styled('--at', `${(100 * (mark - low)) / (high - low)}%`)}></i>`,
        )}
      </span>
      <span>${text.meter(now, text.aim(measure))} ${isMet ? text.met : nothing}</span>
    </li>`;
  })}
</ul>`;
};

/**
 * Returns a function that looks up the starting value of a changed number.
 * @param {CourseContext} context
 * @param {Goal} goal
 */
function makeStartLookup(context, goal) {
  const { state, computation } = context;
  const { edits } = countMoves(goal, context);
  return (/** @type {string} */ place) => {
    const cell = readCell(place, computation.run);
    const edit = cell && editName(state, computation, cell);
    return edit !== undefined && edits.includes(edit)
      ? findStartNumber(goal, context, edit)
      : undefined;
  };
}

/**
 * Keeps the last changes, because the page of a goal opens with its own numbers.
 * @param {ViewContext} context
 * @param {Goal} goal
 */
function keepChanges(context, goal) {
  const { state, progress } = context;
  const settings = rememberState(state);
  if (countMoves(goal, context).count > 0 && progress?.readDraft(state.guide)?.[0] !== settings)
    progress?.keepDraft(state.guide, [settings]);
}

/** Offers the kept changes in the room of the list, which is empty then. @param {CourseContext} context @param {Goal} goal */
function bringBackButton({ state, dispatch, progress }, goal) {
  const [draft] = progress?.readDraft(state.guide) ?? [];
  if (!draft || rememberState(state) !== rememberState(goal.start)) return nothing;
  const kept = getSettings(normaliseState(readAddress(draft).state));
  return html`<li><button type="button" class="plain" @click=${() => dispatch({ ...kept }, { by: 'page' })}>${text.bringBack}</button></li>`;
}

/** @param {CourseContext} context @param {Goal} goal */
function changeList(context, goal) {
  const { state, computation, dispatch, given } = context;
  const { count, edits } = countMoves(goal, context);
  const now = parseEdits(state.edits);
  const again = () => dispatch({ ...getSettings(goal.start), cell: '' }, { by: 'page' });
  const hint = hints.get(computation);
  // Several pages may be printed.
  const hintId = `hint-${state.guide}`;
  const give = (/** @type {Event} */ event) => giveHint(context, goal, event);
  return html`<div class="moves">
    <p>
      ${isReached(goal, context) ? nothing : actionButton(text.hint, hint === undefined && give, { kind: 'check', describedBy: hintId })}
      <button type="button" class="plain" @click=${again}>${text.again}</button>
      <span>${text.moves(count, goal.changes, readFewestMoves(given?.value))}</span>
    </p>
    <p class="hint" id=${hintId} role="status">${hint === undefined ? nothing : html`${hint} ${text.askAgain}`}</p>
    <ul ${styled('--most', String(goal.changes))}>${bringBackButton(context, goal)}${edits.map(
      (edit) => {
        const cell = findCellOfEdit(state, computation, edit);
        const was = findStartNumber(goal, context, edit) ?? NaN;
        const setBack = parseEdits(goal.start.edits).get(edit);
        const back = () =>
          dispatch({ edits: withEdit(state.edits, edit, setBack) }, { by: 'page' });
        return html`<li>${cell ? cellLabel(context, cell) : edit}
              ${text.became(quoted(was), quoted(now.get(edit) ?? NaN))}
              <button type="button" class="plain" @click=${back}>${text.takeBack}</button></li>`;
      },
    )}</ul>
  </div>`;
}

/** @param {CourseContext} context @param {Goal} goal */
function goalControls(context, goal) {
  const { state, dispatch } = context;
  const temperature = goal.temperature;
  return html`${
    temperature
      ? numberSlider({
          name: text.temperature,
          range: { min: temperature[0], max: temperature[1], step: 0.01, value: state.temperature },
          number: state.temperature,
          digits: state.temperature.toFixed(2),
          onSlide: (value) => dispatch({ temperature: value }, { by: 'page' }),
        })
      : nothing
  }
  ${Object.entries(goal.settings ?? {}).map(([name, values]) =>
    settingChoice(
      context,
      text.choices[name].name,
      values.map((value) => [text.choices[name].values[value], { [name]: value }]),
    ),
  )}
  ${goal.paint ? maskPainter(proposeByPage(context)) : nothing}`;
}

/**
 * Shows the change that helps most.
 * @param {CourseContext} context
 * @param {Goal} goal
 * @param {Event} event
 */
async function giveHint(context, goal, { currentTarget }) {
  const moves = /** @type {Element} */ (currentTarget).closest('.moves');
  const { computation, dispatch, state } = context;
  const hint = findBestChange(context, goal);
  const isUsed = countMoves(goal, context).count >= goal.changes;
  const isThere = findUnmetMeasure(goal, context) < 0;
  hints.set(
    computation,
    hint
      ? writeHint(context, goal, hint)
      : text.hints[isThere ? 'there' : isUsed ? 'used' : 'none'],
  );
  // Dispatch an unchanged cell, so that the page renders the hint.
  dispatch({ cell: state.cell }, { by: 'page' });
  await waitForPaint();
  moves?.querySelector('.hint')?.scrollIntoView({ block: 'nearest' });
}

/** @param {CourseContext} context @param {Goal} goal @param {Hint} hint */
export function writeHint(context, goal, hint) {
  if (goal.hint) return chapterText(renderMarked(goal.hint, context));
  const { computation } = context;
  const { place, direction, pair, effect } = hint;
  const { name } = goal.measures[hint.index];
  if (place !== undefined) {
    const cell = readCell(place, computation.run);
    const label = cell
      ? html`<button type="button" class="plain" @click=${() => context.dispatch({ cell: place }, { by: 'page' })}>${cellLabel(context, cell)}</button>`
      : text.theTemperature;
    return text.hints.number(label, direction === 1, name, effect);
  }
  if (pair) {
    const [query, key] = pair;
    return text.hints.pair(computation.queryWords[query], computation.keyWords[key], name, effect);
  }
  const [[setting, value]] = Object.entries(hint.change);
  const { name: settingName, values } = text.choices[setting];
  return text.hints.choice(settingName, values[String(value)], name, effect);
}

/**
 * @param {CourseContext} context
 * @param {Goal} goal
 * @param {(marked: CourseContext) => unknown} shows draws the effect of the changes
 */
function figure(context, goal, shows) {
  const marked = { ...context, originalOf: makeStartLookup(context, goal) };
  return html`${meters(context, goal)}
    <div class="goal">
      <section aria-label=${text.canChange}>
        <div data-level="3">${text.canChange} ${goal.numbers ? html`<span class="note">${text.press(...goal.range)}</span>` : nothing}</div>
        ${goalControls(context, goal)} ${drawTables(marked, Object.keys(goal.numbers ?? {}), goal.numbers)}
      </section>
      <section aria-label=${text.comes}>
        <div data-level="3">${text.comes}</div>
        ${shows(marked)}
      </section>
    </div>
    ${changeList(context, goal)}`;
}

/** @param {CourseContext} context @param {Goal} goal */
function reply(context, goal) {
  const { count, isForeign, beyond } = countMoves(goal, context);
  if (isForeign) return text.reply.foreign;
  if (beyond !== undefined) return text.reply.beyond(...goal.range);
  if (count > goal.changes) return text.reply.tooMany(count, goal.changes);
  const index = findUnmetMeasure(goal, context);
  if (index < 0) return text.reply.reached(count, goal.fewest ?? goal.changes);
  const measure = goal.measures[index];
  const now = formatMeasure(measure, measure.read(context));
  return text.reply.far(measure.name, now, text.aim(measure));
}

/**
 * @param {Goal} goal
 * @param {(context: CourseContext) => unknown} shows draws the effect of the changes
 */
export const makeGoalParts = (goal, shows) => ({
  state: goal.start,
  isSettable: true,
  /** @param {CourseContext} context */
  panel: (context) => ({
    ...proposeByPage(context),
    readonly: !allowsNumber(goal, context.state.cell),
    keepsMask: !goal.paint,
    allowedRange: goal.range,
    hidesFormula: true,
  }),
  /** @param {CourseContext} context */
  figure: (context) => figure(context, goal, shows),
  task: makeTarget({
    question: deferMarked(goal.question),
    onPaper: text.onPaper,
    judge: (context) => ({ isRight: isReached(goal, context), reply: reply(context, goal) }),
    keepDraft: (context) => keepChanges(context, goal),
    kept: (context, before) => formatFewestMoves(countMoves(goal, context).count, before),
  }),
});

/** The choices in the builder, and the attributes that they lead to. */

import { getMaskKind } from '../graph/masks/index.js';
import { getShownStep, listLessonSteps } from '../lessons/steps.js';
import { getMask } from '../state/derived.js';
import { DEFAULTS } from '../state/fields.js';
import { listHiddenParts } from '../state/hidden-parts.js';
import { normaliseState } from '../state/normalise.js';
import { getSourceKind } from '../state/source-kinds.js';

/**
 * @import { State } from '../state/types.js'
 * @import { SnippetOptions } from './snippets.js'
 */

/**
 * @typedef {object} Choices
 * @property {State} state
 * @property {readonly string[]} steps the ticked steps of any lesson; none for the whole lesson
 * @property {string} table the table that is shown alone, in place of steps; '' for none
 * @property {readonly string[]} hide parts to hide in addition to the default
 * @property {readonly string[]} show parts to show that are hidden by default
 * @property {boolean} readonly
 * @property {boolean} locked
 * @property {boolean} compact
 * @property {string} theme
 * @property {string} lang
 */

/** The names for `hide` and `show`, with labels. */
export const PART_LABELS = {
  course: 'title and way to the course',
  sentence: 'fields for the sentences',
  settings: 'settings and experiments',
  toolbar: 'words, heads, undo, keys',
  text: 'words of the steps',
  export: '“Export”',
};

/** The parts that `compact` hides by its style. */
const HIDDEN_ON_SLIDES = ['text', 'export'];

/** @type {Readonly<Choices>} */
export const FIRST_CHOICES = {
  state: DEFAULTS,
  steps: ['scores', 'weights'],
  table: '',
  hide: [],
  show: [],
  readonly: false,
  locked: false,
  compact: false,
  theme: '',
  lang: '',
};

/**
 * Returns the chosen steps in the order of the lesson; none for the whole lesson.
 * @param {Pick<Choices, 'state' | 'steps'>} choices
 */
export function listChosenSteps({ state, steps }) {
  if (steps.length === 0) return [];
  const all = listLessonSteps(state).map(({ id }) => id);
  const there = all.filter((id) => steps.includes(id));
  // Without any chosen step, the whole lesson would be shown. Every lesson has weights.
  return there.length > 0 ? there : ['weights'];
}

/** Returns the steps of a lesson whose table can be shown alone. @param {State} state */
export function listStepsWithTable(state) {
  const { withoutTable = [] } = getSourceKind(state);
  return listLessonSteps(state).filter(({ id }) => !withoutTable.includes(id));
}

/** Returns the table that is shown alone. @param {Pick<Choices, 'state' | 'table'>} choices */
export const findChosenTable = ({ state, table }) =>
  // Another lesson may lack the table. Every lesson has weights.
  table === '' || listStepsWithTable(state).some(({ id }) => id === table) ? table : 'weights';

/** Returns the parts that the author hides or the preset leaves out. @param {Choices} choices */
export const listPartsHiddenBy = (choices) => listHiddenParts(makeSnippetOptions(choices));

/**
 * Returns the parts that stay hidden, whatever the author ticks.
 * @param {Pick<Choices, 'compact' | 'locked'>} choices
 */
export const listOverruledParts = ({ compact, locked }) => [
  ...(compact ? HIDDEN_ON_SLIDES : []),
  ...listHiddenParts({ locked, show: Object.keys(PART_LABELS) }),
];

/** @param {Choices} choices @param {string} part @param {boolean} isShown @returns {Choices} */
export function withPart(choices, part, isShown) {
  // A slide or a locked element overrules a choice, but does not remove it.
  const free = { ...choices, compact: false, locked: false };
  const now = listPartsHiddenBy(free);
  const hidden = Object.keys(PART_LABELS).filter((name) =>
    name === part ? !isShown : now.includes(name),
  );
  const usual = listPartsHiddenBy({ ...free, hide: [], show: [] });
  return {
    ...choices,
    hide: hidden.filter((name) => !usual.includes(name)),
    show: usual.filter((name) => !hidden.includes(name)),
  };
}

/** @param {Choices} choices @param {string} id @param {boolean} ticked @returns {Choices} */
export function withStep(choices, id, ticked) {
  const others = listChosenSteps(choices).filter((step) => step !== id);
  const steps = ticked ? [...others, id] : others;
  return withState({ ...choices, steps }, {});
}

/**
 * Changes the state. The first step is the default and is not named.
 * @param {Choices} choices
 * @param {Partial<State>} change
 * @returns {Choices}
 */
export function withState(choices, change) {
  const state = normaliseState({ ...choices.state, ...change });
  const next = { ...choices, state };
  // A table that is shown alone belongs to its step.
  const table = findChosenTable(next);
  const shown = listLessonSteps(state, table ? [table] : listChosenSteps(next));
  const isFirst = getShownStep(shown, state) === shown[0];
  return isFirst ? { ...next, state: normaliseState({ ...state, step: DEFAULTS.step }) } : next;
}

/** @param {State} state */
function listHiddenSettings(state) {
  const { pad = false, masked = false } = getMaskKind(getMask(state)).parameters ?? {};
  const isDot = state.mechanism === 'dot';
  const mask = getMask(state) === state.mask;
  const isShown = { heads: isDot, head: isDot, dModel: isDot, scale: isDot, mask, pad, masked };
  const names = /** @type {(keyof typeof isShown)[]} */ (Object.keys(isShown));
  return names.filter((name) => !isShown[name]);
}

/**
 * Changes a setting of the form. Settings whose fields disappear get their defaults.
 * @param {Choices} choices
 * @param {Partial<State>} change
 */
export function withSetting(choices, change) {
  const next = withState(choices, change);
  const before = listHiddenSettings(choices.state);
  const hidden = listHiddenSettings(next.state).filter((name) => !before.includes(name));
  return withState(next, Object.fromEntries(hidden.map((name) => [name, DEFAULTS[name]])));
}

/** Returns the options of the snippets. @param {Choices} choices @returns {SnippetOptions} */
export function makeSnippetOptions(choices) {
  const table = findChosenTable(choices);
  const overruled = listOverruledParts(choices);
  const withEffect = (/** @type {readonly string[]} */ parts) =>
    parts.filter((part) => !overruled.includes(part));
  return {
    ...choices,
    table,
    steps: table ? [] : listChosenSteps(choices),
    hide: withEffect(choices.hide),
    show: withEffect(choices.show),
  };
}

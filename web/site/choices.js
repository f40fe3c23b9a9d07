/** The choices made in the builder, and the attributes that follow from them. */

import { getShownStep, listLessonSteps } from '../lessons/steps.js';
import { listHiddenParts } from '../state/attributes.js';
import { DEFAULTS } from '../state/fields.js';
import { normaliseState } from '../state/normalise.js';

/**
 * @import { State } from '../state/types.js'
 * @import { SnippetOptions } from './snippets.js'
 */

/**
 * @typedef {object} Choices
 * @property {State} state
 * @property {readonly string[]} steps that were ticked, in any lesson; none: the whole lesson
 * @property {string} table that is shown alone, in place of steps; '' for none
 * @property {readonly string[]} hide more than is hidden by default
 * @property {readonly string[]} show of what is hidden by default
 * @property {boolean} readonly
 * @property {boolean} locked
 * @property {boolean} compact
 * @property {string} theme
 * @property {string} lang
 */

/** What `hide` and `show` can name, with labels. */
export const PART_LABELS = {
  course: 'title and way to the course',
  sentence: 'fields for the sentences',
  settings: 'settings and experiments',
  toolbar: 'words, heads, undo, keys',
  text: 'words of the steps',
  export: '“Export”',
};

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
 * The steps that are shown, in the lesson's order; none for the whole lesson.
 * @param {Pick<Choices, 'state' | 'steps'>} choices
 */
export function listChosenSteps({ state, steps }) {
  if (steps.length === 0) return [];
  const all = listLessonSteps(state).map(({ id }) => id);
  const there = all.filter((id) => steps.includes(id));
  // Without any of its steps the whole lesson would be shown; every lesson has weights.
  return there.length > 0 ? there : ['weights'];
}

/** Steps that show no single table of their own. */
const NO_TABLE = ['spread', 'headContributions', 'mechanisms', 'decoder'];

/** The steps of a lesson whose table can be shown alone. @param {State} state */
export const listStepsWithTable = (state) =>
  listLessonSteps(state).filter(({ id }) => !NO_TABLE.includes(id));

/**
 * The table that is shown alone.
 * @param {Pick<Choices, 'state' | 'table'>} choices
 */
export const findChosenTable = ({ state, table }) =>
  // Another lesson may lack it; every lesson has weights.
  table === '' || listStepsWithTable(state).some(({ id }) => id === table) ? table : 'weights';

/** What the author hides or the preset leaves out. @param {Choices} choices */
export const listPartsHiddenBy = (choices) => listHiddenParts(makeSnippetOptions(choices));

/**
 * @param {Choices} choices
 * @param {string} part
 * @param {boolean} isShown
 * @returns {Choices}
 */
export function withPart(choices, part, isShown) {
  const now = listPartsHiddenBy(choices);
  const hidden = Object.keys(PART_LABELS).filter((name) =>
    name === part ? !isShown : now.includes(name),
  );
  const usual = listPartsHiddenBy({ ...choices, hide: [], show: [] });
  return {
    ...choices,
    hide: hidden.filter((name) => !usual.includes(name)),
    show: usual.filter((name) => !hidden.includes(name)),
  };
}

/**
 * @param {Choices} choices
 * @param {string} id
 * @param {boolean} ticked
 * @returns {Choices}
 */
export function withStep(choices, id, ticked) {
  const others = listChosenSteps(choices).filter((step) => step !== id);
  const steps = ticked ? [...others, id] : others;
  return withState({ ...choices, steps }, {});
}

/**
 * The first step is the default and need not be named.
 * @param {Choices} choices
 * @param {Partial<State>} change
 * @returns {Choices}
 */
export function withState(choices, change) {
  const state = normaliseState({ ...choices.state, ...change });
  const next = { ...choices, state };
  // A table alone is that of its step.
  const table = findChosenTable(next);
  const shown = listLessonSteps(state, table ? [table] : listChosenSteps(next));
  const isFirst = getShownStep(shown, state) === shown[0];
  return isFirst ? { ...next, state: normaliseState({ ...state, step: DEFAULTS.step }) } : next;
}

/**
 * The options of the snippets.
 * @param {Choices} choices
 * @returns {SnippetOptions}
 */
export function makeSnippetOptions(choices) {
  const table = findChosenTable(choices);
  return { ...choices, table, steps: table ? [] : listChosenSteps(choices) };
}

/** What the builder's reader has chosen, and what follows from it for the author's attributes. */

import { BESIDE_STEPS } from '../elements/groups.js';
import { lessonSteps, shownStep } from '../lessons/steps.js';
import { DEFAULTS, normalise } from '../session/state.js';

/**
 * @typedef {import('../session/state.js').State} State
 *
 * @typedef {object} Choices
 * @property {State} state
 * @property {readonly string[]} steps that were ticked, in any lesson; none: the whole lesson
 * @property {readonly string[] | undefined} hide undefined: what is hidden as a rule
 * @property {boolean} readonly
 * @property {string} theme
 * @property {string} lang
 */

/** What `hide` can name, and what a reader sees of it. */
export const PARTS = Object.freeze({
  title: 'title',
  guide: 'way to the guided path',
  words: 'words to choose from',
  sentence: 'fields for the sentences',
  settings: 'settings',
  experiments: 'experiments',
  weights: 'all weights first',
  steps: 'steps',
  export: '“Take it home”',
  tools: 'undo, redo, keys',
});

/** @type {Readonly<Choices>} */
export const FIRST = Object.freeze({
  ...{ state: DEFAULTS, steps: ['scores', 'weights'], hide: undefined },
  ...{ readonly: false, theme: '', lang: '' },
});

/**
 * The steps that are shown, in the lesson's order; none for the whole lesson.
 * @param {Pick<Choices, 'state' | 'steps'>} choices
 */
export function chosenSteps({ state, steps }) {
  if (steps.length === 0) return [];
  const all = lessonSteps(state).map(({ id }) => id);
  const there = all.filter((id) => steps.includes(id));
  // Every lesson has weights. Without any step of its own it would be shown whole.
  return there.length > 0 ? there : ['weights'];
}

/** @param {Choices} choices */
export function hiddenParts(choices) {
  return choices.hide ?? usuallyHidden(choices);
}

/** @param {Pick<Choices, 'steps'>} choices */
const usuallyHidden = ({ steps }) => (steps.length > 0 ? BESIDE_STEPS : []);

/**
 * @param {Choices} choices
 * @param {string} part
 * @param {boolean} shown
 * @returns {Choices}
 */
export function withPart(choices, part, shown) {
  const now = hiddenParts(choices);
  const hide = Object.keys(PARTS).filter((name) => (name === part ? !shown : now.includes(name)));
  const isUsual = hide.join() === usuallyHidden(choices).join();
  return { ...choices, hide: isUsual ? undefined : hide };
}

/**
 * @param {Choices} choices
 * @param {string} id
 * @param {boolean} ticked
 * @returns {Choices}
 */
export function withStep(choices, id, ticked) {
  const others = chosenSteps(choices).filter((step) => step !== id);
  const steps = ticked ? [...others, id] : others;
  return withState({ ...choices, steps }, {});
}

/**
 * A step that is shown first anyway need not be named: it is as by default.
 * @param {Choices} choices
 * @param {Partial<State>} change
 * @returns {Choices}
 */
export function withState(choices, change) {
  const state = normalise({ ...choices.state, ...change });
  const next = { ...choices, state };
  const shown = lessonSteps(state, chosenSteps(next));
  const isFirst = shownStep(shown, state) === shown[0];
  return isFirst ? { ...next, state: normalise({ ...state, step: DEFAULTS.step }) } : next;
}

/**
 * What the snippets are written from.
 * @param {Choices} choices
 * @returns {import('./snippets.js').Options}
 */
export function optionsOf({ hide, ...choices }) {
  return { ...choices, hide, steps: chosenSteps(choices) };
}

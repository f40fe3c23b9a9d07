/** All that the views draw from: state and lesson, and what follows from both. */

import { chapterOf, tensorsOf } from '../lessons/guide.js';
import { lessonSteps, shownStep, stepOf } from '../lessons/steps.js';
import { chosenRow } from '../lessons/tables.js';
import { consumersOf, numberAt, operandsOf, readPlace, writePlace } from '../session/cells.js';
import { editName } from '../session/edited.js';

/**
 * @typedef {import('../session/state.js').State} State
 * @typedef {import('../session/lesson.js').Lesson} Lesson
 * @typedef {import('../session/cells.js').Place} Place
 *
 * @typedef {object} ViewContext
 * @property {State} state
 * @property {Lesson} lesson
 * @property {import('../../src/js/attention.js').Operations} attention
 * @property {number} chosen the row of the word that is followed
 * @property {Place | undefined} traced
 * @property {Map<string, 'traced' | 'operand' | 'fed'>} marks of places, as texts
 * @property {(place: string) => number | undefined} edited what was drawn there, if the reader has
 *   set another number
 * @property {(place: string) => { kind: 'same' | 'changed' | 'new', was?: number } | undefined} compared
 *   with before the last experiment, if there was one
 * @property {Comparison | undefined} comparison
 * @property {Step[]} steps of the lesson, those that are wanted
 * @property {Step} step the one that is shown
 * @property {(import('../lessons/tables.js').Matrix | string)[]} parts its matrices and signs
 * @property {boolean} readonly nothing can be changed, only looked at
 * @property {(change: Partial<State>) => void} choose
 * @property {(change: Partial<State>) => void} offer as choose, for numbers that the lesson itself
 *   brings: they come also where the reader may change none
 * @property {(tensor: string) => { step?: string } | undefined} wayTo the step to turn to where a
 *   tensor is on screen; undefined where an author, or a page of the guided path, has left it out
 * @property {(change: Partial<State>) => void} turn as offer, and shows what was turned to from its
 *   beginning
 */

/**
 * @typedef {ReturnType<typeof import('../graph/compare.js').compareLessons>} Comparison
 * @typedef {ReturnType<typeof lessonSteps>[number]} Step
 */

/**
 * @param {object} from
 * @param {State} from.state
 * @param {Lesson} from.lesson
 * @param {import('../../src/js/attention.js').Operations} from.attention
 * @param {Comparison | undefined} from.comparison
 * @param {string[]} [from.wanted] steps that an author wants
 * @param {boolean} from.readonly
 * @param {(change: Partial<State>) => void} from.choose
 * @param {(change: Partial<State>) => void} from.offer
 * @param {(change: Partial<State>) => void} from.turn
 * @returns {ViewContext}
 */
export function makeContext(from) {
  const { state, lesson, comparison } = from;
  const steps = lessonSteps(state, from.wanted);
  const step = shownStep(steps, state);
  const parts = lesson.queryWords.length > 0 ? step.stage({ state, lesson }) : [];
  return {
    ...from,
    ...{ steps, step, parts },
    ...traceOf(state, lesson, parts),
    wayTo: (tensor) => {
      const shown = chapterOf(state) ? tensorsOf(state).map((name) => name.split('.')[0]) : [];
      if (chapterOf(state)) return shown.includes(tensor) ? {} : undefined;
      const to = stepOf(state, tensor);
      return steps.some(({ id }) => id === to) ? { step: to } : undefined;
    },
    chosen: chosenRow({ state, lesson }),
    edited: (text) => {
      if (lesson.seeded.size === 0) return undefined;
      const place = readPlace(text, lesson);
      const edit = place && editName(state, lesson, place);
      return edit === undefined ? undefined : lesson.seeded.get(edit);
    },
    compared: (text) => {
      const place = comparison && readPlace(text, lesson);
      return place && comparison?.at(place.tensor, [...place.at]);
    },
  };
}

/**
 * A number whose trace is open stays open as long as it, or what it is made of or enters, is on screen.
 * @param {State} state
 * @param {Lesson} lesson
 * @param {ViewContext['parts']} parts
 * @returns {Pick<ViewContext, 'traced' | 'marks'>}
 */
function traceOf(state, lesson, parts) {
  const traced = readPlace(state.cell, lesson);
  const marks = traced ? marksOf(lesson, traced) : new Map();
  const ofStep = parts.flatMap((part) => (typeof part === 'string' ? [] : part.tensor));
  const ofChapter = tensorsOf(state).map((name) => name.split('.')[0]);
  const shown = chapterOf(state) ? [...ofChapter, ...ofStep] : ['weights', ...ofStep];
  const isNear = [...marks.keys()].some((place) => shown.includes(place.split('.')[0]));
  return isNear ? { traced, marks } : { traced: undefined, marks: new Map() };
}

/**
 * The traced number, what it is made of, and what it enters.
 * @param {Lesson} lesson
 * @param {Place} traced
 * @returns {ViewContext['marks']}
 */
function marksOf(lesson, traced) {
  /** @type {ViewContext['marks']} */
  const marks = new Map();
  for (const { places } of consumersOf(lesson, traced)) {
    for (const place of places) marks.set(writePlace(place), 'fed');
  }
  const operands = operandsOf(lesson, traced).flat();
  for (const place of operands.flatMap((one) => largestOf(lesson, one))) {
    marks.set(writePlace(place), 'operand');
  }
  return marks.set(writePlace(traced), 'traced');
}

/**
 * A row's maximum stands in no table but the row's own: it is the largest number there.
 * @param {Lesson} lesson
 * @param {Place} place
 */
function largestOf(lesson, place) {
  if (lesson.catalogue[place.tensor].op.name !== 'max') return [place];
  const [row] = operandsOf(lesson, place);
  return row.filter((one) => numberAt(lesson, one) === numberAt(lesson, place));
}

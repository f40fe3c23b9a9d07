/** All that the views draw from: state and computation, and what follows from both. */

import { chapterOf, tensorsOf } from '../lessons/guide.js';
import { lessonSteps, shownStep, stepOf } from '../lessons/steps.js';
import { selectedRow } from '../lessons/tables.js';
import { consumersOf, numberAt, operandsOf, readPlace, writePlace } from '../session/cells.js';
import { editName } from '../session/edited.js';

/**
 * @typedef {import('../session/state.js').State} State
 * @typedef {import('../session/computation.js').Computation} Computation
 * @typedef {import('../session/cells.js').Place} Place
 *
 * @typedef {object} ViewContext
 * @property {State} state
 * @property {Computation} computation
 * @property {import('../../src/js/attention.js').Operations} attention
 * @property {number} selected the row of the selected query
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
 * @property {(change: Partial<State>) => void} update a change of the reader's
 * @property {(change: Partial<State>) => void} apply a change that the page itself proposes, such as a
 *   chapter's: its settings come also where the reader may change none
 * @property {(tensor: string) => { step?: string } | undefined} pageOf the change that leads to the page
 *   with a tensor; undefined where an author, or a page of the guided path, has left it out
 * @property {(change: Partial<State>) => void} turn applies a change and scrolls to the top of the page
 */

/**
 * @typedef {ReturnType<typeof import('../graph/compare.js').compare>} Comparison
 * @typedef {ReturnType<typeof lessonSteps>[number]} Step
 */

/**
 * @param {object} from
 * @param {State} from.state
 * @param {Computation} from.computation
 * @param {import('../../src/js/attention.js').Operations} from.attention
 * @param {Comparison | undefined} from.comparison
 * @param {string[]} [from.wanted] steps that an author wants
 * @param {boolean} from.readonly
 * @param {(change: Partial<State>) => void} from.update
 * @param {(change: Partial<State>) => void} from.apply
 * @param {(change: Partial<State>) => void} from.turn
 * @returns {ViewContext}
 */
export function makeContext(from) {
  const { state, computation, comparison } = from;
  const steps = lessonSteps(state, from.wanted);
  const step = shownStep(steps, state);
  const parts = computation.queryWords.length > 0 ? step.stage({ state, computation }) : [];
  return {
    ...from,
    ...{ steps, step, parts },
    ...traceOf(state, computation, parts),
    pageOf: (tensor) => {
      const shown = chapterOf(state) ? tensorsOf(state).map((name) => name.split('.')[0]) : [];
      if (chapterOf(state)) return shown.includes(tensor) ? {} : undefined;
      const to = stepOf(state, tensor);
      return steps.some(({ id }) => id === to) ? { step: to } : undefined;
    },
    selected: selectedRow({ state, computation }),
    edited: (text) => {
      if (computation.seeded.size === 0) return undefined;
      const place = readPlace(text, computation);
      const edit = place && editName(state, computation, place);
      return edit === undefined ? undefined : computation.seeded.get(edit);
    },
    compared: (text) => {
      const place = comparison && readPlace(text, computation);
      return place && comparison?.at(place.tensor, [...place.at]);
    },
  };
}

/**
 * A number whose trace is open stays open as long as it, or what it is made of or enters, is on screen.
 * @param {State} state
 * @param {Computation} computation
 * @param {ViewContext['parts']} parts
 * @returns {Pick<ViewContext, 'traced' | 'marks'>}
 */
function traceOf(state, computation, parts) {
  const traced = readPlace(state.cell, computation);
  const marks = traced ? marksOf(computation, traced) : new Map();
  const ofStep = parts.flatMap((part) => (typeof part === 'string' ? [] : part.tensor));
  const ofChapter = tensorsOf(state).map((name) => name.split('.')[0]);
  const shown = chapterOf(state) ? [...ofChapter, ...ofStep] : ['weights', ...ofStep];
  const isNear = [...marks.keys()].some((place) => shown.includes(place.split('.')[0]));
  return isNear ? { traced, marks } : { traced: undefined, marks: new Map() };
}

/**
 * The traced number, what it is made of, and what it enters.
 * @param {Computation} computation
 * @param {Place} traced
 * @returns {ViewContext['marks']}
 */
function marksOf(computation, traced) {
  /** @type {ViewContext['marks']} */
  const marks = new Map();
  for (const { places } of consumersOf(computation, traced)) {
    for (const place of places) marks.set(writePlace(place), 'fed');
  }
  const operands = operandsOf(computation, traced).flat();
  for (const place of operands.flatMap((one) => largestOf(computation, one))) {
    marks.set(writePlace(place), 'operand');
  }
  return marks.set(writePlace(traced), 'traced');
}

/**
 * A row's maximum stands in no table but the row's own: it is the largest number there.
 * @param {Computation} computation
 * @param {Place} place
 */
function largestOf(computation, place) {
  if (computation.catalogue[place.tensor].op.name !== 'max') return [place];
  const [row] = operandsOf(computation, place);
  return row.filter((one) => numberAt(computation, one) === numberAt(computation, place));
}

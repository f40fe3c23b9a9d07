/** The parts that an author chooses by attributes: steps, tables and groups of controls. */

import { findMeantName, sortByDistance } from '../../src/js/nearest.js';
import { getSlot } from '../features.js';
import { computeOffset, formatCell, parseCell } from '../graph/cell.js';
import { getLocalName } from '../graph/graph.js';
import { findStep, listLessonSteps } from '../lessons/steps.js';
import { correctNames, findShowPreset, listHiddenNames, readNames } from '../state/attributes.js';
import { isSetting, usesSetting } from '../state/fields.js';
import { normaliseState } from '../state/normalise.js';
import { getSourceKind } from '../state/source-kinds.js';
import {
  findSimilarStep,
  findStepCondition,
  listAllSteps,
  listStepNames,
  listSteps,
} from '../state/step-order.js';
import { toNumber } from '../state/values.js';
import { nothingNamed } from '../text/en/messages.js';
import { alertStatus } from '../views/status-message.js';
import { warnOfMissingStep, warnOfMisspelt, warnOfUnfitNumber } from './warnings.js';

/**
 * @import { LabSession } from '../session/lab-session.js'
 * @import { Actor, Settings, State } from '../state/types.js'
 * @import { AttentionLab } from './attention-lab.js'
 */

/** The most names that a message suggests. */
const SUGGESTED = 5;

/** The names of the steps on screen; `weights` also names those of every layer. @param {State} state */
const listNamesOfSteps = (state) =>
  state.source === 'own-weights' ? [...listSteps(state), 'weights'] : listSteps(state);

export class AuthorParts {
  #host;
  #session;
  /** Whether the settings are no longer the author's, so that the author's names may not exist. */
  #hasReadersSettings = false;
  /** The last cell that was checked. */
  #checkedCell = '';

  /** @param {AttentionLab} host @param {LabSession} session */
  constructor(host, session) {
    this.#host = host;
    this.#session = session;
  }

  /** Called after a change of the state. @param {readonly (keyof State)[]} changed @param {Actor} by */
  noteChange(changed, by) {
    const hasSettings = changed.some(isSetting);
    // The page itself adapts settings to a model.
    if ((by === 'reader' && hasSettings) || (by === 'page' && changed.includes('guide')))
      this.#hasReadersSettings = true;
  }

  /**
   * Returns the wanted steps; for tables that are shown alone, the steps that make them.
   * @param {State} [state]
   */
  listWantedSteps(state = this.#session.state) {
    const stepsOfTables = readNames(this.#host.table)?.map((tensor) => findStep(state, tensor));
    const named = stepsOfTables ?? correctNames(this.#host.steps, listStepNames);
    return named ?? (this.#isLockedStep(state) ? [state.step] : undefined);
  }

  /** Whether no number opens, and only the named steps can be opened. @param {State} [state] */
  isLocked({ guide } = this.#session.state) {
    return this.#host.locked && guide === '';
  }

  /** Whether a locked element shows only the step of the state. @param {State} state */
  #isLockedStep(state) {
    const { steps, table } = this.#host;
    const namesNothing = !readNames(steps) && !readNames(table);
    return this.isLocked(state) && namesNothing && findShowPreset(this.#host) !== 'lab';
  }

  /** Returns the wanted steps of the lesson. @param {State} [state] */
  listSteps(state = this.#session.state) {
    return listLessonSteps(state, this.listWantedSteps(state));
  }

  /** Whether the lesson has a step. @param {string | undefined} step */
  hasStep(step) {
    return this.listSteps().some(({ id }) => id === step);
  }

  #listTensors() {
    return Object.keys(this.#session.evaluate().computation.results);
  }

  /** Returns the tables that are shown alone. */
  tables() {
    const names = this.#listTensors();
    // Some steps exist only with other settings, so their names are not misspelt.
    return readNames(this.#host.table)?.map((part) =>
      listAllSteps().includes(part) ? part : (findMeantName(part, names) ?? part),
    );
  }

  /** Whether the element is a part within an author's text. */
  isPart() {
    const { table, steps } = this.#host;
    return Boolean(readNames(table) ?? readNames(steps)) || this.#isLockedStep(this.#session.state);
  }

  /** @returns {(part: string) => boolean} whether a part is shown */
  makePartTest() {
    const hidden = listHiddenNames(this.#host);
    return (part) => !hidden.includes(part);
  }

  /** Returns a message if no step or table has a name that the author wrote. */
  writeMessage() {
    if (this.#session.state.guide !== '') return undefined;
    const { state } = this.#session;
    const names = this.#listTensors();
    const tables = this.tables();
    const steps = correctNames(this.#host.steps, listStepNames);
    const [attribute, wanted, hasName] = tables
      ? /** @type {const} */ ([
          'table',
          tables,
          (/** @type {string} */ name) => names.includes(name),
        ])
      : /** @type {const} */ (['steps', steps, (/** @type {string} */ name) => this.#isStep(name)]);
    if (!wanted || wanted.some(hasName)) return undefined;
    const near = sortByDistance(wanted[0], tables ? names : this.listSteps().map(({ id }) => id));
    const reason = findStepCondition(state, wanted[0]);
    return alertStatus(
      nothingNamed(attribute, wanted.join(', '), near.slice(0, SUGGESTED), reason),
    );
  }

  /** Whether a step exists. Where the reader chose the settings, it may exist in others. @param {string} step */
  #isStep(step) {
    const { state } = this.#session;
    const isElsewhere = this.#hasReadersSettings || state.view === 'whole';
    return (isElsewhere ? listStepNames(step) : listNamesOfSteps(state)).includes(step);
  }

  /** Warns of wrong names that can only be checked after computing or loading. */
  warnOfNames() {
    const host = this.#host;
    const tensors = this.#listTensors();
    for (const part of readNames(host.table) ?? []) {
      if (tensors.length > 0 && ![...tensors, ...listAllSteps()].includes(part))
        warnOfMisspelt(host, 'table', part, tensors);
    }
    this.#warnOfCell(tensors);
    const guide = host.getAttribute('guide');
    const bug = host.getAttribute('bug');
    const pages = guide && this.#session.pages.findSimilarNames(guide);
    const bugs = bug && getSlot('bug')?.findSimilarNames(bug);
    if (guide && pages) warnOfMisspelt(host, 'guide', guide, pages);
    if (bug && bugs) warnOfMisspelt(host, 'bug', bug, bugs);
  }

  /** Warns of steps that the lesson of the author's source does not have. */
  warnOfSteps() {
    const host = this.#host;
    const { state } = this.#session;
    if (this.#hasReadersSettings || state.guide !== '' || readNames(host.table)) return;
    const names = [...new Set([...getSourceKind(state).steps, ...listSteps(state)])];
    const wanted = correctNames(host.steps, listStepNames) ?? [];
    const showsNone = !wanted.some((step) => this.#isStep(step));
    // Without an author's sentence, a program may set tensors with layers later.
    const mayChange = state.source === 'seed' && !this.#session.isSet('sentence');
    for (const step of wanted) {
      if (mayChange && step !== getLocalName(step)) continue;
      if (names.includes(step)) {
        if (showsNone) warnOfMissingStep(host, step, findStepCondition(state, step));
      } else if (listStepNames(step).includes(step))
        warnOfMisspelt(host, 'steps', step, names, findSimilarStep(names, step) ?? '');
    }
  }

  /**
   * Warns once of a cell that the author's tables do not have: later, a program may show others.
   * @param {readonly string[]} tensors
   */
  #warnOfCell(tensors) {
    const host = this.#host;
    const { state } = this.#session;
    const text = host.getAttribute('cell') ?? '';
    if (text === this.#checkedCell || tensors.length === 0) return;
    this.#checkedCell = text;
    if (text === '' || this.#hasReadersSettings || state.guide !== '') return;
    const { results } = this.#session.evaluate().computation;
    const { id, index } = parseCell(text) ?? { id: text.split('.')[0], index: [] };
    // A step makes some tables only with other settings.
    if (!tensors.includes(id) && listAllSteps().includes(id)) return;
    const meant = findMeantName(id, tensors);
    const { shape } = results[meant ?? tensors[0]];
    const hasPlace = this.#hasSize()
      ? computeOffset(shape, index) !== undefined
      : index.length === shape.length;
    if (meant === id && hasPlace) return;
    const place = shape.map((size, axis) => Math.max(0, Math.min(index[axis] ?? 0, size - 1)));
    if (!meant) return warnOfMisspelt(host, 'cell', text, tensors);
    const [first, last, near] = [shape.map(() => 0), shape.map((size) => size - 1), place].map(
      (at) => formatCell({ id: meant, index: at }),
    );
    warnOfMisspelt(host, 'cell', text, [`${first} to ${last}`], near);
    // A program may have set another cell.
    if (state.cell === normaliseState({ ...state, cell: text }).cell)
      this.#session.dispatch({ cell: near }, { by: 'program' });
  }

  /** Without an author's sentence, a program may set larger tensors later. */
  #hasSize() {
    const { state, requests } = this.#session;
    return state.source !== 'seed' || 'sentence' in requests;
  }

  /**
   * Warns once of each number that the author's other settings do not allow, such as 3 heads of 4
   * numbers.
   * @param {readonly (readonly [name: string, value: string])[]} numbers
   */
  warnOfNumbers(numbers) {
    const { state, requests } = this.#session;
    if (this.#hasReadersSettings || state.guide !== '') return;
    for (const [name, value] of numbers) {
      // Another value may have replaced it.
      if (requests[name] !== value) continue;
      const isUsed = isSetting(name) ? usesSetting(state, name) : this.#hasSize();
      const number = toNumber(value);
      const taken = state[/** @type {keyof State} */ (name)];
      // Real numbers are rounded to float32.
      const isTaken = [number, Math.fround(number)].some((candidate) => candidate === taken);
      if (isUsed && !isTaken && !Number.isNaN(number))
        warnOfUnfitNumber(this.#host, name, value, `${taken}`);
    }
  }
}

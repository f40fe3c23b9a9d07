/** The parts that an author chooses by attributes: steps, tables and groups of controls. */

import { findNearest, sortByDistance } from '../../src/js/nearest.js';
import { getLocalName } from '../graph/graph.js';
import { findStep, listLessonSteps } from '../lessons/steps.js';
import { isSetting } from '../state/fields.js';
import { findShowPreset, listHiddenNames, readNames } from '../state/hidden-parts.js';
import { getSourceKind } from '../state/source-kinds.js';
import {
  findSimilarStep,
  findStepCondition,
  listAllSteps,
  listStepNames,
  listSteps,
  PRINTED,
} from '../state/step-order.js';
import { nothingNamed } from '../text/en/messages.js';
import { alertStatus } from '../views/status-message.js';

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

/** @param {string} name @param {readonly string[]} names */
const findInLayer = (name, names) => names.find((candidate) => getLocalName(candidate) === name);

export class AuthorParts {
  #host;
  #session;
  /** Whether the settings are no longer the author's, so that the author's names may not exist. */
  hasReadersSettings = false;

  /** @param {AttentionLab} host @param {LabSession} session */
  constructor(host, session) {
    this.#host = host;
    this.#session = session;
  }

  get hasAuthorsSettings() {
    return !this.hasReadersSettings && this.#session.state.guide === '';
  }

  /** Called after a change of the state. @param {readonly (keyof State)[]} changed @param {Actor} by */
  noteChange(changed, by) {
    const hasSettings = changed.some(isSetting);
    // The page itself adapts settings to a model.
    if ((by === 'reader' && hasSettings) || (by === 'page' && changed.includes('guide')))
      this.hasReadersSettings = true;
  }

  /**
   * Returns the wanted steps; for tables that are shown alone, the steps that make them.
   * @param {State} [state]
   */
  listWantedSteps(state = this.#session.state) {
    const stepsOfTables = this.tables()?.map((tensor) => findStep(state, tensor));
    const named = stepsOfTables ?? this.#listNamedSteps(state);
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

  /** Returns the names of all tables. */
  listTensors() {
    return [...this.#session.openGraph().keys()];
  }

  /** Returns the tables that are shown alone. */
  tables() {
    return readNames(this.#host.table)?.map((part) => this.findTable(part) ?? part);
  }

  /**
   * Returns the table that an author's name means.
   * @param {string} name
   * @returns {string | undefined} undefined if no table is meant, also if other settings have it
   */
  findTable(name) {
    const names = this.listTensors();
    if (names.includes(name)) return name;
    if (this.isForLater(name)) return undefined;
    return (
      findInLayer(name, names) ??
      (listAllSteps().includes(name) ? undefined : this.#findMeantName(name, names))
    );
  }

  /** @param {State} [state] */
  #listNamedSteps(state = this.#session.state) {
    return readNames(this.#host.steps)?.map((part) => this.findStep(part, state) ?? part);
  }

  /**
   * Returns the step that an author's name means.
   * @param {string} name
   * @param {State} [state]
   * @returns {string | undefined} undefined if no step is meant, also if other settings have it
   */
  findStep(name, state = this.#session.state) {
    const names = listNamesOfSteps(state);
    if (names.includes(name)) return name;
    if (this.isForLater(name, state)) return undefined;
    if (!listStepNames(name).includes(name))
      return this.#findMeantName(name, names) ?? findNearest(name, getSourceKind(state).steps);
    // A step of the author's settings does not become another one in the reader's settings.
    return (
      findInLayer(name, names) ??
      (this.hasReadersSettings ? undefined : findSimilarStep(names, name))
    );
  }

  /**
   * Finds the name that a word of the screen, a printed symbol or a misspelt name means. The name
   * of a layer may be left out.
   * @param {string} name
   * @param {readonly string[]} names the names that exist
   */
  #findMeantName(name, names) {
    const { nodes } = this.#session.evaluate().computation;
    const word = name.toLowerCase();
    const printed = PRINTED[name] ?? PRINTED[word];
    const step = listLessonSteps(this.#session.state).find(
      (candidate) => candidate.name.toLowerCase() === word && names.includes(candidate.id),
    );
    const near =
      (printed && findInLayer(printed, names)) ??
      step?.id ??
      names.find((id) => nodes[id]?.symbol === name) ??
      findNearest(name, [...names, ...names.map(getLocalName)]);
    return near && (names.includes(near) ? near : findInLayer(near, names));
  }

  /**
   * Whether a name that does not exist here exists with other settings of the source, or with
   * tensors of layers that a program sets later.
   * @param {string} name
   */
  isForLater(name, state = this.#session.state) {
    const mayHaveLayers = state.source === 'seed' && !this.#session.isSet('sentence');
    const isOfLayer = name !== getLocalName(name);
    // The weights of own tensors exist already, perhaps in layers.
    if (state.source === 'own-weights') return false;
    return getSourceKind(state).steps.includes(name) || (mayHaveLayers && isOfLayer);
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
    const { state } = this.#session;
    if (state.guide !== '') return undefined;
    const tables = this.tables();
    const names = tables && this.listTensors();
    const wanted = tables ?? this.#listNamedSteps();
    const exists = (/** @type {string} */ name) => names?.includes(name) ?? this.isStep(name);
    if (!wanted || wanted.some(exists)) return undefined;
    const near = sortByDistance(wanted[0], names ?? this.listSteps().map(({ id }) => id));
    const attribute = tables ? 'table' : 'steps';
    const reason = findStepCondition(state, wanted[0]);
    return alertStatus(
      nothingNamed(attribute, wanted.join(', '), near.slice(0, SUGGESTED), reason),
    );
  }

  /** Whether a step exists. Where the reader chose the settings, it may exist in others. @param {string} step */
  isStep(step) {
    const { state } = this.#session;
    const isElsewhere = this.hasReadersSettings || state.view === 'whole';
    return (isElsewhere ? listStepNames(step) : listNamesOfSteps(state)).includes(step);
  }
}

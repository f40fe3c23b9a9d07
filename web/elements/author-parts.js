/** The parts that an author chooses: steps, tables and groups of controls, as attributes. */

import { findMeantName, sortByDistance } from '../../src/js/nearest.js';
import { getSlot } from '../features.js';
import { findStep, listLessonSteps } from '../lessons/steps.js';
import { correctNames, findPreset, listHiddenGroups, readNames } from '../state/attributes.js';
import { listAllSteps, listStepNames } from '../state/step-order.js';
import { nothingNamed } from '../text/en/messages.js';
import { alertStatus } from '../views/status-message.js';
import { warnOfMisspelt } from './warnings.js';

/**
 * @import { LabSession } from '../session/lab-session.js'
 * @import { State } from '../state/types.js'
 * @import { AttentionLab } from './attention-lab.js'
 */

/** How many names a message suggests. */
const SUGGESTED = 5;

export class AuthorParts {
  #host;
  #session;

  /** @param {AttentionLab} host @param {LabSession} session */
  constructor(host, session) {
    this.#host = host;
    this.#session = session;
  }

  /**
   * The steps that are wanted; of tables that are shown alone the steps that make them.
   * @param {State} [state]
   */
  listWantedSteps(state = this.#session.state) {
    const listTables = readNames(this.#host.table)?.map((tensor) => findStep(state, tensor));
    const named = listTables ?? correctNames(this.#host.steps, listStepNames);
    return named ?? (this.#isLockedStep(state) ? [state.step] : undefined);
  }

  /** Whether the step of the state is all that a locked element shows. @param {State} state */
  #isLockedStep({ guide }) {
    const { locked, steps, table } = this.#host;
    const namesNothing = !readNames(steps) && !readNames(table);
    return locked && guide === '' && namesNothing && findPreset(this.#host) !== 'lab';
  }

  /** The steps of the lesson that are wanted. @param {State} [state] */
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

  /** The tables that are shown alone. */
  tables() {
    const names = this.#listTensors();
    // A step makes some only with other settings: these are no misspellings.
    return readNames(this.#host.table)?.map((part) =>
      listAllSteps().includes(part) ? part : (findMeantName(part, names) ?? part),
    );
  }

  /** Whether the element is a part within an author's own text. */
  isPart() {
    const { table, steps } = this.#host;
    return Boolean(readNames(table) ?? readNames(steps)) || this.#isLockedStep(this.#session.state);
  }

  /** @returns {(group: string) => boolean} whether a group of controls is shown */
  makeGroupTest() {
    const hidden = listHiddenGroups(this.#host);
    return (group) => !hidden.includes(group);
  }

  /** The message when no step or table has a name that the author wrote. */
  writeMessage() {
    if (this.#session.state.guide !== '') return undefined;
    const names = this.#listTensors();
    const tables = this.tables();
    const steps = correctNames(this.#host.steps, listStepNames);
    const [attribute, wanted, all] = tables
      ? /** @type {const} */ (['table', tables, () => names])
      : /** @type {const} */ (['steps', steps, listStepNames]);
    if (!wanted || wanted.some((name) => all(name).includes(name))) return undefined;
    const near = sortByDistance(wanted[0], tables ? names : this.listSteps().map(({ id }) => id));
    return alertStatus(nothingNamed(attribute, wanted.join(', '), near.slice(0, SUGGESTED)));
  }

  /** Warns of names that are known once something is computed or loaded. */
  warnOfNames() {
    const host = this.#host;
    const tensors = this.#listTensors();
    for (const part of readNames(host.table) ?? []) {
      if (tensors.length > 0 && ![...tensors, ...listAllSteps()].includes(part))
        warnOfMisspelt(host.localName, 'table', part, tensors);
    }
    const guide = host.getAttribute('guide');
    const bug = host.getAttribute('bug');
    const pages = guide && this.#session.pages.namesNear(guide);
    const bugs = bug && getSlot('bug')?.findSimilarNames(bug);
    if (guide && pages) warnOfMisspelt(host.localName, 'guide', guide, pages);
    if (bug && bugs) warnOfMisspelt(host.localName, 'bug', bug, bugs);
  }
}

/** Evaluates the tensors of a large model's step before it is drawn, one after the other, so that the page answers in between. */

import { AttentionError } from '../../src/js/index.js';
import { findStep } from '../lessons/steps.js';
import { getSourceKind } from '../state/source-kinds.js';

/**
 * @import { Graph } from '../graph/types.js'
 * @import { LabSession } from '../session/lab-session.js'
 * @import { Computation } from '../sources/types.js'
 */

export class StepTensors {
  #session;
  /** @type {Computation | undefined} */
  #computation;
  #step = '';
  /** What is left of them: an evaluation each. @type {(() => unknown)[]} */
  #evaluations = [];

  /** @param {LabSession} session */
  constructor(session) {
    this.#session = session;
  }

  /** @param {number} milliseconds @returns {boolean} whether something is left to be evaluated */
  evaluateFor(milliseconds) {
    const { settings, state } = this.#session;
    // Others are evaluated when they are opened, or while one learns as they are drawn.
    if (!getSourceKind(settings).hasLargeSizes || state.guide !== '') return false;
    const { computation } = this.#session.evaluate();
    if (computation !== this.#computation || state.step !== this.#step) this.#begin(computation);
    const end = performance.now() + milliseconds;
    try {
      while (this.#evaluations.length > 0) {
        this.#evaluations.shift()?.();
        if (performance.now() > end) return this.#evaluations.length > 0;
      }
    } catch (error) {
      // Drawing meets the core's error again, and says so.
      if (!(error instanceof AttentionError)) throw error;
      this.#evaluations = [];
    }
    return false;
  }

  /** @param {Computation} computation */
  #begin(computation) {
    const { state } = this.#session;
    this.#computation = computation;
    this.#step = state.step;
    const { results, run } = computation;
    const shown = Object.keys(results).filter((id) => findStep(state, id) === state.step);
    const needed = run ? listWithInputs(run.graph, shown) : [];
    this.#evaluations = [
      ...needed.map((id) => () => results[id]),
      // Numbers may be arranged when they are first read.
      ...shown.map((id) => () => results[id].data),
    ];
  }
}

/**
 * Tensors and all that they are computed from, in the order of the graph.
 * @param {Graph} graph
 * @param {readonly string[]} ids
 */
function listWithInputs(graph, ids) {
  const needed = new Set(ids);
  // The loop also visits what is added to the set meanwhile.
  for (const id of needed) for (const input of graph.get(id)?.inputs ?? []) needed.add(input.id);
  return [...graph.keys()].filter((id) => needed.has(id));
}

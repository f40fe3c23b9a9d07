/**
 * Evaluates the tensors of a large model's step one after the other before drawing, so that the
 * page stays responsive.
 */

import { AttentionError } from '../../src/js/index.js';
import { findStep } from '../lessons/steps.js';
import { takeSteps } from '../session/async.js';
import { getSourceKind } from '../state/source-kinds.js';

/**
 * @import { Graph } from '../graph/types.js'
 * @import { LabSession } from '../session/lab-session.js'
 * @import { Computation } from '../sources/types.js'
 * @import { State } from '../state/types.js'
 */

export class StepTensors {
  #session;
  /** @type {Computation | undefined} */
  #computation;
  #step = '';
  /** The remaining evaluations. @type {Iterator<unknown>} */
  #evaluations = [].values();

  /** @param {LabSession} session */
  constructor(session) {
    this.#session = session;
  }

  /** @param {number} milliseconds @returns {boolean} whether there are evaluations left */
  evaluateFor(milliseconds) {
    const { settings, state } = this.#session;
    // Other sources are evaluated when they are opened, or during training when they are drawn.
    if (!getSourceKind(settings).hasLargeSizes || state.guide !== '') return false;
    const { computation } = this.#session.evaluate();
    if (computation !== this.#computation || state.step !== this.#step) {
      this.#computation = computation;
      this.#step = state.step;
      this.#evaluations = evaluateStep(computation, state);
    }
    try {
      return !takeSteps(this.#evaluations, milliseconds).done;
    } catch (error) {
      // Drawing meets the error of the core again and reports it.
      if (!(error instanceof AttentionError)) throw error;
      return false;
    }
  }
}

/** Evaluates the tensors of a step one by one. @param {Computation} computation @param {State} state */
function* evaluateStep({ results, run }, state) {
  const shown = Object.keys(results).filter((id) => findStep(state, id) === state.step);
  for (const id of listWithInputs(run.graph, shown)) yield results[id];
  // Numbers may be rearranged on first use.
  for (const id of shown) yield results[id].data;
}

/**
 * Returns tensors and everything from which they are computed, in the order of the graph.
 * @param {Graph} graph
 * @param {readonly string[]} ids
 */
function listWithInputs(graph, ids) {
  const needed = new Set(ids);
  // The loop also visits ids that are added to the set during the loop.
  for (const id of needed) for (const input of graph.get(id)?.inputs ?? []) needed.add(input.id);
  return [...graph.keys()].filter((id) => needed.has(id));
}

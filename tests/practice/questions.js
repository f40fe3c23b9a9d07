import assert from 'node:assert/strict';
import { practice } from '../../web/features/practice/index.js';
import { pool } from '../../web/features/practice/self-test/pool.js';
import { makeState } from '../../web/pages/chapters.js';
import { makeComputation } from '../../web/session/computation.js';
import { DEFAULTS, getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { attention } from '../support/computations.js';

/** @import { State } from '../../web/state/types.js' */

/** @param {Partial<State>} state */
export function computeState(state) {
  const settings = getSettings(normaliseState({ ...DEFAULTS, ...state }));
  return makeComputation(attention, settings, practice.bug.open(attention, settings));
}

/** Returns a question and the state of its figure. @param {string} id */
export function findQuestion(id) {
  const question = pool.find((candidate) => candidate.id === id);
  assert.ok(question, id);
  return { ...question, state: makeState(question) };
}

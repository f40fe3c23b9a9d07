// Programs of runs with a deliberate mistake.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toJavascript } from '../../web/export/javascript.js';
import { toNumpy, toPytorch } from '../../web/export/python.js';
import { bugs } from '../../web/features/practice/bugs/bugs.js';
import { needSlot } from '../../web/features.js';
import { makeComputation } from '../../web/session/computation.js';
import { normaliseState } from '../../web/state/normalise.js';
import { attention } from '../support/computations.js';
import { assertComputed, textOf } from '../support/programs.js';
import { runPrograms } from '../support/python.js';
import '../support/features.js';

const bug = await needSlot('bug');

/** Other settings of a reader, in which some of the bugs fit as well. */
const OTHERS = [
  {},
  { mask: 'causal' },
  { mask: 'padding', pad: 1 },
  { sentence: 'they eat fried noodles', target: 'he is tall' },
  { mechanism: 'additive', dropout: 0.25 },
];

const computations = bugs.flatMap(({ id, settings }) =>
  OTHERS.flatMap((other) => {
    const state = normaliseState({ ...settings, ...other, bug: id });
    const computation = makeComputation(attention, state, bug.open(attention, state));
    // A bug that does not fit changes nothing.
    return computation.words ? { name: `${id} ${JSON.stringify(other)}`, state, computation } : [];
  }),
);

describe('programs of a run with a deliberate mistake', () => {
  it('in Python compute the numbers on screen, and call no attention of PyTorch', () => {
    assert.ok(new Set(computations.map(({ state }) => state.bug)).size === bugs.length);
    for (const write of [toNumpy, toPytorch]) {
      const programs = computations.map(({ state, computation }) =>
        textOf(write(state, computation)),
      );
      for (const program of programs) {
        assert.doesNotMatch(program, /scaled_dot_product_attention/);
        assert.match(program, /^# The numbers are random, with one deliberate mistake\.$/m);
      }
      runPrograms('compute', programs).forEach((outcome, i) => {
        assertComputed(outcome, computations[i].computation, 1e-5, computations[i].name);
      });
    }
  });

  it('are refused in JavaScript, where the core would compute what is right', () => {
    for (const { name, state, computation } of computations) {
      const file = toJavascript(state, computation);
      assert.ok('refused' in file, name);
      assert.match(file.refused, /Choose NumPy or PyTorch, or remove the mistake\.$/);
    }
  });
});

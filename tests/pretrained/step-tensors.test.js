// A step of a real model is evaluated in parts before it is drawn, so that drawing computes nothing
// and the page stays responsive.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StepTensors } from '../../web/elements/step-tensors.js';
import { needSlot } from '../../web/features.js';
import { makeContext } from '../../web/lessons/context.js';
import { findStep, listLessonSteps } from '../../web/lessons/steps.js';
import { makeComputation } from '../../web/session/computation.js';
import { getSettings } from '../../web/state/fields.js';
import { attention } from '../support/computations.js';
import { checkpoints, sourceOf } from './checkpoints.js';
import { openModel } from './computation.js';
import '../support/features.js';

await needSlot('pretrained');

/** Makes a core that counts its calls. */
function makeCountingCore() {
  const calls = { count: 0 };
  // Use a proxy, because the core's methods cannot be replaced.
  const core = new Proxy(/** @type {typeof attention} */ ({}), {
    get(_, name) {
      const value = /** @type {any} */ (attention)[name];
      if (typeof value !== 'function') return value;
      return (/** @type {unknown[]} */ ...given) => {
        calls.count++;
        return value.apply(attention, given);
      };
    },
  });
  return { core, calls };
}

/** @type {Map<string, ReturnType<typeof openModel>>} */
const modelsByName = new Map();

/** Loads each model once. @param {string} name */
function openOnce(name) {
  const model = modelsByName.get(name) ?? openModel(sourceOf(name));
  modelsByName.set(name, model);
  return model;
}

/**
 * Returns a session that shows a step whose numbers are not evaluated yet.
 * @param {string} name @param {string} step
 */
async function sessionOf(name, step) {
  const { open } = await openOnce(name);
  const { state, source } = await open({ sentence: 'the old mill', step });
  const { core, calls } = makeCountingCore();
  const computation = makeComputation(core, state, source);
  const session = { state, settings: getSettings(state), evaluate: () => ({ computation }) };
  return { tensors: new StepTensors(/** @type {any} */ (session)), state, computation, calls };
}

const STEPS = ['input', 'q', 'k', 'v', 'scores', 'weights', 'heads', 'output', 'hidden'];

describe('a step of a real model', () => {
  // Norms before and after, shared keys, gates. A norm after a sum is small, so drawing computes
  // it.
  for (const name of ['gpt2', 'bert', 'llama', 'use-lite']) {
    it(`of ${name} is drawn without computing anything more`, async () => {
      for (const step of name === 'bert' ? STEPS : [...STEPS, 'sum', 'layerSum']) {
        const { tensors, state, computation, calls } = await sessionOf(name, step);
        while (tensors.evaluateFor(0));
        const evaluated = calls.count;
        assert.ok(evaluated > 0 || step === 'input', step);
        const shown = makeContext(
          /** @type {any} */ ({ state, computation, attention, dispatch: () => {} }),
        );
        assert.ok(shown.parts.length > 0, step);
        assert.equal(calls.count, evaluated, `${step} computes as it is drawn`);
      }
    });
  }

  for (const name of checkpoints) {
    it(`of ${name} shows each number whose trace opens it`, async () => {
      const { info, open } = await openOnce(name);
      for (const modelLayer of info.sizes.hasEncoder ? [0, 2, 3] : [0]) {
        const { state, source } = await open({ sentence: 'the old mill', modelLayer });
        const computation = makeComputation(attention, state, source);
        const tablesOf = listLessonSteps(state).map(({ id, figure }) => {
          const parts = figure(/** @type {any} */ ({ state: { ...state, step: id }, computation }));
          return [id, parts.flatMap((part) => (typeof part === 'string' ? [] : part.tensor))];
        });
        const shown = Object.fromEntries(tablesOf);
        const all = new Set(Object.values(shown).flat());
        assert.ok(all.size > 15, `${all.size} tables`);
        for (const tensor of all) {
          const step = findStep(state, tensor);
          assert.ok(shown[step].includes(tensor), `${tensor} opens ${step}`);
        }
      }
    });
  }

  it('is evaluated tensor by tensor where no time is left, and at once where there is', async () => {
    const slow = await sessionOf('gpt2', 'hidden');
    let parts = 0;
    let most = 0;
    for (let before = 0; slow.tensors.evaluateFor(-1); before = slow.calls.count) {
      most = Math.max(most, slow.calls.count - before);
      parts++;
    }
    assert.ok(parts > 10, String(parts));
    // For example a norm, whose rows are computed one by one.
    const fast = await sessionOf('gpt2', 'hidden');
    assert.equal(fast.tensors.evaluateFor(Infinity), false);
    assert.equal(fast.calls.count, slow.calls.count);
    assert.ok(most < fast.calls.count / 2, `${most} of ${fast.calls.count} calls in one part`);
    assert.equal(fast.tensors.evaluateFor(Infinity), false);
    assert.equal(fast.calls.count, slow.calls.count, 'once');
  });

  it('has the second matrix of the feed-forward step where that is shown', async () => {
    const { state } = await sessionOf('gpt2', 'hidden');
    const names = ['feedForward/w1', 'feedForward/hidden', 'feedForward/w2', 'feedForward/output'];
    assert.deepEqual(
      names.map((tensor) => findStep(state, tensor)),
      ['hidden', 'hidden', 'layerSum', 'layerSum'],
    );
    assert.equal(listLessonSteps(state).length, 16);
  });
});

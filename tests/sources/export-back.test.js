// The page's own JSON, given back to the page: it shows the weights in the file.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bugs } from '../../web/features/practice/bugs/bugs.js';
import { needSlot } from '../../web/features.js';
import { makeComputation } from '../../web/session/computation.js';
import { LabSession } from '../../web/session/lab-session.js';
import { readOwn } from '../../web/sources/files/attention-arrays.js';
import { readFiles } from '../../web/sources/files/read.js';
import { normaliseState } from '../../web/state/normalise.js';
import { originBadge } from '../../web/views/overview.js';
import { checkpoints, filesOf } from '../pretrained/checkpoints.js';
import { openModel } from '../pretrained/computation.js';
import { attention, computationOf, STATES, viewContext } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { modelComputation } from '../support/models.js';
import { toJson } from '../support/written.js';
import { utf8 } from './written.js';
import '../support/features.js';

/**
 * @import { Tensor } from '../../src/js/index.js'
 * @import { Computation } from '../../web/sources/types.js'
 * @import { State } from '../../web/state/types.js'
 */

const bug = await needSlot('bug');

/** @typedef {{ state: State, computation: Computation }} Shown */

/** @param {object} requested @returns {Shown} */
function withMistake(requested) {
  const state = normaliseState(requested);
  return { state, computation: makeComputation(attention, state, bug.open(attention, state)) };
}

/** Exports a run and shows the file in a new session. @param {Shown} shown */
async function takeBack({ state, computation }) {
  const file = toJson(state, computation);
  assert.ok('text' in file);
  const session = new LabSession({ isConnected: true, requestUpdate() {} });
  await session.start();
  const bytes = utf8(file.text);
  session.tensors.show(await readOwn(readFiles([{ name: 'attention.json', bytes }])), 'reader');
  const back = { state: session.state, computation: session.evaluate().computation };
  return { ...back, badge: plain(markup(originBadge(viewContext(back)))) };
}

/** @param {Tensor} tensor @param {Tensor} expected @param {number} most the largest difference @param {string} name */
function assertNear(tensor, expected, most, name) {
  // One head may have an axis of its own.
  assert.deepEqual(tensor.shape.slice(-2), expected.shape.slice(-2), name);
  assert.equal(tensor.data.length, expected.data.length, name);
  tensor.data.forEach((value, i) => {
    const other = expected.data[i];
    const isNear = Object.is(value, other) || Math.abs(value - other) <= most;
    assert.ok(isNear, `${name}[${i}] is ${value}, not ${other}`);
  });
}

/**
 * Asserts that the weights after the way back are those of the run, and with q, k and v all tables
 * that both have.
 * @param {Shown} shown
 * @param {number} [most] the largest difference
 */
async function assertComesBack(shown, most = 0) {
  const back = await takeBack(shown);
  const { results } = back.computation;
  const before = shown.computation.results;
  // A translator also has the weights of each step.
  const weights = before.weights
    ? ['weights']
    : Object.keys(before).filter((id) => id.endsWith('/weights'));
  assert.ok(weights.length > 0);
  for (const id of weights)
    assertNear(weights.length > 1 ? results[id] : results.weights, before[id], most, id);
  if (back.state.source === 'own' && most === 0)
    for (const id of Object.keys(results).filter((id) => id in before))
      assertNear(results[id], before[id], 0, id);
  return back;
}

const INSTEAD = /give other weights/;

describe("the page's own JSON shows its weights again", () => {
  for (const [name, requested] of Object.entries(STATES))
    it(name, async () => {
      const { state, badge } = await assertComesBack(computationOf(requested));
      assert.doesNotMatch(badge, INSTEAD);
      // Additive attention and printed scores have no q, k and v.
      assert.equal(
        /Only the attention weights of this file/.test(badge),
        state.source === 'own-weights',
        badge,
      );
    });

  it('with scores, weights and results that the reader has set, and that can be reset', async () => {
    for (const edits of [
      's.0.1.0:9',
      'weights.0.1.0:0.9',
      'maskedScores.0.1.0:9;heads.1.2.0:4;concatenated.0.1:3',
      'rowSum.0.1:3;exponentials.1.0.0:2;scaledScores.0.0.0:-1',
    ]) {
      const { state, computation } = await assertComesBack(
        computationOf({ edits, mask: 'causal' }),
      );
      assert.equal(state.source, 'own');
      assert.equal(computation.originals.size, edits.split(';').length, edits);
    }
  });

  it('and sets no number again that the file has in its queries, keys or values', async () => {
    const edits = 'q.0.1:0.5;x.eat.0:-2;q.0.1.2:3;o.0.1:2;output.1.1:3;s.0.1.0:9';
    const { state } = await assertComesBack(computationOf({ edits }));
    assert.equal(state.edits, 's.0.1.0:9');
  });

  it('with a second sentence, and without a mask that its queries do not have', async () => {
    for (const requested of [
      { target: 'le chat', mask: 'causal' },
      { target: 'le chat', layer: 'self', edits: 'ss.1.1.0:4' },
    ]) {
      const { state } = await assertComesBack(computationOf(requested));
      assert.equal(state.source, 'own');
    }
  });

  it('with every deliberate mistake, and a sentence that says what is shown', async () => {
    for (const { id, settings } of bugs) {
      const shown = withMistake({ ...settings, bug: id });
      if (!('weights' in shown.computation.results)) continue;
      const { state, badge } = await assertComesBack(shown);
      assert.equal(state.source, 'own-weights', id);
      if ('q' in shown.computation.results) assert.match(badge, INSTEAD, id);
    }
  });

  it('of every model that learns', async () => {
    for (const [source, requested] of /** @type {const} */ ([
      ['describer', {}],
      ['pronoun', { training: 5 }],
      ['pronoun', { training: 5, variant: 'one-free' }],
      ['mini', { training: -1 }],
      ['toy', { training: 5 }],
      ['toy', { training: 5, task: 'induction' }],
      ['translator', {}],
    ]))
      await assertComesBack(await modelComputation(source, requested));
  });

  for (const name of checkpoints)
    it(`of every layer of ${name}`, async () => {
      const { show, info } = await openModel(filesOf(name));
      for (let modelLayer = 0; modelLayer < info.sizes.layers; modelLayer++) {
        const shown = await show({ sentence: 'the old mill', modelLayer });
        const { state, badge } = await assertComesBack(shown, 1e-5);
        assert.equal(INSTEAD.test(badge), state.source === 'own-weights', badge);
      }
    });
});

describe('queries, keys and values with weights of their own', () => {
  const rows = [
    [1, 0],
    [0, 1],
  ];
  const parts = { q: rows, k: rows, v: rows };

  it('that a program gives before the core is loaded show these weights', async () => {
    const session = new LabSession({ isConnected: true, requestUpdate() {} });
    session.tensors.set({ ...parts, weights: rows });
    await session.start();
    assert.equal(session.state.source, 'own-weights');
    assert.deepEqual([...session.results().weights.data], [1, 0, 0, 1]);
    assert.deepEqual(session.tensors.given, { ...parts, weights: rows });
  });

  it('are computed if the weights agree within the digits of float16, or do not fit', async () => {
    const session = new LabSession({ isConnected: true, requestUpdate() {} });
    await session.start();
    const [most, least] = [0.67, 0.33];
    for (const weights of [
      [
        [most, least],
        [least, most],
      ],
      [[1, 2, 3]],
      'text',
      undefined,
    ]) {
      session.tensors.set({ ...parts, weights });
      assert.equal(session.state.source, 'own');
    }
  });

  it('replace a deliberate mistake', async () => {
    const session = new LabSession({ isConnected: true, requestUpdate() {} });
    await session.start();
    session.dispatch({ bug: 'scale-none' }, { by: 'program' });
    session.tensors.set(parts);
    assert.equal(session.state.bug, '');
    assert.ok(session.results().weights);
  });
});

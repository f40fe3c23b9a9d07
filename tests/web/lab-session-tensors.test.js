import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULTS } from '../../web/state/fields.js';
import { numbersOf, PROGRAM, READER, startSession } from './start-session.js';

describe('the reader’s tensors', () => {
  const weights = [
    [0.25, 0.75],
    [1, 0],
  ];

  it('are shown unchanged, and null restores the previous numbers', async () => {
    const session = await startSession();
    session.dispatch({ sentence: 'one two three' }, PROGRAM);
    session.tensors.set({ weights, queryTokens: ['a', 'b'] });
    assert.deepEqual(numbersOf(session, 'weights'), weights.flat());
    assert.deepEqual(session.evaluate().computation.queryWords, ['a', 'b']);
    assert.deepEqual(session.tensors.given, { weights, queryTokens: ['a', 'b'] });
    session.tensors.set(null);
    assert.equal(session.tensors.given, null);
    assert.equal(session.evaluate().computation.queryWords[2], 'three');
  });

  it('that do not fit are refused without a change', async () => {
    const session = await startSession();
    const { state } = session;
    assert.throws(() => session.tensors.set({ weights: [[1, 2], [3]] }));
    assert.equal(session.state, state);
    assert.equal(session.tensors.given, null);
  });

  it('that hold no numbers are named, with what to do', async () => {
    const session = await startSession();
    const promise = Promise.resolve([[1]]);
    for (const [tensors, message] of /** @type {[any, RegExp][]} */ ([
      [
        promise,
        /^The tensor weights is a Promise; await it; expected a tensor or nested arrays\.$/,
      ],
      [{ weights: promise }, /^The tensor weights is a Promise; await it; /],
      [{ q: promise, k: promise, v: promise }, /^The tensor q is a Promise; await it; /],
      [{ weights: new Map() }, /^The tensor weights is a Map; /],
      [{ weights: () => [[1]] }, /^The tensor weights is a function; /],
      [5, /^tensors is 5; expected { q, k, v } or { weights }\.$/],
      [Symbol('q'), /^tensors is a symbol; /],
    ]))
      assert.throws(() => session.tensors.set(tensors), { code: 'ERR_TENSORS', message });
    // Other entries beside the weights stay without effect.
    session.tensors.set({ weights, notes: new Map() });
    assert.deepEqual(numbersOf(session, 'weights'), weights.flat());
  });

  it('that are only some of q, k and v are refused, even if their rows sum to 1', async () => {
    const session = await startSession();
    const q = [
      [1, 0],
      [0.5, 0.5],
    ];
    for (const [tensors, found] of /** @type {[any, string][]} */ ([
      [{ q, queryTokens: ['a', 'b'] }, 'queryTokens, q'],
      [{ Q: [[1]] }, 'Q'],
      [{ keys: q, values: q }, 'keys, values'],
    ]))
      assert.throws(() => session.tensors.set(tensors), {
        message: `Expected q, k and v, or weights; found ${found}.`,
      });
    session.tensors.set({ q, k: q, v: q });
    assert.equal(session.state.source, 'own');
  });

  it('give the same state before and after what the author has set', async () => {
    const q = [
      [1, 0, 0.5],
      [0, 2, 1],
      [1, 1, 0],
    ];
    const parts = { q, k: q, v: q, tokens: ['a', 'b', 'c'] };
    const partly = /** @type {const} */ ({ by: 'program', onto: 'requests' });
    for (const authored of [
      { mask: 'custom', masked: '0.1 2.2', query: 2 },
      { query: '2', key: '1', temperature: '2', table: 'weights' },
      { head: 1, cell: 'weights.0.1.2', step: 'weights' },
      { edits: 'q.0.1:9', dropout: 0.5 },
      { mask: 'padding', pad: 2, fill: '0', scale: 'none' },
      { mechanism: 'additive', target: 'x y', heads: 8, sentence: 'one two', keys: 'queries' },
      { query: 9, masked: '0.1' },
      { bug: 'scale-none' },
      { guide: 'practice-worksheet' },
    ])
      for (const tensors of [parts, { weights }]) {
        const states = [];
        for (const order of ['before', 'after', 'again']) {
          const session = await startSession();
          if (order !== 'before') session.tensors.set(tensors);
          for (const [name, value] of Object.entries(authored))
            session.dispatch({ [name]: value }, partly);
          if (order !== 'after') session.tensors.set(tensors);
          await session.pages.load(session.state);
          states.push([session.state, numbersOf(session, 'weights')]);
        }
        const [before, ...others] = states;
        for (const other of others) assert.deepEqual(other, before, JSON.stringify(authored));
      }
  });

  it('leave the reader no mark of earlier words, and null brings the author’s settings back', async () => {
    const session = await startSession();
    session.dispatch({ query: 3, mask: 'causal' }, PROGRAM);
    session.dispatch({ query: 2, edits: 'q.0.1:9' }, READER);
    session.tensors.set({ weights });
    assert.deepEqual([session.state.query, session.state.edits], [DEFAULTS.query, '']);
    assert.equal(session.isSet('query'), true);
    session.dispatch({ mask: 'custom', masked: '0.1' }, PROGRAM);
    session.tensors.set(null);
    const { source, mask, masked } = session.state;
    assert.deepEqual([source, mask, masked], ['seed', 'custom', '0.1']);
  });

  it('that are equal to those on screen change nothing', async () => {
    const session = await startSession();
    const make = () => ({ q: weights, k: weights, v: [...weights], tokens: ['a', 'b'] });
    session.tensors.set(make());
    session.dispatch({ edits: 'q.0.0.1:9', query: 0 }, READER);
    const { state } = session;
    const again = make();
    session.tensors.set(again);
    assert.equal(session.state, state);
    assert.equal(session.tensors.given, again);
    session.tensors.set({ ...make(), tokens: ['a', 'c'] });
    assert.equal(session.state.edits, '', 'with another token they do');
  });

  it('whose array a program has changed show the new numbers', async () => {
    const session = await startSession();
    const data = Float32Array.of(1, 0, 0, 1);
    session.tensors.set({ weights: { shape: [2, 2], data } });
    data[0] = 0.5;
    session.tensors.set({ weights: { shape: [2, 2], data } });
    assert.deepEqual(numbersOf(session, 'weights'), [0.5, 0, 0, 1]);
  });

  it('count as no choice of a row', async () => {
    const session = await startSession();
    session.tensors.set({ weights });
    assert.equal(session.isSet('query'), false);
  });

  it('with other numbers and the same shape are reported although the state is the same', async () => {
    /** @type {string[]} */
    const told = [];
    const session = await startSession({ onTensors: (by) => told.push(by) });
    session.tensors.set({ weights });
    session.tensors.set({ weights: weights.toReversed() });
    assert.deepEqual(told, ['program']);
    assert.deepEqual(numbersOf(session, 'weights'), weights.toReversed().flat());
  });
});

// The history of a session holds the reader's own tensors, by reference, with the state.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LabSession } from '../../web/session/lab-session.js';
import { readOwn } from '../../web/sources/files/attention-arrays.js';
import { readFiles } from '../../web/sources/files/read.js';
import { numbersOf, PROGRAM, READER, startSession } from './start-session.js';

const first = [
  [0.25, 0.75],
  [0.5, 0.5],
];
const second = [
  [0.2, 0.3, 0.5],
  [0.1, 0.1, 0.8],
];
const q = [
  [1, 0],
  [0, 1],
  [1, 1],
];

/** Loads a JSON file as a reader does. @param {LabSession} session @param {string} name @param {object} content */
async function load(session, name, content) {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  session.tensors.show(await readOwn(readFiles([{ name, bytes }])), 'reader', { fileNames: name });
}

describe('undo after files', () => {
  /** @param {LabSession} session */
  const look = (session) => [
    session.tensors.fileNames,
    ...numbersOf(session, 'weights').map((weight) => Number(weight.toPrecision(3))),
  ];

  it('brings back the file before with its edits, and redo the next file', async () => {
    const session = await startSession();
    await load(session, 'first.json', { weights: first });
    session.dispatch({ edits: 'weights.0.0:9' }, READER);
    const edited = ['first.json', 9, 0.75, 0.5, 0.5];
    assert.deepEqual(look(session), edited);
    await load(session, 'second.json', { weights: second });
    const loaded = ['second.json', ...second.flat()];
    assert.deepEqual(look(session), loaded);
    session.undo();
    assert.deepEqual(look(session), edited);
    session.undo();
    assert.deepEqual(look(session), ['first.json', ...first.flat()]);
    session.undo();
    assert.deepEqual([session.state.source, session.tensors.fileNames], ['seed', '']);
    assert.equal(session.tensors.given, null);
    session.redo();
    session.redo();
    assert.deepEqual(look(session), edited);
    session.redo();
    assert.deepEqual(look(session), loaded);
  });

  it('a file takes the place of the reason why earlier tensors were refused', async () => {
    const session = await startSession();
    assert.throws(() => session.tensors.set({ weights: [[1, 2], [3]] }));
    assert.ok(session.tensors.refusal);
    await load(session, 'first.json', { weights: first });
    assert.equal(session.tensors.refusal, undefined);
  });

  it('brings back at most four files, which may be large', async () => {
    const session = await startSession();
    for (let i = 0; i < 7; i++) await load(session, `${i}.json`, { weights: first });
    for (let i = 0; i < 10; i++) session.undo();
    assert.equal(session.canUndo, false);
    assert.equal(session.tensors.fileNames, '2.json');
  });

  it('holds at most four files for undo and redo together, and can redo the last', async () => {
    const session = await startSession();
    for (let i = 0; i < 5; i++) {
      if (i > 0) session.dispatch({ source: 'seed', seed: i }, READER);
      await load(session, `${i}.json`, { weights: first });
    }
    const undone = [];
    while (session.canUndo) {
      session.undo();
      undone.push(session.tensors.fileNames);
    }
    assert.deepEqual(undone, ['', '3.json', '', '2.json', '', '1.json', '']);
    while (session.canRedo) session.redo();
    assert.equal(session.tensors.fileNames, '4.json');
  });

  it('brings back a file of the other kind', async () => {
    const session = await startSession();
    await load(session, 'parts.json', { q, k: q, v: q });
    const parts = look(session);
    await load(session, 'second.json', { weights: second });
    const weights = look(session);
    await load(session, 'parts2.json', { q, k: q.toReversed(), v: q });
    session.undo();
    assert.deepEqual(look(session), weights);
    session.undo();
    assert.deepEqual(look(session), parts);
    assert.deepEqual(session.tensors.given?.q, session.results().q);
    session.redo();
    assert.deepEqual(look(session), weights);
  });

  it('takes one step for each file, and tells of numbers with the same state', async () => {
    /** @type {unknown[]} */
    const told = [];
    const session = await startSession({ onTensors: (by) => told.push(by) });
    session.dispatch({ sentence: 'one two three' }, READER);
    session.dispatch({ query: 2 }, READER);
    await load(session, 'first.json', { weights: first });
    await load(session, 'swapped.json', { weights: first.toReversed() });
    session.undo();
    assert.deepEqual(look(session), ['first.json', ...first.flat()]);
    session.redo();
    assert.deepEqual(look(session), ['swapped.json', ...first.toReversed().flat()]);
    assert.deepEqual(told, ['reader', 'reader', 'reader']);
    session.undo();
    session.undo();
    assert.equal(session.state.query, 2, 'the marked row');
    assert.equal(session.state.sentence, 'one two three');
    assert.equal(session.evaluate().computation.queryWords[2], 'three');
  });

  it('brings back the tensors that a program had set', async () => {
    const session = await startSession();
    const set = { weights: first };
    session.tensors.set(set);
    await load(session, 'second.json', { weights: second });
    session.undo();
    assert.equal(session.tensors.given, set);
    assert.deepEqual(look(session), ['', ...first.flat()]);
    session.tensors.set(null);
    assert.equal(session.state.source, 'seed');
  });

  it('from a page brings back the file that the lab had', async () => {
    const session = await startSession();
    await load(session, 'first.json', { weights: first });
    session.dispatch({ guide: 'practice-check' }, { by: 'page' });
    await load(session, 'swapped.json', { weights: first.toReversed() });
    assert.equal(session.state.guide, '');
    session.undo();
    assert.deepEqual(look(session), ['first.json', ...first.flat()]);
  });

  it('keeps the name of a file whose weights are compared once the core is loaded', async () => {
    const session = new LabSession({ isConnected: true, requestUpdate() {} });
    const tables = { q, k: q, v: q };
    await load(session, 'mine.json', { ...tables, weights: [...second, second[0]] });
    await session.start();
    assert.equal(session.state.source, 'own-weights', 'q, k and v give other weights');
    assert.equal(session.tensors.fileNames, 'mine.json');
  });

  it('stays on its step and row if tensors were shown and taken away before', async () => {
    const session = await startSession();
    session.dispatch({ seed: 8 }, READER);
    session.tensors.set({ weights: first });
    session.tensors.set(null);
    session.dispatch({ step: 'weights', query: 3 }, READER);
    session.undo();
    const { seed, step, query } = session.state;
    assert.deepEqual([seed, step, query], [7, 'weights', 3]);
  });

  it('counts no change if only tensors that are not shown differ', async () => {
    const session = await startSession();
    session.dispatch({ guide: 'practice' }, PROGRAM);
    session.tensors.set({ weights: first });
    session.tensors.set(null);
    assert.equal(session.state.guide, 'practice');
    session.dispatch({ guide: '' }, { by: 'page' });
    assert.equal(session.canUndo, false);
  });

  it('leaves the tensors that a program has set since, even of another kind', async () => {
    const parts = { q, k: q.toReversed(), v: q };
    for (const set of [{ weights: second }, parts]) {
      for (const before of [{ weights: first }, { q, k: q, v: q }]) {
        const session = await startSession();
        session.tensors.set(before);
        session.dispatch({ temperature: 2 }, READER);
        session.tensors.set(set);
        const rows = session.evaluate().computation.queryWords;
        session.undo();
        assert.equal(session.tensors.given, set);
        assert.equal(session.state.source, 'q' in set ? 'own' : 'own-weights');
        assert.deepEqual(session.evaluate().computation.queryWords, rows);
        session.redo();
        assert.equal(session.tensors.given, set);
      }
    }
  });

  it('from a page brings back the tensors that a program had set there', async () => {
    const session = await startSession();
    session.dispatch({ guide: 'practice' }, PROGRAM);
    session.tensors.set({ weights: first });
    session.dispatch({ edits: 'weights.0.0:9' }, READER);
    await load(session, 'second.json', { weights: second });
    assert.equal(session.state.guide, '');
    session.undo();
    assert.deepEqual(look(session), ['', 9, 0.75, 0.5, 0.5]);
    session.undo();
    assert.deepEqual(look(session), ['', ...first.flat()]);
    session.redo();
    session.redo();
    assert.deepEqual(look(session), ['second.json', ...second.flat()]);
  });
});

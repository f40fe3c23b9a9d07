import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { needSlot } from '../../web/features.js';
import { LabSession } from '../../web/session/lab-session.js';
import { filesOf } from './checkpoints.js';
import { turn } from './connect.js';
import '../support/features.js';

await needSlot('pretrained');

const READER = /** @type {const} */ ({ by: 'reader' });

/** Opens a checkpoint in a session. @param {string} name @param {object} wanted */
async function open(name, wanted) {
  const host = { isConnected: true, requestUpdate() {} };
  /** @type {LabSession} */
  const session = new LabSession(host, { onResults: () => session.evaluate() });
  await session.start();
  session.dispatch(
    { source: 'pretrained', model: 'files', sentence: 'the old mill', heads: 4, dModel: 32 },
    { by: 'program' },
  );
  session.evaluate();
  await session.opened();
  const connection = /** @type {any} */ (session.connections.get(session.settings));
  connection.choose(filesOf(name));
  const settle = async () => {
    while (session.evaluate().isOpening) await turn();
  };
  await settle();
  session.dispatch(wanted, READER);
  await settle();
  /** @param {string} sentence */
  const type = async (sentence) => {
    session.dispatch({ sentence }, READER);
    await settle();
  };
  const read = () => {
    const { queryWords, keyWords } = session.evaluate().computation;
    const { query, key, pin } = session.state;
    return { query: queryWords[query], key: keyWords[key], pin: queryWords[pin] };
  };
  return { session, type, read, settle };
}

describe('selected tokens', () => {
  for (const name of ['gpt2', 'bert']) {
    it(`of ${name} stay selected when words come and go before them`, async () => {
      const { session, read, type, settle } = await open(name, {});
      const { queryWords } = session.evaluate().computation;
      const last = queryWords.length - (name === 'bert' ? 2 : 1);
      session.dispatch({ query: last, key: last - 1, pin: last - 2 }, READER);
      const before = read();
      assert.ok(before.query && before.key && before.pin);
      for (const sentence of ['see the old mill', 'the old mill', 'the the old mill and see'])
        await type(sentence).then(() => assert.deepEqual(read(), before, sentence));
      // Another step, chosen while the model reads, loses nothing.
      session.dispatch({ sentence: 'old the old mill and see' }, READER);
      session.dispatch({ step: 'weights' }, READER);
      await settle();
      assert.deepEqual(read(), before);
      session.undo();
      await settle();
      assert.equal(session.state.sentence, 'the old mill');
      assert.deepEqual(read(), before);
    });
  }

  it('come back when they are typed again, and are the reader’s choice after that', async () => {
    const { session, read, type } = await open('gpt2', {});
    const { length } = session.evaluate().computation.queryWords;
    session.dispatch({ query: length - 1 }, READER);
    const { query } = read();
    await type('the old');
    await type('the');
    await type('a b the old mill');
    assert.equal(read().query, query);
    session.dispatch({ query: 0 }, READER);
    const chosen = read().query;
    await type('the the old mill');
    assert.notEqual(chosen, query);
    assert.equal(session.state.query, 0);
  });

  it('are undone together with the typed letters', async () => {
    const { session, type } = await open('gpt2', { query: 1 });
    for (const sentence of ['s the old mill', 'se the old mill', 'see the old mill'])
      await type(sentence);
    session.undo();
    assert.equal(session.state.sentence, 'the old mill');
  });

  it('are those of a program that changes the sentence', async () => {
    const { session, settle } = await open('gpt2', { query: 2 });
    session.dispatch({ sentence: 'see the old mill', query: 2 }, { by: 'program' });
    await settle();
    assert.equal(session.state.query, 2);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { attention } from '../support/computations.js';
import { filesOf, NO_CHANGES } from './checkpoints.js';
import { show, stateWith } from './connect.js';

describe('a connection whose model writes', () => {
  it('says why it wrote nothing', async () => {
    const { connection, write } = await show('bert', { model: 'files@bert-2x4' });
    await write();
    assert.match(String(connection.writer.end?.error), /predicts the next token/);
  });

  it('writes until a character is whole, from as few tokens as that takes', async () => {
    const { connection, write, changes, remote } = await show();
    const server = await remote.server();
    /** @type {number[]} */
    const tokenCounts = [];
    server.write = /** @type {any} */ (
      (
        /** @type {string} */ _name,
        /** @type {string} */ _text,
        /** @type {any} */ _changes,
        /** @type {any} */ { tokens },
      ) => {
        tokenCounts.push(tokens);
        return { text: tokens < 3 ? ' \uFFFD' : ' é' };
      }
    );
    await write();
    assert.deepEqual(tokenCounts, [1, 2, 3]);
    assert.deepEqual(changes, [{ sentence: 'the bird é', query: 1 }]);
    assert.equal(connection.writer.seed, 1, 'one press, one seed');
    // Bytes that never complete a character are written as replacement characters.
    server.write = /** @type {any} */ (() => ({ text: '\uFFFD' }));
    await write();
    assert.deepEqual(changes[1], { sentence: 'the bird\uFFFD', query: 1 });
  });

  for (const [sentence, isRetokenized] of /** @type {[string, boolean][]} */ ([
    ['the bird', false],
    ['the sea', true],
  ]))
    it(`tells whether the model reads other tokens than it wrote: after “${sentence}”`, async () => {
      const model = await loadPretrained(attention, filesOf('gpt2'));
      const { connection, host, write } = await show('gpt2');
      await write({ sentence });
      const continued = host.state.sentence;
      const { ids } = model.tokenize(sentence);
      const all = [...ids, ...model.generate(ids, { tokens: 4 }).ids];
      const read = model.tokenize(continued).ids;
      assert.equal(read.join() !== all.slice(0, read.length).join(), isRetokenized);
      assert.equal(connection.writer.isRetokenized(continued), isRetokenized);
      assert.equal(connection.writer.isRetokenized(sentence), false, 'not once it is taken back');
      model.dispose();
    });

  it('reads its own tokens again, and writes what generate() writes', async () => {
    const model = await loadPretrained(attention, filesOf('gpt2'));
    const { connection, host, write, remote } = await show('gpt2');
    const sentence = 'the sea';
    await write({ sentence }, 5);
    const server = await remote.server();
    const { after } = await server.run(connection.loading.key, host.state.sentence, NO_CHANGES);
    const { ids } = model.tokenize(sentence);
    const tokens = after.ids.length - ids.length;
    assert.ok(tokens >= 5);
    assert.deepEqual(after.ids, [...ids, ...model.generate(ids, { tokens }).ids]);
    assert.equal(after.words.length, after.ids.length);
    model.dispose();
  });

  it('writes on, but not over a sentence and a temperature that were changed meanwhile', async () => {
    const { connection, host, write, changes } = await show();
    await write();
    const [{ sentence }] = /** @type {any[]} */ (changes.splice(0));
    assert.match(sentence, /^the bird./);
    const writing = write({}, 3);
    connection.writer.temperature = 2;
    host.state = stateWith({ sentence: 'the old mill' });
    await writing;
    assert.deepEqual(changes, []);
    const { temperature, seed, end, waiting } = connection.writer;
    assert.deepEqual([temperature, seed, end, waiting], [2, 2, undefined, 0]);
  });

  for (const [what, change] of /** @type {const} */ ([
    ['another source was chosen', { source: 'seed' }],
    ['a head was silenced', { silence: '0.1' }],
    ['another layer was opened', { modelLayer: 1 }],
  ])) {
    it(`writes no token after ${what} meanwhile`, async () => {
      const { connection, host, write, changes } = await show();
      const writing = write({}, 3);
      host.state = { ...host.state, ...change };
      await writing;
      assert.deepEqual([changes, connection.writer.waiting], [[], 0]);
    });
  }

  it('writes what was requested after a change, and nothing that was requested before', async () => {
    const { connection, write, changes } = await show();
    const writing = write({}, 5);
    await Promise.all([writing, write({ sentence: 'the old mill' }, 2)]);
    const sentences = changes.map((change) => /** @type {any} */ (change).sentence);
    assert.match(sentences[0], /^the old mill./);
    assert.equal(sentences.length, 2);
    assert.ok(sentences[1].startsWith(sentences[0]));
    assert.equal(connection.writer.waiting, 0);
  });

  it('writes what was requested after a change even if what was requested before fails', async () => {
    const { connection, write, changes, remote } = await show();
    const server = await remote.server();
    server.write = /** @type {any} */ (
      (/** @type {string} */ _name, /** @type {string} */ text) => {
        if (text === 'the bird') throw new Error('No memory is left.');
        return { text: ' on' };
      }
    );
    await Promise.all([write({}, 5), write({ sentence: 'the old mill' }, 1)]);
    assert.deepEqual(changes, [{ sentence: 'the old mill on', query: 1 }]);
    assert.equal(connection.writer.end, undefined);
  });

  it('writes nothing more once its element is removed, and writes again when it is back', async () => {
    const { connection, write, changes } = await show();
    const writing = write({}, 5);
    connection.stop();
    await writing;
    assert.deepEqual([changes, connection.writer.waiting], [[], 0]);
    await write({}, 2);
    assert.equal(changes.length, 2);
  });

  it('says that the sentence is full, and writes no token that it cannot take', async (t) => {
    const { connection, host, remote } = await show();
    const server = await remote.server();
    const write = t.mock.method(server, 'write', () => ({ text: ' on' }));
    host.state = stateWith({ sentence: 'a'.repeat(7999) });
    await connection.writer.write(5, (change) => {
      host.state = stateWith(change);
    });
    const { end, waiting } = connection.writer;
    assert.deepEqual([write.mock.callCount(), end?.isFull, waiting], [1, true, 0]);
    assert.equal(connection.writer.beforeLast(host.state.sentence), undefined);
  });

  it('writes with what the reader has changed, as far as the sentence has a place for it', async () => {
    const model = await loadPretrained(attention, filesOf('gpt2'));
    const { write, changes } = await show();
    const continueText = async (/** @type {object} */ changed) => {
      await write(changed);
      const [{ sentence }] = /** @type {any[]} */ (changes.splice(0));
      return sentence;
    };
    const expected = (/** @type {object} */ options) =>
      `the bird${model.generate('the bird', { tokens: 1, ...options }).text}`;
    const silence = '0.* 1.*';
    const edits = 'weights.0.1.0:1;weights.0.1.1:0';
    const all = [
      await continueText({}),
      await continueText({ silence }),
      await continueText({ block: '*.*.1.0 0.0.90.0' }),
      await continueText({ edits, modelLayer: 1 }),
    ];
    assert.deepEqual(all, [
      expected({}),
      expected({ silence: silence.split(' ') }),
      expected({ block: ['*.*.1.0'] }),
      expected({ edits: { '1.weights.0.1.0': 1, '1.weights.0.1.1': 0 } }),
    ]);
    assert.ok(new Set(all.slice(0, 3)).size > 1, 'changes change what is written');
  });

  it('writes a token for each press, also while it writes, and not more than a held key may ask for', async () => {
    const patient = await show();
    for (let i = 0; i < 7; i++) await patient.write(patient.host.state);
    const { connection, write, changes, host } = await show();
    const { writer } = connection;
    const presses = [write(), write({}, 5), write()];
    assert.equal(writer.waiting, 7);
    await Promise.all(presses);
    assert.deepEqual([changes, changes.length], [patient.changes, 7]);
    assert.equal(writer.waiting, 0);
    const last = write({}, 1000);
    assert.equal(writer.waiting, 20);
    host.state = stateWith({ sentence: 'stop' });
    await last;
  });

  it('says that the model ends the text', async () => {
    const { connection, host, write, changes, remote } = await show();
    const server = await remote.server();
    server.write = /** @type {any} */ (() => ({ text: '' }));
    await write({}, 5);
    const { writer } = connection;
    assert.deepEqual([changes, writer.end?.hasEnded], [[], true]);
    for (const change of [{ sentence: 'the old mill' }, { model: 'tiny/other' }]) {
      host.state = stateWith(change);
      assert.equal(writer.end, undefined, `not after ${Object.keys(change)} has changed`);
    }
    host.state = stateWith();
    assert.equal(writer.end?.hasEnded, true);
    server.write = /** @type {any} */ (() => ({ text: ' on' }));
    await write();
    assert.equal(writer.end, undefined);
  });

  it('gives back the sentence before the last token and before the first, until the reader changes it', async () => {
    const shown = await show();
    const { writer } = shown.connection;
    /** @type {string[]} */
    const sentences = ['the bird'];
    const write = async () => {
      await shown.write({ sentence: sentences.at(-1) });
      sentences.push(shown.host.state.sentence);
    };
    assert.equal(writer.isFresh, true);
    await write();
    await write();
    const [first, second, third] = sentences;
    assert.notEqual(second, third);
    assert.deepEqual([writer.beforeLast(third), writer.beforeAll(third)], [second, first]);
    assert.deepEqual([writer.beforeLast(second), writer.beforeAll(second)], [first, first]);
    for (const sentence of [first, `${third} and`]) {
      assert.equal(writer.beforeLast(sentence), undefined);
      assert.equal(writer.beforeAll(sentence), undefined);
    }
    sentences.push(`${third} and`);
    await write();
    const last = String(sentences.at(-1));
    assert.deepEqual(
      [writer.beforeLast(last), writer.beforeAll(last)],
      [`${third} and`, `${third} and`],
    );
  });
});

// The connection of an element to a real model requests nothing on its own. A failed or cancelled
// load can be repeated.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { pretrainedNames } from '../../web/features/pretrained/manifest.js';
import { PretrainedConnection } from '../../web/features/pretrained/run/connection.js';
import { ModelServer } from '../../web/features/pretrained/run/server.js';
import { getReplies } from '../../web/features/pretrained/run/source.js';
import { Threads } from '../../web/features/pretrained/run/threads.js';
import { addFeature } from '../../web/features.js';
import { Run } from '../../web/graph/run.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { attention } from '../support/computations.js';
import { filesOf, weightsOf } from './checkpoints.js';
import { SlowWeights } from './slow-weights.js';

addFeature(pretrainedNames);

const SIZES = { heads: 4, dModel: 32 };

/** @param {object} [change] */
const stateWith = (change) =>
  normaliseState({
    source: 'pretrained',
    model: 'files',
    sentence: 'the bird',
    ...SIZES,
    ...change,
  });

/** @param {object} [change] */
const settings = (change) => getSettings(stateWith(change));

/** A server that counts loads, and can read weights slowly. */
class CountingServer extends ModelServer {
  loads = 0;
  isSlow = false;
  /** @type {SlowWeights[]} */
  weights = [];

  /** @type {ModelServer['load']} @override */
  load(name, source, ...parts) {
    this.loads++;
    if (!this.isSlow) return super.load(name, source, ...parts);
    const files = /** @type {Record<string, any>} */ (source);
    const slow = new SlowWeights([files['model.safetensors']]);
    this.weights.push(slow);
    return super.load(name, { ...files, 'model.safetensors': slow }, ...parts);
  }

  /**
   * The sentences of its runs, while each run waits to be released.
   * @type {string[] | undefined}
   */
  held;
  /** @type {(() => void)[]} */
  waiting = [];

  /** @type {ModelServer['run']} @override */
  async run(name, text, ...parts) {
    this.held?.push(text);
    if (this.held) await new Promise((resolve) => this.waiting.push(() => resolve(undefined)));
    return super.run(name, text, ...parts);
  }

  goOn() {
    for (const resolve of this.waiting.splice(0)) resolve();
    this.isSlow = false;
    for (const weights of this.weights) weights.goOn();
  }
}

/** The server runs on the page, as when no Worker starts. */
const makeThreads = () =>
  new Threads({
    startWorker: () => {
      throw new Error('no Worker');
    },
    importServer: async () => CountingServer,
  });

/** Makes the connection of an element. @param {Threads} [threads] shared with other elements */
function connect(threads = makeThreads()) {
  /** @type {object[]} */
  const changes = [];
  /** The rows that the connection marks on its own. @type {(number | undefined)[]} */
  const marked = [];
  let told = 0;
  const host = /** @type {any} */ ({ requestUpdate: () => {}, state: stateWith() });
  const connection = new PretrainedConnection(
    host,
    (change) =>
      Object.keys(change).join() === 'query' ? marked.push(change.query) : changes.push(change),
    threads,
    () => {
      told++;
    },
  );
  /**
   * Lets the model continue a sentence by some tokens.
   * @param {object} [wanted] settings
   * @param {number} [count] the number of tokens
   */
  const write = (wanted, count = 1) => {
    host.state = stateWith(wanted);
    return connection.writer.write(count, (change) => {
      host.state = { ...host.state, ...change };
      changes.push(change);
    });
  };
  return { connection, host, write, changes, marked, threads, told: () => told };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Makes a connection that shows a model from files.
 * @param {string} [name]
 * @param {object} [wanted] settings
 */
async function show(name = 'gpt2', wanted = {}) {
  const connected = connect();
  const opened = connected.connection.open(attention, settings(wanted));
  await turn();
  connected.connection.choose(filesOf(name));
  return { ...connected, source: await opened };
}

describe('a connection to a real model', () => {
  it('waits for its reader, and then gives the model’s numbers', async () => {
    const { connection, told } = connect();
    const opened = connection.open(attention, settings());
    await turn();
    assert.deepEqual(
      [connection.status.kind, connection.isAwaitingReader, told()],
      ['unasked', true, 1],
    );
    connection.choose(filesOf('gpt2'));
    const source = await opened;
    assert.ok(source);
    const run = new Run(attention, source.graph, source.given);
    const { after, before } = getReplies({ run });
    assert.equal(after, before);
    assert.deepEqual(run.tensor('weights').data, after.weights[0].data);
  });

  it('follows the sizes of the model', async () => {
    const { connection, changes } = connect();
    connection.open(attention, settings({ heads: 2, dModel: 4, modelLayer: 9 }));
    await turn();
    connection.choose(filesOf('gpt2'));
    while (changes.length === 0) await turn();
    const layer = { modelLayer: 1, cell: '', edits: '', layerEdits: '' };
    assert.deepEqual(changes, [{ ...SIZES, ...layer }]);
  });

  it('marks the last row of a model that writes, once, and none of one that does not', async () => {
    const choose = async (/** @type {string} */ name) => {
      const connected = connect();
      connected.connection.open(attention, settings({ model: 'use-lite' }));
      await turn();
      connected.connection.choose(filesOf(name));
      await connected.connection.open(attention, settings());
      return connected;
    };
    const { connection, marked, changes } = await choose('gpt2');
    assert.deepEqual([marked, changes.length], [[2047], 1]);
    await connection.open(attention, settings({ sentence: 'the other bird' }));
    assert.deepEqual([marked, changes.length], [[2047], 1]);
    assert.deepEqual((await choose('bert')).marked, []);
  });

  it('marks what a link says that asks for files', async () => {
    assert.deepEqual((await show('gpt2')).marked, []);
  });

  it('moves no number that is set in a layer that the model lacks', async () => {
    const { connection, changes } = connect();
    const edits = 'weights.0.1.0:0.5';
    connection.open(attention, settings({ modelLayer: 9, edits, layerEdits: '1.q.0.1.0:2' }));
    await turn();
    connection.choose(filesOf('gpt2'));
    while (changes.length === 0) await turn();
    const [{ edits: shown, layerEdits }] = /** @type {any[]} */ (changes);
    assert.deepEqual([shown, layerEdits], ['q.0.1.0:2', `9.${edits}`]);
  });

  it('says what failed, and loads other files that are chosen', async () => {
    const { connection } = connect();
    const opened = connection.open(attention, settings());
    await turn();
    connection.choose({ 'config.json': '{}' });
    while (connection.status.kind !== 'failed') await turn();
    assert.match(JSON.stringify(connection.openingMessage(stateWith())), /model_type|config\.json/);
    connection.choose(filesOf('gpt2'));
    assert.ok(await opened);
  });

  it('loads again after it was cancelled', async () => {
    const { connection } = connect();
    const opened = connection.open(attention, settings());
    await turn();
    connection.choose(filesOf('gpt2'));
    connection.loading.cancel();
    assert.equal(connection.status.kind, 'unasked');
    connection.choose(filesOf('gpt2'));
    assert.ok(await opened);
    assert.equal(connection.status.kind, 'ready');
  });

  it('opens the chosen files also where another model was on screen, and frees that one', async () => {
    const { connection, changes, threads } = connect();
    const shipped = connection.open(attention, settings({ model: 'use-lite', dModel: 512 }));
    await turn();
    connection.loading.ask();
    assert.ok(await shipped);
    connection.choose(filesOf('gpt2'));
    assert.equal(/** @type {any} */ (changes[0]).model, 'files');
    assert.ok(await connection.open(attention, settings()));
    const server = await threads.server();
    assert.throws(() => server.layer('use-lite', 0), /not loaded/);
  });

  it('ends a load of files when others are chosen', async () => {
    const { connection } = connect();
    const opened = connection.open(attention, settings());
    await turn();
    const [ended, read] = ['gpt2', 'llama'].map((name) => {
      const weights = new SlowWeights([weightsOf(name)]);
      connection.choose({ ...filesOf(name), 'model.safetensors': weights });
      return weights;
    });
    for (const weights of [ended, read]) weights.goOn();
    assert.ok(await opened);
    const { status } = connection;
    assert.equal(status.kind === 'ready' && status.info.family, 'llama');
    assert.ok(ended.reads < read.reads / 2, `${ended.reads} and ${read.reads} reads`);
  });

  it('gives other files the next name', async () => {
    for (const [model, next] of [
      ['files', 'files@2'],
      ['files@2', 'files@3'],
      ['files@x', 'files@2'],
    ]) {
      const { connection, changes } = await show('gpt2', { model });
      connection.choose(filesOf('gpt2'));
      assert.equal(/** @type {any} */ (changes[0]).model, next);
    }
  });

  it('leaves a model and forgets another, also where the server or the browser refuses', async () => {
    const { connection, threads } = await show();
    const server = await threads.server();
    let refused = 0;
    server.release = async () => {
      refused++;
      throw new Error('gone');
    };
    connection.choose(filesOf('llama'));
    connection.open(attention, settings({ model: 'tiny/other' }));
    await connection.loading.forget('no name of a model');
    while (refused < 1) await turn();
    // An unhandled rejection would fail the test.
    await turn();
  });

  it('keeps a model that another element shows', async () => {
    const { connection, threads } = await show();
    const server = await threads.server();
    const { key } = connection.loading;
    await server.load(key, {}, undefined);
    await server.release(key);
    assert.equal((await server.layer(key, 0)).heads, 4);
  });

  it('loads a model once beside another element, whose load and model it leaves alone', async () => {
    const threads = makeThreads();
    const [first, second] = [connect(threads), connect(threads)].map(
      ({ connection }) => connection,
    );
    const shipped = settings({ model: 'use-lite', dModel: 512 });
    const [, opened] = [first.open(attention, shipped), second.open(attention, shipped)];
    await turn();
    const server = /** @type {CountingServer} */ (await threads.server());
    server.isSlow = true;
    first.loading.ask();
    second.loading.ask();
    while (server.loads < 2) await turn();
    first.loading.cancel();
    server.goOn();
    assert.ok(await opened);
    assert.equal(first.status.kind, 'unasked');
    // The load is cancelled before the server knows of it, and then succeeds.
    first.loading.ask();
    first.loading.cancel();
    first.loading.ask();
    await first.open(attention, shipped);
    for (const connection of [first, second]) {
      assert.equal((await server.layer('use-lite', 0)).heads, 4);
      connection.open(attention, settings({ model: 'tiny/other' }));
      await turn();
    }
    assert.throws(() => server.layer('use-lite', 0), /not loaded/);
  });

  it('leaves alone what others have loaded since its Worker ended', async () => {
    const { connection, threads } = await show();
    const server = await threads.server();
    const { key } = connection.loading;
    // The Worker ends with the model, which another element loads again.
    await server.release(key);
    threads.ended++;
    await server.load(key, filesOf('gpt2'), undefined);
    connection.open(attention, settings({ model: 'tiny/other' }));
    await turn();
    assert.equal((await server.layer(key, 0)).heads, 4);
  });

  it('runs over the last sentence alone of those that are typed while a run goes on', async () => {
    const { connection, threads } = await show();
    const server = /** @type {CountingServer} */ (await threads.server());
    server.held = [];
    const typed = ['the', 'the b', 'the bi', 'the bird'].map((sentence) =>
      connection.open(attention, settings({ sentence })),
    );
    for (let i = 0; i < 20; i++) await turn();
    assert.deepEqual(server.held, ['the bird'], 'the others were replaced before they began');
    const later = ['a', 'a b', 'a c'].map((sentence) =>
      connection.open(attention, settings({ sentence })),
    );
    for (let i = 0; i < 20; i++) await turn();
    assert.deepEqual(server.held, ['the bird'], 'one run at a time');
    server.goOn();
    while (server.held.length < 2) await turn();
    server.goOn();
    assert.ok(await later[2]);
    assert.deepEqual(server.held, ['the bird', 'a c']);
    assert.equal(typed.length, 4);
  });

  it('says why it wrote nothing', async () => {
    const { connection, write } = await show('bert');
    await write();
    assert.match(String(connection.writer.end?.error), /predicts the next token/);
  });

  it('writes until a character is whole, from as few tokens as that takes', async () => {
    const { connection, write, changes, threads } = await show();
    const server = await threads.server();
    /** @type {number[]} */
    const asked = [];
    server.write = /** @type {any} */ (
      (
        /** @type {string} */ _name,
        /** @type {string} */ _text,
        /** @type {any} */ _changes,
        /** @type {any} */ { tokens },
      ) => {
        asked.push(tokens);
        return { text: tokens < 3 ? ' \uFFFD' : ' é' };
      }
    );
    await write();
    assert.deepEqual(asked, [1, 2, 3]);
    assert.deepEqual(changes, [{ sentence: 'the bird é' }]);
    assert.equal(connection.writer.seed, 1, 'one press, one seed');
    // Bytes that never complete a character are written as replacement characters.
    server.write = /** @type {any} */ (() => ({ text: '\uFFFD' }));
    await write();
    assert.deepEqual(changes[1], { sentence: 'the bird\uFFFD' });
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
    const { connection, host, threads } = await show();
    const server = await threads.server();
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
    const written = async (/** @type {object} */ changed) => {
      await write(changed);
      const [{ sentence }] = /** @type {any[]} */ (changes.splice(0));
      return sentence;
    };
    const expected = (/** @type {object} */ options) =>
      `the bird${model.generate('the bird', { tokens: 1, ...options }).text}`;
    const silence = '0.* 1.*';
    const edits = 'weights.0.1.0:1;weights.0.1.1:0';
    const all = [
      await written({}),
      await written({ silence }),
      await written({ block: '*.*.1.0 0.0.90.0' }),
      await written({ edits, modelLayer: 1 }),
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
    const { connection, host, write, changes, threads } = await show();
    const server = await threads.server();
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

  it('runs with a silenced head and a blocked pair, beside the model as it is', async () => {
    const { source } = await show('gpt2', { silence: '0.1', block: '0.2.1.0' });
    assert.ok(source);
    const run = new Run(attention, source.graph, source.given);
    const { after, before } = getReplies({ run });
    assert.deepEqual(run.tensor('weights').data, after.weights[0].data);
    assert.notDeepEqual(after.weights[0].data, before.weights[0].data);
    assert.notDeepEqual(after.next, before.next);
  });
});

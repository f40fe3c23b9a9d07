// The connection of an element to a real model requests nothing on its own. A failed or cancelled
// load can be repeated.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getReplies } from '../../web/features/pretrained/run/source.js';
import { otherFiles } from '../../web/features/pretrained/text/en/pretrained.js';
import { Run } from '../../web/graph/run.js';
import { WorkerEnded } from '../../web/session/worker.js';
import { attention } from '../support/computations.js';
import { filesIn, filesOf, weightsOf } from './checkpoints.js';
import {
  connect,
  makeRemote,
  openFiles,
  SIZES,
  settings,
  show,
  stateWith,
  turn,
} from './connect.js';
import { publish, startHub } from './hub-models.js';
import { SlowWeights } from './slow-weights.js';

/** @import { CountingServer } from './connect.js' */

/** @param {Promise<unknown>} opened a request that a later one replaces */
const assertReplaced = (opened) => assert.rejects(opened, { name: 'AbortError' });

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
    const opened = connection.open(attention, settings({ heads: 2, dModel: 4, modelLayer: 9 }));
    await turn();
    connection.choose(filesOf('gpt2'));
    await assertReplaced(opened);
    const layer = { modelLayer: 1, cell: '', edits: '', layerEdits: '' };
    assert.deepEqual(changes, [{ model: 'files@gpt2-2x4', ...SIZES, ...layer }]);
  });

  it('marks the last row of a model that writes, once, and none of one that does not', async () => {
    const choose = async (/** @type {string} */ name, model = `files@${name}-2x4`) => {
      const connected = connect();
      const shipped = connected.connection.open(attention, settings({ model: 'use-lite' }));
      await turn();
      connected.connection.choose(filesOf(name));
      await Promise.all([
        assertReplaced(shipped),
        connected.connection.open(attention, settings({ model })),
      ]);
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

  it('ends a request for another model while that waits for its reader', async () => {
    const { connection } = connect();
    const opened = connection.open(attention, settings({ model: 'use-lite' }));
    await turn();
    connection.open(attention, settings());
    await assertReplaced(opened);
  });

  it('moves no number that is set in a layer that the model lacks', async () => {
    const { connection, changes } = connect();
    const edits = 'weights.0.1.0:0.5';
    const wanted = { modelLayer: 9, edits, layerEdits: '1.q.0.1.0:2' };
    await assertReplaced((await openFiles(connection, wanted)).opened);
    const [{ edits: shown, layerEdits }] = /** @type {any[]} */ (changes);
    assert.deepEqual([shown, layerEdits], ['q.0.1.0:2', `9.${edits}`]);
  });

  it('says what failed, and loads other files that are chosen', async () => {
    const { connection } = connect();
    const { opened } = await openFiles(connection, {}, { 'config.json': '{}' });
    while (connection.status.kind !== 'failed') await turn();
    assert.match(JSON.stringify(connection.openingMessage(stateWith())), /model_type|config\.json/);
    connection.choose(filesOf('gpt2'));
    assert.ok(await opened);
  });

  it('keeps the files that it has shown, and shows them again by their name', async () => {
    const { connection, changes } = await show('gpt2', { model: 'files@gpt2-2x4' });
    const openNext = async (/** @type {string} */ model) => {
      const source = await connection.open(attention, settings({ model, ...SIZES }));
      const { info } = /** @type {any} */ (connection.status);
      return source && info.family;
    };
    const modelOfLastChange = () => /** @type {any} */ (changes.at(-1)).model;
    connection.choose(filesOf('bert'));
    await assertReplaced(openNext(modelOfLastChange()));
    assert.deepEqual(
      [modelOfLastChange(), await openNext('files@bert-2x4')],
      ['files@bert-2x4', 'bert'],
    );
    connection.choose({ 'config.json': '{}' });
    const failing = openNext(modelOfLastChange());
    while (connection.status.kind !== 'failed') await turn();
    assert.equal(connection.loading.lastShown?.model, 'files@bert-2x4');
    const again = openNext('files@bert-2x4');
    await assertReplaced(failing);
    assert.equal(await again, 'bert');
    assert.equal(await openNext('files@gpt2-2x4'), 'gpt2');
    connection.choose(filesOf('bert'));
    await assertReplaced(openNext(modelOfLastChange()));
    assert.deepEqual(
      [await openNext('files@bert-2x4'), await openNext('files@gpt2-2x4')],
      ['bert', 'gpt2'],
    );
  });

  it('loads again after it was cancelled', async () => {
    const { connection } = connect();
    const { opened } = await openFiles(connection);
    connection.loading.cancel();
    assert.equal(connection.status.kind, 'unasked');
    connection.choose(filesOf('gpt2'));
    assert.ok(await opened);
    assert.equal(connection.status.kind, 'ready');
  });

  it('does not load files again that its reader has cancelled', async () => {
    const { connection } = connect();
    await openFiles(connection);
    connection.loading.cancel();
    for (let i = 0; i < 20; i++) await turn();
    assert.equal(connection.status.kind, 'unasked');
  });

  it('loads again when its element comes back, if its reader has asked for it', async () => {
    const { connection } = connect();
    /** Opens a model, and says how far it is loaded then. @param {object} change */
    const open = async (change) => {
      const opened = connection.open(attention, settings(change));
      // The test reads this below.
      opened.catch(() => {});
      await turn();
      return { kind: connection.status.kind, opened };
    };
    const shipped = { model: 'use-lite', dModel: 512 };
    const first = await open(shipped);
    connection.loading.load();
    connection.stop();
    const second = await open(shipped);
    connection.stop();
    const other = await open({ model: 'files' });
    const last = await open(shipped);
    // The reader has asked for no other model, nor for this one after it.
    const kinds = [first, second, other, last].map(({ kind }) => kind);
    assert.deepEqual(kinds, ['unasked', 'loading', 'unasked', 'unasked']);
    connection.loading.load();
    assert.ok(await last.opened);
    for (const { opened } of [first, second, other]) await assertReplaced(opened);
  });

  describe('of an author who wants the model at once', () => {
    const shipped = { model: 'use-lite', dModel: 512 };

    function connectAtOnce() {
      const connected = connect();
      connected.host.loadsAtOnce = true;
      const open = (/** @type {object} */ change = {}) =>
        connected.connection.open(attention, settings({ ...shipped, ...change }));
      return { ...connected, open };
    }

    it('loads again when its element comes back, and calls nothing cancelled', async () => {
      const { connection, open } = connectAtOnce();
      const interrupted = assertReplaced(open());
      await turn();
      assert.equal(connection.status.kind, 'loading');
      connection.stop();
      assert.deepEqual(connection.status, { kind: 'unasked' });
      await interrupted;
      // The element is not on the page, so nothing loads.
      assert.equal(connection.status.kind, 'unasked');
      assert.ok(await open());
    });

    it('loads again when the model is changed and changed back', async () => {
      const { connection, open } = connectAtOnce();
      const left = assertReplaced(open());
      await turn();
      const other = assertReplaced(open({ model: 'files' }));
      await turn();
      assert.deepEqual(connection.status, { kind: 'unasked' });
      assert.ok(await open());
      await Promise.all([left, other]);
    });

    it('loads from another endpoint after one that failed', async () => {
      const hub = await startHub();
      publish(hub, 'gpt2');
      const { connection, host } = connect();
      host.loadsAtOnce = true;
      const open = (/** @type {string} */ endpoint) =>
        connection.open(attention, settings({ model: 'tiny/gpt2', endpoint }));
      const failed = assertReplaced(open(`${hub.url}/nowhere`));
      while (connection.status.kind !== 'failed') await turn();
      assert.ok(await open(hub.url));
      await failed;
      hub.close();
    });

    it('waits after its reader has cancelled, until the reader loads it', async () => {
      const { connection, open } = connectAtOnce();
      const cancelled = assertReplaced(open());
      await turn();
      connection.loading.cancel();
      const other = assertReplaced(open({ model: 'files' }));
      await turn();
      const opened = open();
      await turn();
      assert.equal(connection.status.kind, 'unasked');
      connection.loading.load();
      assert.ok(await opened);
      await Promise.all([cancelled, other]);
    });
  });

  it('opens the chosen files also where another model was on screen, and frees that one', async () => {
    const { connection, changes, remote } = connect();
    const shipped = connection.open(attention, settings({ model: 'use-lite', dModel: 512 }));
    await turn();
    connection.loading.load();
    assert.ok(await shipped);
    connection.choose(filesOf('gpt2'));
    // As for a model by name, no head and no number of the other model stays open.
    const { model, modelLayer, head, cell } = /** @type {any} */ (changes[0]);
    assert.deepEqual([model, modelLayer, head, cell], ['files', 0, 0, '']);
    assert.ok(await connection.open(attention, settings()));
    const server = await remote.server();
    assert.throws(() => server.layer('use-lite', 0), /not loaded/);
  });

  it('ends a load of files when others are chosen', async () => {
    const { connection } = connect();
    const opened = connection.open(attention, settings({ model: 'files@llama-2x4' }));
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

  it('gives other files another name, also while there is no sentence', async () => {
    for (const [wanted, next] of /** @type {[object, string][]} */ ([
      [{}, 'files'],
      [{ model: 'files', sentence: '' }, 'files@2'],
    ])) {
      const { connection, changes } = await show('gpt2', wanted);
      connection.choose(filesOf('gpt2'));
      assert.equal(/** @type {any} */ (changes[0]).model, next);
    }
  });

  it('names the model of files, for links, and keeps the model that a link wanted in mind', async () => {
    for (const [model, linkedModel, text] of [
      ['files', 'files', undefined],
      ['files@5', 'files@5', undefined],
      ['files@gpt2-2x4', '', undefined],
      [
        'files@llama-3x4',
        'files@llama-3x4',
        'The link shows llama with 3 layers of 4 heads. Your files hold gpt2 with 2 layers of 4 heads.',
      ],
    ]) {
      const { connection, changes } = connect();
      const { opened } = await openFiles(connection, { model });
      await opened.catch(() => {});
      const { status } = connection;
      assert.ok(status.kind === 'ready');
      assert.equal(connection.linkedModel, linkedModel);
      assert.equal(otherFiles(String(linkedModel), status.info), text);
      const named = changes.map((change) => /** @type {any} */ (change).model);
      assert.deepEqual(named, linkedModel === '' ? [] : ['files@gpt2-2x4']);
      connection.choose(filesOf('gpt2'));
      assert.equal(connection.linkedModel, '');
    }
  });

  it('names a model by its folder, by its configuration, or by its family', async () => {
    const path = 'models--gpt2/snapshots/607a30d783dfa663caf39e06633721c8d4cfcd7e';
    for (const [folder, config, name] of /** @type {[string, object, string][]} */ ([
      ['', {}, 'gpt2'],
      ['', { _name_or_path: 'openai-community/tiny' }, 'tiny'],
      ['', { _name_or_path: 'C:\\models\\tiny\\' }, 'tiny'],
      ['runs/mine', { _name_or_path: 'tiny' }, 'mine'],
      [path, { _name_or_path: 'tiny' }, 'tiny'],
    ])) {
      const { connection } = connect();
      const { opened } = await openFiles(connection, {}, filesIn('gpt2', folder, config));
      await opened;
      assert.equal(connection.status.kind === 'ready' && connection.status.info.name, name);
    }
  });

  it('leaves a model and forgets another, also where the server or the browser refuses', async () => {
    const { connection, remote } = await show();
    const server = await remote.server();
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
    const { connection, remote } = await show();
    const server = await remote.server();
    const { key } = connection.loading;
    await server.load(key, {}, undefined);
    await server.release(key);
    assert.equal((await server.layer(key, 0)).heads, 4);
  });

  it('loads a model once beside another element, whose load and model it leaves alone', async () => {
    const remote = makeRemote();
    const [first, second] = [connect(remote), connect(remote)].map(({ connection }) => connection);
    const shipped = settings({ model: 'use-lite', dModel: 512 });
    const replaced = assertReplaced(first.open(attention, shipped));
    const opened = second.open(attention, shipped);
    await turn();
    const server = /** @type {CountingServer} */ (await remote.server());
    server.isSlow = true;
    first.loading.load();
    second.loading.load();
    while (server.loads < 2) await turn();
    first.loading.cancel();
    server.goOn();
    assert.ok(await opened);
    assert.equal(first.status.kind, 'unasked');
    // The load is cancelled before the server knows of it, and then succeeds.
    first.loading.load();
    first.loading.cancel();
    first.loading.load();
    await first.open(attention, shipped);
    await replaced;
    for (const connection of [first, second]) {
      assert.equal((await server.layer('use-lite', 0)).heads, 4);
      connection.open(attention, settings({ model: 'tiny/other' }));
      await turn();
    }
    assert.throws(() => server.layer('use-lite', 0), /not loaded/);
  });

  it('leaves alone what others have loaded since its Worker ended', async () => {
    const { connection, remote } = await show();
    const server = await remote.server();
    const { key } = connection.loading;
    // The Worker ends with the model, which another element loads again.
    await server.release(key);
    remote.ended++;
    await server.load(key, filesOf('gpt2'), undefined);
    connection.open(attention, settings({ model: 'tiny/other' }));
    await turn();
    assert.equal((await server.layer(key, 0)).heads, 4);
  });

  it('drops a replaced request whose Worker ends, and answers the later one', async () => {
    const { connection, remote } = await show();
    const server = /** @type {CountingServer} */ (await remote.server());
    server.held = [];
    const { run } = server;
    server.run = async (...parts) => {
      server.run = run;
      await server.run(...parts);
      throw new WorkerEnded();
    };
    const first = connection.open(attention, settings({ sentence: 'the' }));
    while (server.held.length === 0) await turn();
    const last = connection.open(attention, settings({ sentence: 'the bird' }));
    for (let i = 0; i < 20; i++) await turn();
    const replaced = assertReplaced(first);
    server.goOn();
    while (server.held.length < 2) await turn();
    server.goOn();
    assert.equal((await last)?.queryWords.join(''), 'thebird');
    await replaced;
    assert.deepEqual(server.held, ['the', 'the bird']);
  });

  it('reports a model that does not load to the author, and no cancelled one', async () => {
    const { connection, host } = connect();
    /** @type {any[]} */
    const errors = [];
    host.sendError = (/** @type {unknown} */ error) => errors.push(error);
    const { opened } = await openFiles(connection);
    connection.loading.cancel();
    connection.choose({ 'config.json': '{}' });
    while (connection.status.kind !== 'failed') await turn();
    connection.choose(filesOf('gpt2'));
    assert.ok(await opened);
    assert.equal(errors.length, 1);
    assert.equal(errors[0].code, 'ERR_MODEL');
    assert.match(errors[0].message, /^The model did not load\. /);
  });

  it('runs over the last sentence alone of those that are typed while a run goes on', async () => {
    const { connection, remote } = await show();
    const server = /** @type {CountingServer} */ (await remote.server());
    server.held = [];
    const typed = ['the', 'the b', 'the bi', 'the bird'].map((sentence) =>
      assertReplaced(connection.open(attention, settings({ sentence }))),
    );
    for (let i = 0; i < 20; i++) await turn();
    assert.deepEqual(server.held, ['the bird'], 'the others were replaced before they began');
    const later = ['a', 'a b', 'a c'].map((sentence) =>
      connection.open(attention, settings({ sentence })),
    );
    const replaced = later.slice(0, -1).map(assertReplaced);
    for (let i = 0; i < 20; i++) await turn();
    assert.deepEqual(server.held, ['the bird'], 'one run at a time');
    server.goOn();
    while (server.held.length < 2) await turn();
    server.goOn();
    assert.ok(await later[2]);
    assert.deepEqual(server.held, ['the bird', 'a c']);
    await Promise.all([...typed, ...replaced]);
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

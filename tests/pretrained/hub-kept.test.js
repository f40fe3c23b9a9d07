// A kept model of the Hub: opened without a network, resumed, renewed, forgotten, and stored
// without enough room. tests/browser/hub.test.js tests Chromium's own cache.
import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { forgetPretrained, listKeptModels, loadPretrained } from '../../src/js/pretrained/index.js';
import { ModelLoading } from '../../web/features/pretrained/run/loading.js';
import { MemoryCaches } from './cache-storage.js';
import { filesOf } from './checkpoints.js';
import {
  assertLoadFails,
  attention,
  COMMIT,
  loaderFrom,
  makeInt8Weights,
  numbersOf,
  publish,
  spreadWeights,
  startHub,
  startTestHub,
  weightRanges,
} from './hub-models.js';
import { contentsOf } from './hub-server.js';

/** @import { ModelOrigin } from '../../src/js/pretrained/types.js' */

const hub = await startTestHub();
const load = loaderFrom(hub);
const expectedOutput = numbersOf(await loadPretrained(attention, filesOf('gpt2')));
const PIECE = 2 ** 23;
const SIZE = 20_000_000;
const large = { ...contentsOf('gpt2'), 'model.safetensors': spreadWeights(SIZE) };

let storage = new MemoryCaches();
beforeEach(() => {
  storage = new MemoryCaches();
  Object.assign(globalThis, { caches: storage });
});
after(() => {
  delete (/** @type {any} */ (globalThis).caches);
});

/** Loads the model, compares its numbers, and returns its origin. @param {object} [options] */
async function open(options) {
  const model = await load('tiny/gpt2', options);
  assert.deepEqual(numbersOf(model), expectedOutput);
  model.dispose();
  return /** @type {ModelOrigin} */ (model.origin);
}

describe('a model that has been loaded', () => {
  it('is kept under its commit, and then asks the Hub for nothing but its commit', async () => {
    const { isKept, note } = await open();
    assert.deepEqual([isKept, note], [true, undefined]);
    const pieces = storage.urls.filter((url) => url.includes('?bytes='));
    assert.equal(pieces.length, 4);
    for (const url of pieces) assert.ok(url.startsWith(`${hub.url}/tiny/gpt2/resolve/${COMMIT}/`));
    hub.requests.length = 0;
    assert.equal((await open()).isKept, true);
    assert.deepEqual(
      hub.requests.map(({ path }) => path),
      ['/api/models/tiny/gpt2/revision/main'],
    );
  });

  it('opens without a network, with the same numbers and progress', async () => {
    const gone = await startHub();
    publish(gone, 'gpt2', { info: { cardData: { license: 'mit' } } });
    await open({ endpoint: gone.url });
    await gone.close();
    /** @type {any[]} */
    const reports = [];
    const onProgress = (/** @type {any} */ report) => reports.push(report);
    const origin = await open({ endpoint: gone.url, onProgress });
    assert.deepEqual([origin.isKept, origin.license, origin.commit], [true, 'mit', COMMIT]);
    const { loaded, total } = reports.at(-1);
    assert.equal(loaded, total);
    await assert.rejects(load('tiny/gpt2', { endpoint: gone.url, revision: 'other' }), {
      reason: 'network',
    });
  });

  it('opens without a network if it has the settings of a tokenizer and no tokenizer', async () => {
    const gone = await startHub();
    const { files } = publish(gone, 'gpt2');
    delete files['tokenizer.json'];
    await open({ endpoint: gone.url });
    await gone.close();
    assert.equal((await open({ endpoint: gone.url })).isKept, true);
  });

  it('opens without a network if the scales of its int8 weights are in another piece', async () => {
    for (const order of /** @type {const} */ (['scales first', 'scales last'])) {
      const weights = Buffer.from(makeInt8Weights(order, 2.5 * PIECE));
      const gone = await startHub();
      publish(gone, 'gpt2', { files: { ...contentsOf('gpt2'), 'model.safetensors': weights } });
      const first = await load('tiny/gpt2', { endpoint: gone.url });
      await gone.close();
      const second = await load('tiny/gpt2', { endpoint: gone.url });
      assert.deepEqual(numbersOf(second), numbersOf(first));
    }
  });

  it('opens under other capitals without a network', async () => {
    const gone = await startHub();
    publish(gone, 'gpt2');
    await open({ endpoint: gone.url });
    await gone.close();
    const model = await load('TINY/gpt2', { endpoint: gone.url });
    assert.equal(model.origin?.id, 'tiny/gpt2');
  });

  it('opens while the Hub answers with an error, or gets too many requests', async () => {
    await open();
    for (const status of [429, 503]) {
      hub.api.status = status;
      await open();
    }
  });

  it('is not opened once the Hub has disabled it', async () => {
    await open();
    publish(hub, 'gpt2', { info: { disabled: true } });
    await assert.rejects(load('tiny/gpt2'), { reason: 'disabled' });
  });

  it('of which a piece is gone asks for that piece, and compares the whole', async () => {
    publish(hub, 'gpt2', { files: large });
    await open();
    const [entries] = storage.stored.values();
    const middle = [...entries.keys()].find((url) => url.includes(`?bytes=${PIECE}-`)) ?? '';
    entries.delete(middle);
    hub.requests.length = 0;
    await open();
    const [range] = weightRanges(hub);
    assert.match(String(range), new RegExp(`^${PIECE}-`));
    assert.equal(weightRanges(hub).length, 1);
    entries.delete(middle);
    const other = [...entries.keys()].find((url) => url.includes('?bytes=0-8388608')) ?? '';
    entries.set(other, new Uint8Array(PIECE));
    await assertLoadFails(load('tiny/gpt2'), (error) => assert.ok(error.code));
  });

  it('of which a piece is cut short asks for that piece', async () => {
    await open();
    const [entries] = storage.stored.values();
    const key = [...entries.keys()].find((url) => url.includes('safetensors')) ?? '';
    entries.set(key, new Uint8Array(9));
    await open();
    assert.ok((entries.get(key)?.length ?? 0) > 9);
  });

  it('is renewed where its branch has a new commit, and the old one goes', async () => {
    await open();
    const commit = 'd1'.repeat(20);
    publish(hub, 'gpt2', { commit });
    assert.equal((await open()).commit, commit);
    const pieces = storage.urls.filter((url) => url.includes('?bytes='));
    assert.equal(pieces.length, 4);
    for (const url of pieces) assert.ok(url.includes(commit), url);
  });

  it('stays where another revision of it is loaded', async () => {
    await open();
    await open({ revision: 'refs/pr/6' });
    publish(hub, 'gpt2', { commit: 'd1'.repeat(20) });
    await open({ revision: 'refs/pr/6' });
    assert.equal(storage.urls.filter((url) => url.includes('?bytes=')).length, 8);
  });
});

describe('a download that ends early', () => {
  it('goes on with the piece that is missing, in another call', async () => {
    publish(hub, 'gpt2', { files: large });
    const stop = new AbortController();
    const onProgress = ({ loaded = 0 }) => {
      if (loaded > 1.5 * PIECE) stop.abort();
    };
    await assert.rejects(load('tiny/gpt2', { signal: stop.signal, onProgress }), {
      name: 'AbortError',
    });
    const [kept] = await listKeptModels();
    assert.equal(kept.isComplete, false);
    assert.ok(kept.bytes > PIECE && kept.bytes < 2 * PIECE);
    hub.requests.length = 0;
    assert.equal((await open()).isKept, true);
    const last = large['model.safetensors'].length - 1;
    assert.deepEqual(weightRanges(hub), [`${PIECE}-${last}`]);
  });

  it('whose bytes are wrong leaves none of them, and the next call has the right ones', async () => {
    const { files } = publish(hub, 'gpt2');
    const damaged = Buffer.from(files['model.safetensors']);
    damaged[damaged.length - 3] ^= 4;
    const lfs = { oid: 'ab'.repeat(32), size: damaged.length };
    publish(hub, 'gpt2', {
      files: { ...files, 'model.safetensors': damaged },
      listed: { 'model.safetensors': { lfs } },
    });
    await assert.rejects(load('tiny/gpt2'), { reason: 'sha256' });
    assert.ok(storage.urls.every((url) => !url.includes('safetensors')));
    publish(hub, 'gpt2');
    await open();
  });
});

describe('where there is no room', () => {
  it('a model works, says so once, and leaves nothing behind', async () => {
    publish(hub, 'gpt2', { files: large });
    storage.room = 1.5 * PIECE;
    const { isKept, note } = await open();
    assert.equal(isKept, false);
    assert.equal(note, 'The browser does not keep the model: it has no room left.');
    assert.equal(storage.refusals, 1);
    assert.deepEqual(storage.stored, new Map());
  });

  it('and the page may not read its caches, as in a sandboxed frame, a model works', async () => {
    const get = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    Object.defineProperty(globalThis, 'caches', { configurable: true, get });
    try {
      assert.equal((await open()).isKept, false);
      assert.deepEqual(await listKeptModels(), []);
    } finally {
      Object.defineProperty(globalThis, 'caches', { value: storage, writable: true });
    }
  });

  it('and no cache can be opened, a model works', async () => {
    storage.has = async () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    const { isKept, note } = await open();
    assert.equal(isKept, false);
    assert.equal(note, 'The browser does not keep the model: The operation is insecure.');
  });
});

describe('to forget', () => {
  it('a model takes what is kept of it alone, and loaded models go on working', async () => {
    publish(hub, 'llama');
    storage.stored.set('somebody else', new Map());
    const model = await load('tiny/gpt2');
    await load('tiny/llama');
    assert.equal(await forgetPretrained('tiny/gpt2'), true);
    assert.equal(await forgetPretrained('tiny/gpt2'), false);
    assert.deepEqual(numbersOf(model), expectedOutput);
    assert.deepEqual(
      (await listKeptModels()).map(({ id }) => id),
      ['tiny/llama'],
    );
    assert.ok(storage.stored.has('somebody else'));
    hub.requests.length = 0;
    await open();
    assert.equal(weightRanges(hub).length, 2);
  });

  it('the models that are kept are listed with their bytes', async () => {
    const { files } = publish(hub, 'gpt2');
    await open();
    const bytes = Object.values(files).reduce((sum, { length }) => sum + length, 0);
    assert.deepEqual(await listKeptModels(), [{ id: 'tiny/gpt2', bytes, isComplete: true }]);
  });

  it('a model whose manifest is damaged is in the list, incomplete, and hides no other', async () => {
    publish(hub, 'llama');
    await load('tiny/llama');
    await open();
    const [llama, complete] = await listKeptModels();
    const [name] = (await storage.keys()).filter((each) => each.endsWith('tiny/gpt2'));
    const entries = /** @type {Map<string, Uint8Array>} */ (storage.stored.get(name));
    const [manifest] = [...entries.keys()].filter((url) => !url.includes('?bytes='));
    entries.set(manifest, Buffer.from('{"id":"tiny/gpt2"'));
    assert.deepEqual(await listKeptModels(), [llama, { ...complete, isComplete: false }]);
    assert.equal(await forgetPretrained('tiny/gpt2'), true);
    assert.deepEqual(await listKeptModels(), [llama]);
  });

  it('a model that is being listed leaves nothing that is listed', async () => {
    await open();
    // A Cache API makes a cache again that is opened by its name.
    const { open: openCache } = storage;
    storage.open = async (name) => {
      await storage.delete(name);
      return openCache.call(storage, name);
    };
    assert.deepEqual(await listKeptModels(), []);
    assert.deepEqual(await listKeptModels(), []);
    assert.equal(await forgetPretrained('tiny/gpt2'), false);
    assert.deepEqual(await storage.keys(), []);
  });

  it('a model before its cache is opened for a list does not make the cache again', async () => {
    await open();
    const { keys } = storage;
    storage.keys = async () => {
      const names = await keys.call(storage);
      for (const name of names) await storage.delete(name);
      return names;
    };
    assert.deepEqual(await listKeptModels(), []);
    assert.equal(storage.stored.size, 0);
  });

  it('a model while a list is on its way shows the newest list last', async () => {
    await open();
    const host = { requestUpdate() {} };
    const loading = new ModelLoading(host, /** @type {any} */ ({}), () => {});
    const { open: openCache } = storage;
    let goOn = () => {};
    storage.open = async (name) => {
      storage.open = openCache;
      const cache = await storage.open(name);
      const urls = await cache.keys();
      await new Promise((resolve) => {
        goOn = () => resolve(undefined);
      });
      return { ...cache, keys: async () => urls };
    };
    const first = loading.refreshKept();
    await new Promise(setImmediate);
    const forgotten = loading.forget('tiny/gpt2');
    await new Promise(setImmediate);
    goOn();
    await Promise.all([first, forgotten]);
    assert.deepEqual(loading.kept, []);
  });

  it('the list is drawn again only if it has changed', async () => {
    await open();
    let updates = 0;
    const host = { requestUpdate: () => updates++ };
    const loading = new ModelLoading(host, /** @type {any} */ ({}), () => {});
    const counts = [];
    for (let i = 0; i < 2; i++) {
      await loading.refreshKept();
      counts.push(updates);
    }
    assert.deepEqual(
      loading.kept.map(({ id }) => id),
      ['tiny/gpt2'],
    );
    await loading.forget('tiny/gpt2');
    assert.deepEqual([...counts, updates], [1, 1, 2]);
  });

  it('where nothing can be kept, nothing is', async () => {
    delete (/** @type {any} */ (globalThis).caches);
    assert.deepEqual(await listKeptModels(), []);
    assert.equal(await forgetPretrained('tiny/gpt2'), false);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expose } from 'comlink';
import { ModelLoading } from '../../web/features/pretrained/run/loading.js';
import { RemoteServer } from '../../web/features/pretrained/run/remote-server.js';
import { ModelServer } from '../../web/features/pretrained/run/server.js';
import { WorkerEnded } from '../../web/session/worker.js';
import { filesOf } from './checkpoints.js';

/** Functions that end the living Workers, by their locks. @type {Map<string, () => void>} */
const ends = new Map();

const locks = {
  /** Resolves when the Worker that holds the lock has ended. @param {string} name */
  request: (name) => new Promise((resolve) => ends.set(name, () => resolve(undefined))),
};

// Node 20 has no navigator, and later versions have one without these locks.
Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true });

/** A Worker whose script runs in this thread. */
class FakeWorker extends EventTarget {
  isTerminated = false;
  isErrorHidden = false;
  #script = Object.assign(new EventTarget(), {
    postMessage: (/** @type {unknown} */ data) => this.#say('message', data),
  });

  /** @param {{ lock?: string } | 'silent'} [announced] 'silent' for a script that does not load */
  constructor(announced) {
    super();
    if (announced === 'silent') return;
    expose(new ModelServer(), this.#script);
    if (announced) this.#say('message', announced);
    else this.fail();
  }

  /** @param {string} type @param {unknown} [data] */
  #say(type, data) {
    queueMicrotask(() => this.dispatchEvent(Object.assign(new Event(type), { data })));
  }

  fail() {
    queueMicrotask(() => {
      this.isErrorHidden = !this.dispatchEvent(new Event('error', { cancelable: true }));
    });
  }

  /** @param {unknown} data */
  postMessage(data) {
    if (!this.isTerminated)
      this.#script.dispatchEvent(Object.assign(new Event('message'), { data }));
  }

  terminate() {
    this.isTerminated = true;
  }
}

/**
 * @param {ConstructorParameters<typeof FakeWorker>[0][]} announced the announcements of the
 *   Workers, in turn
 */
function start(...announced) {
  /** @type {FakeWorker[]} */
  const workers = [];
  const remote = new RemoteServer({
    startWorker() {
      workers.push(new FakeWorker(announced[workers.length]));
      return /** @type {any} */ (workers.at(-1));
    },
    importServer: async () => ModelServer,
  });
  return { remote, workers };
}

/** @param {string} lock @param {FakeWorker} worker */
function end(lock, worker) {
  worker.terminate();
  ends.get(lock)?.();
}

const NAME = 'tiny/gpt2';
const load = (/** @type {any} */ server) => server.load(NAME, filesOf('gpt2'), undefined);

describe('the Worker of models', () => {
  it('refuses a call once it has ended, those without an answer too; another one takes its place', async () => {
    const { remote, workers } = start({ lock: 'a' }, { lock: 'b' });
    const server = await remote.server();
    workers[0].isTerminated = true;
    const unanswered = assert.rejects(load(server), { name: 'WorkerEnded' });
    end('a', workers[0]);
    await unanswered;
    assert.equal(remote.ended, 1);
    // Other users of the server, such as a logit lens, also get the error.
    await assert.rejects(load(server), { name: 'WorkerEnded' });
    assert.equal((await load(await remote.server())).family, 'gpt2');
    assert.equal(workers.length, 2);
  });

  it('that ends while a model loads is reported in the words of the screen', async () => {
    const { remote } = start({});
    const ended = new WorkerEnded();
    remote.server = () => Promise.reject(ended);
    /** @type {string[]} */
    const reported = [];
    const sendError = (/** @type {any} */ { message }) => reported.push(message);
    const loading = new ModelLoading({ requestUpdate() {}, sendError }, remote, () => {});
    loading.want({ model: 'files', endpoint: '' });
    loading.choose(filesOf('gpt2'));
    while (loading.status.kind !== 'failed') await new Promise(setImmediate);
    assert.deepEqual(reported, [ended.message]);
  });

  it('works on after an error, which stays on the console', async () => {
    const { remote, workers } = start({});
    const server = await remote.server();
    workers[0].fail();
    assert.equal((await load(server)).family, 'gpt2');
    assert.deepEqual([workers[0].isTerminated, workers[0].isErrorHidden], [false, false]);
  });

  it('that ends before it says that it is there is started anew once a reader cancels', async () => {
    const { remote, workers } = start('silent', {});
    const loading = new ModelLoading({ requestUpdate() {} }, remote, () => {});
    const model = loading.want({ model: 'files', endpoint: '' });
    loading.choose(filesOf('gpt2'));
    await new Promise(setImmediate);
    assert.deepEqual([workers.length, loading.status.kind], [1, 'loading']);
    loading.cancel();
    loading.choose(filesOf('gpt2'));
    assert.equal((await model).family, 'gpt2');
    assert.deepEqual(
      workers.map(({ isTerminated }) => isTerminated),
      [true, false],
    );
    // Once a Worker runs, cancelling ends only the load.
    loading.choose(filesOf('llama'));
    loading.load();
    loading.cancel();
    await remote.server();
    assert.equal(workers.length, 2);
  });

  it('gives way to the page where its script does not load', async () => {
    const { remote, workers } = start(undefined);
    assert.equal((await load(await remote.server())).family, 'gpt2');
    assert.ok(workers[0].isTerminated);
  });
});

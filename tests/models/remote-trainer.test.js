// Every request for a model's numbers is answered or rejected. The trainer runs in this process,
// because Node has no Workers like those of browsers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RemoteTrainer } from '../../web/features/models/training/remote-trainer.js';
import { Trainer } from '../../web/features/models/training/trainer.js';
import { WorkerEnded, WorkerObject } from '../../web/session/worker.js';

setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collectGarbage = runInNewContext('gc');

/** @type {import('../../web/features/models/types.js').Request} */
const REQUEST = {
  spec: {
    ...{ kind: 'toy', seed: 0, rate: 1, mechanism: 'dot', task: 'previous', heads: 1 },
    variant: 'two',
  },
  step: 3,
  sentence: 'a b c',
};

const quiet = () => {};

/** Finalizers run a moment after a collection, and release what the next one finds. */
async function collectAllGarbage() {
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** @returns {never} */
const startNoWorker = () => {
  throw new ReferenceError('Node has no Worker');
};

const newTrainer = () =>
  new RemoteTrainer({ startWorker: startNoWorker, importTrainer: async () => Trainer });

/** Makes a Worker that reports that it is ready, but never answers. */
function startMuteWorker() {
  const worker = Object.assign(new EventTarget(), { postMessage: quiet, terminate: quiet });
  queueMicrotask(() => worker.dispatchEvent(new MessageEvent('message', { data: {} })));
  return /** @type {any} */ (worker);
}

describe('the remote trainer', () => {
  it('answers a request', async () => {
    const reply = await newTrainer().answer(REQUEST, quiet);
    assert.equal(reply?.step, 3);
  });

  it('resolves pending requests with undefined when it is stopped, and answers the next', async () => {
    const trainer = newTrainer();
    const pendingReply = trainer.answer(REQUEST, quiet);
    const performed = trainer.call((each) => each.drawExamples(REQUEST));
    trainer.stop();
    assert.deepEqual([await pendingReply, await performed], [undefined, undefined]);
    const reply = await trainer.answer(REQUEST, quiet);
    assert.equal(reply?.step, 3);
  });

  it('rejects pending requests if the Worker fails after its start', async () => {
    const worker = startMuteWorker();
    const trainer = new RemoteTrainer({
      startWorker: () => worker,
      importTrainer: async () => Trainer,
    });
    // Without a channel for progress, which would keep Node running.
    const request = trainer.call((each) => each.drawExamples(REQUEST));
    // The start is over, and the request is open.
    await new Promise((resolve) => setImmediate(resolve));
    worker.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
    await assert.rejects(request, { message: 'out of memory' });
    assert.equal(trainer.onPage, false);
  });

  it('keeps no Worker that was stopped while a call was open', async () => {
    /** @type {WeakRef<EventTarget>[]} */
    const workers = [];
    const trainer = new RemoteTrainer({
      startWorker() {
        const worker = startMuteWorker();
        workers.push(new WeakRef(worker));
        return worker;
      },
      importTrainer: async () => Trainer,
    });
    for (let i = 0; i < 3; i++) {
      const request = trainer.call((each) => each.drawExamples(REQUEST));
      await new Promise((resolve) => setImmediate(resolve));
      trainer.stop();
      assert.equal(await request, undefined);
    }
    await collectAllGarbage();
    // The trainer itself may keep the last one until it starts another.
    const isKept = workers.map((worker) => worker.deref() !== undefined);
    assert.deepEqual(isKept.slice(0, 2), [false, false]);
  });

  it('keeps no call that was open when it was stopped', async () => {
    const trainer = new RemoteTrainer({
      startWorker: startMuteWorker,
      importTrainer: async () => Trainer,
    });
    /** @type {WeakRef<object>[]} */
    const calls = [];
    const request = trainer.call((each) => {
      const call = each.drawExamples(REQUEST);
      calls.push(new WeakRef(call));
      return call;
    });
    await new Promise((resolve) => setImmediate(resolve));
    trainer.stop();
    assert.equal(await request, undefined);
    await collectAllGarbage();
    assert.deepEqual(
      calls.map((call) => call.deref()),
      [undefined],
    );
  });

  it('stops a second start although the first ends only then', async () => {
    /** @type {EventTarget[]} */
    const workers = [];
    const remote = new WorkerObject(
      () => {
        const worker = Object.assign(new EventTarget(), { postMessage: quiet, terminate: quiet });
        workers.push(worker);
        return /** @type {any} */ (worker);
      },
      () => assert.fail('the page trains'),
    );
    const first = remote.object();
    workers[0].dispatchEvent(new MessageEvent('message', { data: {} }));
    remote.stop();
    const second = assert.rejects(remote.object(), WorkerEnded);
    await first;
    remote.stopStart();
    await second;
  });

  it('ends a Worker that has not started yet when it is stopped', async () => {
    let isTerminated = false;
    const terminate = () => {
      isTerminated = true;
    };
    const worker = Object.assign(new EventTarget(), { postMessage: quiet, terminate });
    const trainer = new RemoteTrainer({
      startWorker: () => /** @type {any} */ (worker),
      importTrainer: () => assert.fail('the page trains'),
    });
    const request = trainer.answer(REQUEST, quiet);
    trainer.stop();
    assert.deepEqual([await request, isTerminated], [undefined, true]);
  });

  it('keeps a second start although the first fails later', async () => {
    /** @type {{ resolve: (Class: typeof Trainer) => void, reject: (error: Error) => void }[]} */
    const imports = [];
    const trainer = new RemoteTrainer({
      startWorker: startNoWorker,
      importTrainer: () =>
        new Promise((resolve, reject) => {
          imports.push({ resolve, reject });
        }),
    });
    const first = trainer.answer(REQUEST, quiet);
    await new Promise((resolve) => setImmediate(resolve));
    trainer.stop();
    const second = trainer.answer(REQUEST, quiet);
    await new Promise((resolve) => setImmediate(resolve));
    imports[0].reject(new Error('no network'));
    await assert.rejects(first, { message: 'no network' });
    imports[1].resolve(Trainer);
    assert.equal((await second)?.step, 3);
    const third = trainer.answer({ ...REQUEST, step: 4 }, quiet);
    assert.equal(imports.length, 2);
    assert.equal((await third)?.step, 4);
  });

  it('resolves a request with undefined if a later one replaces it', async () => {
    const trainer = newTrainer();
    const [first, second] = await Promise.all([
      trainer.answer(REQUEST, quiet),
      trainer.answer({ ...REQUEST, step: 4 }, quiet),
    ]);
    assert.deepEqual([first, second?.step], [undefined, 4]);
  });
});

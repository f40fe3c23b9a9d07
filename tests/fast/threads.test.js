// loadAttention({ fast: true, threads: n }): the numbers of one thread, and the behaviour without
// threads.
import assert from 'node:assert/strict';
import { resolveObjectURL } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { Arena } from '../../src/js/arena.js';
import { Attention, Operations } from '../../src/js/attention.js';
import { loadBuild } from '../../src/js/fast.js';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { serveShares, Team } from '../../src/js/threads.js';
import { gpt2Of } from '../pretrained/gpt2-sizes.js';
import { tally } from '../support/bar.js';
import { makeCase, runCase } from '../support/cases.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { allowRelaxedSimd } from '../support/relaxed-simd.js';

allowRelaxedSimd();
setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collectGarbage = runInNewContext('gc');
const oneThread = await loadAttention({ fast: true });
const core = await loadBuild({ fast: true, threads: 3 });
const threeThreads = new Attention(core);
const bar = tally('fast');

let shared = 0;
const { run } = Team.prototype;
Team.prototype.run = function (...args) {
  shared++;
  return run.apply(this, args);
};
after(() => {
  Team.prototype.run = run;
});

/**
 * @param {() => unknown} body
 * @returns {number} the number of calls that were divided into shares
 */
function countShared(body) {
  const before = shared;
  body();
  return shared - before;
}

describe('three threads give the bits of one', () => {
  it('in attention with any options', () => {
    assert.deepEqual([oneThread.threads, threeThreads.threads, threeThreads.isFast], [1, 3, true]);
    const random = createRandom(81);
    const calls = countShared(() => {
      for (let i = 0; i < 600; i++) {
        const case_ = makeCase(random, 'scaledDotProductAttention', { max: 160 });
        const expected = runCase(oneThread, case_);
        const results = runCase(threeThreads, case_);
        for (const [name, tensor] of Object.entries(expected))
          assertSameBits(results[name], tensor, `${name} of call ${i}`);
      }
    });
    assert.ok(calls >= 25, `${calls} calls were large enough`);
    bar.count('calls by three threads', calls);
  });

  it('in a layer of any number of rows', () => {
    const random = createRandom(82);
    const calls = countShared(() => {
      for (const rows of [1, 3, 31, 32, 33, 63, 64, 65, 95, 96, 97, 127, 128, 129, 500, 8000]) {
        const [out, width] = [random.integer(160, 200), random.integer(200, 260)];
        const input = random.tensor([rows, width]);
        const parameters = [random.tensor([out, width]), random.tensor([out])];
        const [expected, result] = [oneThread, threeThreads].map((attention) => {
          const layer = attention.createLinear(parameters[0], parameters[1]);
          const output = layer.forward(input);
          layer.dispose();
          return output;
        });
        assertSameBits(result, expected, `${rows} rows`);
      }
    });
    assert.equal(calls, 12);
  });

  it('in products, additive attention and a pretrained model', async () => {
    const random = createRandom(89);
    const [a, b] = [random.tensor([3, 100, 120]), random.tensor([120, 140])];
    const [queries, keys] = [random.tensor([200, 64]), random.tensor([300, 64])];
    const parameters = {
      wq: random.tensor([128, 64]),
      wk: random.tensor([128, 64]),
      wv: random.tensor([128]),
    };
    const files = gpt2Of({ width: 128, heads: 4, layers: 1 });
    const ids = Array.from({ length: 64 }, () => random.integer(0, 200));
    /** @type {((attention: Attention) => any)[]} */
    const works = [
      (attention) => attention.matmul(a, b),
      (attention) => attention.additiveAttention(queries, keys, keys, parameters).output,
      async (attention) => (await loadPretrained(attention, files)).run(ids).hidden,
    ];
    for (const [i, work] of works.entries()) {
      const expected = await work(oneThread);
      const before = shared;
      assertSameBits(await work(threeThreads), expected, `work ${i}`);
      assert.ok(shared > before, `work ${i} is divided into shares`);
    }
  });

  it('in calls that make the memory grow, and in small calls between them', () => {
    const random = createRandom(83);
    for (const L of [300, 5, 700, 2, 900]) {
      const x = random.tensor([1, 4, L, 32]);
      const [expected, result] = [oneThread, threeThreads].map((attention) =>
        attention.scaledDotProductAttention(x, x, x, { isCausal: true }),
      );
      assertSameBits(result.output, expected.output, `output, ${L}`);
      assertSameBits(result.weights, expected.weights, `weights, ${L}`);
    }
  });
});

it('a call that one thread computes takes the workspace of one', () => {
  const random = createRandom(87);
  const [query, memory] = [random.tensor([1, 64]), random.tensor([4096, 64])];
  const parameters = {
    inProjWeight: random.tensor([192, 64]),
    outProjWeight: random.tensor([64, 64]),
  };
  const [first, second] = [oneThread, threeThreads].map((attention) => {
    const { arena } = Operations.getCore(attention);
    const sizes = /** @type {number[]} */ ([]);
    arena.take = (/** @type {number} */ bytes) => {
      sizes.push(bytes);
      return Arena.prototype.take.call(arena, bytes);
    };
    attention.multiHeadAttention(query, memory, memory, parameters, { numHeads: 2 });
    attention.scaledDotProductAttention(query, memory, memory);
    Reflect.deleteProperty(arena, 'take');
    return sizes;
  });
  assert.ok(first.length > 10);
  assert.deepEqual(second, first);
});

describe('a share that the core refuses', () => {
  it('is an error of the call, and the next call works', () => {
    const misaligned = [core.arena.reserve(1024) + 1, 0, 0, 4, 4, 4, 0, 0];
    assert.throws(() => core.callInShares('attn_linear', misaligned, 4, 2 ** 20), /misaligned/);
    const x = createRandom(84).tensor([1, 8, 64, 64]);
    assertSameBits(
      threeThreads.scaledDotProductAttention(x, x, x).output,
      oneThread.scaledDotProductAttention(x, x, x).output,
    );
  });

  it('so is one that traps', () => {
    const trap = [0, 0, 0, 4, 4, 4, 0, 0];
    const beyond = new Team(
      new Int32Array(new SharedArrayBuffer(128)),
      { attn_linear_share: () => JSON.parse('') },
      1,
    );
    assert.equal(beyond.run('attn_linear', trap, 4, 0, 0), -1);
  });
});

describe('a thread that is ended from outside in the middle of a share', () => {
  /** Takes a share of the next job, and exits before the share is done. */
  const END_WITH_A_SHARE = `
    const { parentPort, workerData: words } = process.getBuiltinModule('node:worker_threads');
    parentPort.postMessage('ready');
    Atomics.wait(words, 0, 0);
    for (let job; (job = Atomics.load(words, 0)) % 256 > 0; ) {
      if (Atomics.compareExchange(words, 0, job, job - 1) === job) process.exit();
    }`;

  it('is an error of the call, and one thread computes the next', async () => {
    const words = new Int32Array(new SharedArrayBuffer(128));
    const worker = new Worker(END_WITH_A_SHARE, { eval: true, workerData: words, execArgv: [] });
    const exited = once(worker, 'exit');
    await once(worker, 'message');
    let ends = 0;
    /** The core's own thread leaves a share to the other thread. */
    const attn_linear_share = () => {
      while (Atomics.load(words, 0) % 256 > 0);
      return 0;
    };
    const team = new Team(words, { attn_linear_share }, 2, [() => ends++]);
    team.patience = 0;
    const args = [0, 0, 0, 4, 4, 4, 0, 0];
    assert.throws(() => team.run('attn_linear', args, 2, 0, 1), {
      name: 'AttentionError',
      code: 'ERR_THREAD',
      message: /a thread was ended while it computed; one thread computes from now on/,
    });
    assert.deepEqual([team.threads, ends], [1, 1]);
    await exited;
  });

  it('leaves an instance that computes with one thread', async () => {
    const lost = await loadBuild({ fast: true, threads: 2 });
    const attention = new Attention(lost);
    const x = createRandom(85).tensor([1, 8, 64, 64]);
    const expected = oneThread.scaledDotProductAttention(x, x, x).output;
    /** @type {any} */ (lost.team).run = function () {
      this.threads = 1;
      throw new Error('ended');
    };
    assert.equal(attention.threads, 2);
    assert.throws(() => attention.scaledDotProductAttention(x, x, x), /ended/);
    assert.equal(attention.threads, 1);
    assertSameBits(attention.scaledDotProductAttention(x, x, x).output, expected);
  });

  it('may still write to the memory of its call, which no other call gets', async () => {
    const lost = await loadBuild({ fast: true, threads: 2 });
    const { arena } = lost;
    const attention = new Attention(lost);
    const x = createRandom(88).tensor([1, 8, 64, 64]);
    const before = attention.resident([1]);
    let end = 0;
    /** @type {any} */ (lost.team).run = function () {
      end = arena.take(0);
      this.threads = 1;
      throw new Error('ended');
    };
    assert.throws(() => attention.scaledDotProductAttention(x, x, x), /ended/);
    assert.ok(arena.run(() => arena.take(16)) >= end, 'on the stack');
    assert.ok(arena.reserve(16) >= end, 'in a block');
    before.dispose();
    assert.ok(arena.reserve(1024) >= end, 'in a block behind a gap');
    assertSameBits(
      attention.scaledDotProductAttention(x, x, x).output,
      oneThread.scaledDotProductAttention(x, x, x).output,
    );
  });
});

/** A Worker like those of pages. Browser tests cover what it lacks. */
class PageWorker {
  /** @type {PageWorker[]} */
  static all = [];
  isEnded = false;
  /** After this many, the next Worker fails to start. */
  static failing = Number.POSITIVE_INFINITY;
  /** @type {((event: { data: unknown }) => void) | undefined} */
  onmessage;
  /** @type {((error: unknown) => void) | undefined} */
  onerror;

  /** @param {string} address */
  constructor(address) {
    if (--PageWorker.failing < 0) throw new Error('no worker');
    PageWorker.all.push(this);
    this.text = resolveObjectURL(address)?.text();
  }

  /** @param {unknown} message */
  async postMessage(message) {
    const text = `
      const port = process.getBuiltinModule('node:worker_threads').parentPort;
      const postMessage = (message) => port.postMessage(message);
      let onmessage;
      port.once('message', (data) => onmessage({ data }));
      ${await this.text}`;
    const worker = new Worker(text, { eval: true, execArgv: [] });
    worker.unref();
    worker.once('message', (data) => this.onmessage?.({ data }));
    worker.once('error', (error) => this.onerror?.(error));
    worker.postMessage(message);
    this.worker = worker;
  }

  terminate() {
    this.isEnded = true;
    this.worker?.terminate();
  }
}

describe('a thread', () => {
  const x = createRandom(86).tensor([1, 8, 64, 64]);
  const expected = oneThread.scaledDotProductAttention(x, x, x).output;

  before(() => Object.assign(globalThis, { Worker: PageWorker }));
  after(() => Reflect.deleteProperty(globalThis, 'Worker'));

  it('of a page begins with the text of a blob', async () => {
    const attention = await loadAttention({ fast: true, threads: 2 });
    assert.deepEqual([PageWorker.all.length, attention.threads], [1, 2]);
    assertSameBits(attention.scaledDotProductAttention(x, x, x).output, expected);
  });

  it('that does not start ends the others', async () => {
    PageWorker.failing = 1;
    // Workers of earlier tests may end at any time.
    const startedBefore = PageWorker.all.length;
    const attention = await loadAttention({ fast: true, threads: 4 }).finally(() => {
      PageWorker.failing = Number.POSITIVE_INFINITY;
    });
    const started = PageWorker.all.slice(startedBefore);
    assert.deepEqual([started.map(({ isEnded }) => isEnded), attention.threads], [[true], 1]);
    assertSameBits(attention.scaledDotProductAttention(x, x, x).output, expected);
  });

  it('ends with dispose() of its instance', async () => {
    const startedBefore = PageWorker.all.length;
    const attention = await loadAttention({ fast: true, threads: 3 });
    attention.dispose();
    const started = PageWorker.all.slice(startedBefore);
    assert.deepEqual(
      started.map(({ isEnded }) => isEnded),
      [true, true],
    );
    assert.equal(attention.threads, 1);
    assert.throws(() => attention.scaledDotProductAttention(x, x, x), { name: 'DisposedError' });
  });

  it('ends once nobody can reach its core', async () => {
    const startedBefore = PageWorker.all.length;
    await (async () => void (await loadAttention({ fast: true, threads: 3 })))();
    const started = PageWorker.all.slice(startedBefore);
    const haveEnded = () => started.every(({ isEnded }) => isEnded);
    for (let turn = 0; turn < 1000 && !haveEnded(); turn++) {
      collectGarbage();
      await setImmediate();
    }
    assert.deepEqual([started.length, haveEnded()], [2, true]);
  });

  it('has a stack of its own, and takes shares once it has answered', () => {
    const path = new URL('../../dist/attention-threads.wasm', import.meta.url);
    const memory = new WebAssembly.Memory({ initial: 4, maximum: 4, shared: true });
    const module = new WebAssembly.Module(readFileSync(path));
    const start = { module, memory, stack: 196608, control: 131072, words: 32, names: [] };
    const events = /** @type {unknown[]} */ ([]);
    const stop = new Error('one turn is enough');
    const take = (/** @type {any} */ exports, /** @type {Int32Array} */ words) => {
      events.push(exports.__stack_pointer.value, words.byteOffset, words.length);
      throw stop;
    };
    const answer = (/** @type {string} */ message) => events.push(message);
    assert.throws(() => serveShares({ ...start, thread: 1 }, take, answer), stop);
    assert.deepEqual(events, ['ready', 196608, 131072, 32]);
  });
});

describe('one thread computes', () => {
  const x = createRandom(85).tensor([1, 8, 64, 64]);
  const expected = oneThread.scaledDotProductAttention(x, x, x).output;

  /**
   * @param {() => void} change changes this host
   * @param {() => void} restore
   */
  async function assertAlone(change, restore) {
    change();
    const attention = await loadAttention({ fast: true, threads: 2 }).finally(restore);
    assert.deepEqual([attention.isFast, attention.threads], [true, 1]);
    assertSameBits(attention.scaledDotProductAttention(x, x, x).output, expected);
  }

  it('in a page that is not isolated', () =>
    assertAlone(
      () => Object.assign(globalThis, { crossOriginIsolated: false }),
      () => Reflect.deleteProperty(globalThis, 'crossOriginIsolated'),
    ));

  it('where a thread of Node ends before it answers', () => {
    const { getBuiltinModule } = process;
    class EndedWorker extends EventEmitter {
      unref() {}
      terminate() {}
      postMessage() {
        queueMicrotask(() => this.emit('exit', 1));
      }
    }
    return assertAlone(
      () => Object.assign(process, { getBuiltinModule: () => ({ Worker: EndedWorker }) }),
      () => Object.assign(process, { getBuiltinModule }),
    );
  });

  it('once a thread of Node fails between two calls, and the program goes on', async () => {
    const { getBuiltinModule } = process;
    /** @type {EventEmitter[]} */
    const workers = [];
    class FailingWorker extends EventEmitter {
      unref() {}
      terminate() {}
      postMessage() {
        workers.push(this);
        queueMicrotask(() => this.emit('message', 'ready'));
      }
    }
    Object.assign(process, { getBuiltinModule: () => ({ Worker: FailingWorker }) });
    const lost = await loadBuild({ fast: true, threads: 2 }).finally(() => {
      Object.assign(process, { getBuiltinModule });
    });
    assert.equal(workers.length, 1);
    // Node ends the program at an error without a listener.
    workers[0].emit('error', new Error('out of memory'));
    workers[0].emit('exit', 1);
    const attention = new Attention(lost);
    assertSameBits(attention.scaledDotProductAttention(x, x, x).output, expected);
  });

  it('where the host gives no shared memory', () => {
    const { Memory } = WebAssembly;
    const construct = () => {
      throw new RangeError('no memory');
    };
    return assertAlone(
      () => Object.assign(WebAssembly, { Memory: new Proxy(Memory, { construct }) }),
      () => Object.assign(WebAssembly, { Memory }),
    );
  });

  it('where no thread starts', () => {
    const { getBuiltinModule } = process;
    return assertAlone(
      () => {
        process.getBuiltinModule = /** @type {any} */ (() => ({}));
      },
      () => {
        process.getBuiltinModule = getBuiltinModule;
      },
    );
  });
});

it('a program ends when its own work does', () => {
  const index = new URL('../../src/js/index.js', import.meta.url);
  const program = `
    import { setFlagsFromString } from 'node:v8';
    if (process.versions.node.startsWith('20.')) setFlagsFromString('--experimental-wasm-relaxed-simd');
    const { loadAttention } = await import('${index}');
    const attention = await loadAttention({ fast: true, threads: 2 });
    console.log(attention.threads);`;
  const args = ['--input-type=module', '-e', program];
  assert.equal(execFileSync(process.execPath, args, { encoding: 'utf8' }), '2\n');
});

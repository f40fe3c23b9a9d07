// Threads of one core. Each thread has its own instance and stack, and all share one memory. A large call is split into
// shares, such as heads. Every thread takes the next share until none is left.

import { AttentionError } from './errors.js';

/** @import { Core } from './core.js' */

/** The largest number of shares: a job's word has 8 bits for the number of remaining shares. */
const MOST_SHARES = 255;
const STACK = 65536;
/** The milliseconds that a thread may keep the others waiting, in addition to the time of its share. */
const PATIENCE = 10_000;
/** The multiplications per millisecond of a very slow thread. */
const LEAST_SPEED = 100_000;

/**
 * The functions that compute a share, by the names of the functions that compute a whole call.
 * @type {Record<string, string>}
 */
const SHARES = {
  attn_linear: 'attn_linear_share',
  attn_scaled_dot_product_attention: 'attn_scaled_dot_product_share',
};
const FUNCTIONS = Object.keys(SHARES);

// The words of the block that all threads read: the number of the job with its remaining shares (8 bits), the finished
// shares, and the status. The job follows: function, number of shares, bytes of a workspace, number of arguments, and
// the arguments.
const JOB = 0;
const DONE = 1;
const STATUS = 2;
const FIRST_JOB_WORD = 3;
const JOB_WORDS = 32;

/**
 * Computes shares of the job until none is left. While a share is being computed, the job does not change. Threads run
 * the source text of this function. So it uses no names from outside, and no syntax that a bundler replaces by a helper.
 * @param {Record<string, any>} exports
 * @param {Int32Array} words
 * @param {string[]} names
 * @param {number} thread
 * @returns {number} the word of the job
 */
function takeShares(exports, words, names, thread) {
  for (;;) {
    const job = Atomics.load(words, 0);
    const left = job & 255;
    if (left === 0) return job;
    if (Atomics.compareExchange(words, 0, job, job - 1) !== job) continue;
    let status = -1;
    try {
      const args = [];
      for (let i = 0; i < words[6]; i++) args.push(words[7 + i]);
      if (words[5] > 0) args[args.length - 2] += thread * words[5];
      args.push(left - 1, words[4]);
      status = exports[names[words[3]]].apply(undefined, args);
    } catch {
      // Keep the thread. The status of -1 makes the call throw.
    }
    if (status !== 0) Atomics.compareExchange(words, 2, 0, status);
    Atomics.add(words, 1, 1);
  }
}

/**
 * Runs a thread: computes shares of each job. Threads run the source text of this function, as that of `takeShares`.
 * @param {any} start
 * @param {typeof takeShares} take
 * @param {(message: string) => void} answer
 */
export function serveShares(start, take, answer) {
  const instance = new WebAssembly.Instance(start.module, { env: { memory: start.memory } });
  /** @type {any} */ (instance.exports.__stack_pointer).value = start.stack;
  const words = new Int32Array(start.memory.buffer, start.control, start.words);
  answer('ready');
  for (;;) Atomics.wait(words, 0, take(instance.exports, words, start.names, start.thread));
}

/**
 * Starts a thread, and waits until it is ready.
 * @param {Record<string, unknown>} start
 * @returns {Promise<() => void>} a function that terminates the thread
 */
async function startThread(start) {
  const body = `(data, answer) => (${serveShares})(data, ${takeShares}, answer)`;
  const node = globalThis.Worker === undefined ? globalThis.process : undefined;
  if (node !== undefined) {
    const { Worker } = node.getBuiltinModule('node:worker_threads');
    const head = "const port = process.getBuiltinModule('node:worker_threads').parentPort;";
    const text = `${head} port.once('message', (data) => (${body})(data, (x) => port.postMessage(x)));`;
    // Do not inherit options of the process, such as --input-type, which would change how the text is run.
    const worker = new Worker(text, { eval: true, execArgv: [] });
    worker.unref();
    worker.postMessage(start);
    await new Promise((resolve, reject) => {
      // Keep listening, because an error without a listener ends the program. A call notices its lost share.
      worker.once('message', resolve).on('error', reject).once('exit', reject);
    });
    return () => void worker.terminate();
  }
  const text = `onmessage = ({ data }) => (${body})(data, (x) => postMessage(x));`;
  const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  try {
    const worker = new Worker(address);
    await new Promise((resolve, reject) => {
      worker.onmessage = resolve;
      worker.onerror = reject;
      worker.postMessage(start);
    });
    return () => worker.terminate();
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Terminates the threads of a core that has become unreachable. */
const abandoned = /* @__PURE__ */ new FinalizationRegistry((/** @type {(() => void)[]} */ ends) => {
  for (const end of ends) end();
});

/** The threads of a core, including the calling thread. */
export class Team {
  #words;
  #exports;
  #ends;
  #number = 0;
  /** The milliseconds to wait for the others beyond the time of their work. Tests change it. @internal */
  patience = PATIENCE;

  /**
   * @param {Int32Array} words
   * @param {WebAssembly.Exports} exports
   * @param {number} threads
   * @param {(() => void)[]} [ends] functions that terminate the other threads
   */
  constructor(words, exports, threads, ends = []) {
    this.#words = words;
    this.#exports = exports;
    this.#ends = ends;
    this.threads = threads;
  }

  /**
   * Computes all shares of a call.
   * @param {string} name
   * @param {number[]} args
   * @param {number} most the largest number of shares
   * @param {number} space bytes of a thread's workspace, whose address is the last argument but one; 0 for none
   * @param {number} work multiplications of all shares
   * @returns {number} the status of the call
   * @throws {AttentionError} if a thread ended before it finished its share; from then on, one thread computes
   */
  run(name, args, most, space, work) {
    const shares = Math.min(most, MOST_SHARES);
    const words = this.#words;
    const job = [FUNCTIONS.indexOf(name), shares, space, args.length, ...args];
    for (let i = 0; i < job.length; i++) words[FIRST_JOB_WORD + i] = job[i];
    Atomics.store(words, DONE, 0);
    Atomics.store(words, STATUS, 0);
    this.#number++;
    Atomics.store(words, JOB, (this.#number << 8) | shares);
    Atomics.notify(words, JOB);
    takeShares(this.#exports, words, Object.values(SHARES), 0);
    if (this.#waitFor(shares, this.patience + work / shares / LEAST_SPEED)) {
      return Atomics.load(words, STATUS);
    }
    this.end();
    const message = 'a thread was ended while it computed; one thread computes from now on';
    throw new AttentionError('ERR_THREAD', message, {});
  }

  /** Terminates the other threads. */
  end() {
    this.threads = 1;
    // The functions refer to the memory.
    for (const end of this.#ends.splice(0)) end();
  }

  /**
   * Waits until all shares are done, or until the time is over because a terminated thread never finishes its share. It
   * spins, because Atomics.wait is not allowed on the main thread.
   * @param {number} shares
   * @param {number} patience the longest time to wait, in milliseconds
   * @returns {boolean} whether all shares are done
   */
  #waitFor(shares, patience) {
    let [waited, last] = [0, performance.now()];
    while (Atomics.load(this.#words, DONE) < shares) {
      const now = performance.now();
      // Count at most 10 ms per turn: if the whole machine pauses, the other threads pause too.
      waited += Math.min(now - last, 10);
      last = now;
      if (waited > patience) return false;
    }
    return true;
  }
}

/**
 * Starts the threads of a core, or none if one of them does not start.
 * @param {Core} core
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} memory
 * @param {WebAssembly.Exports} exports the exports of the core's instance
 * @param {number} threads
 */
export async function startTeam(core, module, memory, exports, threads) {
  const { arena } = core;
  const control = arena.reserve(4 * JOB_WORDS);
  const words = new Int32Array(memory.buffer, control, JOB_WORDS).fill(0);
  const names = Object.values(SHARES);
  const others = Array.from({ length: threads - 1 }, (_, i) => {
    const stack = arena.reserve(STACK) + STACK;
    return startThread({ module, memory, stack, control, words: JOB_WORDS, names, thread: i + 1 });
  });
  const started = await Promise.allSettled(others);
  const ends = started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  if (ends.length < others.length) {
    for (const end of ends) end();
    return;
  }
  abandoned.register(core, ends);
  core.team = new Team(words, exports, threads, ends);
}

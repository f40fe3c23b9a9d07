import { spawn } from 'node:child_process';
import { openPool, POOL_VARIABLE } from '../support/browser-pool.js';

/** Matches a failed test in the output of `--test-reporter=tap`. */
const FAILED = /^ *not ok \d+ - (.*)$/m;
/** The limit for a file that waits for something that never comes. */
const MOST_MINUTES = 10;

/** Starts the browsers of the trials. A trial that is killed could not end its own. */
const pool = await openPool();
export const closeBrowsers = () => pool.close();

/** Functions that end the current runs. @type {Set<() => void>} */
const running = new Set();
process.on('exit', () => {
  for (const end of running) end();
});

/**
 * @typedef {{ passed: boolean, reason: string }} Outcome the name of the test that failed, or how the
 *   run ended
 */

/**
 * @param {string} folder a checkout
 * @param {string} file
 * @param {number} seconds processor time, so that a busy machine makes no difference
 * @returns {Promise<Outcome>}
 */
export function runTests(folder, file, seconds) {
  const script = `ulimit -t ${Math.ceil(seconds)}; exec "$@"`;
  const node = [process.execPath, '--test-reporter=tap', file];
  const child = spawn('bash', ['-c', script, 'bash', ...node], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // An outer test runner sets this variable, and the tests would report to that runner.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, [POOL_VARIABLE]: String(pool.port) },
  });
  const end = () => {
    try {
      process.kill(-(/** @type {number} */ (child.pid)), 'SIGKILL');
    } catch {
      // The processes have already ended.
    }
  };
  running.add(end);
  return new Promise((resolve) => {
    let partialLine = '';
    /** @type {string | undefined} */
    let reason;
    const stop = (/** @type {string} */ why) => {
      reason ??= why;
      end();
    };
    const timer = setTimeout(() => stop('hung'), MOST_MINUTES * 60_000);
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      // Look only at complete lines, and only once at each.
      const lines = (partialLine + text).split('\n');
      partialLine = /** @type {string} */ (lines.pop());
      const failed = lines.join('\n').match(FAILED);
      if (failed) stop(failed[1]);
    });
    child.stderr.resume();
    child.once('close', (status, signal) => {
      clearTimeout(timer);
      end();
      running.delete(end);
      if (reason !== undefined) resolve({ passed: false, reason });
      else if (signal !== null) resolve({ passed: false, reason: `hung, or ${signal}` });
      else resolve({ passed: status === 0, reason: `exit ${status}` });
    });
  });
}

// Drives WebKit with its own WebDriver on a virtual screen. It supports only what one page needs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { defineGlobals } from '../support/browser.js';

/**
 * @import { ChildProcess, SpawnOptions } from 'node:child_process'
 * @import { AddressInfo } from 'node:net'
 * @import { Readable } from 'node:stream'
 * @import { Page } from 'puppeteer-core'
 */

/** The longest time of a script in milliseconds. The machine may be busy with other tests. */
const PATIENCE = 120_000;

const describeMissing = (/** @type {string} */ name) =>
  `${name} is missing: ./build.sh webkit installs it on Debian`;

/** @param {string} program @param {string[]} args @param {SpawnOptions} [options] */
async function startProgram(program, args, options) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'], ...options });
  await Promise.race([
    once(child, 'spawn'),
    once(child, 'error').then(() => Promise.reject(new Error(describeMissing(program)))),
  ]);
  return child;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * @param {string} url
 * @param {object} body
 * @param {string} [method]
 * @returns {Promise<any>} the driver's answer
 */
async function askDriver(url, body, method = 'POST') {
  const answer = await fetch(url, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
  const { value } = /** @type {any} */ (await answer.json());
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/**
 * @param {string} url waits until the driver listens there, or its process ends
 * @param {ChildProcess} driver
 */
async function untilReady(url, driver) {
  while (driver.exitCode === null) {
    const isReady = await askDriver(`${url}/status`, {}, 'GET').then(
      ({ ready }) => ready,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`WebKitWebDriver ended with ${driver.exitCode}`);
}

/**
 * @returns {Promise<{ version: string, page: Page, close: () => Promise<void> }>} the page has only
 *   `goto` and `evaluate`
 */
export async function launchWebKit() {
  const home = mkdtempSync(join(tmpdir(), 'webkit-'));
  const screen = await startProgram('Xvfb', [
    '-displayfd',
    '1',
    '-screen',
    '0',
    '1280x800x24',
    '-nolisten',
    'tcp',
  ]);
  /** @type {ChildProcess | undefined} */
  let driver;
  const end = async () => {
    for (const child of [driver, screen]) {
      if (!child || child.exitCode !== null) continue;
      child.kill();
      await once(child, 'exit');
    }
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const lines = createInterface(/** @type {Readable} */ (screen.stdout));
    const [display] = await once(lines, 'line');
    const port = await freePort();
    const env = { ...process.env, DISPLAY: `:${display}`, HOME: home, LIBGL_ALWAYS_SOFTWARE: '1' };
    driver = await startProgram('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], { env });
    const root = `http://127.0.0.1:${port}`;
    await untilReady(root, driver);
    const { sessionId, capabilities } = await askDriver(`${root}/session`, {
      capabilities: { alwaysMatch: { timeouts: { script: PATIENCE, pageLoad: PATIENCE } } },
    });
    const session = `${root}/session/${sessionId}`;
    const page = {
      /** @param {string} url */
      goto: (url) => askDriver(`${session}/url`, { url }),
      /** @param {Function} run @param {unknown[]} args */
      async evaluate(run, ...args) {
        const script = `(${defineGlobals})();
          const done = arguments[1];
          new Promise((resolve) => resolve((${run})(...arguments[0]))).then(
            (value) => done({ value: JSON.stringify(value) }), (error) => done({ error: String(error) }));`;
        const { value, error } = await askDriver(`${session}/execute/async`, {
          script,
          args: [args],
        });
        if (error !== undefined) throw new Error(error);
        // The driver would turn undefined into null.
        return value === null || value === undefined ? undefined : JSON.parse(value);
      },
    };
    return {
      version: capabilities.browserVersion,
      page: /** @type {any} */ (page),
      async close() {
        await askDriver(session, {}, 'DELETE');
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

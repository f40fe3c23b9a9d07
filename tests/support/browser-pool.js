// The browsers of a test run. A test file borrows a browser and returns it for the next file,
// because starting one takes longer than most files. Each borrower holds a connection. If the
// connection ends without a return, as when a test is killed, the browser is closed.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { startBrowser } from './start-browser.js';

/** @import { BrowserName } from './find-browser.js' */
/** @import { AddressInfo, Socket } from 'node:net' */

/**
 * @typedef {Awaited<ReturnType<typeof startBrowser>>} Started
 */

/** The message with which a borrower returns an intact browser. */
const THANKS = 'thanks';

/** The environment variable with the pool's port on this machine. */
export const POOL_VARIABLE = 'ATTENTION_LAB_BROWSERS';

/** The most browsers of each kind. Firefox takes long to start, and few tests need it. */
const MOST = { chromium: Infinity, firefox: 2 };

/** Lends browsers and starts one if none is free. When the limit is reached, borrowers wait. */
export async function openPool(most = MOST) {
  /** @type {Record<BrowserName, Started[]>} */
  const free = { chromium: [], firefox: [] };
  const count = { chromium: 0, firefox: 0 };
  /**
   * @type {Record<BrowserName, (() => void)[]>} callbacks of waiting borrowers, called when a
   *   browser may be free
   */
  const waiting = { chromium: [], firefox: [] };
  /** All browsers, including those that are still starting. @type {Set<Promise<Started>>} */
  const all = new Set();

  /** @param {BrowserName} name */
  async function take(name) {
    while (free[name].length === 0 && count[name] === most[name])
      await new Promise((resolve) => waiting[name].push(() => resolve(undefined)));
    const found = free[name].pop();
    if (found) return found;
    count[name]++;
    const starting = startBrowser(name);
    all.add(starting);
    starting.catch(() => forget(name));
    return starting;
  }

  /** Removes a browser, which makes room for another one. @param {BrowserName} name */
  function forget(name) {
    count[name]--;
    waiting[name].shift()?.();
  }

  /** @type {Set<Socket>} */
  const borrowers = new Set();

  const server = createServer(async (socket) => {
    borrowers.add(socket);
    socket.on('error', () => socket.destroy());
    const closed = new Promise((resolve) => socket.once('close', () => resolve(undefined)));
    closed.then(() => borrowers.delete(socket));
    const lines = createInterface(socket)[Symbol.asyncIterator]();
    /** @returns {Promise<string | undefined>} undefined if the borrower is gone */
    const hear = () => Promise.race([lines.next().then(({ value }) => value), closed]);
    try {
      const name = /** @type {BrowserName} */ (await hear());
      const browser = await take(name);
      socket.write(`${JSON.stringify({ endpoint: browser.endpoint })}\n`);
      if ((await hear()) === THANKS) {
        free[name].push(browser);
        waiting[name].shift()?.();
      } else {
        await browser.end();
        forget(name);
      }
      socket.end();
    } catch (error) {
      socket.end(`${JSON.stringify({ error: String(error) })}\n`);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {AddressInfo} */ (server.address());

  return {
    port,
    async close() {
      server.close();
      for (const socket of borrowers) socket.destroy();
      const started = await Promise.allSettled(all);
      await Promise.all(started.map((item) => item.status === 'fulfilled' && item.value.end()));
    },
  };
}

/** @param {number} port the port of the pool @param {BrowserName} name */
export async function borrowBrowser(port, name) {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${name}\n`);
  const [answer] = await once(createInterface(socket), 'line');
  const { endpoint, error } = JSON.parse(answer);
  if (error) throw new Error(error);
  // A test that forgot to return its browser can still exit.
  socket.unref();
  return {
    endpoint: /** @type {string} */ (endpoint),
    giveBack() {
      socket.ref();
      socket.write(`${THANKS}\n`);
      return once(socket, 'close');
    },
    /** Closes the connection, as the end of this process would. */
    drop: () => socket.destroy(),
  };
}

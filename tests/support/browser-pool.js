// The browsers of a whole run: a test file borrows one and gives it back for the next, since to start
// one costs more than most files. Who holds one, holds a connection; where that ends without a word of
// thanks, as when a test is killed, the browser goes with it.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { startBrowser } from './start-browser.js';

/** @import { BrowserName } from './find-browser.js' */
/** @import { AddressInfo, Socket } from 'node:net' */

/**
 * @typedef {Awaited<ReturnType<typeof startBrowser>>} Started
 */

/** Said by who gives a browser back as it was. */
const THANKS = 'thanks';

/** Where the test files of a run find its browsers: a port of this machine. */
export const POOL_VARIABLE = 'ATTENTION_LAB_BROWSERS';

/** How many of them there are at most: Firefox takes long to start, and few tests want it. */
const MOST = { chromium: Infinity, firefox: 2 };

/** Lends browsers, and starts one where none is free; who comes when there are as many as may be, waits. */
export async function openPool(most = MOST) {
  /** @type {Record<BrowserName, Started[]>} */
  const free = { chromium: [], firefox: [] };
  const count = { chromium: 0, firefox: 0 };
  /** @type {Record<BrowserName, (() => void)[]>} told when there may be one */
  const waiting = { chromium: [], firefox: [] };
  /** Those that are still starting, too. @type {Set<Promise<Started>>} */
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

  /** One less of them: there is room for another. @param {BrowserName} name */
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
    /** @returns {Promise<string | undefined>} undefined from who is gone */
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
      await Promise.all(started.map((one) => one.status === 'fulfilled' && one.value.end()));
    },
  };
}

/** @param {number} port of the pool @param {BrowserName} name */
export async function borrowBrowser(port, name) {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${name}\n`);
  const [answer] = await once(createInterface(socket), 'line');
  const { endpoint, error } = JSON.parse(answer);
  if (error) throw new Error(error);
  // A test that has ended and forgotten to give it back, may end.
  socket.unref();
  return {
    endpoint: /** @type {string} */ (endpoint),
    giveBack() {
      socket.ref();
      socket.write(`${THANKS}\n`);
      return once(socket, 'close');
    },
    /** As the end of this process would. */
    drop: () => socket.destroy(),
  };
}

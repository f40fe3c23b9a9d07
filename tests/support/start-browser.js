// Starts a browser that others work with.
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { findBrowser } from './find-browser.js';

/**
 * @import { BrowserName } from './find-browser.js'
 * @import { ChildProcess } from 'node:child_process'
 * @import { PuppeteerNode } from 'puppeteer-core'
 */

// Most test files import this. As modules, of which it has hundreds, it takes half as long again to load.
/** @type {PuppeteerNode} */
const puppeteer = createRequire(import.meta.url)('puppeteer-core').default;

// Root, as in a container, may not sandbox; the rest keeps Chromium from calling home.
const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A process for each site or page, a spare one and one that draws would have to be started.
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
  '--in-process-gpu',
  '--disable-features=SpareRendererForSitePerProcess,IsolateOrigins,site-per-process',
];

/** Those that run, each the first of a group of processes. @type {Set<ChildProcess>} */
const running = new Set();

// Puppeteer has a hook of its own, which passes over every other browser.
process.on('exit', () => running.forEach(kill));

/** With all its processes, whatever they are busy with. @param {ChildProcess} child */
function kill(child) {
  try {
    process.kill(-(/** @type {number} */ (child.pid)), 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/**
 * With an empty profile of its own, which goes when the browser is closed. Throws, and says how to get
 * it, when it is not installed: no test is skipped in silence.
 * @param {BrowserName} name
 * @param {boolean} [endsOnSignals] with the process that has started it
 */
export async function launch(name, endsOnSignals = true) {
  const browser = await puppeteer.launch({
    browser: name === 'firefox' ? 'firefox' : 'chrome',
    executablePath: findBrowser(name),
    headless: true,
    // Waits have limits of their own, of which the longest is ten minutes.
    protocolTimeout: 660_000,
    args: name === 'firefox' ? [] : chromiumFlags,
    handleSIGINT: endsOnSignals,
    handleSIGTERM: endsOnSignals,
    handleSIGHUP: endsOnSignals,
  });
  const child = /** @type {ChildProcess} */ (browser.process());
  running.add(child);
  child.once('exit', () => running.delete(child));
  return browser;
}

/**
 * A browser that nobody is connected to yet, since Firefox takes one connection at a time. Who has
 * started it has to end it, on signals too.
 * @param {BrowserName} name
 */
export async function startBrowser(name) {
  const browser = await launch(name, false);
  const endpoint = browser.wsEndpoint();
  const child = /** @type {ChildProcess} */ (browser.process());
  await browser.disconnect();
  return {
    endpoint,
    async end() {
      if (!running.has(child)) return;
      kill(child);
      await once(child, 'exit');
    },
  };
}

/** @param {BrowserName} name @param {string} endpoint */
export function connectTo(name, endpoint) {
  return puppeteer.connect({
    browserWSEndpoint: endpoint,
    protocol: name === 'firefox' ? 'webDriverBiDi' : 'cdp',
  });
}

import { once } from 'node:events';
import { createRequire } from 'node:module';
import { findBrowser } from './find-browser.js';

/**
 * @import { BrowserName } from './find-browser.js'
 * @import { ChildProcess } from 'node:child_process'
 * @import { PuppeteerNode } from 'puppeteer-core'
 */

// Most test files import this file. puppeteer-core has hundreds of modules, and takes half as long
// again to load as ES modules.
/** @type {PuppeteerNode} */
const puppeteer = createRequire(import.meta.url)('puppeteer-core').default;

// Root, as in a container, cannot use the sandbox. The other flags stop Chromium's background
// requests.
const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Avoid extra processes: one for each site or page, a spare one, and one for drawing.
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
  '--in-process-gpu',
  '--disable-features=SpareRendererForSitePerProcess,IsolateOrigins,site-per-process',
];

/** Running browsers. Each leads a process group. @type {Set<ChildProcess>} */
const runningBrowsers = new Set();

// Puppeteer's own exit hook misses every second browser.
process.on('exit', () => runningBrowsers.forEach(killBrowser));

/** Kills a browser with all its processes, whatever they are doing. @param {ChildProcess} child */
function killBrowser(child) {
  try {
    process.kill(-(/** @type {number} */ (child.pid)), 'SIGKILL');
  } catch {
    // The browser has already ended.
  }
}

/**
 * Launches a browser with an empty profile, which is deleted when the browser is closed. Throws if
 * the browser is not installed, and says how to get it, so that no test is skipped silently.
 * @param {BrowserName} name
 * @param {boolean} [endsOnSignals] whether signals to this process also end the browser
 */
export async function launch(name, endsOnSignals = true) {
  const start = () =>
    puppeteer.launch({
      browser: name === 'firefox' ? 'firefox' : 'chrome',
      executablePath: findBrowser(name),
      headless: true,
      // Waits have their own limits, of which the longest is ten minutes.
      protocolTimeout: 660_000,
      args: name === 'firefox' ? [] : chromiumFlags,
      handleSIGINT: endsOnSignals,
      handleSIGTERM: endsOnSignals,
      handleSIGHUP: endsOnSignals,
    });
  // Chromium crashes once in several hundred starts, before it opens a page.
  const browser = await start().catch((error) => {
    if (!/Segmentation fault/.test(String(error))) throw error;
    return start();
  });
  const child = /** @type {ChildProcess} */ (browser.process());
  runningBrowsers.add(child);
  child.once('exit', () => runningBrowsers.delete(child));
  return browser;
}

/**
 * Starts a browser and disconnects, because Firefox accepts only one connection at a time. The
 * caller has to end the browser, also on signals.
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
      if (!runningBrowsers.has(child)) return;
      killBrowser(child);
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

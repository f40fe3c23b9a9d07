import assert from 'node:assert/strict';

/** @import { BrowserName } from '../support/find-browser.js' */
/** @import { Page } from 'puppeteer-core' */

/** @typedef {{ nodes: number, listeners: number, heap: number }} Alive heap: bytes */

/** Changes before the first count, because shared templates and the like are created only once. */
const WARM_UP = 24;
/** Changes between the two counts. */
const CHANGES = 100;
/** Losing one node or listener at every twentieth change would exceed this. */
const MOST_GROWTH = { nodes: 4, listeners: 4 };
/**
 * Milliseconds to wait, because a browser may keep what its last frames were made of for part of a
 * second, and for several seconds on a busy machine.
 */
const RELEASE_TIMEOUT = 10_000;

/**
 * Counts the nodes and listeners that are alive after garbage collection, on and off the page. Only
 * Chromium can report these. In Firefox, only nodes on the page are counted, including shadow
 * roots, so leaks of removed nodes are not found.
 * @param {Page} page
 * @param {BrowserName} browserName
 * @returns {Promise<() => Promise<Alive>>}
 */
export async function makeCounter(page, browserName) {
  if (browserName !== 'chromium') return () => page.evaluate(countOnPage);
  const session = await page.createCDPSession();
  await session.send('Performance.enable');
  return async () => {
    // The last painted frame still holds removed nodes, until the next frame is done and the
    // browser is idle.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done))),
    );
    // One collection may free objects that held others.
    for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const readMetric = (/** @type {string} */ wanted) =>
      metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
    return {
      nodes: readMetric('Nodes'),
      listeners: readMetric('JSEventListeners'),
      heap: readMetric('JSHeapUsedSize'),
    };
  };
}

/** Runs in the page. */
function countOnPage() {
  /** @param {Node} node @returns {number} */
  const count = (node) => {
    const root = node instanceof Element ? node.shadowRoot : null;
    return [...node.childNodes, ...(root ? [root] : [])].reduce(
      (sum, child) => sum + count(child),
      1,
    );
  };
  return { nodes: count(document), listeners: 0, heap: 0 };
}

/**
 * @param {() => Promise<Alive>} countAlive
 * @param {(times: number) => Promise<unknown>} change makes the given number of changes and returns
 *   to the start
 * @param {number} [warmUp]
 * @param {number} [times]
 * @param {Partial<Alive>} [room] the allowed growth of each count; without `heap`, the heap may
 *   grow freely
 */
export async function assertNoGrowth(
  countAlive,
  change,
  warmUp = WARM_UP,
  times = CHANGES,
  room = {},
) {
  await change(warmUp);
  const before = await countAlive();
  await change(times);
  const most = { ...MOST_GROWTH, heap: Infinity, ...room };
  const counted = /** @type {const} */ (['nodes', 'listeners', 'heap']);
  const end = performance.now() + RELEASE_TIMEOUT;
  let after = before;
  let grown;
  do {
    after = await countAlive();
    grown = counted.find((what) => after[what] > before[what] + most[what]);
  } while (grown && performance.now() < end);
  if (grown)
    assert.fail(`${before[grown]} ${grown} have become ${after[grown]} by ${times} changes`);
}

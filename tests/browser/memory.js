// What a page keeps alive.
import assert from 'node:assert/strict';

/** @import { BrowserName } from '../support/find-browser.js' */
/** @import { Page } from 'puppeteer-core' */

/**
 * @typedef {{ nodes: number, listeners: number, heap: number }} Alive heap: bytes
 */

/** Changes before the first count: shared templates and the like are made but once. */
const WARM_UP = 24;
/** Changes between the two counts. */
const CHANGES = 100;
/** One node or listener lost by every twentieth change is more than that. */
const ROOM = { nodes: 4, listeners: 4 };
/** In milliseconds: for part of a second a browser may hold on to what its last pictures were made of. */
const LETS_GO = 3000;

/**
 * Nodes and listeners that are alive after garbage is collected, on the page and off it. Only Chromium
 * can be asked that. In Firefox what is on the page is counted, shadow roots included: whether something
 * is kept that has gone from it, is not known there.
 * @param {Page} page
 * @param {BrowserName} browserName
 * @returns {Promise<() => Promise<Alive>>}
 */
export async function memoryOf(page, browserName) {
  if (browserName !== 'chromium') return () => page.evaluate(countOnPage);
  const session = await page.createCDPSession();
  await session.send('Performance.enable');
  return async () => {
    // What has just gone from the page is still held by the frame that was painted with it, until the next is
    // done and the browser has nothing else to do.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done))),
    );
    // What a first collection lets go of may have held more.
    for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (/** @type {string} */ wanted) =>
      metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
    return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heap: of('JSHeapUsedSize') };
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
 * @param {() => Promise<Alive>} alive
 * @param {(times: number) => Promise<unknown>} change does as many changes and goes back to where it began
 * @param {number} [warmUp]
 * @param {number} [times]
 * @param {Partial<Alive>} [room] by how much each may have grown; the heap by anything where nothing is said
 */
export async function assertNothingStays(
  alive,
  change,
  warmUp = WARM_UP,
  times = CHANGES,
  room = {},
) {
  await change(warmUp);
  const before = await alive();
  await change(times);
  const most = { ...ROOM, heap: Infinity, ...room };
  const counted = /** @type {const} */ (['nodes', 'listeners', 'heap']);
  const end = performance.now() + LETS_GO;
  let after = before;
  let grown;
  do {
    after = await alive();
    grown = counted.find((what) => after[what] > before[what] + most[what]);
  } while (grown && performance.now() < end);
  if (grown)
    assert.fail(`${before[grown]} ${grown} have become ${after[grown]} by ${times} changes`);
}

// Long tasks and layout shift of a page with ten elements, with a processor four times slower:
// `node tests/bench/ten-elements.js`, after `./build.sh release`. The clock runs on while other programs are served, so
// the processor's time is taken too, at full speed and times four.
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dist } from '../browser/lab.js';
import { tenElements } from '../browser/ten-elements.js';
import { launchBrowser, serveFolder } from '../support/browser.js';
import { median } from './statistics.js';

const ROUNDS = 5;
const SLOWER = 4;

/** Milliseconds from which a task counts as long. */
const LONG = 50;

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 800 },
];

/**
 * @typedef {{ name: string, ph: string, pid: number, tid: number, ts: number, dur: number,
 *   tdur?: number }} TraceEvent
 */

const folder = await mkdtemp(join(tmpdir(), 'attention-lab-'));
await copyFile(join(dist, 'attention-lab.js'), join(folder, 'attention-lab.js'));
await writeFile(join(folder, 'index.html'), tenElements());
const server = await serveFolder(folder);

for (const size of SIZES) {
  /** @type {Awaited<ReturnType<typeof measure>>[]} */
  const rounds = [];
  for (let i = 0; i < ROUNDS; i++) rounds.push(await measure(size));
  const medianOf = (/** @type {(round: typeof rounds[number]) => number} */ read) =>
    median(rounds.map(read));
  console.log(
    `${size.width} pixels: ${medianOf(({ tasks }) => sum(tasks)).toFixed()} ms of long tasks by the clock,`,
    `${medianOf(({ processor }) => sum(processor)).toFixed()} ms of the processor; layout shift`,
    `${Math.max(...rounds.map(({ shift }) => shift)).toFixed(3)}`,
  );
}
await server.close();
await rm(folder, { recursive: true });

/** @param {readonly number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/** @param {{ width: number, height: number }} size */
async function measure(size) {
  const { tasks, shift } = await open(size, SLOWER);
  const { events } = await open(size, 1);
  const main = events.find(({ name }) => name === 'EvaluateScript');
  const isTask = (/** @type {TraceEvent} */ { name, tid, pid }) =>
    name.endsWith('RunTask') && tid === main?.tid && pid === main?.pid;
  /** @type {TraceEvent[]} */
  const outermost = [];
  for (const task of events.filter(isTask).sort((a, b) => a.ts - b.ts || b.dur - a.dur)) {
    const last = outermost.at(-1);
    if (!last || task.ts >= last.ts + last.dur) outermost.push(task);
  }
  const times = outermost.map(({ tdur = 0 }) => (tdur / 1000) * SLOWER);
  return { tasks, shift, processor: times.filter((time) => time > LONG) };
}

/** @param {{ width: number, height: number }} size @param {number} rate how many times slower the processor is */
async function open(size, rate) {
  const browser = await launchBrowser('chromium');
  try {
    const page = await browser.newPage();
    await page.setViewport(size);
    await page.emulateCPUThrottling(rate);
    await page.evaluateOnNewDocument(observe);
    const isTraced = rate === 1;
    if (isTraced) await page.tracing.start({ categories: ['toplevel', 'devtools.timeline'] });
    await page.goto(server.url, { waitUntil: 'load' });
    // Elements near the viewport have rendered once the browser has been idle for a while.
    await page.evaluate(async () => {
      await lab.ready;
      for (let i = 0; i < 20; i++) await new Promise((resolve) => requestIdleCallback(resolve));
    });
    const trace = isTraced ? await page.tracing.stop() : undefined;
    /** @type {TraceEvent[]} */
    const events = trace ? JSON.parse(new TextDecoder().decode(trace)).traceEvents : [];
    const seen = await page.evaluate(() => /** @type {any} */ (globalThis).seen);
    return /** @type {{ tasks: number[], shift: number, events: TraceEvent[] }} */ ({
      ...seen,
      events: events.filter(({ ph }) => ph === 'X'),
    });
  } finally {
    await browser.close();
  }
}

/** Runs in the page. */
function observe() {
  const seen = { tasks: /** @type {number[]} */ ([]), shift: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += /** @type {any} */ (entry).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

// The whole run, the same in Node and on a page: all contestants at all workloads.
import { openCeiling } from './ceiling.js';
import { openOnnxruntime } from './contestants/onnxruntime.js';
import { openOurs } from './contestants/ours.js';
import { openPlain } from './contestants/plain.js';
import { openTensorflow } from './contestants/tensorflow.js';
import { measure } from './measure.js';
import { makeProblem } from './problems.js';
import { reasonOf } from './qualify.js';
import { median } from './statistics.js';
import { EXACT, FAST, RESIDENT, THREADS, workloads } from './workloads.js';

/** @import { Contestant, Entry, Result } from './measure.js' */
/** @import { Workload } from './workloads.js' */

/**
 * @typedef {object} Options
 * @property {string} [only] a regular expression of names
 * @property {number} [rounds]
 * @property {boolean} [hasProcessorTime] whether the time of all threads is added up
 * @property {(text: string) => void} progress
 * @typedef {{ name: string, rounds: number, ceiling: number, results: Result[] }} Measured
 * @typedef {object} Run
 * @property {{ name: string, version?: string, failure?: string }[]} contestants
 * @property {number} ceiling median, in FLOP/s
 * @property {Measured[]} workloads
 */

/** Loops without SIMD are the fastest where a call is all that costs, and never with more work. */
const MOST_FLOPS_OF_PLAIN = 1e6;
const PLAIN = 'plain JavaScript';

/** @param {Options} options @returns {Promise<Run>} */
export async function run({ only = '', rounds, hasProcessorTime = false, progress }) {
  progress('the ceiling');
  const ceiling = await openCeiling();
  const { contestants, entries } = await open(progress);
  /** @type {Measured[]} */
  const measured = [];
  const isWanted = (/** @type {Workload} */ { name, onThreads = false }) =>
    new RegExp(only, 'i').test(name) && !(onThreads && hasProcessorTime);
  for (const work of workloads.filter(isWanted)) {
    const { name } = work;
    const entries = enter(contestants, work);
    measured.push({ name, ...(await measure(name, entries, ceiling, { rounds, progress })) });
  }
  return {
    ...{ contestants: entries, workloads: measured },
    ceiling: median(measured.map((entry) => entry.ceiling)),
  };
}

/**
 * Lists the entries that are timed in turns: our two builds and their peers.
 * @param {Contestant[]} contestants
 * @param {Workload} work
 * @returns {Entry[]}
 */
function enter(contestants, { base, isResident = false, inMicroseconds, onThreads, ...work }) {
  const problem = makeProblem(work);
  const ours = contestants.filter(({ name }) => name === EXACT || name === FAST);
  if (onThreads) {
    const threads = contestants.filter(({ name }) => name === THREADS);
    return [
      ...threads.map((contestant) => ({ ...contestant, name: FAST })),
      { ...ours[0], name: nameOfBase(FAST) },
    ].map((contestant) => ({ contestant, problem }));
  }
  const entries = ours.map((contestant) => ({ contestant, problem }));
  if (inMicroseconds) return entries;
  if (base) {
    const basic = makeProblem(base);
    const baseVersions = ours.map((item) => ({ ...item, name: nameOfBase(item.name) }));
    return [...entries, ...baseVersions.map((contestant) => ({ contestant, problem: basic }))];
  }
  const isLarge = problem.flops > MOST_FLOPS_OF_PLAIN || problem.elements > 0;
  const peers = contestants.filter(
    ({ name }, i) =>
      !ours.includes(contestants[i]) &&
      name !== THREADS &&
      (name === RESIDENT) === isResident &&
      !(name === PLAIN && isLarge),
  );
  return [...entries, ...peers.map((contestant) => ({ contestant, problem, isPeer: true }))];
}

/** The contestant that does the base's work. @param {string} name */
export const nameOfBase = (name) => `${name}: base`;

/** @param {Options['progress']} progress */
async function open(progress) {
  /** @type {[name: string, open: () => Contestant | Promise<Contestant>][]} */
  const all = [
    [EXACT, () => openOurs()],
    [FAST, () => openOurs({ fast: true })],
    [THREADS, () => openOurs({ fast: true, threads: 2 })],
    ['onnxruntime-web', openOnnxruntime],
    ['TensorFlow.js', () => openTensorflow('read')],
    [RESIDENT, () => openTensorflow('resident')],
    [PLAIN, openPlain],
  ];
  /** @type {Contestant[]} */
  const contestants = [];
  /** @type {Run['contestants']} */
  const entries = [];
  for (const [name, openOne] of all) {
    progress(`${name} loads`);
    try {
      const contestant = await openOne();
      contestants.push({ ...contestant, name });
      entries.push({ name, version: contestant.version });
    } catch (error) {
      entries.push({ name, failure: reasonOf(error) });
    }
  }
  return { contestants, entries };
}

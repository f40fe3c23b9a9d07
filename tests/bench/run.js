// The whole run, the same in Node and on a page: contestants, workloads, lengths, growth.
import { openCeiling } from './ceiling.js';
import { openOnnxruntime } from './contestants/onnxruntime.js';
import { openOurs } from './contestants/ours.js';
import { openPlain } from './contestants/plain.js';
import { openTensorflow } from './contestants/tensorflow.js';
import { measureGrowth } from './growth.js';
import { measure } from './measure.js';
import { makeProblem } from './problems.js';
import { reasonOf } from './qualify.js';
import { median } from './statistics.js';
import { lengths, oneHead, workloads } from './workloads.js';

/**
 * @typedef {import('./measure.js').Contestant} Contestant
 * @typedef {import('./measure.js').Result} Result
 * @typedef {{ only?: string, rounds?: number, progress: (text: string) => void }} Options `only` is
 *   a regular expression of names
 * @typedef {{ name: string, rounds: number, ceiling: number, results: Result[] }} Measured
 * @typedef {object} Run
 * @property {{ name: string, version?: string, failure?: string }[]} contestants
 * @property {number} ceiling median, in FLOP/s
 * @property {Measured[]} workloads
 * @property {(Measured & { L: number })[]} lengths
 * @property {Awaited<ReturnType<typeof measureGrowth>> | null} growth
 */

/** At a length where a contestant would need longer for one sample it is left out. */
const TOO_LONG = 15_000;
const BUDGET_OF_LENGTHS = 1500;

/** @param {Options} options @returns {Promise<Run>} */
export async function run({ only = '', rounds, progress }) {
  const isWanted = (/** @type {string} */ name) => new RegExp(only, 'i').test(name);
  progress('the ceiling');
  const ceiling = await openCeiling();
  const { contestants, entries } = await open(progress);

  /** @type {Measured[]} */
  const measured = [];
  for (const work of workloads.filter(({ name }) => isWanted(name))) {
    const result = await measure(makeProblem(work), contestants, ceiling, { rounds, progress });
    measured.push({ name: work.name, ...result });
  }

  const growth = isWanted('growth') ? await measureGrowth(ceiling, { rounds, progress }) : null;

  /** @type {Run['lengths']} */
  const byLength = [];
  for (const L of lengths) {
    const work = oneHead(L);
    if (!isWanted(work.name)) continue;
    const left = contestants.filter(({ name }) => predict(name, L, byLength) < TOO_LONG);
    const options = { rounds, budget: BUDGET_OF_LENGTHS, progress };
    byLength.push({
      L,
      name: work.name,
      ...(await measure(makeProblem(work), left, ceiling, options)),
    });
  }

  const all = [...measured, ...byLength].map((entry) => entry.ceiling);
  return {
    ...{ contestants: entries, workloads: measured, lengths: byLength, growth },
    ceiling: all.length > 0 ? median(all) : ceiling(100),
  };
}

/** @param {Options['progress']} progress */
async function open(progress) {
  /** @type {[name: string, open: () => Contestant | Promise<Contestant>][]} */
  const all = [
    ['attention-lab', openOurs],
    ['onnxruntime-web', openOnnxruntime],
    ['TensorFlow.js wasm', openTensorflow],
    ['plain JavaScript', openPlain],
  ];
  /** @type {Contestant[]} */
  const contestants = [];
  /** @type {Run['contestants']} */
  const entries = [];
  for (const [name, openOne] of all) {
    progress(`${name} loads`);
    try {
      const contestant = await openOne();
      contestants.push(contestant);
      entries.push({ name, version: contestant.version });
    } catch (error) {
      entries.push({ name, failure: reasonOf(error) });
    }
  }
  return { contestants, entries };
}

/**
 * Milliseconds that a contestant will need, from what it needed before; endless once it failed.
 * @param {string} name
 * @param {number} L
 * @param {Run['lengths']} before
 */
function predict(name, L, before) {
  const last = before.at(-1);
  if (!last) return 0;
  const { milliseconds } = last.results.find((result) => result.name === name) ?? {};
  return milliseconds === undefined ? Number.POSITIVE_INFINITY : milliseconds * (L / last.L) ** 2;
}

// The whole run, the same in Node and on a page: contestants, workloads, lengths, growth.
import { openCeiling } from './ceiling.js';
import { openOnnxruntime } from './contestants/onnxruntime.js';
import { openOther, openOurs } from './contestants/ours.js';
import { openPlain } from './contestants/plain.js';
import { openTensorflow } from './contestants/tensorflow.js';
import { measureGrowth } from './growth.js';
import { measure } from './measure.js';
import { makeProblem } from './problems.js';
import { reasonOf } from './qualify.js';
import { median } from './statistics.js';
import { lengths, OTHER_BUILD, oneHead, RESIDENT, workloads } from './workloads.js';

/**
 * @typedef {import('./measure.js').Contestant} Contestant
 * @typedef {import('./measure.js').Result} Result
 * @typedef {object} Options
 * @property {string} [only] a regular expression of names
 * @property {number} [rounds]
 * @property {string} [beside] the address of the other build's src/js/index.js
 * @property {(text: string) => void} progress
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
export async function run({ only = '', rounds, beside, progress }) {
  const isWanted = (/** @type {string} */ name) => new RegExp(only, 'i').test(name);
  progress('the ceiling');
  const ceiling = await openCeiling();
  const { contestants, entries } = await open(progress, beside);

  /** @type {Measured[]} */
  const measured = [];
  for (const work of workloads.filter(({ name }) => isWanted(name))) {
    const { name } = work;
    const entries = enter(contestants, work);
    measured.push({ name, ...(await measure(name, entries, ceiling, { rounds, progress })) });
  }

  const growth = isWanted('growth') ? await measureGrowth(ceiling, { rounds, progress }) : null;

  /** @type {Run['lengths']} */
  const byLength = [];
  for (const L of lengths) {
    const work = oneHead(L);
    if (!isWanted(work.name)) continue;
    const left = contestants.filter(
      ({ name }) => name !== RESIDENT && predict(name, L, byLength) < TOO_LONG,
    );
    const options = { rounds, budget: BUDGET_OF_LENGTHS, progress };
    const { name } = work;
    byLength.push({ L, name, ...(await measure(name, enter(left, work), ceiling, options)) });
  }

  const all = [...measured, ...byLength].map((entry) => entry.ceiling);
  return {
    ...{ contestants: entries, workloads: measured, lengths: byLength, growth },
    ceiling: all.length > 0 ? median(all) : ceiling(100),
  };
}

/**
 * What takes turns: all contestants and, where the work has a base, ours once more at that.
 * @param {Contestant[]} contestants the first is ours
 * @param {import('./workloads.js').Work & { base?: import('./workloads.js').Work }} work
 * @returns {import('./measure.js').Entry[]}
 */
function enter(contestants, { base, ...work }) {
  const problem = makeProblem(work);
  const entries = contestants.map((contestant) => ({ contestant, problem }));
  if (!base) return entries;
  const ours = { ...contestants[0], name: base.name };
  return [...entries, { contestant: ours, problem: makeProblem(base) }];
}

/** @param {Options['progress']} progress @param {string} [beside] */
async function open(progress, beside) {
  /** @type {[name: string, open: () => Contestant | Promise<Contestant>][]} */
  const all = [
    ['attention-lab', openOurs],
    ['onnxruntime-web', openOnnxruntime],
    ['TensorFlow.js, read', () => openTensorflow('read')],
    ['plain JavaScript', openPlain],
    [RESIDENT, () => openTensorflow('resident')],
  ];
  if (beside !== undefined) all.push([OTHER_BUILD, () => openOther(beside)]);
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

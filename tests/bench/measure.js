// The measurement: contestants take turns in one process, and beside every sample of theirs lies a
// sample of the ceiling. A machine that is shared slows down for seconds at a time; what a contestant
// does between two samples of the ceiling, divided by it, stays the same.
import { qualify, reasonOf } from './qualify.js';
import { median, ratio } from './statistics.js';
import { time } from './time.js';

/** @import { Outputs, Problem } from './problems.js' */

/**
 * @typedef {object} Way one way in which a contestant does the work
 * @property {string} way
 * @property {() => any} run what is timed
 * @property {(result: any) => Outputs} [read] the numbers that a run has made, where it returns
 *   something else
 * @property {(times: number) => void} [rewind] makes room for so many runs; is not timed
 * @property {() => void} [dispose]
 *
 * @typedef {Partial<Record<Problem['work']['kind'],
 *   (problem: Problem) => Way[] | Promise<Way[]>>>} Ways
 * @typedef {object} Contestant
 * @property {string} name
 * @property {string} version
 * @property {(problem: Problem) => Way[] | Promise<Way[]>} prepare all that is resident before time
 *   is taken: weights, graphs; no way: the contestant sits out
 *
 * @typedef {{ contestant: Contestant, problem: Problem, isPeer?: boolean }} Entry
 */

/**
 * @typedef {object} Result of one contestant at one workload
 * @property {string} name
 * @property {string} [way] the fastest
 * @property {number} [milliseconds] median
 * @property {number} [ofCeiling] FLOP/s ÷ the ceiling's, median; where flops are counted
 * @property {number} [elements] a second, where the ceiling is 1 FLOP/s; where elements are counted
 * @property {(number | null)[]} [costs] of each round: seconds × the ceiling beside them; null where
 *   it sat out
 * @property {string} [failure] why there is no figure
 */

/** How long a sample at least takes: many times the clock's resolution. */
const SAMPLE = 8;
const CEILING_SAMPLE = 2;
/** How long a contestant is timed, and how often at least and at most, if it is not told how many rounds. */
const BUDGET = 400;
const FEWEST_ROUNDS = 5;
const MOST_ROUNDS = 101;
/** A peer that takes so many times as long as the fastest of them is not timed further. */
const MUCH_SLOWER = 2;
/** Lets a page show what was said, and the engine do what it put off. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

/**
 * @typedef {Way & { name: string, problem: Problem, isPeer: boolean, pace: number, times: number, spent: number,
 *   samples: number[], costs: (number | null)[] }} Runner `times` runs make a sample; `spent`
 *   milliseconds so far
 */

/**
 * @param {string} name
 * @param {Entry[]} entries the first is the one that is compared
 * @param {(milliseconds: number) => number} ceiling
 * @param {{ rounds?: number, budget?: number, progress: (text: string) => void }} options
 * @returns {Promise<{ rounds: number, ceiling: number, results: Result[] }>}
 */
export async function measure(name, entries, ceiling, options) {
  const { rounds = MOST_ROUNDS, budget = BUDGET, progress } = options;
  /** @type {Result[]} */
  const failures = [];
  /** @type {(() => void)[]} */
  const disposals = [];
  /** @type {Runner[]} */
  const all = [];
  for (const { contestant, problem, isPeer = false } of entries) {
    progress(`${name}: ${contestant.name} warms up`);
    await breathe();
    const qualified = await qualify(contestant, problem);
    failures.push(...qualified.failures);
    disposals.push(...qualified.disposals);
    for (const way of qualified.ways) {
      const times = Math.max(1, Math.ceil(SAMPLE / way.pace));
      all.push({ ...way, problem, isPeer, times, spent: 0, samples: [], costs: [] });
    }
  }

  const fastest = Math.min(...all.filter(({ isPeer }) => isPeer).map(({ pace }) => pace));
  const runners = all.filter(({ isPeer, pace }) => !isPeer || pace <= MUCH_SLOWER * fastest);

  /** @type {number[]} */
  const ceilings = [];
  /** @param {Runner} runner */
  const isTired = ({ spent, samples }) =>
    spent > budget && (samples.length >= FEWEST_ROUNDS || spent === Number.POSITIVE_INFINITY);
  let round = 0;
  for (; round < rounds && runners.length > 0 && !isTired(runners[0]); round++) {
    progress(`${name}: round ${round + 1}`);
    await breathe();
    let before = ceiling(CEILING_SAMPLE);
    // Each round begins with another contestant, so that none always follows the same.
    for (let i = 0; i < runners.length; i++) {
      const runner = runners[(round + i) % runners.length];
      if (isTired(runner)) {
        runner.costs.push(null);
        continue;
      }
      let milliseconds = 0;
      try {
        milliseconds = await time(runner, runner.times);
      } catch (error) {
        failures.push({ name: runner.name, way: runner.way, failure: reasonOf(error) });
        runner.spent = Number.POSITIVE_INFINITY;
        runner.costs.push(null);
        continue;
      }
      // A long sample meets more of the machine's ups and downs than a short one shows.
      const duration = milliseconds * runner.times;
      const after = ceiling(Math.max(CEILING_SAMPLE, Math.min(20, duration / 10)));
      const meanCeiling = (before + after) / 2;
      before = after;
      ceilings.push(after);
      runner.spent += duration;
      runner.samples.push(milliseconds);
      runner.costs.push((milliseconds / 1000) * meanCeiling);
    }
  }

  for (const dispose of disposals) dispose();
  const timed = runners.filter(({ samples }) => samples.length > 0);
  const results = timed.map(({ name, way, samples, costs, problem: { flops, elements } }) => {
    const cost = median(costs.filter((value) => value !== null));
    return {
      ...{ name, way, costs, milliseconds: median(samples) },
      ...(flops ? { ofCeiling: flops / cost } : {}),
      ...(elements ? { elements: elements / cost } : {}),
    };
  });
  return {
    ...{ rounds: round, ceiling: median(ceilings) },
    results: [...fastestOfEach(results), ...failures],
  };
}

/** Keeps the fastest way of each contestant. @param {Result[]} results */
function fastestOfEach(results) {
  /** @type {Map<string, Result>} */
  const best = new Map();
  for (const result of results) {
    const other = best.get(result.name);
    if (!other || ratio(result, other) < 1) best.set(result.name, result);
  }
  return [...best.values()];
}

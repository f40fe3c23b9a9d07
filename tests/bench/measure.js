// The measurement: contestants take turns in one process, and beside every sample of theirs lies a
// sample of the ceiling. A machine that is shared slows down for seconds at a time; what a contestant
// does between two samples of the ceiling, divided by it, stays the same.

/**
 * @typedef {import('./problems.js').Problem} Problem
 * @typedef {import('./problems.js').Outputs} Outputs
 * @typedef {{ way: string, run: () => Outputs | Promise<Outputs>, dispose?: () => void }} Way one
 *   way in which a contestant does the work
 * @typedef {Record<Problem['work']['kind'], (problem: Problem) => Way[]>} Ways
 * @typedef {object} Contestant
 * @property {string} name
 * @property {string} version
 * @property {(problem: Problem) => Way[] | Promise<Way[]>} prepare all that is resident before time
 *   is taken: weights, graphs
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
/** How long a contestant is timed, at most, if it is not told how many rounds. */
const BUDGET = 4000;
const MOST_ROUNDS = 101;
const WARM_UP = 300;
/** A way that takes so many times as long as the fastest of the same library is left out. */
const MUCH_SLOWER = 1.5;

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @param {Result} result @param {Result} other @returns {number} median of the rounds' ratios */
export function ratio(result, other) {
  const ratios = (result.costs ?? []).map((cost, round) => {
    const beside = other.costs?.[round];
    return cost && beside ? cost / beside : 0;
  });
  return median(ratios.filter((value) => value > 0));
}

/** Lets a page show what was said, and the engine do what it put off. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

/**
 * @param {Way} way
 * @param {number} times
 * @returns {Promise<number>} milliseconds of one run
 */
async function time({ run }, times) {
  const start = performance.now();
  for (let i = 0; i < times; i++) {
    const result = run();
    // Waiting costs a turn of the queue, which those who answer at once need not pay.
    if (result instanceof Promise) await result;
  }
  return (performance.now() - start) / times;
}

/** @returns {{ samples: number[], costs: (number | null)[] }} */
const noSamples = () => ({ samples: [], costs: [] });

/**
 * Runs until the engine has compiled what is hot.
 * @param {Way} way
 * @returns {Promise<number>} milliseconds of one run, roughly
 */
async function warmUp(way) {
  const start = performance.now();
  let fastest = Number.POSITIVE_INFINITY;
  do fastest = Math.min(fastest, await time(way, 1));
  while (performance.now() - start < WARM_UP);
  return fastest;
}

/**
 * The ways of a contestant that give right numbers, and of these the fast ones.
 * @param {Contestant} contestant
 * @param {Problem} problem
 */
async function qualify(contestant, problem) {
  /** @type {(Way & { name: string, pace: number })[]} */
  const ways = [];
  /** @type {Result[]} */
  const failures = [];
  /** @param {unknown} error @param {string} [way] */
  const fail = (error, way) => {
    const failure = error instanceof Error ? error.message : String(error);
    failures.push({ name: contestant.name, way, failure: failure.split('\n')[0] });
  };
  try {
    for (const way of await contestant.prepare(problem)) {
      try {
        problem.check(await way.run());
        ways.push({ ...way, name: contestant.name, pace: await warmUp(way) });
      } catch (error) {
        fail(error, way.way);
        way.dispose?.();
      }
    }
  } catch (error) {
    fail(error);
  }
  const fastest = Math.min(...ways.map(({ pace }) => pace));
  const isFast = ({ pace = 0 }) => pace <= MUCH_SLOWER * fastest;
  for (const way of ways) if (!isFast(way)) way.dispose?.();
  return { ways: ways.filter(isFast), failures };
}

/**
 * @param {Problem} problem
 * @param {Contestant[]} contestants the first is the one that is compared
 * @param {(milliseconds: number) => number} ceiling
 * @param {{ rounds?: number, budget?: number, progress: (text: string) => void }} options
 * @returns {Promise<{ rounds: number, ceiling: number, results: Result[] }>}
 */
export async function measure(problem, contestants, ceiling, options) {
  const { rounds = MOST_ROUNDS, budget = BUDGET, progress } = options;
  /** @type {Result[]} */
  const failures = [];
  const runners = [];
  for (const contestant of contestants) {
    progress(`${problem.work.name}: ${contestant.name} warms up`);
    await breathe();
    const qualified = await qualify(contestant, problem);
    failures.push(...qualified.failures);
    for (const way of qualified.ways) {
      const times = Math.max(1, Math.ceil(SAMPLE / way.pace));
      runners.push({ ...way, times, spent: 0, ...noSamples() });
    }
  }

  /** @type {number[]} */
  const ceilings = [];
  const isTired = ({ spent = 0 }) => spent > budget;
  let round = 0;
  for (; round < rounds && runners.length > 0 && !isTired(runners[0]); round++) {
    progress(`${problem.work.name}: round ${round + 1}`);
    await breathe();
    let before = ceiling(CEILING_SAMPLE);
    // Each round begins with another contestant, so that none always follows the same.
    for (let i = 0; i < runners.length; i++) {
      const runner = runners[(round + i) % runners.length];
      if (isTired(runner)) {
        runner.costs.push(null);
        continue;
      }
      const milliseconds = await time(runner, runner.times);
      // A long sample meets more of the machine's ups and downs than a short one shows.
      const duration = milliseconds * runner.times;
      const after = ceiling(Math.max(CEILING_SAMPLE, Math.min(20, duration / 10)));
      const beside = (before + after) / 2;
      before = after;
      ceilings.push(after);
      runner.spent += duration;
      runner.samples.push(milliseconds);
      runner.costs.push((milliseconds / 1000) * beside);
    }
  }

  const { flops, elements } = problem;
  const results = runners.map(({ name, way, samples, costs, dispose }) => {
    dispose?.();
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

/** Of each contestant the fastest way; @param {Result[]} results */
function fastestOfEach(results) {
  /** @type {Map<string, Result>} */
  const best = new Map();
  for (const result of results) {
    const other = best.get(result.name);
    if (!other || ratio(result, other) < 1) best.set(result.name, result);
  }
  return [...best.values()];
}

// Chooses the contestants to time: only those with right numbers, and only the fast ways of each library.
import { time } from './time.js';

/** @import { Contestant, Result, Way } from './measure.js' */
/** @import { Problem } from './problems.js' */

const WARM_UP = 150;
/** Several ticks of the coarsest clock: 0.1 ms in a page. */
const CLOCK = 1;
/** A run of so many milliseconds needs no other to be compiled. */
const LONG = 1000;
/** A way that takes so many times as long as the fastest of the same library is left out. */
const MUCH_SLOWER = 1.5;

/**
 * An error in one line. Folders of the machine that a library was built on say nothing here.
 * @param {unknown} error
 */
export function reasonOf(error) {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\/\S*\//g, '').split('\n')[0];
}

/**
 * Runs until the engine has compiled what is hot.
 * @param {Way} way
 * @returns {Promise<number>} milliseconds of one run, roughly; never 0
 */
async function warmUp(way) {
  const start = performance.now();
  let fastest = Number.POSITIVE_INFINITY;
  let times = 1;
  while (performance.now() - start < WARM_UP || fastest === Number.POSITIVE_INFINITY) {
    const milliseconds = await time(way, times);
    // A browser's clock stands still for a while: what is shorter has no length.
    if (milliseconds * times < CLOCK) times *= 2;
    else fastest = Math.min(fastest, milliseconds);
  }
  return fastest;
}

/**
 * The ways of a contestant that give right numbers, and of these the fast ones.
 * @param {Contestant} contestant
 * @param {Problem} problem
 */
export async function qualify(contestant, problem) {
  /** @type {(Way & { name: string, pace: number })[]} */
  const ways = [];
  /** @type {Result[]} */
  const failures = [];
  /** @type {(() => void)[]} */
  const disposals = [];
  /** @param {unknown} error @param {string} [way] */
  const fail = (error, way) => {
    failures.push({ name: contestant.name, way, failure: reasonOf(error) });
  };
  try {
    for (const way of await contestant.prepare(problem)) {
      // Ways may share their weights, so these stay until none is timed any more.
      if (way.dispose) disposals.push(way.dispose);
      try {
        const start = performance.now();
        const result = await way.run();
        const first = performance.now() - start;
        await problem.check(way.read ? way.read(result) : result);
        const pace = first < LONG ? await warmUp(way) : first;
        ways.push({ ...way, name: contestant.name, pace });
      } catch (error) {
        fail(error, way.way);
      }
    }
  } catch (error) {
    fail(error);
  }
  const fastest = Math.min(...ways.map(({ pace }) => pace));
  const isFast = ({ pace = 0 }) => pace <= MUCH_SLOWER * fastest;
  return { ways: ways.filter(isFast), failures, disposals };
}

// How many steps a call takes, told by the counters of V8's coverage: a bound on them decides a test on any machine.
import { Session } from 'node:inspector/promises';

/**
 * How often the functions, branches and loops of some files run meanwhile, all together.
 *
 * @param {RegExp} files what the address of a file has to match
 * @param {() => void} run
 */
export async function countSteps(files, run) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  run();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  let steps = 0;
  for (const { url, functions } of result) {
    if (!files.test(url)) continue;
    for (const { ranges } of functions) for (const { count } of ranges) steps += count;
  }
  return steps;
}

/**
 * How many items of lists `splice` puts in, takes out or moves meanwhile: its own steps are in no file.
 *
 * @param {() => void} run
 */
export function countMoves(run) {
  const { splice } = Array.prototype;
  let moves = 0;
  /** @this {unknown[]} @param {Parameters<typeof splice>} args @returns {any[]} */
  Array.prototype.splice = function (...args) {
    moves += this.length - args[0] + Math.max(args.length - 2, 0);
    return splice.apply(this, args);
  };
  try {
    run();
  } finally {
    Array.prototype.splice = splice;
  }
  return moves;
}

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

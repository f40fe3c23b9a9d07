// Measures the work of a function without a clock: executed blocks of the project's code, and
// characters and entries that built-in functions go through. A regular expression goes through its
// text once: web/linear-regexes.test.js.
import { Session } from 'node:inspector/promises';

const root = new URL('../../', import.meta.url).href;

/** Built-in methods that go through the whole string or array. */
const OF_STRING = /** @type {const} */ ([
  ...['includes', 'split', 'replaceAll', 'trim', 'trimEnd', 'trimStart'],
  ...['toLowerCase', 'toUpperCase', 'normalize', 'repeat'],
]);
const OF_ARRAY = /** @type {const} */ ([
  ...['includes', 'shift', 'unshift', 'splice', 'concat', 'join', 'flat'],
  ...['reverse', 'toReversed', 'toSorted', 'sort', 'keys', 'entries', 'values'],
]);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/**
 * Counts the steps of a function.
 * @param {() => unknown} work may throw; then the steps until the error count
 * @returns {Promise<number>}
 */
export async function countSteps(work) {
  let steps = 0;
  // Discard the counts of code that ran before.
  await session.post('Profiler.takePreciseCoverage');
  const restore = watch((count) => {
    steps += count;
  });
  try {
    await work();
  } catch {
    // A refusal also takes steps, so errors are ignored.
  } finally {
    restore();
  }
  const { result } = await session.post('Profiler.takePreciseCoverage');
  for (const { url, functions } of result) {
    if (!['src/', 'web/'].some((folder) => url.startsWith(`${root}${folder}`))) continue;
    for (const { ranges } of functions) for (const { count } of ranges) steps += count;
  }
  return steps;
}

/**
 * Counts what built-in functions go through.
 * @param {(count: number) => void} count
 * @returns {() => void} stops counting
 */
function watch(count) {
  /** The index at which the running expression begins to search. */
  let from = 0;
  const undo = [
    ...OF_STRING.map((name) => replace(String.prototype, name, (text) => count(text.length))),
    ...OF_ARRAY.map((name) => replace(Array.prototype, name, (list) => count(list.length))),
    ...['slice', 'substring'].map((name) =>
      replace(
        String.prototype,
        name,
        () => {},
        (text) => count(text.length),
      ),
    ),
    replace(
      Array.prototype,
      'slice',
      () => {},
      (list) => count(list.length),
    ),
    ...[String.prototype, Array.prototype].flatMap((owner) => [
      replace(
        owner,
        'indexOf',
        () => {},
        (found, { length }, [, from = 0]) => count((found < 0 ? length : found + 1) - from),
      ),
      replace(
        owner,
        'lastIndexOf',
        () => {},
        (found, { length }) => count(length - Math.max(0, found)),
      ),
    ]),
    replace(JSON, 'parse', (_, [text]) => count(String(text).length)),
    // Every use of a regular expression calls `exec`.
    replace(
      RegExp.prototype,
      'exec',
      ({ global, sticky, lastIndex }) => {
        from = global || sticky ? lastIndex : 0;
      },
      (found, { sticky }, [text]) => {
        const end = found ? found.index + found[0].length : sticky ? from : String(text).length;
        count(Math.max(1, end - from));
      },
    ),
  ];
  return () => {
    for (const end of undo) end();
  };
}

/** Set while the counting code runs, because it uses the same functions. */
let isInside = false;

/**
 * @param {any} owner
 * @param {string} name
 * @param {(self: any, given: any[]) => void} before
 * @param {(result: any, self: any, given: any[]) => void} [after]
 */
function replace(owner, name, before, after = () => {}) {
  const original = owner[name];
  owner[name] = function (/** @type {any[]} */ ...given) {
    if (isInside) return original.apply(this, given);
    isInside = true;
    before(this, given);
    isInside = false;
    const result = original.apply(this, given);
    after(result, this, given);
    return result;
  };
  return () => {
    owner[name] = original;
  };
}

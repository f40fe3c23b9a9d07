// How much work a function does, without a clock: blocks of the project's code that ran, characters and entries that
// built-in functions had to walk through, and steps of regular expressions.
import { Session } from 'node:inspector/promises';
import { Pattern } from './regex-steps.js';

const root = new URL('../../', import.meta.url).href;

/** Each walks through what it is called on. */
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
// What has run before the first call is not its work.
await session.post('Profiler.takePreciseCoverage');

/** @type {Map<string, Pattern>} */
const patterns = new Map();

/** @param {RegExp} regex */
function patternOf(regex) {
  const name = String(regex);
  const pattern = patterns.get(name) ?? new Pattern(regex);
  patterns.set(name, pattern);
  return pattern;
}

/**
 * Between two calls only tests may run: each call counts what the project's code has done since the last.
 * @param {() => unknown} work may throw: then so much was done until it did
 * @returns {Promise<number>}
 */
export async function countSteps(work) {
  let steps = 0;
  /** @type {unknown} */
  let uncounted;
  const restore = watch(
    (count) => {
      steps += count;
    },
    (error) => {
      uncounted ??= error;
    },
  );
  try {
    await work();
  } catch {
    // To refuse is work, too.
  } finally {
    restore();
  }
  // What cannot be counted would pass as no work.
  if (uncounted) throw uncounted;
  const { result } = await session.post('Profiler.takePreciseCoverage');
  for (const { url, functions } of result) {
    if (!['src/', 'web/'].some((folder) => url.startsWith(`${root}${folder}`))) continue;
    for (const { ranges } of functions) for (const { count } of ranges) steps += count;
  }
  return steps;
}

/**
 * Counts what built-in functions walk through.
 * @param {(count: number) => void} count
 * @param {(error: unknown) => void} fail is called for an expression whose steps are not known
 * @returns {() => void} what ends it
 */
function watch(count, fail) {
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
    // All that uses a regular expression uses this.
    replace(RegExp.prototype, 'exec', (regex, [text]) => {
      const from = regex.global || regex.sticky ? regex.lastIndex : 0;
      try {
        count(patternOf(regex).stepsOf(String(text), { from, isSticky: regex.sticky }));
      } catch (error) {
        fail(error);
      }
    }),
  ];
  return () => {
    for (const end of undo) end();
  };
}

/** What counts uses these functions, too. */
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

import { makeArgumentError, makeValueError } from './errors.js';
import { Held } from './held.js';

/** @import { Core } from './core.js' */

/**
 * Calls a function, and releases what it made and does not return.
 *
 * @template Result
 * @param {Core} core
 * @param {() => Result} body
 * @returns {Result}
 */
export function runScope(core, body) {
  const argument = 'body';
  if (typeof body !== 'function') throw makeValueError(argument, 'a function', body);
  const outer = core.scopeMembers;
  /** @type {Set<Held>} */
  const members = new Set();
  core.scopeMembers = members;
  try {
    const result = body();
    if (typeof (/** @type {any} */ (result)?.then) === 'function') {
      const expected = 'a function that returns its result itself';
      throw makeArgumentError(argument, expected, 'one that returns a promise');
    }
    for (const held of findHeld(result)) {
      const owner = Held.ownerOf(held);
      if (members.delete(owner)) outer?.add(owner);
    }
    return result;
  } finally {
    core.scopeMembers = outer;
    for (const held of members) Held.prototype.dispose.call(held);
  }
}

/**
 * Every layer, resident tensor and cache in a value: the value itself, or in its arrays and plain objects.
 *
 * @param {unknown} value
 * @param {Set<unknown>} [seen]
 * @returns {Generator<Held>}
 */
function* findHeld(value, seen = new Set()) {
  if (value instanceof Held) yield value;
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  const prototype = Object.getPrototypeOf(value);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  if (!Array.isArray(value) && !isPlain) return;
  seen.add(value);
  for (const part of Object.values(value)) yield* findHeld(part, seen);
}

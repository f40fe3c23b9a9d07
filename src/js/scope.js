import { makeArgumentError, makeValueError } from './errors.js';
import { Held } from './held.js';

/** @import { Core } from './core.js' */

/**
 * Calls a function, and disposes of the objects that it made and does not return.
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
      // The caller learns of the promise from this error.
      Promise.resolve(result).catch(() => {});
      const expected = 'a function that returns its result itself';
      throw makeArgumentError(argument, expected, 'one that returns a promise');
    }
    for (const held of findHeld(result)) {
      // A view needs the tensor that it shows.
      for (const kept of [held, Held.ownerOf(held)]) if (members.delete(kept)) outer?.add(kept);
    }
    return result;
  } finally {
    core.scopeMembers = outer;
    for (const held of members) Held.prototype.dispose.call(held);
  }
}

/**
 * Finds every layer, resident tensor and cache in a value: the value itself, or members of its arrays, Maps, Sets and
 * other objects.
 * @param {unknown} value
 */
function findHeld(value) {
  /** @type {Held[]} */
  const found = [];
  const seen = new Set();
  // Use a list instead of recursion, because nesting may be deeper than the engine's stack.
  const rest = [value];
  while (rest.length > 0) {
    const part = rest.pop();
    if (typeof part !== 'object' || part === null || seen.has(part)) continue;
    seen.add(part);
    if (part instanceof Held) found.push(part);
    else if (!ArrayBuffer.isView(part)) {
      // Most values of nested arrays are numbers.
      for (const value of Object.values(part)) if (typeof value === 'object') rest.push(value);
      // An entry of a Map is an array.
      if (part instanceof Map || part instanceof Set) for (const entry of part) rest.push(entry);
    }
  }
  return found;
}

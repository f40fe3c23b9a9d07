/** Functions that keep their results, and the comparison of what they depend on. */

/**
 * Returns a function that keeps its last results, and forgets those that were wanted long ago.
 * @template {string | number} Key
 * @template Value
 * @param {number} most the most results that are kept
 * @param {(key: Key) => Value} make
 */
export function memoizeRecent(most, make) {
  /** @type {Map<Key, Value>} */
  const kept = new Map();
  return (/** @type {Key} */ key) => {
    const value = kept.has(key) ? /** @type {Value} */ (kept.get(key)) : make(key);
    kept.delete(key);
    kept.set(key, value);
    if (kept.size > most) kept.delete(/** @type {Key} */ (kept.keys().next().value));
    return value;
  };
}

/**
 * Returns a function that keeps its results as long as its context lives.
 * @template {object} Context
 * @template {(string | number | undefined)[]} More
 * @template Value
 * @param {(context: Context, ...more: More) => Value} make
 * @param {(context: Context) => object} [getOwner] returns the part of the context that decides how
 * long, such as the computation
 */
export function memoizeByOwner(make, getOwner = (context) => context) {
  /** @type {WeakMap<object, Map<string, Value>>} */
  const keptByOwner = new WeakMap();
  return (/** @type {Context} */ context, /** @type {More} */ ...more) => {
    const owner = getOwner(context);
    const kept = keptByOwner.get(owner) ?? new Map();
    const key = JSON.stringify(more);
    if (!kept.has(key)) keptByOwner.set(owner, kept.set(key, make(context, ...more)));
    return /** @type {Value} */ (kept.get(key));
  };
}

/** Whether two plain values are deeply equal. @param {any} left @param {any} right @returns {boolean} */
export function isEqual(left, right) {
  if (Object.is(left, right)) return true;
  if (!left || !right || typeof left !== 'object' || left.length !== right.length) return false;
  if (ArrayBuffer.isView(left))
    return /** @type {Uint8Array} */ (left).every((x, i) => Object.is(x, right[i]));
  const names = Object.keys({ ...left, ...right });
  return names.every((name) => isEqual(left[name], right[name]));
}

/** A cache of pages that are made from a number, such as the bugs and tests. */

/** How many pages or chapters are kept. A page links to at most three others. */
const MOST_KEPT = 16;

/**
 * Returns a function that makes each thing once, and forgets those that were wanted long ago.
 * @template Key
 * @template Value
 * @param {(key: Key) => Value} make
 */
export function memoizeRecent(make) {
  /** @type {Map<Key, Value>} */
  const kept = new Map();
  return (/** @type {Key} */ key) => {
    const value = kept.get(key) ?? make(key);
    kept.delete(key);
    kept.set(key, value);
    if (kept.size > MOST_KEPT) kept.delete(/** @type {Key} */ (kept.keys().next().value));
    return value;
  };
}

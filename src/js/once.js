/**
 * Returns a function that loads a value once for all its calls. After a failure, the next call tries again.
 * @template Value
 * @param {() => Promise<Value>} load
 * @returns {() => Promise<Value>}
 */
export function loadOnce(load) {
  /** @type {Promise<Value> | undefined} */
  let loading;
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

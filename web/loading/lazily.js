/**
 * Something that is loaded when it is first wanted.
 * @template T
 * @param {() => Promise<T>} load
 */
export function lazily(load) {
  /** @type {T | undefined} */
  let loaded;
  /** @type {Promise<T> | undefined} */
  let loading;
  return {
    /** @returns {T | undefined} undefined as long as it is not there */
    get: () => loaded,
    /** @returns {Promise<T>} */
    load() {
      loading ??= load().then(
        (one) => {
          loaded = one;
          return one;
        },
        (error) => {
          // What failed may be tried again.
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
}

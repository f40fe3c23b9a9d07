/** Makes a promise with the functions that settle it. */
export function makePromise() {
  let resolve = () => {};
  let reject = (/** @type {unknown} */ _reason) => {};
  /** @type {Promise<void>} */
  const promise = new Promise((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}

/** Lets code wait, and gives the page time for other events during a long computation. */

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

/** An event that code waits for, again and again. */
export class Signal {
  #next = makePromise();

  /** Resolves when the signal is sent next. */
  next() {
    return this.#next.promise;
  }

  send() {
    this.#next.resolve();
    this.#next = makePromise();
  }
}

/**
 * Calls `end` once an element or a part of one has left the page. The page may only move it: then
 * it is connected again before the microtask.
 * @param {{ readonly isConnected: boolean }} part
 * @param {() => void} end
 */
export const whenRemoved = (part, end) => queueMicrotask(() => part.isConnected || end());

/** Resolves in a new task, before which the page or the Worker handles other events. */
export const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Takes steps until there are none left or the time is over, but at least one.
 * @template Value
 * @param {Iterator<unknown, Value>} steps
 * @param {number} milliseconds
 * @returns {IteratorResult<unknown, Value>} the last step, which is `done` if there are none left
 */
export function takeSteps(steps, milliseconds) {
  const end = performance.now() + milliseconds;
  for (;;) {
    const step = steps.next();
    if (step.done || performance.now() > end) return step;
  }
}

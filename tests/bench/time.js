/** @import { Way } from './measure.js' */

/**
 * @param {Way} way
 * @param {number} times
 * @returns {Promise<number>} milliseconds of one run
 */
export async function time({ run, rewind }, times) {
  rewind?.(times);
  const start = performance.now();
  for (let i = 0; i < times; i++) {
    const result = run();
    // Waiting costs a turn of the queue, which those who answer at once need not pay.
    if (result instanceof Promise) await result;
  }
  return (performance.now() - start) / times;
}

// Ids for benchmarks, also in a browser.

/** @param {number} count */
export const idsOf = (count) => Array.from({ length: count }, (_, i) => 7 * i);

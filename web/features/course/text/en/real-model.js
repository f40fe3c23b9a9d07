/** What the figures of a model that somebody trained say. The rest is in own.json. */

export const wordOfStream = 'The row of:';

/** @param {number} share */
export const inPlane = (share) =>
  `Each value has 128 numbers. The plane shows the two directions that hold most of them: ${Math.round(100 * share)} % of their squared lengths.`;

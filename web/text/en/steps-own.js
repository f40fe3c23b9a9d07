/** What the step says that shows weights of the reader's. */

export const weights = { name: 'Weights', title: 'Your attention weights' };

/** @param {number} number from 1 */
export const layer = (number) => ({
  name: `Layer ${number}`,
  title: `Your attention weights, layer ${number}`,
});

export const asGiven = `These are the numbers as you gave them: row by row how much each query attends
  to each key. How they were computed, they do not tell.`;

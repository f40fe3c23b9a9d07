/** The weights that each page shows next to a sentence. */

export const rows = ['the', 'cat'];
export const columns = ['le', 'chat'];
export const weights = [
  [0.25, 0.75],
  [1, 0],
];
export const tensors = { weights, queryTokens: rows, keyTokens: columns };

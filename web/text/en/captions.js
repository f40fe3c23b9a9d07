/** What tables are called where their tensor's name says too little, and the words within formulas. */

/** @param {number} number counted from 1 */
export const headName = (number) => `head ${number}`;

/** @param {number} number */
export const contributionName = (number) => `from head ${number}`;

export const dotName = 'dot product';
/** @param {number} head */
export const dotOfHead = (head) => `dot product, head ${head}`;
export const additiveName = 'additive attention';

export const selfName = 'masked self-attention';
export const crossName = 'cross-attention';

export const formulaWords = { if: 'if', masked: 'masked', else: 'else', or: 'or', from: 'from' };

/** Tensors that are not computed: drawn from a seed, set by hand, printed, or read from a file. */

/** @import { Op } from '../types.js' */

/** @type {Op['evaluate']} */
const evaluate = (_, __, { id }) => {
  throw new RangeError(`${id} has to be given.`);
};

/** @type {Op} */
export const constant = { name: 'constant', evaluate };

/** A tensor of another graph, shown with the tensors of this graph. @type {Op} */
export const fromOtherRun = { name: 'fromOtherRun', evaluate };

/** A tensor that is not computed: drawn from a seed, set by hand, printed, or read from a file. */

/** @type {import('../op.js').Op} */
export const constant = {
  name: 'constant',
  evaluate(_, __, { id }) {
    throw new RangeError(`${id} has to be given.`);
  },
};

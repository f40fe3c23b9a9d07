/** A tensor that another graph computes, shown beside those of this one. */

/** @type {import('../op.js').Op} */
export const elsewhere = {
  name: 'elsewhere',
  evaluate(_, __, { id }) {
    throw new RangeError(`${id} has to be given.`);
  },
};

/** Attention on queries, keys and values that are given. */

import { multiHead } from './multi-head.js';
import { constant } from './ops/constant.js';

/**
 * Of multi-head attention what is between the projections and W_O.
 * @param {import('./softmax.js').Weighing} weighing
 * @returns {import('./graph.js').Node[]}
 */
export function dotProduct(weighing) {
  const nodes = multiHead({ separate: true, sharedKeys: false, weighing });
  const ids = nodes.map(({ id }) => id);
  return nodes
    .slice(ids.indexOf('q'), ids.indexOf('output'))
    .map((one) => ('qkv'.includes(one.id) ? { ...one, op: constant, inputs: [] } : one))
    .map((one) => ('q k scores'.includes(one.id) ? withFeatures(one) : one));
}

/**
 * Queries and keys may have another length than values.
 * @param {import('./graph.js').Node} node
 */
const withFeatures = ({ axes, inputs, ...rest }) => ({
  ...rest,
  axes: axes.replace('c', 'f'),
  inputs: inputs.map((one) => ({ ...one, axes: one.axes.replace('c', 'f') })),
});

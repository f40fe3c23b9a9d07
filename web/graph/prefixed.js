/**
 * Nodes that read only each other, with longer ids.
 * @param {string} prefix
 * @param {readonly import('./graph.js').Node[]} nodes
 */
export const prefixed = (prefix, nodes) =>
  nodes.map((one) => ({
    ...one,
    id: prefix + one.id,
    inputs: one.inputs.map((input) => ({ ...input, id: prefix + input.id })),
  }));

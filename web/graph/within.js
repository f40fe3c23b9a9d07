/**
 * Nodes as a layer of a larger graph: 'weights' becomes 'layer1/weights'.
 * @param {string} layer
 * @param {readonly import('./graph.js').Node[]} nodes
 * @param {Readonly<Record<string, string>>} [outside] ids of inputs that come from elsewhere, by what
 *   the nodes call them
 * @returns {import('./graph.js').Node[]}
 */
export const within = (layer, nodes, outside = {}) =>
  nodes.map(({ id, inputs, ...rest }) => ({
    ...rest,
    id: `${layer}/${id}`,
    inputs: inputs.map((input) => ({
      ...input,
      id: outside[input.id] ?? `${layer}/${input.id}`,
    })),
  }));

/**
 * A computation as a graph: each node has an operation, inputs and axes.
 *
 * Axes are letters, and a letter has the same meaning throughout a graph:
 *
 *     h  head            q  query                       k  key
 *     f  feature of a query's embedding                 g  feature of a key's embedding
 *     c  column within a head                           a  hidden unit of additive attention
 *     C  column of all heads side by side: h · (columns of a head) + c
 *     o  column of the output                           r  row of a printed matrix
 *     p  key, where the sentence of the queries attends to itself
 *     y  row of an author's matrix without weights      x  column of such a matrix
 *     s  unit of a decoder's state                      b  unit of the state before
 *     n  word that can be an answer                     u  output of a model that gives several
 *     m  unit of a feed-forward layer                   j  head of keys and values that several heads share
 *
 * If words are computed one after the other, each word has its own nodes, such as
 * `decoder/2/scores`. Tables show a stack of these nodes, such as `scores`.
 */

import { findNearest } from '../../src/js/nearest.js';

/** @import { Graph, GraphNode, Input, NodeWords, Op } from './types.js' */

/**
 * @template Options
 * @param {string} id
 * @param {Op<Options>} op
 * @param {string} axes
 * @param {Record<string, string | Omit<Input, 'id'>>} inputs axes by the id of the input
 * @param {string} symbol
 * @param {Partial<Pick<GraphNode, 'role' | 'colours'> & { options: Options & NodeWords }>} [more]
 * @returns {GraphNode}
 */
export function makeNode(id, op, axes, inputs, symbol, more = {}) {
  const list = Object.entries(inputs).map(([input, read]) =>
    typeof read === 'string' ? { id: input, axes: read } : { id: input, ...read },
  );
  return Object.freeze({
    id,
    op,
    axes,
    inputs: list,
    symbol,
    colours: 'signed',
    options: {},
    ...more,
  });
}

/** Makes a list of nodes. `append` adds some to its end, and returns the id of the last one. */
export function startNodes() {
  /** @type {GraphNode[]} */
  const nodes = [];
  const append = (/** @type {GraphNode[]} */ ...added) => {
    nodes.push(...added);
    return nodes[nodes.length - 1].id;
  };
  return { nodes, append };
}

// The roles of nodes, which give them their colours.

export const Q = /** @type {const} */ ({ role: 'q' });

export const K = /** @type {const} */ ({ role: 'k' });

export const V = /** @type {const} */ ({ role: 'v' });

/**
 * Returns the options of a node if the node has this operation.
 * @template Options
 * @param {GraphNode | undefined} node
 * @param {Op<Options>} op
 * @returns {Options | undefined}
 */
export const getOptions = (node, op) =>
  node?.op.name === op.name ? /** @type {any} */ (node.options) : undefined;

/** Returns the name of a tensor within its layer: 'weights' for 'layer1/weights'. @param {string} id */
export const getLocalName = (id) => id.slice(id.lastIndexOf('/') + 1);

/** Returns the prefix of an id within a layer, such as 'layer1/', otherwise ''. @param {string} id */
export const getLayerPrefix = (id) => id.slice(0, id.lastIndexOf('/') + 1);

/** @param {readonly GraphNode[]} nodes nodes in an order in which each comes after its inputs @returns {Graph} */
export function makeGraph(nodes) {
  /** @type {Map<string, GraphNode>} */
  const graph = new Map();
  for (const node of nodes) {
    if (graph.has(node.id)) throw new RangeError(`Two nodes are called ${node.id}.`);
    for (const { id } of node.inputs) {
      if (!graph.has(id)) throw new RangeError(`${node.id} reads ${id}, which is not before it.`);
    }
    graph.set(node.id, node);
  }
  return graph;
}

/**
 * Returns the graph with some nodes changed or replaced: another operation, other options, other
 * inputs.
 * @param {Graph} graph
 * @param {Record<string, Partial<GraphNode> | GraphNode[]>} changes changes by id; a list replaces
 * the node
 * @returns {Graph}
 */
export function withChanges(graph, changes) {
  for (const id of Object.keys(changes)) {
    if (!graph.has(id)) throw new RangeError(`No node is called ${id}.`);
  }
  return makeGraph(
    [...graph.values()].flatMap((node) => {
      if (!Object.hasOwn(changes, node.id)) return node;
      const change = changes[node.id];
      return Array.isArray(change) ? change : { ...node, ...change };
    }),
  );
}

/** Returns the nodes that read a node. @param {Graph} graph @param {string} id */
export const findReaders = (graph, id) =>
  [...graph.values()].filter(({ inputs }) => inputs.some((input) => input.id === id));

/** The name in texts: `scores` of `decoder/2/scores`. @param {GraphNode} node @returns {string} */
export const getTensorKind = ({ id, axes, options }) =>
  options.name ?? (id === 'wv' && axes === 'a' ? 'wvector' : getLocalName(id));

/**
 * Turns nodes into a layer of a larger graph: 'weights' becomes 'layer1/weights'.
 * @param {string} layer
 * @param {readonly GraphNode[]} nodes
 * @param {Readonly<Record<string, string>>} [outside] ids of inputs from outside of the layer, by
 * the names that the nodes use
 * @returns {GraphNode[]}
 */
export const prefixNodes = (layer, nodes, outside = {}) =>
  nodes.map(({ id, inputs, ...rest }) => ({
    ...rest,
    id: `${layer}/${id}`,
    inputs: inputs.map((input) => ({
      ...input,
      id: outside[input.id] ?? `${layer}/${input.id}`,
    })),
  }));

/** The node of a graph that has it. @param {Graph} graph @param {string} id @returns {GraphNode} */
export function getNode(graph, id) {
  const node = graph.get(id);
  if (node) return node;
  const nearest = findNearest(id, [...graph.keys()]);
  throw new RangeError(
    `There is no ${id} in this graph.${nearest ? ` The nearest is ${nearest}.` : ''}`,
  );
}

/**
 * The evaluation of a graph on given tensors. Each tensor is evaluated on first use and kept.
 *
 * Overrides change the results of nodes, not the graph. They set numbers, freeze nodes or cut
 * edges. A number can also be set in a frozen node.
 */

import { tensor } from '../../src/js/index.js';
import { countElements } from '../../src/js/shapes.js';
import { computeOffset, formatCell } from './cell.js';
import { getNode } from './graph.js';
import { isEqual } from './memoize.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { Operations } from '../../src/js/attention.js' */
/** @import { Cell, Graph, GraphNode, Overrides, TensorMaker } from './types.js' */

/** @typedef {{ node: GraphNode, tensors: readonly Tensor[], result: Tensor, key?: string }} Made */

export class Run {
  #attention;
  #given;
  #overrides;
  /** @type {Map<string, Tensor>} */
  #tensors = new Map();
  /** @type {Map<string, number>} */
  #originals = new Map();
  /** The computed tensors, with the tensors that each was computed from. @type {Map<string, Made>} */
  #evaluations = new Map();
  /** @type {ReadonlyMap<string, Made> | undefined} */
  #earlier;

  /**
   * @param {Operations} attention
   * @param {Graph} graph
   * @param {Readonly<Record<string, TensorMaker>>} given makers of the tensors that are not
   * computed, by id
   * @param {Overrides} [overrides]
   * @param {Run} [earlier] a run whose results are reused if a node and all its inputs are the same
   */
  constructor(attention, graph, given, overrides = {}, earlier) {
    this.#attention = attention;
    this.graph = graph;
    this.#given = given;
    this.#overrides = overrides;
    this.#earlier = (earlier ?? this).#evaluations;
  }

  /** Stops reusing results, so that the earlier run can be garbage-collected. */
  forget() {
    this.#earlier = undefined;
  }

  /** @param {string} id @returns {Tensor} */
  tensor(id) {
    const known = this.#tensors.get(id);
    if (known) return known;
    const result = this.#override(id, this.#evaluate(getNode(this.graph, id)));
    this.#tensors.set(id, result);
    return result;
  }

  /**
   * Returns the number that an override replaces, if the cell is set.
   * @param {Cell} cell
   * @returns {number | undefined}
   */
  original(cell) {
    this.tensor(cell.id);
    return this.#originals.get(formatCell(cell));
  }

  /** @param {GraphNode} node */
  #evaluate(node) {
    const frozen = this.#overrides.frozen?.get(node.id);
    if (frozen) return frozen;
    if (Object.hasOwn(this.#given, node.id)) return this.#give(node);
    const tensors = node.inputs.map(({ id }) => {
      const input = this.tensor(id);
      return this.isCut(id, node.id) ? makeZeros(input) : input;
    });
    const known = this.#earlier?.get(node.id);
    const result =
      known && isUnchanged(known, node, tensors)
        ? known.result
        : node.op.evaluate(this.#attention, tensors, node);
    this.#evaluations.set(node.id, { node, tensors, result });
    return result;
  }

  /** @param {GraphNode} node */
  #give(node) {
    const { [node.id]: give } = this.#given;
    const known = this.#earlier?.get(node.id);
    const result = known?.key !== undefined && known.key === give.key ? known.result : give();
    this.#evaluations.set(node.id, { node, tensors: [], result, key: give.key });
    return result;
  }

  /** Whether the edge between two nodes is cut. @param {string} from @param {string} to */
  isCut(from, to) {
    return this.#overrides.cut?.some((edge) => edge.from === from && edge.to === to) ?? false;
  }

  /** Whether a node keeps a tensor instead of being evaluated. @param {string} id */
  isFrozen(id) {
    return this.#overrides.frozen?.has(id) ?? false;
  }

  /** @param {string} id @param {Tensor} computed */
  #override(id, computed) {
    const { shape } = computed;
    const set = (this.#overrides.numbers ?? []).filter(
      (cell) => cell.id === id && computeOffset(shape, cell.index) !== undefined,
    );
    if (set.length === 0) return computed;
    const data = computed.data.slice();
    for (const { index, value } of set) {
      const offset = Number(computeOffset(shape, index));
      this.#originals.set(formatCell({ id, index }), computed.data[offset]);
      data[offset] = value;
    }
    return tensor([...shape], data);
  }
}

/** @param {Made} known @param {GraphNode} node @param {Tensor[]} tensors */
const isUnchanged = (known, node, tensors) =>
  tensors.every((tensor, i) => tensor === known.tensors[i]) &&
  (known.node === node ||
    (known.node.op === node.op &&
      known.node.axes === node.axes &&
      isEqual(known.node.inputs, node.inputs) &&
      isEqual(known.node.options, node.options)));

/** @param {Tensor} tensor */
const makeZeros = ({ shape }) => tensor([...shape], new Float32Array(countElements(shape)));

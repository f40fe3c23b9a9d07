/**
 * A graph on given tensors. Each tensor is evaluated on first use, and kept.
 *
 * Overrides change the result of a node, not the graph: numbers that are set, nodes that are frozen,
 * edges that are cut. A number that is set counts in a frozen node, too.
 */

import { tensor } from '../../src/js/index.js';
import { sizeOf } from './axes.js';
import { formatCell, offsetOf } from './cell.js';

/**
 * @typedef {import('../../src/js/index.js').Tensor} Tensor
 * @typedef {import('./graph.js').Graph} Graph
 * @typedef {import('./graph.js').Node} Node
 *
 * @typedef {object} Overrides
 * @property {readonly (import('./cell.js').Cell & { value: number })[]} [numbers] set after their
 *   tensors are computed; later nodes read them. Cells that a tensor lacks are ignored
 * @property {ReadonlyMap<string, Tensor>} [frozen] nodes that keep a tensor instead of being evaluated
 * @property {readonly { from: string, to: string }[]} [cut] edges: `to` reads zeros instead of `from`
 */

export class Run {
  #core;
  #given;
  #overrides;
  /** @type {Map<string, Tensor>} */
  #tensors = new Map();
  /** @type {Map<string, number>} */
  #originals = new Map();

  /**
   * @param {import('./op.js').Evaluator} core
   * @param {Graph} graph
   * @param {Readonly<Record<string, () => Tensor>>} given tensors that are not computed, by id
   * @param {Overrides} [overrides]
   */
  constructor(core, graph, given, overrides = {}) {
    this.#core = core;
    this.graph = graph;
    this.#given = given;
    this.#overrides = overrides;
  }

  /**
   * @param {string} id
   * @returns {Tensor}
   */
  tensor(id) {
    const known = this.#tensors.get(id);
    if (known) return known;
    const made = this.#override(id, this.#evaluate(this.#node(id)));
    this.#tensors.set(id, made);
    return made;
  }

  /**
   * The number that an override replaces.
   * @param {import('./cell.js').Cell} cell
   * @returns {number | undefined} undefined if the cell is not set
   */
  original(cell) {
    this.tensor(cell.id);
    return this.#originals.get(formatCell(cell));
  }

  /** @param {string} id */
  #node(id) {
    const node = this.graph.get(id);
    if (!node) throw new RangeError(`There is no ${id} in this graph.`);
    return node;
  }

  /** @param {Node} node */
  #evaluate(node) {
    const frozen = this.#overrides.frozen?.get(node.id);
    if (frozen) return frozen;
    if (Object.hasOwn(this.#given, node.id)) return this.#given[node.id]();
    const tensors = node.inputs.map(({ id }) => {
      const input = this.tensor(id);
      return this.isCut(id, node.id) ? zerosLike(input) : input;
    });
    return node.op.evaluate(this.#core, tensors, node);
  }

  /**
   * Is the edge between two nodes cut?
   * @param {string} from
   * @param {string} to
   */
  isCut(from, to) {
    return this.#overrides.cut?.some((edge) => edge.from === from && edge.to === to) ?? false;
  }

  /**
   * Does a node keep a tensor instead of being evaluated?
   * @param {string} id
   */
  isFrozen(id) {
    return this.#overrides.frozen?.has(id) ?? false;
  }

  /**
   * @param {string} id
   * @param {Tensor} computed
   */
  #override(id, computed) {
    const { shape } = computed;
    const set = (this.#overrides.numbers ?? []).filter(
      (cell) => cell.id === id && offsetOf(shape, cell.index) !== undefined,
    );
    if (set.length === 0) return computed;
    const data = computed.data.slice();
    for (const { index, value } of set) {
      const offset = Number(offsetOf(shape, index));
      this.#originals.set(formatCell({ id, index }), computed.data[offset]);
      data[offset] = value;
    }
    return tensor([...shape], data);
  }
}

/** @param {Tensor} tensor */
const zerosLike = ({ shape }) => tensor([...shape], new Float32Array(sizeOf(shape)));

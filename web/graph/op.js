/**
 * All that is known of an operation is in one file of `ops/`.
 *
 * @import { Operations } from '../../src/js/attention.js'
 * @typedef {import('./graph.js').Node} Node
 * @typedef {import('../../src/js/index.js').Tensor} Tensor
 * @typedef {'linear' | 'scaledDotProductAttention' | 'additiveAttention'} Operation
 * @typedef {Pick<Operations, Operation>} Evaluator the functions of the core that nodes are evaluated by
 *
 * @typedef {object} Op
 * @property {string} name
 * @property {boolean} [copies] each number is one of an input: a trace goes on to that
 * @property {boolean} [keepsOrder] each number is the input's at the same offset, whatever the axes are
 * @property {(core: Evaluator, inputs: Tensor[], node: Node) => Tensor} evaluate
 * @property {(operands: number[][], options: Node['options']) => (string | number)[][]} [terms] the
 *   formula of one number, from the operands that `operandsOf` lists: each inner array is one term of
 *   a sum, numbers and signs
 * @property {(node: Node, code: import('../export/program.js').Code) => Line} [python] its line of NumPy
 *   and PyTorch; nodes that are not computed have none
 * @property {(node: Node, code: import('../export/program.js').Code) => Line | undefined} [javascript]
 *   its line of JavaScript, which uses the core; undefined where the line of a later node includes it
 *
 * @typedef {object} Line of a program
 * @property {string} value an expression
 * @property {string} [note] what it is, instead of its shape
 * @property {(string | [code: string, note: string])[]} [before] lines that come first
 * @property {boolean} [makesNan] warnings of NaN are expected
 */

import { tensor } from '../../src/js/index.js';
import { arrange, lengthsOf, shapeOf, sizeOf, without } from './axes.js';

/**
 * How long the axes of a node's inputs are.
 * @param {Node} node
 * @param {Tensor[]} tensors
 */
export const inputLengths = ({ inputs }, tensors) =>
  lengthsOf(inputs.map(({ axes }, i) => ({ axes, shape: tensors[i].shape })));

/**
 * The sum of a node's inputs, each repeated along the axes it lacks.
 * @param {Node} node
 * @param {Tensor[]} tensors
 * @returns {Tensor}
 */
export function sumOf(node, tensors) {
  const lengths = inputLengths(node, tensors);
  const [sum, ...others] = tensors.map(({ data }, i) =>
    arrange(data, node.inputs[i].axes, node.axes, lengths),
  );
  for (const other of others) {
    // A float32 array rounds each sum once, as the core does.
    for (let i = 0; i < sum.length; i++) sum[i] += other[i];
  }
  return tensor(shapeOf(node.axes, lengths), sum);
}

/**
 * A tensor from numbers in another order of its axes.
 * @param {string} axes
 * @param {string} order of `data`
 * @param {Float32Array} data
 * @param {import('./axes.js').Lengths} lengths
 */
export const arranged = (axes, order, data, lengths) =>
  tensor(shapeOf(axes, lengths), inOrder(data, order, axes, lengths));

/**
 * Numbers in another order of their axes; the same array where that is theirs already.
 * @param {Float32Array} data
 * @param {string} axes
 * @param {string} wanted
 * @param {import('./axes.js').Lengths} lengths
 */
export const inOrder = (data, axes, wanted, lengths) =>
  axes === wanted ? data : arrange(data, axes, wanted, lengths);

/**
 * A node's first input as a matrix of rows and columns; `finish` makes the node's tensor of results.
 * @param {Node} node
 * @param {Tensor[]} tensors
 * @param {string} rows the axes of the rows; the input's other axes are the columns
 */
export function byRows(node, tensors, rows) {
  const [{ axes }] = node.inputs;
  const lengths = inputLengths(node, tensors);
  const columns = without(axes, rows);
  const [count, width] = [rows, columns].map((letters) => sizeOf(shapeOf(letters, lengths)));
  return {
    count,
    width,
    get numbers() {
      return inOrder(tensors[0].data, axes, rows + columns, lengths);
    },
    /** @param {Float32Array} data (rows, columns), or (rows) where the node has no columns */
    finish: (data) =>
      arranged(
        node.axes,
        data.length === count && node.axes.length === rows.length ? rows : rows + columns,
        data,
        lengths,
      ),
  };
}

/**
 * Passes scores through the core's attention: with a query of 1 and keys of one number, query · key is
 * the score itself.
 * @param {Evaluator} core
 * @param {Float32Array} scores (rows, columns)
 * @param {number} count of rows
 */
export function attendTo(core, scores, count) {
  const width = count === 0 ? 0 : scores.length / count;
  const query = tensor([count, 1, 1], new Float32Array(count).fill(1));
  const key = tensor([count, width, 1], scores);
  return core.scaledDotProductAttention(query, key, key, {
    scale: 1,
    needWeights: false,
    trace: ['exponentials'],
  }).trace;
}

/** Numbers that the core takes in one call, where it is asked for a trace: that is many times as large. */
export const AT_A_TIME = 2 ** 16;

/**
 * Numbers times a factor, each product rounded to float32: the same bits as in the core, which does not
 * export its multiplication.
 * @param {Float32Array} numbers
 * @param {number} factor
 */
export function scaledBy(numbers, factor) {
  const single = Math.fround(factor);
  const scaled = new Float32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) scaled[i] = numbers[i] * single;
  return scaled;
}

const ONE = [[1]];

/**
 * tanh of each number. The core has it within additive attention: the numbers are what projects a query
 * of 1, beside a key that projects to 0.
 * @param {Evaluator} core
 * @param {Float32Array} numbers
 */
export function tanhOf(core, numbers) {
  const { length } = numbers;
  const wv = new Float32Array(length);
  const weights = { wq: tensor([length, 1], numbers), wk: tensor([length, 1], wv), wv };
  return core.additiveAttention(ONE, ONE, ONE, weights, { needWeights: false, trace: ['features'] })
    .trace.features.data;
}

/**
 * The numbers of rows, with `from` replaced by `to` in rows that see no key.
 * @param {Float32Array} numbers
 * @param {readonly boolean[] | undefined} emptyRows of one head
 * @param {number} from
 * @param {number} to
 */
export const replacedInEmptyRows = (numbers, emptyRows, from, to) =>
  emptyRows
    ? numbers.map((number, row) =>
        number === from && emptyRows[row % emptyRows.length] ? to : number,
      )
    : numbers;

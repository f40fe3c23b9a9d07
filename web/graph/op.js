/**
 * All that is known of an operation is in one file of `ops/`.
 */

/**
 * @template Options
 * @typedef {import('./types.js').NodeOf<Options>} NodeOf
 */

/**
 * @template [Options=any]
 * @typedef {object} Op
 * @property {string} name
 * @property {boolean} [copies] each number is one of an input: a trace goes on to that
 * @property {boolean} [keepsOrder] each number is the input's at the same offset, whatever the axes are
 * @property {boolean} [keepsSize] whether a comparison of runs measures its input instead of its numbers
 * @property {(options: Options, offset: number) => boolean} [isCopy] whether it copies a number instead of
 *   computing it
 * @property {(attention: Operations, inputs: Tensor[], node: NodeOf<Options>) => Tensor} evaluate
 * @property {(operands: number[][], options: Options, index?: readonly number[]) => (string | number)[][]} [terms] the
 *   formula of one number, from the operands that `findOperands` lists: each inner array is one term of
 *   a sum, numbers and signs
 * @property {(index: readonly number[], options: Options) => (readonly number[])[]} [operandsAt] the cells of its one input that
 *   a number is made of, where the axes do not say it
 * @property {(index: readonly number[], options: Options) => (readonly number[])[]} [consumersAt] the numbers that a cell of that
 *   input goes into
 * @property {boolean} [unfolds] whether views also write out the formula of its first operand
 * @property {(operands: number[][], value: number, place: { options: Options, offset: number }) => unknown} [remark] what views
 *   say of a number in place of its formula; undefined where the formula holds
 * @property {(options: Options, language: 'python' | 'javascript') => string | undefined} [step] the comment before its lines
 *   in a program; without, that of its tensor
 * @property {(node: NodeOf<Options>, run: Run) => Constant[]} [constants] flags that its lines read
 * @property {(node: NodeOf<Options>, code: PythonCode) => Line} [python] its line of NumPy
 *   and PyTorch; nodes that are not computed have none
 * @property {(node: NodeOf<Options>, code: Code) => Line | undefined} [javascript]
 *   its line of JavaScript, which uses the core; undefined where the line of a later node includes it
 */

/**
 * @typedef {object} Code what a line is written with
 * @property {(id: string) => string} name of the variable
 * @property {(axis: string) => string} size a letter where the axis has one, else a number
 * @property {(axes: string) => string} shape
 * @property {(from: string, to: string) => number} axisOf the axis that is summed away
 * @property {(array: string, axes: string, wanted: string) => string} alongAxes the array with further axes of length 1
 * @property {(id: string) => boolean} isSet whether numbers of the tensor are set by hand
 * @property {(id: string) => readonly Input[]} inputsOf
 * @property {(helper: string) => string} use names a function of the program, which then has it
 */

import { tensor } from '../../src/js/index.js';
import { countElements } from '../../src/js/shapes.js';
import { arrangeAxes, computeShape, measureAxes, subtractAxes } from './axes.js';

/** @import { Operations } from '../../src/js/attention.js' */
/** @import { Constant, GraphNode, Input, Lengths, Line, PythonCode, Run, Tensor } from './types.js' */

/** How long the axes of a node's inputs are. @param {GraphNode} node @param {Tensor[]} tensors */
export const measureInputs = ({ inputs }, tensors) =>
  measureAxes(inputs.map(({ axes }, i) => ({ axes, shape: tensors[i].shape })));

/**
 * The sum of a node's inputs, each repeated along the axes it lacks.
 * @param {GraphNode} node
 * @param {Tensor[]} tensors
 * @returns {Tensor}
 */
export function sumInputs(node, tensors) {
  const lengths = measureInputs(node, tensors);
  const [sum, ...others] = tensors.map(({ data }, i) =>
    arrangeAxes(data, node.inputs[i].axes, node.axes, lengths),
  );
  for (const other of others) {
    // A float32 array rounds each sum once, as the core does.
    for (let i = 0; i < sum.length; i++) sum[i] += other[i];
  }
  return tensor(computeShape(node.axes, lengths), sum);
}

/**
 * Evaluates number by number, each input repeated along the axes it lacks.
 * @param {(first: number, i: number, others: Float32Array[]) => number} compute rounded to float32 then
 * @returns {Op['evaluate']}
 */
export const evaluateByNumber = (compute) => (_, tensors, node) => {
  const lengths = measureInputs(node, tensors);
  const [first, ...others] = tensors.map(({ data }, i) =>
    reorderAxes(data, node.inputs[i].axes, node.axes, lengths),
  );
  return tensor(
    computeShape(node.axes, lengths),
    first.map((number, i) => compute(number, i, others)),
  );
};

/**
 * The line of JavaScript of such an operation.
 * @param {string} variable a number of the first input
 * @param {(variable: string, ...others: string[]) => string} write an expression of it, and of the others at its place
 * @param {string[]} [before]
 * @returns {NonNullable<Op['javascript']>}
 */
export const writeEachNumber =
  (variable, write, before) =>
  ({ axes, inputs: [first, ...others] }, { name, use }) => {
    const places = others.map((input) =>
      [name(input.id), ...[...input.axes].map((letter) => `[${letter}]`)].join(''),
    );
    const value = `${use('each')}(${name(first.id)}, (${[variable, ...axes].join(', ')}) => ${write(variable, ...places)})`;
    return { before, value };
  };

/**
 * A tensor from numbers in another order of its axes.
 * @param {string} axes
 * @param {string} order of `data`
 * @param {Float32Array} data
 * @param {Lengths} lengths
 */
export const arrangeTensor = (axes, order, data, lengths) =>
  tensor(computeShape(axes, lengths), reorderAxes(data, order, axes, lengths));

/**
 * Numbers in another order of their axes; the same array where that is theirs already.
 * @param {Float32Array} data
 * @param {string} axes
 * @param {string} wanted
 * @param {Lengths} lengths
 */
export const reorderAxes = (data, axes, wanted, lengths) =>
  axes === wanted ? data : arrangeAxes(data, axes, wanted, lengths);

/**
 * A node's first input as a matrix of rows and columns; `finish` makes the node's tensor of results.
 * @param {GraphNode} node
 * @param {Tensor[]} tensors
 * @param {string} rows the axes of the rows; the input's other axes are the columns
 */
export function readRows(node, tensors, rows) {
  const [{ axes }] = node.inputs;
  const lengths = measureInputs(node, tensors);
  const columns = subtractAxes(axes, rows);
  const [count, width] = [rows, columns].map((letters) =>
    countElements(computeShape(letters, lengths)),
  );
  return {
    count,
    width,
    get numbers() {
      return reorderAxes(tensors[0].data, axes, rows + columns, lengths);
    },
    /** @param {Float32Array} data (rows, columns), or (rows) where the node has no columns */
    finish: (data) =>
      arrangeTensor(
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
 * @param {Operations} attention
 * @param {Float32Array} scores (rows, columns)
 * @param {number} count of rows
 */
export function attendTo(attention, scores, count) {
  const width = count === 0 ? 0 : scores.length / count;
  const query = tensor([count, 1, 1], new Float32Array(count).fill(1));
  const key = tensor([count, width, 1], scores);
  return attention.scaledDotProductAttention(query, key, key, {
    scale: 1,
    needWeights: false,
    trace: ['exponentials'],
  }).trace;
}

/** Numbers that the core takes in one call, where it is asked for a trace: that is many times as large. */
export const AT_A_TIME = 2 ** 16;

/**
 * Numbers times a factor, each product rounded to float32: the same bits as in the core.
 * @param {Float32Array} numbers
 * @param {number} factor
 */
export function scaleNumbers(numbers, factor) {
  const single = Math.fround(factor);
  const scaled = new Float32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) scaled[i] = numbers[i] * single;
  return scaled;
}

/** A line of JavaScript programs, whose constants have more digits than a float32. */
export const FROUND = 'const { fround } = Math;';

const ONE = [[1]];

/**
 * tanh of each number. The core has it within additive attention: the numbers are what projects a query
 * of 1, beside a key that projects to 0.
 * @param {Operations} attention
 * @param {Float32Array} numbers
 */
export function computeTanh(attention, numbers) {
  const { length } = numbers;
  const wv = new Float32Array(length);
  const weights = { wq: tensor([length, 1], numbers), wk: tensor([length, 1], wv), wv };
  return attention.additiveAttention(ONE, ONE, ONE, weights, {
    needWeights: false,
    trace: ['features'],
  }).trace.features.data;
}

/**
 * The numbers of rows, with `from` replaced by `to` in rows that see no key.
 * @param {Float32Array} numbers
 * @param {readonly boolean[] | undefined} emptyRows of one head
 * @param {number} from
 * @param {number} to
 */
export const replaceInEmptyRows = (numbers, emptyRows, from, to) =>
  emptyRows
    ? numbers.map((number, row) =>
        number === from && emptyRows[row % emptyRows.length] ? to : number,
      )
    : numbers;

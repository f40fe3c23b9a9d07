/** Functions that several operations share. */

import { tensor } from '../../src/js/index.js';
import { countElements } from '../../src/js/shapes.js';
import { arrangeAxes, computeShape, measureAxes, reorderAxes, subtractAxes } from './axes.js';

/** @import { Operations } from '../../src/js/attention.js' */
/** @import { GraphNode, Lengths, Op, Tensor } from './types.js' */

/** Returns the lengths of the axes of a node's inputs. @param {GraphNode} node @param {Tensor[]} tensors */
export const measureInputs = ({ inputs }, tensors) =>
  measureAxes(inputs.map(({ axes }, i) => ({ axes, shape: tensors[i].shape })));

/** Repeats missing axes. @param {GraphNode} node @param {Tensor[]} tensors @returns {Tensor} */
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
 * Evaluates number by number, repeating each input along the axes that it lacks.
 * @param {(first: number, i: number, others: Float32Array[]) => number} compute computes a number,
 * which is then rounded to float32
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
 * Writes the line of JavaScript of an operation that works number by number.
 * @param {string} variable the variable for a number of the first input
 * @param {(variable: string, ...others: string[]) => string} write returns an expression of this
 * variable and of the other inputs' numbers at the same place
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
 * Returns a tensor from numbers whose axes have another order.
 * @param {string} axes
 * @param {string} order the order of the axes of `data`
 * @param {Float32Array} data
 * @param {Lengths} lengths
 */
export const arrangeTensor = (axes, order, data, lengths) =>
  tensor(computeShape(axes, lengths), reorderAxes(data, order, axes, lengths));

/**
 * Reads a node's first input as a matrix of rows and columns; `finish` makes the node's tensor from
 * the results.
 * @param {GraphNode} node
 * @param {Tensor[]} tensors
 * @param {string} rows the axes of the rows; the other axes of the input are the columns
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
    /** @param {Float32Array} data (rows, columns), or (rows) if the node has no columns */
    finish: (data) =>
      arrangeTensor(
        node.axes,
        data.length === count && node.axes.length === rows.length ? rows : rows + columns,
        data,
        lengths,
      ),
  };
}

/** Sums the squares of each row. @param {Operations} attention @param {Float32Array} numbers @param {number} rows */
export function sumSquares(attention, numbers, rows) {
  const width = numbers.length / rows;
  return Float32Array.from({ length: rows }, (_, i) => {
    const row = tensor([1, width], numbers.subarray(i * width, (i + 1) * width));
    return attention.linear(row, row).data[0];
  });
}

/** Rounds each product, like the core. @param {Float32Array} numbers @param {number} factor */
export function scaleNumbers(numbers, factor) {
  const single = Math.fround(factor);
  const scaled = new Float32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) scaled[i] = numbers[i] * single;
  return scaled;
}

/** A line for JavaScript programs whose constants have more digits than a float32. */
export const FROUND = 'const { fround } = Math;';

/**
 * Replaces `from` by `to` in rows that may attend to no key.
 * @param {Float32Array} numbers
 * @param {readonly boolean[] | undefined} emptyRows the empty rows of one head
 * @param {number} from
 * @param {number} to
 */
export const replaceInEmptyRows = (numbers, emptyRows, from, to) =>
  emptyRows
    ? numbers.map((number, row) =>
        number === from && emptyRows[row % emptyRows.length] ? to : number,
      )
    : numbers;

/**
 * Layer normalization by the core: (number − mean) / √(variance + ε) · gain + bias. Inputs: the
 * rows, their means and variances, gain, and optionally bias.
 */

import { math } from '../../text/math.js';
import { evaluateByNumber, FROUND, readRows, writeEachNumber } from '../op.js';
import { mean as meanOp, variance as varianceOp } from './row-means.js';

/** @import { Tensor } from '../../../src/js/index.js' */
/** @import { Code, GraphNode, NormOptions, Op } from '../types.js' */
/** @import { Operations } from '../../../src/js/attention.js' */

const { fround, sqrt } = Math;

/** @type {Op<NormOptions>} */
export const layerNorm = {
  name: 'layerNorm',

  evaluate(attention, tensors, node) {
    const { epsilon } = node.options;
    // The core computes means and variances itself, so edited ones are applied number by number.
    if (hasEditedStatistics(attention, tensors, node))
      return normalizeByNumber([epsilon])(attention, tensors, node);
    const { numbers, count, width, finish } = readRows(node, tensors, node.axes.slice(0, 1));
    const [, , , gain, bias] = tensors;
    const rows = { shape: [count, width], data: numbers };
    return finish(attention.layerNorm(rows, gain, bias, { eps: epsilon }).data);
  },

  formula([rows, mean, variance, gain, bias], { options: { epsilon } }) {
    const normal = math`{${rows} − ${mean}}/√{${variance} + ${writeEpsilon(epsilon)}} · ${gain}`;
    return bias ? math`${normal} + ${bias}` : normal;
  },

  terms: ([[x], [mean], [variance], [gain], bias = []], { epsilon }) => [
    ['(', x, ' − ', mean, ') ÷ √(', variance, ` + ${epsilon}) × `, gain],
    ...bias.map((number) => [number]),
  ],

  python({ axes, inputs, options: { epsilon } }, { name, alongAxes }) {
    const [rows, mean, variance, gain, bias] = inputs.map((input) =>
      input.axes === axes.slice(0, 1)
        ? alongAxes(name(input.id), input.axes, axes)
        : name(input.id),
    );
    const normal = `(${rows} - ${mean}) / (${variance} + ${epsilon}) ** 0.5 * ${gain}`;
    return { value: bias ? `${normal} + ${bias}` : normal };
  },

  javascript(node, code) {
    const [rows, mean, variance, gain, bias] = node.inputs;
    const { epsilon } = node.options;
    const { name, use, isSet } = code;
    if (isSet(mean.id) || isSet(variance.id)) return writeNormByNumber([epsilon])(node, code);
    const parameters = [rows, gain, ...(bias ? [bias] : [])].map(({ id }) => name(id));
    const call = `attention.layerNorm(${parameters.join(', ')}${bias ? '' : ', null'}, { eps: ${epsilon} })`;
    return { value: `${use('toNested')}(${call})` };
  },
};

/** @param {Operations} attention @param {Tensor[]} tensors @param {GraphNode} node */
function hasEditedStatistics(
  attention,
  [rows, means, variances],
  { inputs: [read, mean, variance], ...node },
) {
  const meanNode = { ...node, axes: mean.axes, inputs: [read] };
  const varianceNode = { ...node, axes: variance.axes, inputs: [read, mean] };
  return (
    hasOtherBits(meanOp.evaluate(attention, [rows], meanNode), means) ||
    hasOtherBits(varianceOp.evaluate(attention, [rows, means], varianceNode), variances)
  );
}

/** Writes an epsilon in a formula, as a power of ten if it is one. @param {number} epsilon */
export function writeEpsilon(epsilon) {
  const exponent = Math.round(Math.log10(epsilon));
  return Number(`1e${exponent}`) === epsilon ? math`10^${`−${-exponent}`}` : math`${epsilon}`;
}

/** Whether some number has other bits. @param {Tensor} tensor @param {Tensor} other */
export const hasOtherBits = ({ data }, other) =>
  data.some((number, i) => !Object.is(number, other.data[i]));

/**
 * Normalizes a number as the core does, which multiplies by the inverse of the deviation.
 * @param {number} x
 * @param {number[]} numbers
 */
function normalizeNumber(x, [epsilon, mean, variance, gain, bias]) {
  const inverse = fround(1 / fround(sqrt(fround(variance + fround(epsilon)))));
  const scaled = fround(fround(fround(x - mean) * inverse) * gain);
  return bias === undefined ? scaled : scaled + bias;
}

/** @param {number[]} known the epsilon, and the mean if the node reads none */
export const normalizeByNumber = (known) =>
  evaluateByNumber((x, i, others) =>
    normalizeNumber(x, [...known, ...others.map((numbers) => numbers[i])]),
  );

/** The same in JavaScript programs. @param {number[]} known */
export const writeNormByNumber = (known) =>
  writeEachNumber('x', (x, ...places) => `normalize(${[x, ...known, ...places].join(', ')})`, [
    FROUND,
    `const normalize = (x, epsilon, mean, variance, gain, bias) => {
  const inverse = fround(1 / fround(Math.sqrt(fround(variance + fround(epsilon)))));
  const scaled = fround(fround(fround(fround(x) - mean) * inverse) * fround(gain));
  return bias === undefined ? scaled : fround(scaled + fround(bias));
};`,
  ]);

/**
 * Layer normalization number by number, each step rounded to float32. It divides, and the core
 * multiplies by the inverse, so their last bits differ.
 */

import { evaluateByNumber, FROUND } from '../op.js';
import { listNormTerms, writePythonNorm } from './layer-norm.js';

/** @import { Op } from '../types.js' */

/** Avoids division by 0 in a row of equal numbers. */
const EPSILON = 1e-5;

const { fround, sqrt } = Math;

/** @type {Op} */
export const layerNormByNumber = {
  name: 'layerNormByNumber',
  evaluate: evaluateByNumber((x, i, [mean, variance, gain, bias]) => {
    const deviation = fround(sqrt(fround(variance[i] + EPSILON)));
    return fround(fround(fround(x - mean[i]) / deviation) * gain[i]) + bias[i];
  }),

  terms: (operands) => listNormTerms(operands, EPSILON),

  python: (node, code) => writePythonNorm(node, code, '1e-5'),

  javascript({ inputs }, { name, use }) {
    return {
      before: [
        FROUND,
        `const normalize = (rows, mean, variance, gain, bias) =>
  ${use('each')}(rows, (x, q, f) => {
    const deviation = fround(Math.sqrt(fround(variance[q] + 1e-5)));
    const normal = fround(fround(fround(x) - mean[q]) / deviation);
    return fround(fround(normal * fround(gain[f])) + fround(bias[f]));
  });`,
      ],
      value: `normalize(${inputs.map(({ id }) => name(id)).join(', ')})`,
    };
  },
};

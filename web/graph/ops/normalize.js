/** Normalization: (number − mean) / √(variance + ε) · gain + bias, each step rounded to float32. */

import { evaluateByNumber, FROUND } from '../op.js';

/** @import { Op } from '../op.js' */

/** Avoids division by 0 in a row of equal numbers. */
const EPSILON = 1e-5;

const { fround, sqrt } = Math;

/** @type {Op} */
export const normalize = {
  name: 'normalize',
  evaluate: evaluateByNumber((x, i, [mean, variance, gain, bias]) => {
    const deviation = fround(sqrt(fround(variance[i] + EPSILON)));
    return fround(fround(fround(x - mean[i]) / deviation) * gain[i]) + bias[i];
  }),

  terms: ([[x], [mean], [variance], [gain], [bias]]) => [
    ['(', x, ' − ', mean, ') ÷ √(', variance, ' + 0.00001) × ', gain],
    [bias],
  ],

  python({ axes, inputs }, { name, alongAxes }) {
    const [rows, mean, variance, gain, bias] = inputs.map((input) =>
      input.axes === axes.slice(0, 1)
        ? alongAxes(name(input.id), input.axes, axes)
        : name(input.id),
    );
    return {
      value: `(${rows} - ${mean}) / (${variance} + 1e-5) ** 0.5 * ${gain} + ${bias}`,
    };
  },

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

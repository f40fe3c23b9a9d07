/** Dropout: some weights become 0, and the others are divided by 1 − p. Options: `p`, `seed`. */

import { tensor } from '../../../src/js/index.js';
import { dropoutStep, dropped, keptNote } from '../../text/en/operations.js';
import { exact } from '../../text/number.js';
import { scaleNumbers } from '../op.js';

/** @import { Op } from '../types.js' */

/** @type {Op<{ p: number, seed: number }>} */
export const dropout = {
  name: 'dropout',
  evaluate(attention, [{ shape, data }], { options: { p, seed } }) {
    const columns = shape[shape.length - 1];
    const rows = data.length === 0 ? 0 : data.length / columns;
    // Only seed and offset decide which weights stay, so the core runs on equal weights.
    const query = tensor([1, 1, rows, 1], new Float32Array(rows));
    const key = tensor([1, 1, columns, 1], new Float32Array(columns));
    const { weights } = attention.scaledDotProductAttention(query, key, key, {
      scale: 1,
      dropout: { p, seed },
    });
    const growth = p < 1 ? Math.fround(1 / Math.fround(1 - Math.fround(p))) : 0;
    const grown = scaleNumbers(data, growth);
    for (let i = 0; i < grown.length; i++) if (weights.data[i] === 0) grown[i] = 0;
    return tensor([...shape], grown);
  },

  // If p is 1, even a weight of 0 has no quotient.
  remark: ([[weight]], value, { options: { p } }) =>
    value === 0 && (weight !== 0 || p === 1) ? dropped(weight) : undefined,

  // Three digits of p near 1 would be 1.
  terms: ([[weight]], { p }) => [[weight, ` ÷ (1 − ${exact(p)})`]],

  step: ({ p }) => dropoutStep(exact(p)),

  /** Flags of the kept weights. For a weight of 0 the flag is unknown and does not matter. */
  constants({ id, axes, inputs: [input] }, run) {
    const [kept, weights] = [run.tensor(id), run.tensor(input.id)];
    const bits = kept.data.map((weight, i) => Number(weight !== 0 || weights.data[i] === 0));
    return [{ name: 'kept', note: keptNote, axes, tensor: tensor([...kept.shape], bits) }];
  },

  python: ({ inputs: [{ id }], options: { p } }, { name, fill, module }) => ({
    value:
      p < 1
        ? fill(`${name(id)} / (1 - ${writeShare(p)})`, '~kept', 0)
        : `${module}.zeros_like(${name(id)})`,
  }),

  javascript({ axes, inputs: [{ id }], options: { p } }, { name, use }) {
    const kept = `kept${[...axes].map((letter) => `[${letter}]`).join('')}`;
    const grown = p < 1 ? `${kept} ? Math.fround(weight * growth) : 0` : '0';
    return {
      before:
        p < 1 ? [`const growth = Math.fround(1 / Math.fround(1 - Math.fround(${exact(p)})));`] : [],
      value: `${use('each')}(${name(id)}, (weight, ${[...axes].join(', ')}) => (${grown}))`,
    };
  },
};

/** Near 1 a short decimal is too imprecise for 1 − p. @param {number} p */
function writeShare(p) {
  const short = exact(p);
  return Math.abs(Number(short) - p) < 1e-7 * (1 - p) ? short : String(p);
}

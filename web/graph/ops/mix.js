/** Between two numbers, as a gate says: (1 − z) n + z h. Inputs: gate, new number, old number. */

import { tensor } from '../../../src/js/index.js';

/** @type {import('../op.js').Op} */
export const mix = {
  name: 'mix',
  // As the core does: one rounding each for the difference, the product and the sum.
  evaluate: (_, [{ shape, data: gate }, { data: fresh }, { data: old }]) =>
    tensor(
      [...shape],
      gate.map((z, i) => fresh[i] + Math.fround(z * Math.fround(old[i] - fresh[i]))),
    ),

  terms: ([[gate], [fresh], [old]]) => [
    ['(1 − ', gate, ') × ', fresh],
    [gate, ' × ', old],
  ],

  python({ inputs }, { name }) {
    const [gate, fresh, old] = inputs.map(({ id }) => name(id));
    return { value: `${fresh} + ${gate} * (${old} - ${fresh})` };
  },

  javascript({ axes, inputs }, { name, use }) {
    const at = [...axes].map((letter) => `[${letter}]`).join('');
    const [gate, fresh, old] = inputs.map(({ id }) => name(id));
    return {
      value: `${use('each')}(${gate}, (z, ${[...axes].join(', ')}) => Math.fround(${fresh}${at} + Math.fround(z * Math.fround(${old}${at} - ${fresh}${at}))))`,
    };
  },
};

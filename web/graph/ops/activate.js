/** Applies an activation of the core to each number. Option: `kind`. */

import { activationNames } from '../../text/en/operations.js';
import { math } from '../../text/math.js';

/** @import { ActivationKind } from '../../text/en/operations.js' */
/** @import { Op } from '../types.js' */

/**
 * The notation of each kind in programs.
 * @type {Readonly<Record<ActivationKind, { numpy: (x: string) => string, torch: (x: string) => string }>>}
 */
const NOTATIONS = {
  relu: {
    numpy: (x) => `np.maximum(${x}, 0)`,
    torch: (x) => `torch.relu(${x})`,
  },
  gelu: {
    numpy: (x) =>
      `${x} * (1 + np.vectorize(math.erf, otypes=[np.float32])(${x} / math.sqrt(2))) / 2`,
    torch: (x) => `torch.nn.functional.gelu(${x})`,
  },
  gelu_tanh: {
    numpy: (x) =>
      `${x} * (1 + np.tanh(math.sqrt(2 / math.pi) * (${x} + 0.044715 * ${x} ** 3))) / 2`,
    torch: (x) => `torch.nn.functional.gelu(${x}, approximate='tanh')`,
  },
  silu: {
    numpy: (x) => `${x} / (1 + np.exp(-${x}))`,
    torch: (x) => `torch.nn.functional.silu(${x})`,
  },
};

/** @type {Op<{ kind: ActivationKind }>} */
export const activate = {
  name: 'activate',
  evaluate: (attention, [numbers], { options: { kind } }) => attention.activation(numbers, kind),

  formula: ([numbers], { options: { kind } }) => math`${activationNames[kind]}(${numbers})`,

  terms: ([[number]], { kind }) => [
    [kind === 'relu' ? 'max(0, ' : `${activationNames[kind]}(`, number, ')'],
  ],

  python: ({ inputs: [{ id }], options: { kind } }, { name, library }) => ({
    value: NOTATIONS[kind][library === 'numpy' ? 'numpy' : 'torch'](name(id)),
  }),

  javascript: ({ inputs: [{ id }], options: { kind } }, { name, use }) => ({
    value: `${use('toNested')}(attention.activation(${name(id)}, '${kind}'))`,
  }),
};

/** Sets the rows of silenced heads to 0. Option: `heads`, the silenced heads. */

import { tensor } from '../../../src/js/index.js';
import { silenced } from '../../text/en/operations.js';

/** @import { Op } from '../types.js' */

/** @type {Op<{ heads: readonly number[], count: number }>} */
export const silence = {
  name: 'silence',

  evaluate(_, [{ shape, data }], { options: { heads } }) {
    const result = data.slice();
    const size = data.length / shape[0];
    for (const head of heads) result.fill(0, head * size, (head + 1) * size);
    return tensor([...shape], result);
  },

  terms: ([[number]], { heads }, [head] = [0]) =>
    heads.includes(head) ? [[number, ' × 0']] : [[number]],

  step: () => silenced,

  python: ({ inputs: [{ id }], options: { heads, count } }, { name, module }) => {
    const gates = Array.from({ length: count }, (_, head) => Number(!heads.includes(head)));
    const array = module === 'np' ? 'np.array' : 'torch.tensor';
    return {
      value: `${name(id)} * ${array}([${gates.join(', ')}], dtype=${module}.float32)[:, None, None]`,
    };
  },

  javascript: ({ inputs: [{ id }], options: { heads } }, { name }) => ({
    value: `${name(id)}.map((head, h) => head.map((row) => row.map((x) => ([${heads.join(', ')}].includes(h) ? 0 : x))))`,
  }),
};

/** The causal mask: a query attends to the key at its own position and to earlier keys. */

import { math } from '../../text/math.js';

/** @import { MaskKind } from './index.js' */

/** Whether a key comes after the query. @param {number} query @param {number} key */
export const isLaterKey = (query, key) => key > query;

/** @type {MaskKind} */
export const causal = {
  name: 'causal',
  makeMaskedTest: () => isLaterKey,
  needsOneSentence: true,
  code: {
    numpy: () => 'np.tri(L, S, dtype=bool)',
    pytorch: () => 'torch.ones(L, S, dtype=torch.bool).tril()',
    javascript: () => 'k <= q',
  },
  condition: math`j > i`,
  words: {
    en: {
      label: 'causal',
      step: () =>
        'With the causal mask a query may attend to the key at its own place and to those before.',
      hides: () => 'where the key comes after the query',
      program: 'The mask: True means may attend. No query attends to a later key.',
    },
  },
};

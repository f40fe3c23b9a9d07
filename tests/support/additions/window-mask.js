/**
 * A mask with a sliding window: each query attends to the key at its own position and to the
 * previous key.
 */

import { math } from '../../../web/text/math.js';

/** @import { MaskKind } from '../../../web/graph/masks/index.js' */

/** @type {MaskKind} */
export const window = {
  name: /** @type {any} */ ('window'),
  makeMaskedTest: () => (query, key) => key > query || key < query - 1,
  needsOneSentence: true,
  code: {
    numpy: () => 'np.tri(L, S, dtype=bool) & ~np.tri(L, S, -2, dtype=bool)',
    pytorch: () => 'torch.ones(L, S, dtype=torch.bool).tril().triu(-1)',
    javascript: () => 'k <= q && k >= q - 1',
  },
  condition: math`j ∉ \\{i − 1, i\\}`,
  words: {
    en: {
      label: 'window of two',
      step: () => 'A query may attend to the key at its own place and to the one before.',
      hides: () => 'where the key comes after the query, or two or more places before it',
      program: 'The mask: True means may attend. A query attends to two keys.',
    },
  },
};

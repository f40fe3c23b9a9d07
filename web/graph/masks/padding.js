/** The padding mask: the last words are padding, and no query attends to them. */

import { counted } from '../../text/en/language.js';

/** @import { MaskKind } from './index.js' */

/** @type {MaskKind} */
export const padding = {
  name: 'padding',
  makeMaskedTest:
    ({ pad }, keys) =>
    (_, key) =>
      key >= keys - pad,
  parameters: { pad: 'count' },
  code: {
    numpy: ({ pad }) => `np.broadcast_to(np.arange(S) < S - ${pad}, (L, S))`,
    pytorch: ({ pad }) => `(torch.arange(S) < S - ${pad}).expand(L, S)`,
    javascript: ({ pad }) => `k < S - ${pad}`,
  },
  words: {
    en: {
      label: 'padding',
      step: ({ pad }) => `Shorter sentences of a batch are filled up with padding, here
        ${counted(pad, 'word')}, to which no query may attend.`,
      hides: ({ pad }) =>
        `for the keys of the padding, the last ${pad === 1 ? 'word' : counted(pad, 'word')}`,
      program: 'The mask: True means may attend. The last words are padding.',
      parameters: { pad: 'Padding words' },
    },
  },
};

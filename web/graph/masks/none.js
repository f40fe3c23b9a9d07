/** No pair is masked. Programs leave the mask out. */

/** @type {import('./index.js').Mask} */
export const none = {
  name: 'none',
  pairs: () => () => false,
  words: {
    en: {
      label: 'none',
      step: () =>
        'A mask keeps queries from attending to some keys. None is set, so every score passes unchanged.',
    },
  },
};

// A whole feature in one folder: a source of numbers with its lesson and a preset, a chapter, and a
// picture.

/** @import { Feature } from '../../../../web/features.js' */
/** @import { SourceKind } from '../../../../web/state/types.js' */

/** Data that the page needs before it loads the feature. @type {Feature} */
export const echoNames = {
  values: {
    /** @type {SourceKind[]} */
    sources: [
      {
        ...{ name: 'echo', slot: 'echo', steps: ['query', 'scores', 'weights'] },
        hasStep: (step, { sentence }) => step !== 'query' || sentence.length > 10,
        uses: ['sentence'],
        decides: { heads: 1 },
        presets: [
          {
            ...{ id: 'echo', name: 'An echo', note: 'Each word hears itself.' },
            ...{ state: { sentence: 'hear hear' }, query: 0 },
          },
        ],
      },
    ],
  },
};

/** @type {Feature} */
export const echo = {
  gives: ['echo', 'chapters', 'picture'],
  load: async () => (await import('./index.js')).echo,
};

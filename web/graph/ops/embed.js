/** Looks up the row of a table for each token. Option: `ids`, the row of each token. */

/** @import { Op } from '../types.js' */

/** @type {Op<{ ids: readonly number[] }>} */
export const embed = {
  name: 'embed',
  isCopy: () => true,
  operandsAt: ([token, feature], { ids }) => [[ids[token], feature]],
  consumersAt: ([row, feature], { ids }) =>
    ids.flatMap((id, token) => (id === row ? [[token, feature]] : [])),

  evaluate: (attention, [table], { options: { ids } }) => attention.embedding([...ids], table),

  terms: ([[number]]) => [[number]],

  python: ({ inputs: [{ id }], options: { ids } }, { name }) => ({
    value: `${name(id)}[[${ids.join(', ')}]]`,
  }),

  javascript: ({ inputs: [{ id }], options: { ids } }, { name, use }) => ({
    value: `${use('toNested')}(attention.embedding([${ids.join(', ')}], ${name(id)}))`,
  }),
};

/**
 * The kinds of masks. Settings, address, schemas, lessons, programs and worksheets read this list: to add a kind, write its
 * file and name it here.
 */

import { causal } from './causal.js';
import { custom } from './custom.js';
import { padding } from './padding.js';

/**
 * @typedef {object} MaskSettings what a kind may depend on
 * @property {number} pad
 * @property {string} masked
 *
 * @typedef {object} MaskKind
 * @property {string} name its value in the state, in addresses, attributes and schemas
 * @property {(settings: MaskSettings, keys: number) => (query: number, key: number) => boolean} makeMaskedTest gives a
 *   test of pairs, with so many keys: true = the query may not attend to the key
 * @property {{ pad?: 'count', masked?: 'cells' }} [parameters] the settings that it depends on: a number of keys, or pairs
 * @property {true} [needsOneSentence] whether it compares places, so that queries and keys have to be the same words
 * @property {Record<'numpy' | 'pytorch' | 'javascript', (settings: Pick<MaskSettings, 'pad'>) => string>} [code] which pairs
 *   may attend: an array of (L, S), or in JavaScript of one pair `q`, `k`. Without it, programs list the pairs
 * @property {unknown} [condition] in the formula, that the pair i, j is masked; without it: “masked”
 * @property {{ en: MaskWords }} words
 *
 * @typedef {object} MaskWords
 * @property {string} label of its button
 * @property {(settings: Pick<MaskSettings, 'pad'>) => string} step what its step says
 * @property {(settings: Pick<MaskSettings, 'pad'>) => string} [hides] where scores become −∞, as a sentence goes on after that
 * @property {string} [program] the comment before its lines in a program
 * @property {Partial<Record<keyof MaskSettings, string>>} [parameters] labels of its settings
 *
 * @typedef {'none' | 'causal' | 'padding' | 'custom'} MaskName a kind of mask
 */

/** No pair is masked, and programs leave the mask out. @type {MaskKind} */
const none = {
  name: 'none',
  makeMaskedTest: () => () => false,
  words: {
    en: {
      label: 'none',
      step: () =>
        'A mask keeps queries from attending to some keys. None is set, so every score passes unchanged.',
    },
  },
};

/** @type {MaskKind[]} in the order in which settings offer them */
export const maskKinds = [none, causal, padding, custom];

export const maskNames = /** @type {MaskName[]} */ (maskKinds.map(({ name }) => name));

/** @param {string} name @returns {MaskKind} */
export function getMaskKind(name) {
  const mask = maskKinds.find((candidate) => candidate.name === name);
  if (!mask) throw new RangeError(`There is no mask ${name}: ${maskNames.join(', ')}.`);
  return mask;
}

/** The words of a kind that a reader sees. @param {string} name */
export const getMaskWords = (name) => getMaskKind(name).words.en;

/** The kinds that can be chosen: between two sentences, those that compare no places. @param {boolean} isCrossing */
export const listOfferedMasks = (isCrossing) =>
  maskKinds.filter(({ needsOneSentence }) => !(isCrossing && needsOneSentence));

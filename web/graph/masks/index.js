/** The kinds of masks, which settings, schemas, lessons, programs and worksheets read. */

import { causal } from './causal.js';
import { custom } from './custom.js';
import { padding } from './padding.js';

/**
 * @typedef {object} MaskSettings the settings that a kind may depend on
 * @property {number} pad
 * @property {string} masked
 *
 * @typedef {object} MaskKind
 * @property {MaskName} name the value in the state, in addresses, attributes and schemas
 * @property {(settings: MaskSettings, keys: number) => (query: number, key: number) => boolean}
 * makeMaskedTest returns a test of pairs for this number of keys; true means that the query may not
 * attend to the key
 * @property {{ pad?: 'count', masked?: 'cells' }} [parameters] the settings that the kind depends
 * on: a number of keys, or pairs
 * @property {true} [needsOneSentence] whether the kind compares positions, so that queries and keys
 * must be the same words
 * @property {Record<'numpy' | 'pytorch' | 'javascript', (settings: Pick<MaskSettings, 'pad'>) =>
 * string>} [code] expressions that are true for pairs that may attend: an array of shape (L, S), or
 * in JavaScript one pair `q`, `k`. Without code, programs list the pairs
 * @property {unknown} [condition] the condition in the formula that the pair i, j is masked;
 * “masked” by default
 * @property {{ en: MaskWords }} words
 *
 * @typedef {object} MaskWords
 * @property {string} label the label of the button
 * @property {(settings: Pick<MaskSettings, 'pad'>) => string} step the text of the step
 * @property {(settings: Pick<MaskSettings, 'pad'>) => string} [hides] the end of a sentence that
 * says which scores become −∞
 * @property {string} [program] the comment before the lines in a program
 * @property {Partial<Record<keyof MaskSettings, string>>} [parameters] labels of the settings
 *
 * @typedef {'none' | 'causal' | 'padding' | 'custom'} MaskName a kind of mask
 */

/** Masks no pair; programs leave this mask out. @type {MaskKind} */
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

/** The kinds of masks, in the order in which settings offer them. @type {MaskKind[]} */
export const maskKinds = [none, causal, padding, custom];

export const maskNames = maskKinds.map(({ name }) => name);

/** @param {string} name @returns {MaskKind} */
export function getMaskKind(name) {
  const mask = maskKinds.find((candidate) => candidate.name === name);
  if (!mask) throw new RangeError(`There is no mask ${name}: ${maskNames.join(', ')}.`);
  return mask;
}

/** Whether the masked pairs are those of the setting `masked`, which a reader paints. @param {string} name */
export const isPainted = (name) => getMaskKind(name).parameters?.masked !== undefined;

/** Returns the texts of a kind for readers. @param {string} name */
export const getMaskWords = (name) => getMaskKind(name).words.en;

/**
 * Returns the kinds that a reader may choose. Kinds that compare positions need one sentence.
 * @param {boolean} isCrossing whether a second sentence attends to the first
 */
export const listOfferedMasks = (isCrossing) =>
  maskKinds.filter(({ needsOneSentence }) => !(isCrossing && needsOneSentence));

/** Which word of a sentence one looks at first: the one that a model is asked about. */

import { adjectives } from '../../src/js/learning/grammars/describer.js';
import { asStory, readWords } from './read-words.js';

const ADJECTIVES = Object.values(adjectives).flat();

/** Of the words of a toy. @type {Partial<Record<import('../session/settings.js').ToyName, (words: string[]) => number>>} */
const ofToys = {
  // After the pairs come the letters that are asked for.
  recall: (words) => words.findIndex((word) => word.length === 1),
  order: (words) => words.lastIndexOf('?'),
  'order-without-positions': (words) => words.lastIndexOf('?'),
};

/** @type {Record<import('../session/source-settings.js').ModelName, (words: string[], settings: Pick<import('../session/settings.js').Settings, 'task'>) => number>} */
const places = {
  describer: (words) => words.findLastIndex((word) => ADJECTIVES.includes(word)),
  pronoun: (words) => words.lastIndexOf('it'),
  mini: (words) => words.length - 1,
  translator: () => 0,
  toy: (words, { task }) => ofToys[task]?.(words) ?? -1,
};

/**
 * @param {import('../session/source-settings.js').ModelName} model
 * @param {import('../session/settings.js').Settings} settings
 * @param {readonly string[]} vocabulary
 * @returns {number | undefined} undefined where no word is asked about more than others
 */
export function askedWord(model, settings, vocabulary) {
  const { sentence } = settings;
  const { words } = readWords(vocabulary, model === 'mini' ? asStory(sentence) : sentence);
  const place = places[model](words, settings);
  return place < 0 ? undefined : place;
}

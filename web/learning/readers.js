/** What a model makes of a sentence that a reader has typed: its words, and what follows from them. */

import { readFrench, showFrench } from '../../src/js/learning/grammars/french-english.js';
import { asStory, readWords } from './read-words.js';

/**
 * @typedef {object} Reading
 * @property {string[]} words as the model knows them
 * @property {string[]} unknown words that it does not know
 * @property {number} most words that it takes
 * @property {string[]} [answers] the words that can be an answer
 * @property {string[]} [shown] the words as they are spelled
 *
 * @typedef {(model: any, sentence: string) => Reading} Reader
 */

/** @param {any} model @param {string} sentence @param {number} most */
const read = ({ vocabulary }, sentence, most) => ({ ...readWords(vocabulary, sentence), most });

/** @type {Record<import('../session/source-settings.js').ModelName, Reader>} */
export const readers = {
  describer: (model, sentence) => ({ ...read(model, sentence, 16), answers: model.nouns }),
  pronoun: (model, sentence) => ({ ...read(model, sentence, 16), answers: model.nouns }),
  mini: (model, sentence) => read(model, asStory(sentence), model.length),
  toy: (model, sentence) => ({
    ...read(model, sentence, model.task.length),
    answers: model.task.answers,
  }),
  translator({ grammar }, sentence) {
    const { words, unknown } = readFrench(sentence);
    // With the marks of both ends they are as many as tables show in digits.
    const most = 14;
    return {
      ...{ words, unknown, most },
      shown: words.map(showFrench),
      answers: grammar.targetVocabulary,
    };
  },
};

/** How each model is created and measured, and how it reads a typed sentence. */

import { readFrench, showFrench } from '../../../../src/js/learning/grammars/french-english.js';
import {
  createDescriber,
  createMini,
  createPronounResolver,
  createToy,
  createTranslator,
  loadMini,
} from '../../../../src/js/learning/index.js';
import { readWords, toStory } from '../../../state/words.js';

/**
 * @import { Model as CreateModel } from '../../../../src/js/learning/types.js'
 * @import { Reading, Spec } from '../types.js'
 * @import { ModelName } from '../../../state/types.js'
 */

/**
 * @typedef {CreateModel & {
 *   readonly steps: number,
 *   rate: number,
 *   setParameters(values: TrainableModel['parameters']): void,
 *   evaluate(options: object): Record<string, any>, }} TrainableModel
 * @typedef {object} Maker
 * @property {(spec: Spec) => Promise<any>} create
 * @property {() => Promise<any>} [loadTrained] loads the trained model, if one ships
 * @property {object} measuredOn options of `evaluate` for few examples, because the model is
 *   measured often while it learns
 * @property {(model: any, sentence: string) => Reading} read
 */

/** @param {any} model @param {string} sentence @param {number} most */
const readInput = ({ vocabulary }, sentence, most) => ({
  ...readWords(vocabulary, sentence),
  most,
});

/** @type {Maker['read']} */
const readForNoun = (model, sentence) => ({
  ...readInput(model, sentence, 16),
  answers: model.nouns,
});

/** With a mark at both ends, these are as many words as a table shows as numbers. */
const MOST_FRENCH = 14;

/** @type {Readonly<Record<ModelName, Maker>>} */
export const makers = {
  describer: {
    create: ({ seed }) => createDescriber({ seed }),
    measuredOn: { rounds: 2 },
    read: readForNoun,
  },
  pronoun: {
    create: ({ seed, variant }) =>
      createPronounResolver({
        seed,
        layers: variant.startsWith('two') ? 2 : 1,
        freeValue: variant.endsWith('-free'),
      }),
    measuredOn: { rounds: 8 },
    read: readForNoun,
  },
  mini: {
    create: ({ seed }) => createMini({ seed }),
    loadTrained: loadMini,
    measuredOn: { rounds: 2 },
    read: (model, sentence) => readInput(model, toStory(sentence), model.length),
  },
  translator: {
    create: ({ seed, mechanism }) => createTranslator({ seed, scoring: mechanism }),
    measuredOn: { pairs: 40 },
    read({ grammar }, sentence) {
      const { words, unknown } = readFrench(sentence);
      return {
        words,
        unknown,
        most: MOST_FRENCH,
        shown: words.map(showFrench),
        answers: grammar.targetVocabulary,
      };
    },
  },
  toy: {
    create: ({ seed, task, heads }) => createToy({ seed, task, numHeads: heads }),
    measuredOn: { rounds: 2 },
    read: (model, sentence) => ({
      ...readInput(model, sentence, model.task.length),
      answers: model.task.answers,
    }),
  },
};

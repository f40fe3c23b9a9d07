/** The registry of the models that learn. It also makes sources from the trainer's replies. */

import { readWords } from '../../../state/words.js';
import { trainedWords } from '../../../text/en/trained.js';
import { describer } from './describer.js';
import { mini } from './mini.js';
import { pronoun } from './pronoun.js';
import { toy } from './toy.js';
import { translator } from './translator.js';

/**
 * @import { Operations } from '../../../../src/js/attention.js'
 * @import { Source, StepContext } from '../../../sources/types.js'
 * @import { ModelName, Settings } from '../../../state/types.js'
 * @import { ModelKind, Reply } from '../types.js'
 */

/** @type {Readonly<Record<ModelName, ModelKind>>} */
const learningModels = { describer, pronoun, mini, translator, toy };

/** @param {Pick<Settings, 'source'>} settings the settings of a model */
export const getLearningModel = ({ source }) => learningModels[/** @type {ModelName} */ (source)];

/**
 * Tells whether these settings choose a trained model that ships with the page.
 * @param {Pick<Settings, 'source' | 'training'>} settings
 */
export const isShipped = (settings) =>
  settings.training < 0 && getLearningModel(settings)?.shippedSeed !== undefined;

/**
 * @param {Reply} reply
 * @param {Settings} settings
 * @param {Operations} attention
 * @returns {Source}
 */
export function makeSource({ reading, ...reply }, settings, attention) {
  const { training } = settings;
  const model = getLearningModel(settings);
  const step = training < 0 ? reply.progress.total : training;
  const seed = (isShipped(settings) ? model.shippedSeed : undefined) ?? settings.seed;
  const [words, shown] = [reading.words, reading.shown ?? reading.words].map((all) =>
    all.slice(0, reading.most),
  );
  const cut = { ...reply, reading: { ...reading, words, shown } };
  const source = model.source(cut, settings, attention);
  const origin = trainedWords(model.originOf(settings), seed, step);
  const sourceWords = { ...origin, answer: makeAnswer(model), ...source.words };
  // The answer of an untrained model means nothing.
  return { ...source, words: step === 0 ? { ...sourceWords, answer: undefined } : sourceWords };
}

/**
 * Returns a model's function for its answer. The answer is undefined if numbers have overflowed.
 * @param {ModelKind} model
 * @returns {((context: StepContext) => unknown) | undefined}
 */
const makeAnswer =
  ({ answer }) =>
  (context) =>
    Number.isNaN(context.computation.results.probabilities.data[0]) ? undefined : answer?.(context);

/**
 * Finds the word to select first: the word whose answer the model was trained to give.
 * @param {Settings} settings the settings of a model
 * @param {readonly string[]} vocabulary
 * @returns {number | undefined} undefined if the sentence asks about no word in particular
 */
export function findDefaultQuery(settings, vocabulary) {
  const { sentenceOf = String, defaultQuery } = getLearningModel(settings);
  const { words } = readWords(vocabulary, sentenceOf(settings.sentence));
  const place = defaultQuery(words, settings);
  return place < 0 ? undefined : place;
}

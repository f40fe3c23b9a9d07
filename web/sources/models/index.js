/** The sources of models, from what the trainer replies. */

import { answers } from '../../lessons/models/answers.js';
import { originOf } from '../../text/en/models/origin.js';
import { describerSource } from './describer.js';
import { translatorSource } from './translator.js';

/**
 * @typedef {Omit<import('../source.js').Source, 'words'>
 *   & { words?: Partial<import('../source.js').SourceWords> }} ModelSource
 */

const makers = { describer: describerSource, translator: translatorSource };

/**
 * @param {import('../../learning/trainer.js').Reply} reply
 * @param {import('../../session/settings.js').Settings} settings
 * @param {import('../../graph/op.js').Evaluator} core
 * @returns {import('../source.js').Source}
 */
export function makeSource(reply, settings, core) {
  const { source, seed, training } = settings;
  const step = training < 0 ? reply.progress.total : training;
  const made = makers[/** @type {keyof typeof makers} */ (source)](reply, settings, core);
  const words = { ...originOf(source, seed, step), answer: answers[source] };
  return { ...made, words: { ...words, ...made.words } };
}

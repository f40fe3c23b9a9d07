/** The sources of models, from what the trainer replies. */

import { answers } from '../../lessons/models/answers.js';
import { originOf } from '../../text/en/models/origin.js';
import { describerSource } from './describer.js';
import { miniSource } from './mini.js';
import { pronounSource } from './pronoun.js';
import { toySource } from './toy.js';
import { translatorSource } from './translator.js';

/**
 * @typedef {Omit<import('../source.js').Source, 'words'>
 *   & { words?: Partial<import('../source.js').SourceWords> }} ModelSource
 */

/** @type {Record<string, (reply: any, settings: any, core: any) => ModelSource>} */
const makers = {
  ...{ describer: describerSource, pronoun: pronounSource, mini: miniSource },
  ...{ toy: toySource, translator: translatorSource },
};

/** The seed of the Mini that ships, trained. */
const SHIPPED_SEED = 0;

/**
 * @param {import('../../learning/trainer.js').Reply} reply
 * @param {import('../../session/settings.js').Settings} settings
 * @param {import('../../graph/op.js').Evaluator} core
 * @returns {import('../source.js').Source}
 */
export function makeSource({ reading, ...reply }, settings, core) {
  const { source, task, variant, training } = settings;
  const step = training < 0 ? reply.progress.total : training;
  const seed = source === 'mini' && training < 0 ? SHIPPED_SEED : settings.seed;
  const words = reading.words.slice(0, reading.most);
  const made = makers[source]({ ...reply, reading: { ...reading, words } }, settings, core);
  /** @type {Record<string, string>} */
  const kinds = { toy: task, pronoun: variant };
  const origin = originOf(kinds[source] ?? source, seed, step);
  const sourceWords = { ...origin, answer: answers[source], ...made.words };
  // An untrained model has nothing to say.
  return { ...made, words: step === 0 ? { ...sourceWords, answer: undefined } : sourceWords };
}

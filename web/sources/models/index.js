/** The sources of models, from what the trainer replies. */

import { answers } from '../../lessons/models/answers.js';
import { originOf } from '../../text/en/models/origin.js';
import { describerSource } from './describer.js';

/**
 * @param {import('../../learning/trainer.js').Reply} reply
 * @param {import('../../session/settings.js').Settings} settings
 * @returns {import('../source.js').Source}
 */
export function makeSource(reply, settings) {
  const { source, seed, training } = settings;
  const make = { describer: describerSource }[/** @type {'describer'} */ (source)];
  const step = training < 0 ? reply.progress.total : training;
  return { ...make(reply), words: { ...originOf(source, seed, step), answer: answers[source] } };
}

/** The describer as it is trained already, for the first screen, which waits for nothing. */

import { tensor } from '../../../src/js/index.js';
import { fromPrintable } from '../../../src/js/printable.js';
import { readWords } from '../../learning/read-words.js';
import { UnknownWordError } from '../../learning/unknown-word-error.js';
import * as describer from '../../text/en/models/describer-task.js';
import { trainedWords } from '../../text/en/models/trained.js';
import { describerSource } from './describer.js';
import { numbers, SEED, STEPS } from './describer-numbers.js';

/** The words that it knows: of them the nouns can be an answer. */
const nouns = (
  'animal dog cat horse rabbit fox cow sheep box basket sack bag bucket cart ' +
  'street road river field path bridge'
).split(' ');
export const vocabulary = [
  ...'the did not because it was too carry move cross across near'.split(' '),
  ...nouns,
  ...'tired hungry sleepy scared lazy heavy bulky costly flimsy wide narrow icy flooded'.split(' '),
];

const MOST_WORDS = 16;

/** @type {Record<string, import('../../../src/js/index.js').Tensor> | undefined} */
let parameters;

/** Does this describer have the numbers of these settings? @param {import('../../session/settings.js').Settings} settings */
export const isTrainedDescriber = ({ source, training, seed, rate }) =>
  source === 'describer' && training < 0 && seed === SEED && rate === 1;

/**
 * @param {string} sentence
 * @returns {import('../source.js').Source | undefined} undefined without words
 */
export function trainedDescriber(sentence) {
  const { words, unknown } = readWords(vocabulary, sentence);
  if (unknown.length > 0) throw new UnknownWordError(unknown[0], vocabulary);
  if (words.length === 0) return undefined;
  if (!parameters) {
    const size = 2 * vocabulary.length;
    const all = new Float32Array(fromPrintable(numbers).buffer);
    const made = ['query', 'key', 'value'].map((name, i) => [
      name,
      tensor([vocabulary.length, 2], all.slice(i * size, (i + 1) * size)),
    ]);
    parameters = Object.fromEntries(made);
  }
  const shown = words.slice(0, MOST_WORDS);
  const source = describerSource(
    /** @type {any} */ ({ parameters, vocabulary, reading: { words: shown, answers: nouns } }),
  );
  return {
    ...source,
    words: trainedWords(describer, SEED, STEPS),
    leftOut: words.length - shown.length,
  };
}

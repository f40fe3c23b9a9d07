import { unknownWord } from '../text/en/models/unknown-word.js';

/** A word that a model has not learned. */
export class UnknownWordError extends Error {
  name = 'UnknownWordError';
  code = 'ERR_UNKNOWN_WORD';

  /** @param {string} word @param {string[]} vocabulary */
  constructor(word, vocabulary) {
    super(unknownWord(word, vocabulary));
  }
}

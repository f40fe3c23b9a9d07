/** The sentence of the first screen and of the course, without its last word. */
export const streetSentence =
  'the animal did not carry the box across the street because it was too';

/** The words that may end the sentence. Each describes another noun. */
export const streetAdjectives = ['tired', 'heavy', 'wide'];

/** Texts of a pretrained model's answer. */

import { html } from 'lit';
import { bold, quoted } from '../../../../text/inline.js';
import { withReason } from './refusals.js';

export const noHead =
  'The file of this model has no output layer that predicts words, so it says nothing about words.';

/** @param {string} token @param {boolean} isNext whether the tokens follow the token */
export const mostProbable = (token, isNext) =>
  html`The most probable tokens ${isNext ? 'after' : 'in place of'} ${bold(token)}`;
export const openDecoder = 'Show how probable each of its tokens is';
/** Titles of a downloaded file, as plain text. */
export const inFile = {
  /** @param {string} token @param {boolean} isNext */
  mostProbable: (token, isNext) => `${isNext ? 'After' : 'In place of'} ${token}`,
  token: 'token',
  id: 'id',
  shown: 'shown as',
  probability: 'probability',
  /** @param {string} sentence @param {string} compared */
  likeness: (sentence, compared) => `Cosine of “${sentence}” and “${compared}”`,
  noBars:
    'This model gives no next tokens and no vector of the sentence, so there are no bars to draw.',
  closed: `Press “${openDecoder}” first.`,
  nothingCompared:
    'Write a sentence to compare with first, because the bars show how similar both are.',
};
export const translation = 'The model translates your sentence:';
export const readsYours = 'The decoder reads your translation:';
export const pieces = 'Dots in front mark a piece that continues the word before it.';
export const bytes =
  'The computer stores a character as one to four bytes. <0x…> is one byte of a character.';
export const afterLast = 'Show what follows the last token';
/** @param {string} mask */
export const atMask = (mask) => `Show what fills ${mask}`;
export const asItIs = 'before';
export const asChanged = 'after your changes';

/** @param {number} width */
export const embedded = (width) =>
  `This model gives one vector of ${width} numbers for the whole sentence. Sentences with similar meanings get similar vectors.`;
/** Names of tensors. @type {Record<string, [plural: string, singular: string]>} */
export const sentenceTensors = {
  vector: ['vector of the sentence', 'number of the vector'],
  other: ['vector of the other sentence', 'number of the other vector'],
};
/** @type {Record<string, string>} */
const GIVEN = {
  layerSum: 'What the last layer leaves',
  share: '1 ÷ the number of tokens',
  gain: '1 ÷ √(the number of columns)',
  other: 'What the model makes of the other sentence',
};
/** @param {{ tensor: string, value: number }} given */
export const givenText = ({ tensor, value }) =>
  html`${GIVEN[tensor.slice('answer/'.length)] ?? 'Learned in training'}: <b>${quoted(value)}</b>.`;
export const fromMean = 'The file has no output layer, so the vector is the mean of all rows.';
export const comparedSentence = 'Compare with the sentence';
/** @param {string} sentence @param {string} compared */
export const likenessCaption = (sentence, compared) =>
  html`How similar “${sentence}” and “${compared}” are: the cosine of their vectors, which is 1 if they point the same way`;
export const cosine = 'cosine';
export const silencedInBoth =
  'A silenced head is silenced for both sentences. Blocked pairs and numbers that you set belong to the first sentence.';
/** @param {number} likeness */
export const likenessAfter = (likeness) =>
  html`The vector of the sentence and the one after your changes have the cosine ${quoted(likeness)}.`;
/** @param {unknown} error */
export const notCompared = (error) => withReason('The sentences are not compared', error);

/** Texts of Mini, the small language model: a description, and its steps. */

import { html } from 'lit';
import { counted } from '../../../../text/en/language.js';
import { bold, N, quoted, X } from '../../../../text/inline.js';
import { roundedWeight } from '../../../../text/number.js';

/** @import { Example } from '../../types.js' */

export const title = 'A small language model';

export const task = 'The model was told only which word comes next, never where to look.';

export const embeddings = { name: 'Embeddings', title: 'Each word becomes a row of numbers' };

/** @param {number} words @param {number} width */
export const learned = (
  words,
  width,
) => html`Each of its ${words} words has a row of ${width} numbers, which
  training changes. The rows of this sentence are ${X}. No row says where its word stands; every
  story begins with ${bold('<s>')}.`;

export const normalized = {
  name: 'Normalize',
  title: 'The last rows are scaled to the same size',
};

export const logits = { name: 'Logits', title: 'Each row is compared with every word' };

/** @param {number} words */
export const compared = (
  words,
) => html`The model compares each row with the embeddings that the words came from.
  The dot product of a row of ${N} and a word’s embedding is that word’s logit. There is one for
  each of the ${words} words, and each row predicts the word that comes next.`;

export const probabilities = { name: 'Next word', title: 'How the sentence goes on' };

/** @param {string} word */
export const foretold = (
  word,
) => html`The softmax turns the logits of a row into probabilities. The row
  of ${bold(word)} says which word comes after it, and uses only the words up to there.`;

/** @param {string} word */
export const mostProbable = (word) => html`The most probable words after ${bold(word)}`;

/** @param {string} word @param {string} next @param {number} probability */
export const answer = (word, next, probability) =>
  html`After ${bold(word)} comes ${bold(next)}, says the model (probability ${quoted(probability)}).`;

// Texts of the panels in which the small language model writes and its heads are measured.

export const writingTitle = 'Let it write';

export const word = 'Write a word';

export const toTheEnd = 'Write to the end';

export const stop = 'Stop';

export const anew = 'A new story';

export const takeBack = 'Take a word back';

export const temperature = 'Temperature';

/** @param {number} value */
export const chosen = (value) =>
  value === 0 ? '0: always the most probable word' : value.toFixed(1);

/** @param {number} kept @param {number} computed */
export const cached = (kept, computed) =>
  `Keys and values of ${counted(kept, 'word')} were kept from before, so only the rows of the last ${computed === 1 ? 'word' : `${computed} words`} had to be computed.`;

export const over =
  'The story has ended. Training showed the model nothing after an end, so its next words mean nothing.';

/** @param {string} reason */
export const notWritten = (reason) => `The model wrote nothing. ${reason}`;

export const full = 'A story has at most 25 words.';

export const heads = 'What does each head do?';

export const measure = 'Measure it';

export const measuring = 'Measuring.';

/** @param {string} reason */
export const notMeasured = (reason) => `Nothing was measured. ${reason}`;

export const measured = `The page silences each head in turn and reads unseen stories again. The table shows by how many
  points the share of right words falls. A head can matter without looking at the word that decides: it may
  prepare what a later head looks for. So a name taken from its map would often be wrong.`;

export const measureHere = 'Measure it for this word';

export const drops = 'Points lost without each head, the largest in bold';

/** @param {number} layer counted from 1 */
export const layerName = (layer) => `layer ${layer}`;

/** @param {number} layer counted from 1 @param {number} head counted from 1 */
export const headName = (layer, head) => `layer ${layer}, head ${head}`;

/** @param {number} weight */
export const weightThere = (weight) =>
  `mean weight on the deciding word: ${roundedWeight(weight, 2)}`;

/**
 * @param {unknown} head
 * @param {string} selected the selected word
 * @param {string} word the most probable next word
 * @param {number} probability the probability of `word`
 * @param {number} without the probability of `word` without this head
 */
export const lookAt = (
  head,
  selected,
  word,
  probability,
  without,
) => html`After ${bold(selected)} look at
  ${head}: silencing it costs most here. The probability of ${bold(word)} falls from
  ${quoted(probability)} to ${quoted(without)}.`;

/** @param {string} selected @param {string} word */
export const noHead = (
  selected,
  word,
) => html`After ${bold(selected)}, no single head matters much: ${bold(word)}
  stays as probable without any one of them.`;

/** @type {Record<string, string>} */
export const DEPENDENCIES = {
  agreement: 'the dogs near the house → are',
  pronoun: 'the dogs … . → they',
  verb: 'tired … they → sleep',
  colour: 'a red ball … gives the → red',
  object: 'a red ball … the red → ball',
  because: 'the dog … too tired . the → dog',
  adjective: 'too tired … was very → tired',
  giver: 'Anna … thanks → Anna',
  other: 'Anna and Tom … Tom gives → Anna',
};

export const measuredShare = 'of the words that earlier words decide are right, in unseen stories';

export const trainedOn = 'stories: the model predicts each word from those before it';

/** @type {Example[]} */
export const examples = [
  {
    name: 'the dogs near the house …',
    sentence: '<s> the dogs near the house',
    query: 5,
    moral:
      '“are”: the verb agrees with “dogs”, although “house” is nearer. Remove the s from “dogs”, and it becomes “is”.',
  },
  {
    name: '… she gives the …',
    sentence: '<s> Anna has a red ball . she gives the',
    query: 9,
    moral: '“red”: the sentence before gave the colour.',
  },
  {
    name: '… too tired . the …',
    sentence: '<s> the dog did not cross the street because it was too tired . the',
    query: 14,
    moral: 'The dog is tired. Write “wide” for “tired”, and the next word is “street”.',
  },
  {
    name: '… Tom gives …',
    sentence: '<s> Anna and Tom go to the park . Tom gives',
    query: 10,
    moral: '“Anna”: the one of the two who does not give.',
  },
  {
    name: '… he thanks …',
    sentence: '<s> Anna has a red ball . she gives the red ball to Tom . he thanks',
    query: 16,
    moral: '“Anna” again: the giver is fifteen words back, and “he” is Tom.',
  },
  {
    name: 'Which kite? (it fails)',
    sentence: '<s> Anna has a red ball and a blue kite . the kite is',
    query: 13,
    moral:
      '“blue” would be right, but the model has no idea. One head would have to find the kite, and another the word before it; trained with such stories, the model stayed at chance. “Toy: what came next”, under Start from, learns such a path.',
  },
];

/** Texts of the toys: what each has to learn, and their steps. */

import { html } from 'lit';
import { bold, quoted, X } from '../../../../text/inline.js';

const never = 'The model was told only the right answers, never where to look.';

/**
 * Texts of the toys, by the name of the task.
 * @type {Record<string, { title: string, task: string }>}
 */
export const toys = {
  previous: { title: 'Which letter came before?', task: never },
  mirror: { title: 'Which letter is equally far from the other end?', task: never },
  'previous-and-mirror': { title: 'The letter before, and the one opposite', task: never },
  recall: { title: 'Which digit stood with this letter?', task: never },
  order: { title: 'Who is bitten?', task: never },
  'order-without-positions': {
    title: 'Who is bitten? Without positions',
    task: `${never} Without positions it cannot tell who bites from who is bitten.`,
  },
  induction: { title: 'What followed this letter the last time?', task: never },
};

export const taskChoice = 'Task';

/** @type {Record<string, string>} */
export const tasks = {
  previous: 'the letter before',
  mirror: 'the letter opposite',
  'previous-and-mirror': 'both',
  recall: 'recall',
  induction: 'what came next',
  order: 'word order',
  'order-without-positions': 'word order, without positions',
};

/** The names of the answers, if there are two. */
export const outputs = ['the letter before', 'the letter opposite'];

export const embeddings = {
  name: 'Embeddings',
  title: 'A row for each word, and one for each place',
};

/** @param {number} width */
export const placed = (
  width,
) => html`Each word has a learned row of ${width} numbers, and so does each
  place in the sentence. Their sum ${X} enters the layer, so the same word has a different row in
  each place.`;

/** @param {number} width */
export const unplaced = (width) => html`Each word has a learned row of ${width} numbers, wherever it
  stands. Nothing gives its place. Swap the two nouns: all weights move with them, and the answer
  stays the same.`;

export const logits = { name: 'Logits', title: 'A number for each answer' };

/** @param {number} answers */
export const answered = (answers) =>
  html`Multiply the row of each word by a learned weight matrix and add a bias. That gives a logit for each of the ${answers} words that can be an answer.`;

export const probabilities = { name: 'Answer', title: 'The most probable answer' };

/** @param {string} word */
export const chosen = (
  word,
) => html`The softmax turns each row of logits into probabilities. In the row of
  ${bold(word)}, the most probable word is its answer; training did not ask every row for one.`;

/** @param {string} word */
export const twice = (
  word,
) => html`Each word gives two answers, and each has its own softmax: which letter
  comes before ${bold(word)}, and which is equally far from the other end.`;

/** @param {string} word @param {string} answered @param {number} probability */
export const answer = (word, answered, probability) =>
  html`At ${bold(word)} it answers ${bold(answered)} (probability ${quoted(probability)}).`;

/** @param {string} word */
export const notAsked = (word) => html`The task asks for no answer at this ${bold(word)}.`;

/** @typedef {{ word: string, probability: number }} Answered */
/** @param {string} word @param {Answered} before @param {Answered} opposite */
export const answerTwice = (word, before, opposite) =>
  html`At ${bold(word)} it answers ${bold(before.word)} as the letter before (probability ${quoted(before.probability)})
    and ${bold(opposite.word)} as the letter opposite (probability ${quoted(opposite.probability)}).`;

export const measuredShare = 'of the answers to unseen rows are right';

export const trainedOn = 'rows with the right answers in order';

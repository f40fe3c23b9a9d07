/**
 * Tasks with a pattern that is known beforehand, to see whether a head finds it. A task is a
 * vocabulary and a way to draw examples; an example is a row of words, and at some positions a word
 * to answer, which another position (`source`) gives away.
 */

import { drawUntil, isHeldOut } from './held-out.js';

/**
 * @import { Random } from '../../random.js'
 * @import { ToyName } from '../types.js'
 */

/**
 * @typedef {object} Answer
 * @property {number} position of the query that has to be answered
 * @property {number} source the position that a clean head attends to
 * @property {string} word the right answer
 * @property {number} output which of the model's outputs gives it
 * @typedef {object} Task
 * @property {string[]} vocabulary all words
 * @property {string[]} answers the words that can be answers
 * @property {number} length words in an example
 * @property {number} numOutputs words answered at a position
 * @property {boolean} [hasPositions] whether words know their place; by default they do
 * @property {boolean} causal whether a position may attend only to itself and those before
 * @property {(random: Random, options?: { heldOut?: boolean }) => { words: string[], answers: Answer[] }} draw
 */

const LENGTH = 16;
const letters = [...'abcdefghijkl'];
const digits = [...'01234567'];
const people = 'dog cat man girl boy cow fox bird king nurse'.split(' ');
const verbs = 'bites sees chases helps finds pushes'.split(' ');
const positions = Array.from({ length: LENGTH }, (_, i) => i);

/** All of them in a random order. @template T @param {Random} random @param {T[]} list */
function shuffle(random, list) {
  const shuffled = [...list];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
  }
  return shuffled;
}

/** @param {string[]} words @param {number} output @returns {Answer[]} the word before, at all but the first */
const previous = (words, output = 0) =>
  positions.slice(1).map((i) => ({ position: i, source: i - 1, word: words[i - 1], output }));

/** @param {string[]} words @param {number} output @returns {Answer[]} the word as far from the other end */
const mirror = (words, output = 0) =>
  positions.map((position) => {
    const source = LENGTH - 1 - position;
    return { position, source, word: words[source], output };
  });

/** A quarter of the rows is held out. @param {(random: Random) => { words: string[], answers: Answer[] }} make */
const splitByRow = (make) => {
  /** @param {Random} random @param {{ heldOut?: boolean }} [options] */
  return (random, { heldOut = false } = {}) => {
    const { words, answers } = drawUntil(() => {
      const example = make(random);
      return { ...example, heldOut: isHeldOut(1 / 4, ...example.words) };
    }, heldOut);
    return { words, answers };
  };
};

/** A row of random letters. @param {(words: string[]) => Answer[]} answers */
const lettersWith = (answers) =>
  splitByRow((random) => {
    const words = positions.map(() => random.pick(letters));
    return { words, answers: answers(words) };
  });

const rows = { length: LENGTH, numOutputs: 1, causal: true };
const ofLetters = { ...rows, vocabulary: letters, answers: letters };

/** @type {Record<ToyName, Task>} */
export const toys = {
  /** Each word answers the one before it. */
  previous: { ...ofLetters, draw: lettersWith((w) => previous(w)) },

  /** Each word answers the one that stands as far from the other end. */
  mirror: { ...ofLetters, causal: false, draw: lettersWith((w) => mirror(w)) },

  /** Both at once: one head cannot look at two places. */
  'previous-and-mirror': {
    ...ofLetters,
    numOutputs: 2,
    causal: false,
    draw: lettersWith((words) => [...previous(words, 0), ...mirror(words, 1)]),
  },

  /** Eight pairs such as c5, each one word; then the eight letters: each answers its digit. */
  recall: {
    ...rows,
    vocabulary: [
      ...letters.slice(0, 8),
      ...digits,
      ...letters.slice(0, 8).flatMap((key) => digits.map((value) => key + value)),
    ],
    answers: digits,
    draw: splitByRow((random) => {
      const half = LENGTH / 2;
      const pairs = shuffle(random, letters.slice(0, half)).map((key) => key + random.pick(digits));
      const places = shuffle(random, positions.slice(0, half));
      return {
        words: [...pairs, ...places.map((place) => pairs[place][0])],
        answers: places.map((source, i) => ({
          position: half + i,
          source,
          word: pairs[source][1],
          output: 0,
        })),
      };
    }),
  },

  /**
   * Nine different letters, then seven of the first eight again in another order: each answers the
   * letter that followed it. That needs two layers: one to mark each letter with the one before it,
   * one to look for the mark.
   */
  induction: {
    ...ofLetters,
    draw: splitByRow((random) => {
      const first = shuffle(random, letters).slice(0, 9);
      const places = shuffle(random, positions.slice(0, 8)).slice(0, 7);
      return {
        words: [...first, ...places.map((place) => first[place])],
        answers: places.map((place, i) => ({
          position: 9 + i,
          source: place + 1,
          word: first[place + 1],
          output: 0,
        })),
      };
    }),
  },

  /**
   * "the dog bites the man ?": who is bitten? Pairs are held out in both orders, so that neither
   * "the man bites the dog" nor its turned sentence is known.
   */
  order: {
    vocabulary: ['the', '?', ...verbs, ...people],
    answers: people,
    ...rows,
    length: 6,
    causal: false,
    draw(random, { heldOut = false } = {}) {
      const { words } = drawUntil(() => {
        const [subject, object] = shuffle(random, people);
        return {
          words: ['the', subject, random.pick(verbs), 'the', object, '?'],
          heldOut: isHeldOut(1 / 4, ...[subject, object].sort()),
        };
      }, heldOut);
      return { words, answers: [{ position: 5, source: 4, word: words[4], output: 0 }] };
    },
  },

  /** The same by words alone: without positions attention is blind to their order. */
  get 'order-without-positions'() {
    return { ...this.order, hasPositions: false };
  },
};

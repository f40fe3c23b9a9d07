/**
 * Tasks with a known pattern, which show whether a head finds the pattern. A task has a vocabulary and draws examples. An
 * example is a row of words. At some positions the model has to answer a word, which the word at another position,
 * `source`, determines.
 */

import { splitAtBlanks } from '../split-at-blanks.js';
import { drawUntil, isHeldOut } from './held-out.js';

/** @import { Random } from '../../random.js' */
/** @import { ToyName } from '../types.js' */

/**
 * @typedef {object} Answer
 * @property {number} position the position of the query
 * @property {number} source the position that an ideal head attends to
 * @property {string} word the right answer
 * @property {number} output the index of the model's output that gives the answer
 * @typedef {object} Task
 * @property {readonly string[]} vocabulary all words
 * @property {readonly string[]} answers the words that can be answers
 * @property {number} length the number of words of an example
 * @property {number} numOutputs the number of words that are answered at a position
 * @property {boolean} [hasPositions] whether words have position embeddings, true by default
 * @property {boolean} causal whether a position may attend only to itself and to earlier positions
 * @property {(random: Random, options?: { heldOut?: boolean }) => { words: string[], answers: Answer[] }} draw
 */

const LENGTH = 16;
const letters = Object.freeze([...'abcdefghijkl']);
const digits = Object.freeze([...'01234567']);
const people = Object.freeze(splitAtBlanks('dog cat man girl boy cow fox bird king nurse'));
const verbs = splitAtBlanks('bites sees chases helps finds pushes');
const positions = Array.from({ length: LENGTH }, (_, i) => i);

/** Returns the items in a random order. @template T @param {Random} random @param {readonly T[]} list */
function shuffle(random, list) {
  const shuffled = [...list];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
  }
  return shuffled;
}

/**
 * Returns the answers of the previous word, at all positions but the first.
 * @param {string[]} words @param {number} output
 * @returns {Answer[]}
 */
const previous = (words, output = 0) =>
  positions.slice(1).map((i) => ({ position: i, source: i - 1, word: words[i - 1], output }));

/**
 * Returns the answers of the mirrored word: the word at the same distance from the other end.
 * @param {string[]} words @param {number} output
 * @returns {Answer[]}
 */
const mirror = (words, output = 0) =>
  positions.map((position) => {
    const source = LENGTH - 1 - position;
    return { position, source, word: words[source], output };
  });

/**
 * Returns a function that draws examples. A quarter of the rows is held out.
 * @param {(random: Random) => { words: string[], answers: Answer[] }} make
 */
const splitByRow = (make) => {
  /** @param {Random} random @param {{ heldOut?: boolean }} [options] */
  return (random, { heldOut = false } = {}) => {
    return drawUntil(() => {
      const example = make(random);
      return { ...example, heldOut: isHeldOut(1 / 4, ...example.words) };
    }, heldOut);
  };
};

/** Returns a function that draws rows of random letters. @param {(words: string[]) => Answer[]} answers */
const lettersWith = (answers) =>
  splitByRow((random) => {
    const words = positions.map(() => random.pick(letters));
    return { words, answers: answers(words) };
  });

const rows = { length: LENGTH, numOutputs: 1, causal: true };
const ofLetters = { ...rows, vocabulary: letters, answers: letters };

/** @type {Record<ToyName, Task>} */
export const toys = {
  /** Each word answers the previous word. */
  previous: { ...ofLetters, draw: lettersWith((w) => previous(w)) },

  /** Each word answers the word at the same distance from the other end. */
  mirror: { ...ofLetters, causal: false, draw: lettersWith((w) => mirror(w)) },

  /** Each word answers both: the previous and the mirrored word. One head cannot attend to both. */
  'previous-and-mirror': {
    ...ofLetters,
    numOutputs: 2,
    causal: false,
    draw: lettersWith((words) => [...previous(words, 0), ...mirror(words, 1)]),
  },

  /** Eight pairs such as c5, each a single word, then the eight letters. Each letter answers its digit. */
  recall: {
    ...rows,
    vocabulary: Object.freeze([
      ...letters.slice(0, 8),
      ...digits,
      ...letters.slice(0, 8).flatMap((key) => digits.map((value) => key + value)),
    ]),
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
   * Nine different letters, then seven of the first eight again in another order. Each of the seven answers the letter
   * that followed it the first time. That needs two layers: the first adds the previous letter to each letter, and the
   * second finds the letter with the right previous letter.
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
   * "the dog bites the man ?": who is bitten? Pairs are held out in both orders, so that a test sentence was never
   * trained with subject and object swapped.
   */
  order: {
    vocabulary: Object.freeze(['the', '?', ...verbs, ...people]),
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

  /** The task `order` without positions: attention then does not see the order of words. */
  get 'order-without-positions'() {
    return { ...this.order, hasPositions: false };
  },
};

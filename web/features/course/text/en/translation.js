/** Chapter 7: texts of its figures. The other texts are in translation.json. */

import { html } from 'lit';
import { bold } from '../../../../text/inline.js';
import { rounded } from '../../../../text/number.js';

/** @param {string} word */
export const look = (word) => `${word}: show where it looks`;

/** @param {readonly string[]} french @param {readonly string[]} english */
export const sentences = (french, english) =>
  `French: ${french.join(' ')}. English: ${english.join(' ')}`;

/** Smaller weights are left out of descriptions for screen readers. */
const LEAST = 0.05;

/** @param {string} from @param {readonly string[]} words @param {readonly number[]} weights */
export const lines = (from, words, weights) => {
  const parts = words.flatMap((word, i) =>
    weights[i] >= LEAST ? [`${word} ${rounded(weights[i], 2)}`] : [],
  );
  return `Lines from ${from}, as strong as its attention weights: ${parts.join(', ') || 'none above 0.05'}`;
};

export const training =
  'The translator starts from random numbers; in each of 1,500 steps it sees 32 pairs of sentences.';

export const meanwhile = 'Meanwhile, find the French word for “tall”.';

export const ends = '■ marks where a sentence begins and ends.';

export const scoring = 'Scores:';

export const ways = { additive: 'additive', dot: 'dot product' };

// Texts of the picture with encoder and decoder.

/** @param {readonly string[]} french @param {string} english */
export const coder = (french, english) =>
  `The encoder with a state for each of ${french.join(' ')}, and the decoder as it writes ${english}`;

/** Names of the picture's rows. Each name links to its step in the lab. */
export const coderParts = {
  words: 'French words',
  encoder: 'encoder, which reads both ways',
  weights: 'attention weights',
  mixed: 'what it asks, what comes out',
  decoder: 'decoder',
  written: 'English words',
};

/** @param {string} word the word that the decoder writes */
export const coderCaption = (word) =>
  html`Each small square is one number. What the decoder asks has fewer numbers than a state: the next page compares them.
    A state comes from its word and the state where its arrow begins (⇄, →). The decoder asks with its state before
    ${bold(word)}, and what comes out goes into its next state (↓). Dotted lines compare, green lines mix: the thicker, the
    larger the weight. Underlined names open the lab.`;

/** @param {string} word @param {number} count */
export const encoderState = (word, count) => `the encoder’s state at ${word}, ${count} numbers`;

/**
 * @param {string | undefined} word the word before this state; undefined for the first state
 * @param {number} count
 */
export const decoderState = (word, count) =>
  word === undefined
    ? `the decoder’s state before its first word, ${count} numbers`
    : `the decoder’s state at ${word}, ${count} numbers`;

/** Stands below the first state of the decoder. */
export const start = 'start: all 0';

/** @param {number} count */
export const queryTile = (count) => `what the decoder asks, ${count} numbers`;

/** @param {number} count */
export const contextTile = (count) => `what comes out, ${count} numbers`;

/** Roles of the tiles, which appear once the task is done. */
export const roles = {
  ...{ asked: 'asked', result: 'comes out' },
  ...{ query: 'query', keys: 'keys and values', context: 'context vector' },
};

/** @param {string} word */
export const write = (word) => `${word}: show how it is written`;

export const legend = { states: 'states', query: 'what it asks' };

// Texts of the map whose links can be blocked with a press.

export const translations = { read: 'French', before: 'no link blocked', now: 'now' };

// Texts of an additive score, part by part.

export const covered = 'covered';

export const additive = {
  /** @param {string} word */
  query: (word) => html`${bold(word)}: <i class="q">q</i> W<sub>q</sub>`,
  /** @param {string} word */
  key: (word) => html`+ ${bold(word)}: <i class="k">k</i> W<sub>k</sub>`,
  sum: '= sum',
  tanh: 'tanh of the sum',
  weights: '· w',
  products: '= products',
  score: 'Score: all products added up',
  caption: html`tanh keeps each sum between −1 and 1.`,

  /** @param {readonly number[]} sums */
  curve: (sums) =>
    `The curve of tanh, from −1 to 1${sums.length > 0 ? `, with the sums ${sums.map((sum) => rounded(sum)).join(', ')} on it` : ''}`,
};

/** @param {string} word */
export const keyOf = (word) => `${word} looks at:`;

/** Chapter 6: several heads. */

import { html } from 'lit';
import { bold, quoted } from '../../../lessons/text.js';
import { rounded } from '../../number.js';

export const chapter = {
  title: 'Several heads',
  question: 'Why is one row of weights not enough?',
};

/** @param {number} number counted from 1 */
export const head = (number) => `Head ${number}`;
/** @param {string} word @param {string} most @param {number} weight */
export const mapSeen = (word, most, weight) =>
  `a map of weights; the row of ${word} is largest at ${most}, ${rounded(weight, 2)}`;

export const worked =
  'The heads are a worked example from an article on multi-head attention; the rest is computed. Nothing here is trained.';

export const why = {
  title: 'Two questions at once',
  setup: html`<p>For each letter a small network must name the letter before it, and the one opposite: as far from the other
    end. It has one <b>head</b>, one set of queries, keys and values, so one row of weights a letter.</p>`,
  question: 'Before c stands a, opposite is h. How will the row of weights of c look?',
  answers: {
    each: '1 for a, and 1 for h',
    half: 'about half for a, and half for h',
    one: 'all for a, nothing for h',
  },
  each: html`The weights of a row add up to 1, so there is only one 1 to give.`,
  half: html`One row has to serve both questions, and it has only 1 to give away.`,
  one: html`Then h could only be guessed, at every letter. Training found something between.`,
  heads: 'The network has:',
  single: 'one head',
  two: 'two heads',
  /** @param {string} before @param {number} sureOfBefore @param {string} opposite @param {number} sure */
  answered: (before, sureOfBefore, opposite, sure) =>
    html`It answers: before it ${bold(before)} (${quoted(sureOfBefore)}), opposite ${bold(opposite)} (${quoted(sure)}).`,
  after: html`<p>Half a and half h arrive as one mixture: on new lines 59 % of its answers are right. With two heads each takes
    one question, and all are right.</p>`,
};

export const jobs = {
  title: 'Four heads, four jobs',
  setup: html`<p>A small language model, trained on little stories, predicts the next word, here <b>red</b>. Each of its four
    heads has a map of weights; framed is the row of the last word, <b>the</b>.</p>`,
  axes: 'Columns: the words looked at; <s> marks the start. Rows: the same words, looking.',
  question: 'What does each head look at most from there?',
  options: ['the word itself', 'the ball’s colour', 'the first verb', 'the first article'],
  /** @param {string} name @param {string} word */
  mistake: (name, word) =>
    html`${name}: read its framed row. Most of that weight is not above ${bold(word)}.`,
  done: html`Each head has its own queries, keys and values, so each makes its own map.`,
  after: html`<p>Training found these jobs. In another sentence the same head may do something else.</p>`,
};

export const silence = {
  title: 'Silence a head',
  setup: html`<p>To see what a head is good for, silence it: all it passes on is set to 0. Head 2 looked at <b>red</b>; head 3
    still looks at the <b>a</b> before it, and head 4 at the verb <b>has</b>.</p>`,
  question: 'Without head 2, which word will the model say next?',
  answers: {
    same: 'red all the same: the other heads make up for it',
    colour: 'a colour, but another one',
    any: 'any word, such as a verb',
  },
  same: html`None of the other three looks at <b>red</b>, so nothing brings that colour.`,
  colour: html`That a colour is due, the others still tell. Silence head 2, and see.`,
  /** @param {string} word @param {number} probability */
  seen: (word, probability) =>
    html`It says ${bold(word)} (${quoted(probability)}): that a colour is due is known, but not which.`,
  any: html`That a colour comes next the other heads still tell it: one looks at the article before the colour.`,
  missing: 'Silence:',
  none: 'none',
  next: 'The most probable next words',
  counted: 'In stories never seen, of 100 words that follow from earlier ones, so many are right:',
  /** @type {[string, number][]} */
  counts: [
    ['with all four heads', 100],
    ['without head 2', 73],
    ['without head 1', 55],
  ],
  after: html`<p>Head 1 mostly looks at a word itself or the one before, yet more is lost without it than
    without head 2: a dull map can matter more than a clear one.</p>`,
};

export const concatenate = {
  title: 'Side by side',
  setup: html`<p>Each head gives an output row for every word, but each word passes on only one. So the heads are
    <b>concatenated</b>: word by word, their rows are put side by side.</p>`,
  question: 'What are the last two numbers of the second word’s row?',
  labels: ['last but one', 'last'],
  right: html`The second row of head 3, after those of heads 1 and 2.`,
  averaged: html`Those are averages over the heads. Nothing is averaged: every number stays.`,
  summed: html`Those are sums over the heads. Nothing is added up here: every number stays.`,
  own: html`That is head 3’s row of another word. Heads are joined word by word.`,
  memory: html`That is what comes out where all numbers of head 1 are laid out first, then those of head 2: a known bug.
    Each row then mixes words.`,
  first: html`Those are of another head: the heads stand in their order, and head 3 is the last.`,
  wrong: html`The second rows of heads 1, 2 and 3 stand side by side: how does the last of them end?`,
  joined: 'all heads, concatenated',
  /** @param {boolean} isJoined */
  label: (isJoined) =>
    isJoined
      ? 'The rows of three heads side by side, one long row for each word'
      : 'The rows of three heads, each head for itself',
  after: html`<p>Each number still belongs to one head: nothing has been mixed yet.</p>`,
};

export const width = {
  title: 'As wide as before',
  setup: html`<p>A row should leave as wide as it came. In the first model built of attention alone (2017) it has 512 numbers, and 8 heads
    share them evenly; the three small heads here only show how.</p>`,
  question: 'Which columns of the concatenated row are head 3’s, counted from 1?',
  right: html`512 = 8 · 64: two heads stand before the third, and fill 128 columns.`,
  full: html`Eight rows of 512 side by side would be 4,096 numbers: a head has 512 / 8.`,
  zero: html`Those are the columns of the next head: before head 3 stand only two.`,
  off: html`Column 128 is the last of head 2; head 3 begins with the next.`,
  after: html`<p>More heads do not make more numbers: each works in a narrower row.</p>`,
};

export const output = {
  title: 'Where the heads meet',
  setup: html`<p>The concatenated row is multiplied by one more learned matrix, the <b>output projection</b>
    W<sub>O</sub>.</p>`,
  question: 'What do the heads bring to the output?',
  /** @param {string} calculation */
  help: (calculation) => html`Head 1 brings to the first number: ${calculation}`,
  labels: ['head 2 brings to it', 'first number of the output'],
  right: html`The third number of the row meets the third row of W<sub>O</sub>, and so on.`,
  rows: html`Head 2 met the rows of W<sub>O</sub> that are head 1’s. Its numbers are the third and the fourth of the row,
    so they meet rows three and four.`,
  mean: html`That is an average over the heads. W<sub>O</sub> adds up what they bring.`,
  only: html`That is only what head 2 brings: head 1 is added to it.`,
  across: html`A number of the output takes a column of W<sub>O</sub>, not a row.`,
  after: html`<p>Each head meets its own rows of W<sub>O</sub>, so the product is a sum over the heads:
    Concat(H<sub>1</sub>, …, H<sub>h</sub>) W<sub>O</sub> = Σ H<sub>i</sub> W<sub>O,i</sub>.</p>`,
};

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
/** @param {number} number counted from 1 */
export const silenced = (number) => `Head ${number}, silenced`;
/** @param {string} word @param {string} most @param {number} weight */
export const mapSeen = (word, most, weight) =>
  `a map of weights; the row of ${word} is largest at ${most}, ${rounded(weight, 2)}`;
export const maps = 'The heads of layer 1: press one to enlarge it';
export const mapsAlone = 'The heads of layer 1';

export const why = {
  title: 'Two questions at once',
  setup: html`<p>At each letter a small network must name the letter before it, and the one opposite, as far from
    the other end. It has one set of queries, keys and values, a <b>head</b>, so each letter has one row of weights.</p>`,
  question:
    'The letter c has to name a, before it, and h, opposite. How will its row of weights look?',
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
  after: html`<p>Half a and half h arrive as one mixture, and its second answer is wrong; on lines never seen, 59 % of
    its answers are right. With two heads, trained from the same start, each takes one question, and all are
    right.</p>`,
};

export const jobs = {
  title: 'Four heads, four jobs',
  setup: html`<p>A small language model, trained on little stories, foretells the next word, here <b>red</b>. Each head of
    its first layer has a map of weights; the framed row is that of the last <b>the</b>.</p>`,
  question: 'What does each head look at from there? Press a map to enlarge it.',
  options: [
    'the word itself',
    'the colour of the ball',
    'the verb of the first sentence',
    'the article before the colour',
  ],
  /** @param {string} name @param {string} word */
  mistake: (name, word) =>
    html`${name}: read its framed row, the last one. Most of that weight does not stand in the column of ${bold(word)}.`,
  done: html`Each head has its own queries, keys and values, so each makes its own map.`,
  after: html`<p>Nobody gave them their jobs: training found them. In another sentence, or trained from another start,
    the same head may do something else.</p>`,
};

export const silence = {
  title: 'Silence a head',
  setup: html`<p>What a head is good for shows when it is silenced: all it passes on is set to 0. Head 2 is the one that looks
    at <b>red</b>.</p>`,
  question: 'Without head 2, which word will the model say next?',
  answers: {
    same: 'red all the same: the other heads make up for it',
    colour: 'a colour, but another one',
    any: 'any word, such as a verb',
  },
  same: html`No other head of this layer looks at <b>red</b>, so nothing brings that colour.`,
  colour: html`That a colour is due, the others still tell. Silence head 2, and see.`,
  /** @param {string} word @param {number} probability */
  seen: (word, probability) =>
    html`It says ${bold(word)} (${quoted(probability)}): that a colour is due is known, but not which.`,
  any: html`That a colour comes next the other heads still tell it: one looks at the article before the colour.`,
  missing: 'Silence:',
  none: 'none',
  next: 'The most probable next words',
  after: html`<p>Head 1 mostly looks at a word itself or the one before. Yet in stories never seen, 55 % of the words that
    earlier ones decide are right without it, 73 % without head 2, 100 % with all. A dull map can matter more than a
    clear one.</p>`,
};

export const concatenate = {
  title: 'Side by side',
  setup: html`<p>Each head has found a row for every word, and the next layer needs one row a word. So the heads are
    <b>concatenated</b>: word by word, their rows are put side by side.</p>`,
  question: 'What are the last three numbers of the second word’s row?',
  labels: ['third from the end', 'second from the end', 'last'],
  right: html`The second row of head 3, after those of heads 1 and 2.`,
  averaged: html`Those are averages over the heads. Nothing is averaged: every number stays.`,
  summed: html`Those are sums over the heads. Nothing is added up here: every number stays.`,
  own: html`That is head 3’s row of another word. Heads are joined word by word.`,
  memory: html`That is what comes out where all numbers of head 1 are laid out first, then those of head 2: a known bug.
    Each row then mixes words.`,
  first: html`Those are of another head: the heads stand in their order, and head 3 is the last.`,
  joined: 'all heads, concatenated',
  /** @param {boolean} isJoined */
  label: (isJoined) =>
    isJoined
      ? 'The rows of three heads side by side, one long row for each word'
      : 'The rows of three heads, each head for itself',
  after: html`<p>The row is longer, and each of its numbers still belongs to one head. Nothing has been mixed
    yet.</p>`,
};

export const width = {
  title: 'As wide as before',
  setup: html`<p>Layers are stacked, so what leaves one must be as wide as what enters. In the first Transformer a row has
    512 numbers, and 8 heads share them evenly; the three small heads here only show how.</p>`,
  question:
    'How wide is the row of one head, and which columns of the concatenation are head 3’s, counted from 1?',
  labels: ['numbers in the row of one head', 'first column of head 3', 'last column of head 3'],
  right: html`512 = 8 · 64; two heads stand before the third, and fill 128 columns.`,
  full: html`Eight rows of 512 side by side would be 4,096 numbers.`,
  zero: html`Those are the columns of the next head: before head 3 stand only two.`,
  off: html`Column 128 is the last of head 2; head 3 begins with the next.`,
  after: html`<p>So more heads do not make more numbers: each one works in a narrower row. The price of a further job is
    less room for each.</p>`,
};

export const output = {
  title: 'Where the heads meet',
  setup: html`<p>The concatenated row is multiplied by one more learned matrix, the <b>output projection</b>
    W<sub>O</sub>. These numbers are chosen by hand, small enough to compute with.</p>`,
  question: 'What do the heads bring to the output?',
  /** @param {string} calculation */
  help: (calculation) => html`Head 1 brings to the first number: ${calculation}`,
  labels: ['head 2 brings to it', 'first number of the output', 'second number of the output'],
  right: html`The third number of the row meets the third row of W<sub>O</sub>, and so on.`,
  rows: html`Head 2 met the rows of W<sub>O</sub> that are head 1’s. Its numbers are the third and the fourth of the row,
    so they meet rows three and four.`,
  mean: html`That is an average over the heads. W<sub>O</sub> adds up what they bring.`,
  only: html`That is only what head 2 brings: head 1 is added to it.`,
  across: html`A number of the output takes a column of W<sub>O</sub>, not a row.`,
  after: html`<p>Each head meets rows of W<sub>O</sub> of its own; of the wide matrix before, rows 129 to 192 are head 3’s. So the
    product is a sum over the heads, Concat(H<sub>1</sub>, …, H<sub>h</sub>) W<sub>O</sub> = Σ H<sub>i</sub> W<sub>O,i</sub>, and
    both sides are computed here.</p>`,
};

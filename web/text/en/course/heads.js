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
export const maps = 'The heads of layer 1: press one to enlarge it';

export const why = {
  title: 'Two questions at once',
  setup: html`<p>At each letter a small network must name two letters: the one <b>before</b> it, and the one
    <b>opposite</b>, as far from the other end of the line. It has one set of queries, keys and values, a
    <b>head</b>, and so one row of weights for each letter.</p>`,
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
    html`It answers: before it ${bold(before)} (${quoted(sureOfBefore, 2)}), opposite ${bold(opposite)} (${quoted(sure, 2)}).`,
  after: html`<p>What arrives is half a and half h, and the network cannot tell which is which: its second answer is
    wrong. Trained from this start, it gives 59 % of right answers to lines it has never seen. Two heads have two rows,
    each takes one question, and all answers are right.</p>`,
};

export const jobs = {
  title: 'Four heads, four jobs',
  setup: html`<p>A small language model, trained on little stories, has to foretell the word after the last
    <b>the</b>: the ball was red, so <b>red</b> comes next. Its first layer has four heads; the framed row of each map
    shows where the last <b>the</b> looks.</p>`,
  question: 'What does each head look at from the last “the”? Press a map to enlarge it.',
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
  after: html`<p>Nobody gave the heads their jobs: training found them, and from another start they come out otherwise.
    A job holds for some sentences only; in another one the same head may do something else.</p>`,
};

export const silence = {
  title: 'Silence a head',
  setup: html`<p>What a head is good for shows when it is missing: all it passes on is set to 0, and the rest computes on.
    Head 2 is the one that looks at <b>red</b>.</p>`,
  question: 'Without head 2, which word will the model say next?',
  answers: {
    same: 'red all the same: the other heads make up for it',
    colour: 'a colour, but another one',
    any: 'any word, such as a verb',
  },
  same: html`No other head of this layer looks at <b>red</b>, so nothing brings that colour.`,
  colour: html`That a colour is due the other heads still tell; which one, only this head did. Silence it, and see.`,
  /** @param {string} word @param {number} probability */
  seen: (word, probability) =>
    html`It says ${bold(word)} (${quoted(probability)}): that a colour is due is known, but not which.`,
  any: html`That a colour comes next the other heads still tell it: one looks at the article before the colour.`,
  missing: 'Silence:',
  none: 'none',
  next: 'The most probable next words',
  after: html`<p>Now silence head 1, whose map shows little but words looking at themselves or the one before. In stories
    it has never seen, the model then gets 55 % of the decided words right, without head 2 it gets 73 %, and with all
    heads 100 %. A dull map can matter more than a clear one.</p>`,
};

export const concatenate = {
  title: 'Side by side',
  setup: html`<p>Each head has found a row for each word, and the next layer needs one row for each word. The rows are
    <b>concatenated</b>: for every word, those of its heads are put side by side, in their order.</p>`,
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
  after: html`<p>A row is now longer, and every number still belongs to one head. The numbers are those of an article;
    press one to see where it comes from.</p>`,
};

export const width = {
  title: 'As wide as before',
  setup: html`<p>Layers are stacked, so what leaves one must be as wide as what enters. In the first Transformer a row has
    512 numbers, and 8 heads share them evenly.</p>`,
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
  title: 'What W_O does with it',
  setup: html`<p>Side by side, the heads do not yet meet. A last learned matrix, <b>W<sub>O</sub></b>, the output
    projection, multiplies the concatenated row and mixes the heads.</p>`,
  question:
    'What do the heads bring to the output? The numbers are chosen by hand, small enough to compute with.',
  /** @param {string} calculation */
  help: (calculation) => html`Head 1 brings to the first number of the output: ${calculation}`,
  labels: [
    'what head 2 brings to the first number',
    'the first number of the output',
    'the second number of the output',
  ],
  right: html`The third number of the row meets the third row of W<sub>O</sub>, and so on.`,
  rows: html`Head 2 met the rows of W<sub>O</sub> that are head 1’s. Its numbers are the third and the fourth of the row,
    so they meet rows three and four.`,
  mean: html`That is an average over the heads. W<sub>O</sub> adds up what they bring.`,
  only: html`That is only what head 2 brings: head 1 is added to it.`,
  across: html`A number of the output takes a column of W<sub>O</sub>, not a row.`,
  same: 'Added up over the heads, and computed in one go:',
  after: html`<p>Each head has rows of W<sub>O</sub> of its own, so the product is a sum over the heads:
    Concat(H<sub>1</sub>, …, H<sub>h</sub>) W<sub>O</sub> = H<sub>1</sub> W<sub>O,1</sub> + … + H<sub>h</sub> W<sub>O,h</sub>.
    In the wide row before, rows 129 to 192 of W<sub>O</sub> are head 3’s. Both ways are computed here, and give the same
    numbers.</p>`,
};

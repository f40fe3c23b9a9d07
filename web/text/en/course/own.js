/** Chapter 8: to build it, to find what is wrong, to go on. */

import { html } from 'lit';
import { A, K, Q, V, WV } from '../../../lessons/symbols.js';

export const chapter = {
  title: 'Own it',
  question: 'Can I build attention, and find out what is wrong with it?',
};

export const picture = {
  title: 'The whole picture',
  setup: html`<p>All that you have computed, each table drawn small, joined by what it goes into. Press a word or a
    number, and its way lights up.</p>`,
  question: html`One number of ${WV} of head 1 is changed. What changes with it?`,
  answers: {
    all: 'everything after it, in both heads',
    weights: 'V, weights and output of head 1',
    values: 'V and output of head 1, not its weights',
  },
  all: html`Head 2 has weight matrices of its own: nothing of it depends on head 1.`,
  weights: html`The weights are made of queries and keys. Values are what is mixed by them; they have no say in how much.`,
  values: html`Along the way of the values, past the weights.`,
  after: html`<p>When a program trains, it goes the same ways back, to find how much each number matters.</p>`,
};

export const formula = {
  title: 'One line',
  setup: html`<p>All that you have computed fits in one line: softmax(<i>QKᵀ</i> / √<i>d</i>) <i>V</i>.</p>`,
  question: 'What does each part do?',
  items: ['Q Kᵀ', '… / √d', 'softmax( … )', '… V'],
  options: [
    'keeps scores small for any d',
    'adds up values by their weights',
    'compares queries with keys',
    'shares out 1 in each row',
  ],
  /** @type {readonly string[]} by item, whatever was chosen instead */
  mistakes: [
    'Q Kᵀ is a product of queries and keys: what comes out are the scores, one for each pair of words.',
    'The division comes between scores and softmax, and √d is the root of the length of a query.',
    'The softmax takes scores in, and gives weights out.',
    'What is multiplied by V are the weights: what comes out is the output.',
  ],
  done: html`Compare, keep in size, share out, mix: that is attention.`,
  after: html`<p>In a Transformer several heads do it side by side, each with its own ${Q}, ${K} and ${V} of the same words; their
    outputs stand side by side, times one more weight matrix.</p>`,
};

export const row = {
  title: 'A row, from queries to output',
  setup: html`<p>One query, two keys, two values; the scores are not divided here. The only power you need is
    <i>e</i><sup>1.0986</sup> = 3; the table shows 1.0986 as 1.10.</p>`,
  question: 'Which two numbers come out?',
  labels: ['first number', 'second number'],
  right: html`Scores 0 and 1.0986, exponentials 1 and 3, weights ¼ and ¾, and then the values, mixed.`,
  even: html`That is the plain average of the values: the scores have not been used.`,
  swapped: html`The weights are the right ones, but each stands at the other value.`,
  linear: html`You have shared out the scores themselves. The softmax shares out <i>e</i> to the power of each score,
    so a score of 0 still gets something.`,
  unshared: html`The exponentials are not divided by their sum: then the weights add up to 4, not to 1.`,
  after: html`<p>Every attention layer does this for each of its words, in each of its heads, masked where needed.</p>`,
};

export const bug = {
  title: 'Something is wrong',
  setup: html`<p>This program runs, and its rows of weights add up to 1. The tables show what it computed for <b>tea</b>, one of
    three words with queries and keys of two numbers; <b>@</b> is the matrix product, <b>.T</b> transposes,
    <b>axis=-1</b> is along each row.</p>`,
  question: 'Which line is wrong?',
  lines: [
    'scores = q @ k.T',
    'scaled = scores / sqrt(len(words))',
    'weights = softmax(scaled, axis=-1)',
    'output = weights @ v',
  ],
  replies: [
    html`Check one number: the row of ${Q} times a row of ${K} gives the score in the table.`,
    html`The scores are divided by the root of 3, the number of words. It has to be the root of 2, the length of a query.`,
    html`Each row adds up to 1, as it should: a query shares out its attention over the keys.`,
    html`Each row of ${A} times ${V}: that is how values are mixed.`,
  ],
  label: 'the first scaled score, as it should be',
  after: html`<p>A bug like this raises no error. One number computed by hand finds it, or a program that is known to be
    right.</p>`,
};

export const repair = {
  title: 'What it should have been',
  setup: html`<p>The same scores once more.</p>`,
  question: html`What should the scaled score of <b>tea</b> with itself have been?`,
  label: 'scaled score of tea with tea',
  right: html`The score divided by √2 = 1.414.`,
  same: html`That is what the wrong program printed.`,
  half: html`That is divided by 2, not by its root.`,
  none: html`That is the score itself, not divided.`,
  after: html`<p>In the lab the same can be switched: <b>scale</b> by the root of the number of words, and back.</p>`,
};

export const cost = {
  title: 'What it costs',
  setup: html`<p>Every word is compared with every word. A sentence of 4 words has 16 scores in each head.</p>`,
  question: 'A text is 10 times as long. How many times as many scores does a head compute?',
  label: 'times as many',
  right: html`10 times the queries, and each meets 10 times the keys.`,
  ten: html`That counts the queries only; each of them also meets 10 times as many keys.`,
  twenty: html`Queries and keys are not added up, but paired.`,
  after: html`<p>This is why long texts are expensive, and why much work goes into attention that leaves out some of the pairs.</p>`,
};

export const sets = {
  title: 'Somewhere else',
  setup: html`<p>A weather service has one row of numbers for each station: where it stands, how warm it is, and so on.
    Attention lets each station look at the others.</p>`,
  question: html`Position embeddings are added, as for words. Then the same stations come in another order. What becomes
    of the output for Oslo?`,
  answers: {
    same: 'It stays the same.',
    changes: 'It changes; without them it would stay the same.',
    always: 'It changes; without them it would change, too.',
  },
  same: html`Each row now says where in the list it stands, and that is no longer what it was.`,
  changes: html`The order of such a list means nothing, so nothing should depend on it. Where a station stands is in its own row.`,
  always: html`Without them attention is blind to order: the same rows in another order give Oslo the same output.`,
  after: html`<p>Attention is not only for language: it takes anything that comes as rows of numbers.</p>`,
};

export const end = {
  title: 'What you have, and what comes next',
  setup: html`<p>Attention lets each row of numbers gather what it needs from other rows: a query meets keys, the softmax
    makes weights, and the weights mix values.</p>`,
  reached: 'What you did',
  /** @param {number} done @param {number} count */
  tasks: (done, count) => `${done} of ${count}`,
  chapter: 'chapter',
  done: 'tasks done',
  program: 'Take a program home',
  programIs: `It computes “They eat fried noodles” as this page does, in NumPy, and compares each number with
    the page’s.`,
  nextIs: html`<p>What a Transformer has besides:</p>`,
  next: [
    html`<b>A block:</b> what attention found is added to the row that came in (the <i>residual</i>), normalised, and sent
      through a small network (<i>feed-forward</i>).`,
    html`<b>Many layers</b> of such blocks; the model of chapter 6 has two. From the last row, softmax makes the next word.`,
    html`<b>Its cost:</b> n² scores for n words. Ten times the text has a hundred times the scores.`,
  ],
};

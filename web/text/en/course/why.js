/** Chapter 1: why a word has to look at others. */

import { html } from 'lit';
import { bold } from '../../../lessons/text.js';

export const chapter = {
  title: 'Why look elsewhere?',
  question: 'What does “tired” describe, and how could a program find out?',
};

/** @param {string} adjective @param {boolean} isAnswered */
export const arcs = (adjective, isAnswered) =>
  isAnswered
    ? `The sentence, with arcs from ${adjective} to the words it attends to`
    : `The sentence; its word ${adjective} is marked`;
/** @param {string} word */
export const press = (word) => `${word}: choose this word`;
export const flipping = 'The last word:';
export const weights = 'attention weights';
/** Where numbers come from, before seeds and steps are known. */
export const trained = 'These numbers were found by training.';
export const byHand = 'These weights come from numbers chosen by hand. Nothing here is trained.';

export const flip = {
  title: 'One word needs another',
  setup: html`<p>To translate this sentence, a program has to know what <b>sleepy</b> describes. The word alone does
    not say it.</p>`,
  question: 'Which word does “sleepy” describe? Press it in the sentence.',
  right: html`Dogs get sleepy, roads do not; that <b>road</b> stands nearer does not matter.`,
  /** @param {string} word @param {boolean} isNoun */
  wrong: (word, isNoun) =>
    isNoun
      ? html`${bold(word)} can be carried or crossed, but hardly be sleepy.`
      : html`${bold(word)} names nothing that could be sleepy: look for a noun.`,
  after: html`<p>A small program found it, too: the arc is its <b>attention weight</b>, a number between 0 and 1
    that says how much one word <b>attends to</b> another. Change the last word, and the arc goes
    elsewhere.</p>`,
};

export const unseen = {
  title: 'Where will the arc go?',
  setup: html`<p>The program knows all these words, but this sentence was not among those it was
    trained on.</p>`,
  question: 'To which word will “flimsy” attend most? Press it before you see the arc.',
  right: html`Things can be flimsy, and <b>cart</b> is the only thing here.`,
  /** @param {string} word */
  wrong: (
    word,
  ) => html`Not ${bold(word)}. The program has learned which nouns go with which adjectives, not which word
    stands near.`,
  after: html`<p>It was trained only to name the right noun; nobody told it where to look. Trained on other
    sentences, it would attend otherwise.</p>`,
};

export const cup = {
  title: 'What catches the eye, and what you want',
  setup: html`<p>A red cup and a notebook lie on a table. Somebody who just looks around attends mostly to the red
    cup.</p>`,
  question: html`All weights of one look add up to 1. How much attention is left for the notebook?`,
  label: 'weight of the notebook',
  right: html`1 minus the weight of the cup.`,
  wrong: html`The table has the weight of the cup. Both weights together are 1.`,
  same: html`That is the weight of the cup: both together would be more than 1.`,
  all: html`All of 1 would leave nothing for the cup.`,
  after: html`<p>Somebody who plans to work sees the same two things, and most of the weight goes to the notebook.
    Attention depends on both: on what things show, and on what is looked for.</p>`,
};

export const even = {
  title: 'Looking for nothing',
  setup: html`<p>Only adjectives were ever asked what they describe. The word <b>because</b> looks for nothing, so
    it attends to all 11 words of this sentence alike.</p>`,
  question: 'How large is each of its weights?',
  label: 'each weight',
  right: html`1 divided by 11 words: a weight for every word, and together 1.`,
  zero: html`Weights of 0 would add up to 0. A word cannot attend to nothing: it has 1 to give away.`,
  one: html`A weight of 1 for each of 11 words would add up to 11.`,
  half: html`That would be for another number of words: count them all, also <b>because</b> itself.`,
  after: html`<p>This is what attention does with nothing to look for: it spreads evenly. A pale row of equal
    weights is no discovery.</p>`,
};

export const limits = {
  title: 'What it does not know',
  setup: html`<p>In this sentence <b>street</b> and <b>animal</b> have changed places. It makes no sense, but the program
    attends all the same.</p>`,
  question: 'To which word will “tired” attend most?',
  answers: {
    street: 'street: it is what does not cross',
    animal: 'animal: it goes with tired',
    even: 'all words alike',
  },
  street: html`A reader might try; this program does not know who does what to whom.`,
  animal: html`It weighs which words go together and knows nothing of their order.`,
  even: html`It cannot tell that; what it has learned of <b>tired</b> stays as it is.`,
  after: html`<p>Weights show where a program looks, not why, and prove no understanding: <b>a map is not an
    explanation</b>. How it can know the order of words comes in chapter 5.</p>`,
};

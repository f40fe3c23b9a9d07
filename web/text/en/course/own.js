/** Chapter 8: what its end says. The rest is in own.json. */

import { html } from 'lit';

export const end = {
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
    html`<b>Many layers</b> of such blocks; the model of chapter 6 has two layers, without feed-forward. From the last row, one
      more matrix makes a score for every known word, and softmax probabilities.`,
    html`<b>Its cost:</b> n² scores for n words. Ten times the text has a hundred times the scores.`,
  ],
};

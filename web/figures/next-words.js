/** A table of possible next words, with a bar for the probability of each. */

import { html, nothing } from 'lit';
import { word } from '../text/inline.js';
import { exact, roundedWeight } from '../text/number.js';
import { styled } from './dom.js';

/**
 * @param {unknown} caption
 * @param {readonly { word: string, probability: number, place?: string }[]} words the words, with
 * their cells if they belong to the run
 */
export const nextWordsTable = (caption, words) => html`<table class="terms next-words" role="grid">
  <caption>${caption}</caption>
  <tbody>${words.map(
    ({ word: name, probability, place }, i) => html`<tr>
      <th scope="row">${word(name)}</th>
      <td role="gridcell" tabindex="-1" data-row=${i} data-col="0" data-place=${place ?? nothing}
        data-value=${exact(probability)}>${roundedWeight(probability, true)}</td>
      <td><i class="share" aria-hidden="true" ${styled('--part', `${100 * probability}%`)}></i></td>
    </tr>`,
  )}</tbody>
</table>`;

/** The words that a model finds most probable, and a table with a bar for each. */

import { html, nothing } from 'lit';
import { formatCell, getRow } from '../graph/cell.js';
import { word } from '../text/inline.js';
import { exact, roundedWeight } from '../text/number.js';
import { styled } from './dom.js';

/** @import { Computation } from '../sources/types.js' */

/**
 * Lists the words of a row of probabilities with their cells, the most probable first.
 * @param {Pick<Computation, 'names' | 'results'>} computation
 * @param {number} row
 * @param {number} [output] the index of the output, if the model has several
 */
export function rankWords({ names, results: { probabilities } }, row, output = 0) {
  // Only models with several outputs have an axis for them.
  const leadingIndex = [output, row].slice(1 - probabilities.shape.length);
  return Array.from(getRow(probabilities, ...leadingIndex), (probability, index) => ({
    word: names?.n[index] ?? '',
    probability,
    index,
    place: formatCell({ id: 'probabilities', index: [...leadingIndex, index] }),
  })).sort((a, b) => b.probability - a.probability);
}

/**
 * @param {unknown} caption
 * @param {readonly { word: string, probability: number, place?: string }[]} words the words, with
 * their cells if they belong to the run; other numbers do not open
 */
export const nextWordsTable = (
  caption,
  words,
) => html`<table class="terms next-words" role=${words[0]?.place ? 'grid' : nothing}>
  <caption>${caption}</caption>
  <tbody>${words.map(
    ({ word: name, probability, place }, i) => html`<tr>
      <th scope="row">${word(name)}</th>
      <td role=${place ? 'gridcell' : nothing} tabindex=${place ? -1 : nothing} data-row=${i} data-col="0"
        data-place=${place ?? nothing} data-value=${exact(probability)}>${roundedWeight(probability, 3)}</td>
      <td><i class="share" aria-hidden="true" ${styled('--part', `${100 * probability}%`)}></i></td>
    </tr>`,
  )}</tbody>
</table>`;

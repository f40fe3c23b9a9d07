/** The words that a model finds most probable, with their numbers. */

import { html } from 'lit';
import { formatCell, indexAt } from '../../graph/cell.js';
import { quoted, word } from '../../text/inline.js';
import { selectedRow, selectedWord, table } from '../tables.js';

const SHOWN = 10;

/** @param {import('../tables.js').Context} context @param {number} [output] where there are several */
export function selectedProbabilities(context, output = 0) {
  const { shape, data } = context.computation.results.probabilities;
  const [queries, count] = shape.slice(-2);
  const first = (output * queries + selectedRow(context)) * count;
  return { shape, first, row: Array.from(data.subarray(first, first + count)) };
}

/** The most probable word of the selected row. @param {import('../tables.js').Context} context @param {number} [output] */
export function mostProbableWord(context, output) {
  const { row } = selectedProbabilities(context, output);
  const probability = Math.max(...row);
  return { word: context.computation.names?.n[row.indexOf(probability)] ?? '', probability };
}

/**
 * A table of logits or probabilities; a map of it shows the most probable word of the selected row.
 * @param {import('../tables.js').Context} context
 * @param {string} tensor
 */
export function answerTable(context, tensor) {
  const { row } = selectedProbabilities(context);
  return { ...table(context, tensor), column: row.indexOf(Math.max(...row)) };
}

/**
 * The probabilities of the selected row, the largest first. Each leads to its number.
 * @param {import('../../views/context.js').ViewContext} context
 * @param {(word: string) => unknown} caption
 */
export function mostProbable(context, caption) {
  const { computation, update } = context;
  const { shape, first, row } = selectedProbabilities(context);
  const words = computation.names?.n ?? [];
  const order = row.map((_, i) => i).sort((a, b) => row[b] - row[a]);
  return html`<table class="terms" role="table">
    <caption>${caption(selectedWord(context))}</caption>
    <tbody>${order.slice(0, SHOWN).map((i) => {
      const cell = formatCell({ id: 'probabilities', index: indexAt(shape, first + i) });
      return html`<tr>
        <th scope="row"><button type="button" class="plain" @click=${() => update({ cell })}>${word(words[i])}</button></th>
        <td>${quoted(row[i], 4)}</td>
        <td><meter class="positive" max="1" value=${row[i]} aria-hidden="true"></meter></td>
      </tr>`;
    })}</tbody>
  </table>`;
}

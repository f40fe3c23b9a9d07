/** What a model says in the end, in one sentence. */

import { html } from 'lit';
import { adjectives } from '../../../../src/js/learning/grammars/describer.js';
import { selectedRow, selectedWord, table } from '../../../figures/tables.js';
import { formatCell, indexAt } from '../../../graph/cell.js';
import { quoted, word } from '../../../text/inline.js';
import * as describer from '../text/en/describer.js';
import * as mini from '../text/en/mini.js';
import * as pronoun from '../text/en/pronoun.js';
import * as toy from '../text/en/toy.js';

/**
 * @import { Context } from '../../../figures/tables.js'
 * @import { ViewContext } from '../../../lessons/context.js'
 */

// The words that a model finds most probable, with their numbers.

const SHOWN = 10;

/** @param {Context} context @param {number} [output] where there are several */
function selectedProbabilities(context, output = 0) {
  const { shape, data } = context.computation.results.probabilities;
  const [queries, count] = shape.slice(-2);
  const first = (output * queries + selectedRow(context)) * count;
  return { shape, first, row: Array.from(data.subarray(first, first + count)) };
}

/** The most probable word of the selected row. @param {Context} context @param {number} [output] */
export function mostProbableWord(context, output) {
  const { row } = selectedProbabilities(context, output);
  const probability = Math.max(...row);
  return { word: context.computation.names?.n[row.indexOf(probability)] ?? '', probability };
}

/**
 * A table of logits or probabilities; a map of it shows the most probable word of the selected row.
 * @param {Context} context
 * @param {string} tensor
 */
export function answerTable(context, tensor) {
  const { row } = selectedProbabilities(context);
  return { ...table(context, tensor), column: row.indexOf(Math.max(...row)) };
}

/**
 * The probabilities of the selected row, the largest first. Each leads to its number.
 * @param {ViewContext} context
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

const ASKED = Object.values(adjectives).flat();

/** Without an entry the source says it itself. @type {Record<string, (context: Context) => unknown>} */
const says = {
  describer(context) {
    const asked = selectedWord(context);
    const { word, probability } = mostProbableWord(context);
    return ASKED.includes(asked)
      ? describer.answer(asked, word, probability)
      : describer.notAsked(asked);
  },

  pronoun(context) {
    const asked = selectedWord(context);
    if (asked !== 'it') return pronoun.notAsked(asked);
    const { word, probability } = mostProbableWord(context);
    return pronoun.answer(word, probability);
  },

  mini(context) {
    const { word, probability } = mostProbableWord(context);
    return mini.answer(selectedWord(context), word, probability);
  },

  toy(context) {
    const { shape } = context.computation.results.probabilities;
    const asked = selectedWord(context);
    if (shape.length > 2) {
      return toy.answerTwice(asked, mostProbableWord(context, 0), mostProbableWord(context, 1));
    }
    const { word, probability } = mostProbableWord(context);
    return toy.answer(asked, word, probability);
  },
};

/** Numbers that have overflowed say nothing. @param {Context} context @returns {boolean} */
const isNumber = ({ computation: { results } }) => !Number.isNaN(results.probabilities.data[0]);

/** @type {Record<string, (context: Context) => unknown>} */
export const answers = Object.fromEntries(
  Object.entries(says).map(([model, say]) => [
    model,
    (context) => (isNumber(context) ? say(context) : undefined),
  ]),
);

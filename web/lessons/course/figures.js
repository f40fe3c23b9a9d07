/** Figures that several chapters show. */

import { html } from 'lit';
import { arcs } from '../../figures/arcs.js';
import { numberAt } from '../../graph/trace.js';
import * as text from '../../text/en/course/figures.js';
import { matrixTable } from '../../views/matrix.js';
import { numberTable } from '../../views/number-table.js';
import { table } from '../tables.js';

/** @typedef {import('./page.js').CourseContext} CourseContext */

/**
 * The weights of the selected word as arcs over the sentence.
 * @param {CourseContext} context
 * @param {{ tensor?: string, head?: number, hidden?: boolean }} [options] hidden: without the arcs
 */
export function arcsOf(context, { tensor = 'weights', head = 0, hidden = false } = {}) {
  const { computation, selected } = context;
  const words = computation.keyWords;
  const index = (/** @type {number} */ key) => [head, selected, key];
  const word = computation.queryWords[selected];
  const weights = words.map((_, key) =>
    numberAt(computation.run, { id: tensor, index: index(key) }),
  );
  return arcs({
    ...{ words, from: selected, weights: hidden ? [] : weights },
    cellOf: (key) => `${tensor}.${index(key).join('.')}`,
    label: hidden ? text.sentence(word) : text.arcs(word, words, weights),
  });
}

/**
 * A table of the run.
 * @param {CourseContext} context
 * @param {string} id
 * @param {object} [options]
 * @param {readonly string[]} [options.covered] 'row.column' of the numbers that are not shown yet
 * @param {number[]} [options.rows] only these
 * @param {number} [options.head]
 */
export function tableOf(context, id, { covered = [], rows, head } = {}) {
  const matrix = {
    ...table(context, id, head === undefined ? {} : { head }),
    isCovered: (/** @type {number} */ row, /** @type {number} */ column) =>
      covered.includes(`${row}.${column}`),
  };
  if (!rows) return matrixTable(matrix, context);
  const columns = Array.from({ length: matrix.view.columns }, (_, i) => i);
  return numberTable(matrix, context, { rows, columns });
}

/**
 * Buttons that show another sentence.
 * @param {CourseContext} context
 * @param {string} label
 * @param {string[][]} choices name and sentence
 */
export const sentenceChoice = (
  { state, apply },
  label,
  choices,
) => html`<div class="flip" role="group" aria-label=${label}>
  <span class="note">${label}</span>
  ${choices.map(
    ([
      name,
      sentence,
    ]) => html`<button type="button" class="choose" aria-pressed=${state.sentence === sentence}
      @click=${() => apply({ sentence })}>${name}</button>`,
  )}
</div>`;

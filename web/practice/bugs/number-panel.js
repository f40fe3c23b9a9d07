/**
 * A number of a program with a mistake, before the mistake is found: what it should be computed from, number
 * by number. How it was computed is not said, as that would name the mistake.
 */

import { html } from 'lit';
import { formatCell } from '../../graph/cell.js';
import { numberAt, operandsOf } from '../../graph/trace.js';
import * as text from '../../text/en/practice/hunt.js';
import { close } from '../../text/en/trace.js';
import { quoted } from '../../text/inline.js';
import { symbolOf } from '../../text/symbols.js';
import { refocus } from '../../views/grid.js';
import { labelOf } from '../../views/trace-panel.js';

/**
 * @typedef {import('../../course/page.js').CourseContext} CourseContext
 * @typedef {import('../../graph/cell.js').Cell} Cell
 * @typedef {import('../../session/computation.js').Computation} Computation
 */

/** They are the sum of words and positions: a reader starts from the sum. */
const STARTS = ['embeddings', 'queryEmbeddings'];

/**
 * The numbers from which a number should be computed: of tables that are shown, or of what is given.
 * @param {Computation} right
 * @param {Cell} cell
 * @param {readonly string[]} shown
 * @returns {Cell[]}
 */
export function sourcesOfNumber(right, cell, shown) {
  /** @type {Map<string, Cell>} */
  const found = new Map();
  for (const one of operandsOf(right.run, cell).flat()) {
    const isEnd =
      shown.includes(one.id) || STARTS.includes(one.id) || operandsOf(right.run, one).length === 0;
    const ends = isEnd ? [one] : sourcesOfNumber(right, one, shown);
    for (const end of ends) found.set(formatCell(end), end);
  }
  return [...found.values()];
}

/**
 * @param {CourseContext} context
 * @param {Computation} right
 * @param {readonly string[]} shown
 */
export function numberPanel(context, right, shown) {
  const { computation, apply } = context;
  const cell = /** @type {Cell} */ (context.traced);
  const cells = sourcesOfNumber(right, cell, shown);
  const ids = [...new Set(cells.map(({ id }) => id))];
  return html`<section class="trace" part="trace" aria-label=${text.pressed}>
    <header>
      <h3>${labelOf(context, cell)}</h3>
      <button type="button" class="plain" @click=${(/** @type {Event} */ event) => {
        refocus(/** @type {Element} */ (event.currentTarget), formatCell(cell));
        apply({ cell: '' });
      }}>${close}</button>
    </header>
    <p>${quoted(numberAt(computation.run, cell), 6)}</p>
    <div><h4>${text.shouldComeFrom}</h4><ul>${ids.map((id) => {
      const its = cells.filter((one) => one.id === id);
      const node = right.nodes[id];
      // What is on screen may be wrong already; what is not, is as it should be.
      const { run } = shown.includes(id) ? computation : right;
      return html`<li>${node.name} ${symbolOf(node, node.axes.startsWith('h') ? its[0].index[0] : undefined)}:
        ${its.map((one, i) => html`${i > 0 ? ', ' : ''}${quoted(numberAt(run, one))}`)}</li>`;
    })}</ul></div>
  </section>`;
}

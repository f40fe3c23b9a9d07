/**
 * Shows how the cost of attention grows with the text: counts of scores and cached numbers, and
 * times measured in this browser.
 */

import { html, nothing } from 'lit';
import { directive } from 'lit/directive.js';
import { tensor } from '../../../src/js/index.js';
import { actionButton } from '../../figures/controls.js';
import { nextTask } from '../../session/async.js';
import { LoadState } from '../../session/load-state.js';
import { drawNormal } from '../../sources/score-variance.js';
import { exact } from '../../text/number.js';
import { PagePart } from '../../views/page-part.js';
import { alertStatus, explainRefusal } from '../../views/status-message.js';
import * as text from './text/en/course.js';

/** @import { Operations } from '../../../src/js/attention.js' */

/** Lengths of the compared texts, in words. */
export const TEXT_LENGTHS = [128, 256, 512, 1024, 2048];

/** The width of a query, a key and a value of one head. */
const HEAD_WIDTH = 64;

/** The number of words that each word attends to through a sliding window. */
const WINDOW = 100;

/** The number of query heads that share one head of keys and values. */
const QUERY_HEADS_PER_KEY_HEAD = 4;

/** The number of runs for each length. The fastest run counts. */
const RUNS = 3;

/**
 * Counts the scores and cached numbers of one head.
 * @param {number} length number of words in the text
 */
export const countCost = (length) => ({
  scores: length * length,
  inWindow: Math.min(length, WINDOW) * length,
  /** The cache keeps a key and a value for each word. */
  kept: 2 * length * HEAD_WIDTH,
  keptWhenShared: (2 * length * HEAD_WIDTH) / QUERY_HEADS_PER_KEY_HEAD,
});

/**
 * Measures the fastest run of one head in milliseconds. The page can respond between two runs.
 * @param {Operations} attention
 * @param {number} length
 */
async function measure(attention, length) {
  const rows = tensor([length, HEAD_WIDTH], drawNormal(7, length, HEAD_WIDTH));
  let fastest = Infinity;
  for (let run = 0; run < RUNS; run++) {
    await nextTask();
    const start = performance.now();
    attention.scaledDotProductAttention(rows, rows, rows);
    fastest = Math.min(fastest, performance.now() - start);
  }
  return fastest;
}

class CostTable extends PagePart {
  /**
   * The times measured so far, in milliseconds, in the order of `TEXT_LENGTHS`.
   * @type {number[]}
   */
  #times = [];
  #measuring = new LoadState(this);

  /** @param {Operations} attention */
  #measure(attention) {
    this.#times = [];
    return this.#measuring.run(async () => {
      for (const length of TEXT_LENGTHS) {
        const time = await measure(attention, length);
        if (!this.isConnected) return;
        this.#times.push(time);
        this.requestUpdate();
      }
    });
  }

  /** @param {{ attention: Operations }} context @override */
  render({ attention }) {
    const times = this.#times;
    const { loading, failure } = this.#measuring;
    return html`<div class="matrix" tabindex="0" role="region" aria-label=${text.cost.table}><table class="cost">
        <thead><tr>${text.cost.columns(WINDOW, QUERY_HEADS_PER_KEY_HEAD).map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${TEXT_LENGTHS.map((length, i) => {
          const { scores, inWindow, kept, keptWhenShared } = countCost(length);
          return html`<tr><th scope="row">${text.cost.count(length)}</th>
            ${[scores, inWindow, kept, keptWhenShared].map((count) => html`<td data-count=${exact(count)}>${text.cost.count(count)}</td>`)}
            <td>${times[i] === undefined ? '' : text.cost.time(times[i])}</td></tr>`;
        })}</tbody>
      </table></div>
      <p>${actionButton(text.cost.measure, !loading && (() => this.#measure(attention)), { kind: 'choose' })}</p>
      ${failure === undefined ? nothing : alertStatus(explainRefusal(failure))}`;
  }
}

export const costTable = directive(CostTable);

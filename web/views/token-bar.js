/** The bar at the top: the query, the head, the edits and the tools. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import * as text from '../text/en/controls.js';
import { directionOf, word } from '../text/inline.js';
import { editList } from './edits.js';
import { radio } from './radio.js';

/** @typedef {import('./context.js').ViewContext} ViewContext */

/**
 * @param {ViewContext} context
 * @param {unknown} tools at the end of the bar
 * @param {{ worded?: boolean, learn?: unknown }} [parts] whether the words are shown; what stays in view
 *   while a model learns
 */
export function tokenBar(context, tools, { worded = true, learn = nothing } = {}) {
  const { state, computation, update } = context;
  const only = computation.sentence?.query;
  const words = worded ? (computation.sentence?.words ?? computation.queryWords) : [];
  const selected = only ?? context.selected;
  const heads = computation.nodes[context.overview]?.axes.startsWith('h') ? state.heads : 1;
  return html`<div class="token-bar" part="toolbar">
    <div class="strip">
    <fieldset class="words" dir=${directionOf(words)}>
      <legend class="hidden">${text.queryToFollow}</legend>
      ${words.map(
        (name, i) => html`<label>
          ${radio('query', i, i === selected, () => update({ query: i }), only !== undefined && i !== only)}${word(name)}
        </label>`,
      )}
    </fieldset>
    ${
      heads > 1
        ? html`<fieldset class="heads">
            <legend>${text.head}</legend>
            ${Array.from(
              { length: heads },
              (_, i) => html`<label>
                ${radio('head', i, i === state.head, () => update({ head: i }))}${i + 1}
              </label>`,
            )}
          </fieldset>`
        : nothing
    }
    ${learn}
    </div>
    <div class="side">
    ${
      words.length > 1 && only === undefined
        ? html`<label class="only"><input type="checkbox" .checked=${live(state.rows === 'one')}
            @change=${() => update({ rows: state.rows === 'one' ? 'all' : 'one' })}> ${text.onlyThisRow}</label>`
        : nothing
    }
    ${editList(context)} ${tools}
    </div>
  </div>`;
}

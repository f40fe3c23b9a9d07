/** What all tables below follow: the words of the sentence, and the heads. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { word } from '../lessons/text.js';
import * as text from '../text/en/controls.js';
import { editList } from './edits.js';
import { radio } from './radio.js';

/** @typedef {import('./context.js').ViewContext} ViewContext */

/**
 * @param {ViewContext} picture
 * @param {unknown} tools what stands at the end
 * @param {boolean} [worded] are the words to choose from shown
 */
export function strip(picture, tools, worded = true) {
  const { state, computation, choose } = picture;
  const only = computation.sentence?.query;
  const words = worded ? (computation.sentence?.words ?? computation.queryWords) : [];
  const chosen = only ?? picture.chosen;
  const heads = computation.catalogue.weights?.axes.startsWith('h') ? state.heads : 1;
  return html`<div class="strip" part="toolbar">
    <fieldset class="words">
      <legend class="hidden">${text.queryToFollow}</legend>
      ${words.map(
        (name, i) => html`<label>
          ${radio('query', i, i === chosen, () => choose({ query: i }), only !== undefined && i !== only)}${word(name)}
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
                ${radio('head', i, i === state.head, () => choose({ head: i }))}${i + 1}
              </label>`,
            )}
          </fieldset>`
        : nothing
    }
    ${
      words.length > 1 && only === undefined
        ? html`<label class="only"><input type="checkbox" .checked=${live(state.rows === 'one')}
            @change=${() => choose({ rows: state.rows === 'one' ? 'all' : 'one' })}> ${text.onlyThisRow}</label>`
        : nothing
    }
    ${editList(picture)} ${tools}
  </div>`;
}

/** What all tables below follow: the words of the sentence, and the heads. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { word } from '../lessons/text.js';
import { ARTICLE } from '../sources/article.js';
import { editList } from './edits.js';
import { radio } from './radio.js';

/** @typedef {import('./picture.js').Picture} Picture */

/**
 * @param {Picture} picture
 * @param {unknown} tools what stands at the end
 * @param {boolean} [worded] are the words to choose from shown
 */
export function strip(picture, tools, worded = true) {
  const { state, lesson, choose } = picture;
  const article = state.source === 'article';
  const shown = article ? ARTICLE.words : lesson.queryWords;
  const words = worded ? shown : [];
  const chosen = article ? ARTICLE.query : picture.chosen;
  const heads = state.source !== 'seed' || state.mechanism === 'additive' ? 1 : state.heads;
  return html`<div class="strip" part="toolbar">
    <fieldset class="words">
      <legend class="hidden">The word whose row is followed</legend>
      ${words.map(
        (text, i) => html`<label>
          ${radio('query', i, i === chosen, () => choose({ query: i }), article && i !== chosen)}${word(text)}
        </label>`,
      )}
    </fieldset>
    ${
      heads > 1
        ? html`<fieldset class="heads">
            <legend>Head</legend>
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
      words.length > 1 && !article
        ? html`<label class="only"><input type="checkbox" .checked=${live(state.rows === 'one')}
            @change=${() => choose({ rows: state.rows === 'one' ? 'all' : 'one' })}> only this row</label>`
        : nothing
    }
    ${editList(picture)} ${tools}
  </div>`;
}

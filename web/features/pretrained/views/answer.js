/** What a model says in the end: its next tokens as bars, before and after the reader's changes. */

import { html, nothing } from 'lit';
import { styled } from '../../../figures/dom.js';
import { selectedRow, selectedWord } from '../../../figures/tables.js';
import { quoted, word } from '../../../text/inline.js';
import { rounded } from '../../../text/number.js';
import { repliesOf } from '../run/source.js';
import { tokenText } from '../text/en/pretrained.js';
import * as text from '../text/en/views.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { Reply } from '../types.js'
 */

/** @param {ViewContext} context */
export function answerView(context) {
  const { before, after, info } = repliesOf(context.computation);
  if (after.embedding) return embeddingAnswer(context, before, after);
  if (!after.next) return html`<p class="note">${text.noHead}</p>`;
  const isChanged = before !== after;
  const { isCausal } = info.sizes;
  return html`<div class="answers">
    ${isChanged ? bars(context, before, text.asItIs) : nothing}
    ${bars(context, after, isChanged ? text.asChanged : (isCausal ? text.nextAfter : text.inPlaceOf)(selectedWord(context)))}
  </div>`;
}

/** @param {ViewContext} context @param {Reply} reply @param {unknown} caption */
function bars(context, { next = [] }, caption) {
  const tokens = next[selectedRow(context)] ?? [];
  const most = Math.max(...tokens.map(({ probability }) => probability));
  return html`<table class="stream" role="table">
    <caption>${caption}</caption>
    <tbody>${tokens.map(
      ({ token, probability }) => html`<tr>
        <th scope="row">${word(tokenText(token))}</th>
        <td><span class="bar"><i ${styled('inline-size', `${(100 * probability) / most}%`)}></i></span>
          <span class="number">${quoted(probability, 4)}</span></td>
      </tr>`,
    )}</tbody>
  </table>`;
}

/** @param {ViewContext} context @param {Reply} before @param {Reply} after */
function embeddingAnswer({ attention }, before, after) {
  const [original, changed] = [before, after].map(
    ({ embedding }) => /** @type {Tensor} */ (embedding).data,
  );
  const row = (/** @type {Float32Array} */ data) => ({ shape: [1, data.length], data });
  // Both have the length 1.
  const likeness = attention.linear(row(original), row(changed)).data[0];
  return html`<p>${text.embedded(original.length)}</p>
    ${before === after ? nothing : html`<p>${text.likenessAfter(rounded(likeness))}</p>`}`;
}

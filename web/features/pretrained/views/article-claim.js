/** Checks an article's claim about “Hello I love you” in every head of the model. */

import { html, nothing } from 'lit';
import { getRow, listIndices } from '../../../graph/cell.js';
import { proposeByPage } from '../../../lessons/context.js';
import { quoted } from '../../../text/inline.js';
import { makeStepChange } from '../run/changes.js';
import { getReplies } from '../run/source.js';
import * as text from '../text/en/article.js';

/**
 * @import { Operations } from '../../../../src/js/attention.js'
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { Reply } from '../types.js'
 */

/** The words of the sentence, and the index of “love”, the query that the article is about. */
const [SENTENCE_WORDS, QUERY] = [['hello', 'i', 'love', 'you'], 2];

/** @param {string} sentence */
export const isOfArticle = (sentence) =>
  sentence
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim() === SENTENCE_WORDS.join(' ');

/**
 * The weights of one head from “love” to each other word. If a word has several pieces, their
 * weights are added.
 * @typedef {{ layer: number, head: number, hello: number, subject: number, object: number, holds:
 *   boolean }} HeadClaim
 */

/**
 * @param {Pick<Operations, 'linear'>} attention
 * @param {Pick<Reply, 'words' | 'weights'>} reply the reply for the sentence
 * @returns {HeadClaim[]} empty if the tokens do not match the words
 */
export function checkClaim(attention, { words, weights }) {
  const known = [...new Set(words.filter((word) => word >= 0))];
  if (known.length !== SENTENCE_WORDS.length) return [];
  const row = words.lastIndexOf(known[QUERY]);
  return weights.flatMap((ofLayer, layer) =>
    listIndices(ofLayer.shape[0]).map((head) => {
      const numbers = getRow(ofLayer, head, row);
      const [hello, subject, , object] = known.map((word) => {
        const isOfWord = words.map((other) => (other === word ? 1 : 0));
        return attention.linear([[...numbers]], [isOfWord]).data[0];
      });
      return { layer, head, hello, subject, object, holds: Math.min(subject, object) > hello };
    }),
  );
}

/** Draws a button that opens a head. @param {ViewContext} context @param {number} layer @param {number} head */
function headLink(context, layer, head) {
  const place = text.place(layer + 1, head + 1);
  if (context.isLocked) return place;
  const { dispatch } = proposeByPage(context);
  const open = () => dispatch({ ...makeStepChange(context.state, layer, 'weights'), head });
  return html`<button type="button" class="plain" @click=${open}>${place}</button>`;
}

/** @param {ViewContext} context */
export function articleClaim(context) {
  const { state, computation, attention } = context;
  if (!isOfArticle(state.sentence)) return nothing;
  const { before, info } = getReplies(computation);
  // A translation has other words.
  if (info.sizes.hasEncoder) return nothing;
  const heads = checkClaim(attention, before);
  if (heads.length === 0) return nothing;
  const holding = heads.filter(({ holds }) => holds).length;
  return html`<section class="claim" aria-label=${text.title}>
    <p>${text.claim} ${text.result(holding, heads.length)} ${info.sizes.isCausal ? text.causal : nothing}</p>
    <div class="wide"><table class="claims" role="table">
      <thead><tr>
        <th scope="col">${text.from}</th>${text.words.map((word) => html`<th scope="col">${word}</th>`)}
      </tr></thead>
      <tbody>${heads.map(
        ({ layer, head, hello, subject, object, holds }) => html`<tr>
          <th scope="row">${headLink(context, layer, head)} ${holds ? html`<b>${text.holds}</b>` : nothing}</th>
          <td>${quoted(hello)}</td><td>${quoted(subject)}</td><td>${quoted(object)}</td>
        </tr>`,
      )}</tbody>
    </table></div>
    <p class="note">${text.pieces}</p>
  </section>`;
}

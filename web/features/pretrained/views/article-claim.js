/** An article's claim about one sentence, beside the weights of every head of the model. */

import { html, nothing } from 'lit';
import { proposedByPage } from '../../../lessons/context.js';
import { changeLayer } from '../../../state/layer-edits.js';
import { quoted } from '../../../text/inline.js';
import { checkClaim, isOfArticle } from '../run/article-claim.js';
import { repliesOf } from '../run/source.js';
import * as text from '../text/en/article.js';

/** @import { ViewContext } from '../../../lessons/context.js' */

/** @param {ViewContext} context */
export function articleClaim(context) {
  const { state, computation, attention } = context;
  if (!isOfArticle(state.sentence)) return nothing;
  const { before, info } = repliesOf(computation);
  const heads = checkClaim(attention, before);
  if (heads.length === 0) return nothing;
  const { dispatch } = proposedByPage(context);
  const holding = heads.filter(({ holds }) => holds).length;
  return html`<section class="claim" aria-label=${text.title}>
    <p>${text.claim} ${text.result(holding, heads.length)} ${info.sizes.isCausal ? text.causal : nothing}</p>
    <div class="wide"><table class="claims" role="table">
      <thead><tr>
        <th scope="col">${text.from}</th>${text.words.map((word) => html`<th scope="col">${word}</th>`)}<td></td>
      </tr></thead>
      <tbody>${heads.map(
        ({ layer, head, hello, subject, object, holds }) => html`<tr>
          <th scope="row"><button type="button" class="plain" @click=${() =>
            dispatch({
              ...changeLayer(state, layer),
              head,
              step: 'weights',
              cell: '',
            })}>${text.place(layer + 1, head + 1)}</button></th>
          <td>${quoted(hello)}</td><td>${quoted(subject)}</td><td>${quoted(object)}</td>
          <td>${holds ? html`<b>${text.holds}</b>` : nothing}</td>
        </tr>`,
      )}</tbody>
    </table></div>
    <p class="note">${text.pieces}</p>
  </section>`;
}

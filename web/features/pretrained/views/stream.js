/**
 * Draws the residual stream of one token: what each part adds, how close the sum is to the final
 * vector, and what it predicts.
 */

import { html, nothing } from 'lit';
import { until } from 'lit/directives/until.js';
import { getSelectedRow, getSelectedWord } from '../../../figures/tables.js';
import { getRow } from '../../../graph/cell.js';
import { proposeByPage } from '../../../lessons/context.js';
import { quoted, word } from '../../../text/inline.js';
import { labelNextTokens } from '../../../text/tokens/labels.js';
import { computeCosine, computeDotProduct } from '../run/answer.js';
import { makeStepChange } from '../run/changes.js';
import { getReplies } from '../run/source.js';
import * as text from '../text/en/views.js';
import { barWithNumber } from './answer.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { NextToken } from '../../../../src/js/pretrained/types.js'
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { StackLayer } from '../run/stack-layers.js'
 * @import { ModelPart } from '../types.js'
 */

/** @param {ViewContext} context */
export function streamView(context) {
  const { computation, attention, state } = context;
  const { dispatch } = proposeByPage(context);
  const row = getSelectedRow(context);
  const { before, after, lens, stackLayers, info } = getReplies(computation);
  const parts = measureParts(attention, after.stream, row);
  const longest = Math.max(...parts.map(({ length }) => length)) || 1;
  const predicted = lens?.(row);
  const follows = after.tokens[info.sizes.isCausal ? row : row - 1];
  const label = (/** @type {string[]} */ tokens) =>
    labelNextTokens(tokens, follows, info.isByteLevel);
  return html`<div class="wide"><table class="stream" role="table">
    <caption>${text.streamCaption(getSelectedWord(context))} ${before === after ? nothing : text.withChanges}</caption>
    <thead><tr>
      <td></td><th scope="col">${text.lengthAdded}</th><th scope="col">${text.likeness}</th>
      ${predicted ? html`<th scope="col">${text.wouldPredict}</th>` : nothing}
    </tr></thead>
    <tbody>${parts.map(({ kind, layer, adds, length, likeness }, i) => {
      const name = nameOfPart({ kind, adds }, stackLayers[layer], after.inputs[layer]);
      const open = () => dispatch(makeStepChange(state, layer, STEP_OF[name]));
      return html`<tr class=${layer === state.modelLayer ? `${kind} here` : kind}>
        <th scope="row"><button type="button" class="plain" @click=${open}>${text.part(name, stackLayers[layer].layer + 1)}</button></th>
        <td>${barWithNumber(length / longest, length)}</td>
        <td class="number">${likeness === undefined ? nothing : quoted(likeness)}</td>
        ${predicted ? html`<td class="lens">${until(predicted.then((tokens) => lensTokens(label, tokens.get(i), tokens.get(parts.length - 1))).catch(text.notPredicted), '…')}</td>` : nothing}
      </tr>`;
    })}</tbody>
  </table></div>
  <p class="note">${predicted ? text.lens : text.noLens}</p>`;
}

/**
 * @param {Pick<ModelPart, 'kind' | 'adds'>} part
 * @param {StackLayer} stackLayer
 * @param {Tensor} input the input of the layer
 */
function nameOfPart({ kind, adds }, { stack }, input) {
  if (kind === 'embedding' && adds.shape[1] !== input.shape[1]) return 'projectedEmbedding';
  return kind === 'attention' && stack === 'cross' ? 'crossAttention' : kind;
}

/**
 * Measures the lengths of the vectors of one row, and the cosine of each sum with the last sum.
 * @param {ViewContext['attention']} attention
 * @param {readonly ModelPart[]} stream
 * @param {number} row
 */
function measureParts(attention, stream, row) {
  const lastSum = stream.findLast(({ sum }) => sum)?.sum;
  const end = lastSum && getRow(lastSum, row);
  return stream.map(({ kind, layer, adds, sum }) => {
    const added = getRow(adds, row);
    return {
      kind,
      layer,
      adds,
      length: Math.sqrt(computeDotProduct(attention, added, added)),
      likeness: sum && end && computeCosine(attention, getRow(sum, row), end),
    };
  });
}

/**
 * Lists the most probable tokens after a part. A token is bold if it is also the final prediction.
 * @param {(tokens: string[]) => string[]} label
 * @param {readonly NextToken[]} [tokens]
 * @param {readonly NextToken[]} [last] the final prediction
 */
function lensTokens(label, tokens = [], [final] = []) {
  const labels = label(tokens.map(({ token }) => token));
  return tokens.map(
    (
      { id, probability },
      i,
    ) => html`<span class=${id === final?.id ? 'final' : nothing} data-token=${id}>${word(labels[i])}
      ${quoted(probability, 2)}</span> `,
  );
}

/** The step with the rows that a part adds. */
const STEP_OF = {
  embedding: 'input',
  projectedEmbedding: 'sum',
  attention: 'output',
  crossAttention: 'output',
  feedForward: 'layerSum',
};

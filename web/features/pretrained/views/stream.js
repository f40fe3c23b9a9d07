/**
 * Draws the residual stream of one token: what each part adds, how close the sum is to the final
 * vector, and what it predicts.
 */

import { html, nothing } from 'lit';
import { until } from 'lit/directives/until.js';
import { getSelectedRow, getSelectedWord } from '../../../figures/tables.js';
import { getRow, listIndices } from '../../../graph/cell.js';
import { proposeByPage } from '../../../lessons/context.js';
import { ExportError } from '../../../text/error.js';
import { quoted, word } from '../../../text/inline.js';
import { computeCosine, computeDotProduct } from '../run/answer.js';
import { makeStepChange } from '../run/changes.js';
import { getReplies } from '../run/source.js';
import * as text from '../text/en/views.js';
import { barWithNumber, labelPredicted } from './answer.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { NextToken } from '../../../../src/js/pretrained/types.js'
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { TextTable } from '../../../lessons/types.js'
 * @import { StackLayer } from '../run/stack-layers.js'
 * @import { ModelPart } from '../types.js'
 */

/**
 * Collects what the table of the stream shows: for each part, the length of the vector that it adds,
 * and the cosine of its sum with the last sum.
 * @param {ViewContext} context
 */
function followStream(context) {
  const row = getSelectedRow(context);
  const { attention } = context;
  const replies = getReplies(context.computation);
  const { after, lens, stackLayers } = replies;
  const lastSum = after.stream.findLast(({ sum }) => sum)?.sum;
  return {
    token: after.tokens[row],
    parts: after.stream.map(({ kind, layer, adds, sum }) => {
      const added = getRow(adds, row);
      const name = nameOfPart({ kind, adds }, stackLayers[layer], after.inputs[layer]);
      return {
        kind,
        layer,
        name,
        label: text.part(name, stackLayers[layer].layer + 1),
        length: Math.sqrt(computeDotProduct(attention, added, added)),
        likeness:
          sum && lastSum && computeCosine(attention, getRow(sum, row), getRow(lastSum, row)),
      };
    }),
    predicted: lens?.(row),
    labelTokens: (/** @type {readonly NextToken[]} */ tokens) =>
      labelPredicted(replies, row, tokens),
  };
}

/** Lists the table for a spreadsheet. @param {ViewContext} context @returns {Promise<TextTable>} */
export async function listStreamCells(context) {
  const { token, parts, predicted } = followStream(context);
  const tokens = (await predicted) ?? new Map();
  const most = Math.max(0, ...[...tokens.values()].map(({ length }) => length));
  const columns = listIndices(most).map((i) => text.inFile.predicted(i + 1));
  return [
    [
      text.inFile.token,
      text.inFile.part,
      text.inFile.length,
      text.inFile.cosine,
      ...columns.flat(),
    ],
    ...parts.map(({ label, length, likeness = '' }, i) => {
      const after = tokens.get(i) ?? [];
      const cells = columns.flatMap((_, place) => {
        const { token = '', id = '', probability = '' } = after[place] ?? {};
        return [token, id, probability];
      });
      return [token, label, length, likeness, ...cells];
    }),
  ];
}

/** @returns {never} */
export const drawStream = () => {
  throw new ExportError(text.inFile.noImage);
};

/** @param {ViewContext} context */
export function streamView(context) {
  const { computation, state } = context;
  const { dispatch } = proposeByPage(context);
  const { before, after } = getReplies(computation);
  const { parts, predicted, labelTokens } = followStream(context);
  const longest = Math.max(...parts.map(({ length }) => length)) || 1;
  return html`<div class="wide"><table class="stream" role="table">
    <caption>${text.streamCaption(getSelectedWord(context))} ${before === after ? nothing : text.withChanges}</caption>
    <thead><tr>
      <td></td><th scope="col">${text.lengthAdded}</th><th scope="col">${text.likeness}</th>
      ${predicted ? html`<th scope="col">${text.wouldPredict}</th>` : nothing}
    </tr></thead>
    <tbody>${parts.map(({ kind, layer, name, label, length, likeness }, i) => {
      const open = () => dispatch(makeStepChange(state, layer, STEP_OF[name]));
      return html`<tr class=${layer === state.modelLayer ? `${kind} here` : kind}>
        <th scope="row">${context.isLocked ? label : html`<button type="button" class="plain" @click=${open}>${label}</button>`}</th>
        <td>${barWithNumber(length / longest, length)}</td>
        <td class="number">${likeness === undefined ? nothing : quoted(likeness)}</td>
        ${predicted ? html`<td class="lens">${until(predicted.then((tokens) => lensTokens(labelTokens, tokens.get(i), tokens.get(parts.length - 1))).catch(text.notPredicted), '…')}</td>` : nothing}
      </tr>`;
    })}</tbody>
  </table></div>
  <p class="note">${predicted ? text.lens : text.noLens}</p>`;
}

/**
 * @param {Pick<ModelPart, 'kind' | 'adds'>} part
 * @param {StackLayer} stackLayer
 * @param {Tensor} input the input of the layer
 * @returns {keyof typeof STEP_OF}
 */
function nameOfPart({ kind, adds }, { stack }, input) {
  if (kind === 'embedding' && adds.shape[1] !== input.shape[1]) return 'projectedEmbedding';
  return kind === 'attention' && stack === 'cross' ? 'crossAttention' : kind;
}

/**
 * Lists the most probable tokens after a part. A token is bold if it is also the final prediction.
 * @param {(tokens: readonly NextToken[]) => string[]} label
 * @param {readonly NextToken[]} [tokens]
 * @param {readonly NextToken[]} [last] the final prediction
 */
function lensTokens(label, tokens = [], [final] = []) {
  const labels = label(tokens);
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

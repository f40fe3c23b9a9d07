/** The residual stream of one token: how much each part adds, and how near the sum is to the end. */

import { html } from 'lit';
import { styled } from '../../../figures/dom.js';
import { selectedRow, selectedWord } from '../../../figures/tables.js';
import { proposedByPage } from '../../../lessons/context.js';
import { changeLayer } from '../../../state/layer-edits.js';
import { rounded } from '../../../text/number.js';
import { repliesOf } from '../run/source.js';
import * as text from '../text/en/views.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { ViewContext } from '../../../lessons/context.js'
 */

/** @param {ViewContext} context */
export function streamView(context) {
  const { computation, attention, state } = context;
  const { dispatch } = proposedByPage(context);
  const row = selectedRow(context);
  const { stream } = repliesOf(computation).after;
  const vectorOf = (/** @type {Tensor} */ { shape: [, width], data }) =>
    /** @type {Float32Array} */ (data).subarray(row * width, (row + 1) * width);
  const dot = (/** @type {Float32Array} */ left, /** @type {Float32Array} */ right) => {
    const [a, b] = [left, right].map((vector) => ({ shape: [1, vector.length], data: vector }));
    return attention.linear(a, b).data[0];
  };
  const lengthOf = (/** @type {Float32Array} */ vector) => Math.sqrt(dot(vector, vector));
  const lastSum = stream.findLast(({ sum }) => sum)?.sum;
  const end = lastSum && vectorOf(lastSum);
  const parts = stream.map(({ kind, layer, adds, sum }) => {
    const added = vectorOf(adds);
    const total = sum && vectorOf(sum);
    return {
      ...{ kind, layer, length: lengthOf(added) },
      likeness: total && end ? dot(total, end) / (lengthOf(total) * lengthOf(end)) : undefined,
    };
  });
  const longest = Math.max(...parts.map(({ length }) => length)) || 1;
  return html`<table class="stream" role="table">
    <caption>${text.streamOf(selectedWord(context))}</caption>
    <thead><tr>
      <td></td><th scope="col">${text.lengthAdded}</th><th scope="col">${text.likeness}</th>
    </tr></thead>
    <tbody>${parts.map(({ kind, layer, length, likeness }) => {
      const name = text.part(kind, layer + 1);
      const open = () => dispatch({ ...changeLayer(state, layer), step: STEP_OF[kind], cell: '' });
      return html`<tr class=${layer === state.modelLayer ? `${kind} here` : kind}>
        <th scope="row"><button type="button" class="plain" @click=${open}>${name}</button></th>
        <td><span class="bar"><i ${styled('inline-size', `${(100 * length) / longest}%`)}></i></span>
          <span class="number">${rounded(length)}</span></td>
        <td class="number">${likeness === undefined ? '' : rounded(likeness)}</td>
      </tr>`;
    })}</tbody>
  </table>`;
}

/** The step that takes a part apart. */
const STEP_OF = { embedding: 'input', attention: 'output', feedForward: 'layerSum' };

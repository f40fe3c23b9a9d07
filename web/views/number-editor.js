/** The field and the slider with which a reader sets a number. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { readField } from '../figures/controls.js';
import { formatCell } from '../graph/cell.js';
import { editName, withEdit } from '../state/edit-cells.js';
import { LARGEST_EDIT } from '../state/edits.js';
import { roundUpLimit } from '../styles/colour.js';
import * as text from '../text/en/trace.js';
import { exact, parseTypedNumber, withMinus } from '../text/number.js';
import { typedValue } from './typed-value.js';

/**
 * @import { Cell } from '../graph/types.js'
 * @import { ViewContext } from '../lessons/context.js'
 */

/** Whether the reader can set numbers. @param {ViewContext} context */
export const canSet = ({ computation, readonly }) => computation.isEditable && !readonly;

/**
 * Renders a field and a slider for a number that the reader may set. They come first, so that they
 * stay in place when the lines below them change.
 * @param {ViewContext} context
 * @param {Cell} cell
 * @param {number} value
 */
export function numberEditor(context, cell, value) {
  const { state, computation, dispatch, movedSlider, allowedRange } = context;
  const edit = editName(state, computation, cell);
  if (edit === undefined || context.readonly) return nothing;
  const original = context.originalOf(formatCell(cell));
  const place = formatCell(cell);
  const [least, most] = allowedRange ?? [-LARGEST_EDIT, LARGEST_EDIT];
  const read = readField((field) => {
    if (field.type === 'range' && movedSlider)
      Object.assign(movedSlider, { place, range: Number(field.max) });
    // After Esc, or if the field is empty, the number stays and the field shows it again.
    if (field.value.trim() === '') return dispatch({ cell: state.cell });
    const number = parseTypedNumber(field.value);
    if (number >= least && number <= most) {
      const edits = withEdit(state.edits, edit, number);
      // Undo joins changes of `edits` alone, such as the steps of the slider.
      return dispatch(field.type === 'range' ? { edits } : { edits, cell: state.cell });
    }
    field.setAttribute('aria-invalid', 'true');
    const message = field.closest('.editor')?.querySelector('.wrong');
    if (message) message.textContent = text.outOfRange(field.value.trim(), least, most);
  });
  const { axes, colours } = computation.nodes[cell.id];
  const isWeight = colours === 'weights';
  // The range of scores is large enough to give a word all the weight of its row.
  const usual = isWeight ? 1 : axes.endsWith('qk') ? 10 : 3;
  const range = roundUpLimit([
    usual,
    value,
    original ?? 0,
    movedSlider?.place === place ? movedSlider.range : 0,
  ]);
  const [min, max] = allowedRange ?? [isWeight && value >= 0 ? 0 : -range, range];
  return html`<div class="editor">
    <label>${text.setTo}
      <input class="edit" type="text" autocomplete="off" data-set=${exact(value)}
        aria-invalid=${live('false')} aria-describedby="refused-number"
        .value=${typedValue(withMinus(exact(value)))} @change=${read}></label>
    <input type="range" min=${min} max=${max} step="0.01" aria-label=${text.slider}
      .value=${live(String(value))} @input=${read}>
    ${
      original === undefined || state.guide !== ''
        ? nothing
        : html`<button type="button" class="plain" @click=${() =>
            dispatch({
              edits: withEdit(state.edits, edit, undefined),
            })}>${text.resetTo(original)}</button>`
    }
    <span class="wrong" id="refused-number" role="alert" .textContent=${live('')}></span>
  </div>`;
}

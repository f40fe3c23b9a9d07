/** The choice of how many layers the pronoun resolver has, and whether its last has a free value. */

import { html } from 'lit';
import { VARIANTS } from '../../session/settings.js';
import * as text from '../../text/en/models/pronoun.js';
import { radio } from '../radio.js';

/** @param {import('../context.js').ViewContext} context */
export function variantChoice({ state, update }) {
  return html`<fieldset class="choice">
    <legend>${text.variantChoice}</legend>
    <div>${VARIANTS.map(
      (variant) => html`<label>
        ${radio('variant', variant, variant === state.variant, () => update({ variant, cell: '' }))}${text.variantNames[variant]}
      </label>`,
    )}</div>
  </fieldset>
  <p class="note">${text.freeValue}</p>`;
}

/** Formulas of models, in MathML. */

import { html, mathml, nothing } from 'lit';

/** @param {string} symbol perhaps with an index: 'X_1' */
function rows(symbol) {
  const [base, index] = symbol.split('_');
  return index ? mathml`<msub><mi>${base}</mi><mn>${index}</mn></msub>` : mathml`<mi>${base}</mi>`;
}

/** Layer normalization of one number. */
export const layerNorm = html`<math display="block">
    <mi>n</mi><mo>=</mo>
    <mfrac>
      <mrow><mi>x</mi><mo>−</mo><mi>μ</mi></mrow>
      <msqrt><msup><mi>σ</mi><mn>2</mn></msup><mo>+</mo><mi>ε</mi></msqrt>
    </mfrac>
    <mo>·</mo><mi>γ</mi><mo>+</mo><mi>β</mi>
  </math>
  <math display="block"><mi>ε</mi><mo>=</mo><mn>0.00001</mn></math>`;

/**
 * @param {'q' | 'k' | 'v'} role
 * @param {string} from the symbol of what is projected
 * @param {number} [head] counted from 1, where there are heads
 */
export const projection = (role, from, head) => {
  const letter = role.toUpperCase();
  return html`<math display="block">
    ${head ? mathml`<msub class=${role}><mi>${letter}</mi><mn>${head}</mn></msub>` : mathml`<mi class=${role}>${letter}</mi>`}<mo>=</mo>
    ${rows(from)}<mo>&InvisibleTimes;</mo>
    <msub><mi>W</mi><mrow><mi>${letter}</mi>${head ? mathml`<mo>,</mo><mn>${head}</mn>` : nothing}</mrow></msub>
  </math>`;
};

/** What one head finds. */
export const mixed = html`<math display="block">
  <mi>Y</mi><mo>=</mo><mi>A</mi><mo>&InvisibleTimes;</mo><mi class="v">V</mi>
</math>`;

export const biased = html`<math display="block">
  <msub><mi>S</mi><mi>B</mi></msub><mo>=</mo><mi>𝑆′</mi><mo>+</mo><mi>B</mi>
</math>`;

/** @param {string} to @param {string} from symbols */
export const residual = (to, from) => html`<math display="block">
  ${rows(to)}<mo>=</mo>${rows(from)}<mo>+</mo><mi>Y</mi>
</math>`;

export const logits = html`<math display="block">
  <mi>L</mi><mo>=</mo><mi>N</mi><mo>&InvisibleTimes;</mo>
  <msub><mi>X</mi><mtext>all</mtext></msub><mtext>ᵀ</mtext>
</math>`;

/** @param {number} layers whose last rows are read */
export const answers = (layers) => html`<math display="block">
  <mi>L</mi><mo>=</mo><msub><mi>X</mi><mn>${layers}</mn></msub><mo>&InvisibleTimes;</mo>
  <msub><mi>W</mi><mi>A</mi></msub><mo>+</mo><mi>b</mi>
</math>`;

export const places = html`<math display="block">
  <mi>X</mi><mo>=</mo><msub><mi>X</mi><mi>w</mi></msub><mo>+</mo><mi>P</mi>
</math>`;

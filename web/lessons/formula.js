/**
 * The formulas in MathML, which needs no font and no library. Without a font for mathematics a
 * superscript stands too high, so ′ and ᵀ are letters. A word is a row, so a row of the input
 * stands on the left of the weights that multiply it.
 */

import { html, mathml, nothing } from 'lit';
import { readNamedNumber } from '../graph/trace.js';
import { formulaWords as words } from '../text/en/tables.js';
import { quoted } from '../text/inline.js';

/** @import { Computation } from '../sources/types.js' */

/** @param {string} symbol X, or Z for queries @param {readonly number[]} shape words, width */
export const embeddingsFormula = (symbol, [words, width]) => html`<math display="block">
  <mi>${symbol}</mi><mo>∈</mo>
  <msup><mi>ℝ</mi><mrow><mn>${words}</mn><mo>×</mo><mn>${width}</mn></mrow></msup>
</math>`;

/** The sine and cosine of a word's position, in waves that grow longer from one pair of columns to the next. */
export const positions = html`${[
  ['sin', '2i'],
  ['cos', '2i+1'],
].map(
  ([wave, column]) => html`<math display="block">
    <msub><mi>p</mi><mrow><mi>t</mi><mo>,</mo><mi>${column}</mi></mrow></msub><mo>=</mo>
    <mi>${wave}</mi><mrow><mo>(</mo><mfrac><mi>t</mi>
      <msup><mn>10000</mn><mrow><mn>2</mn><mi>i</mi><mo>/</mo><mi>d</mi></mrow></msup>
    </mfrac><mo>)</mo></mrow>
  </math>`,
)}`;

/** Writes a symbol that may have an index, such as 'X_1'. @param {string} symbol */
export function writeSymbol(symbol) {
  const [base, index] = symbol.split('_');
  return index ? mathml`<msub><mi>${base}</mi><mn>${index}</mn></msub>` : mathml`<mi>${base}</mi>`;
}

/**
 * @param {string} result the symbol of the result
 * @param {string} role 'q', 'k' or 'v', for its colour
 * @param {object} [more]
 * @param {string} [more.below] the index of the weight if it is not the symbol of the result
 * @param {string} [more.from] the symbol of the projected rows if they are not X
 * @param {number} [more.head] counted from 1, if the layer has heads
 */
export const projectionFormula = (
  result,
  role,
  { below = result, from = 'X', head } = {},
) => html`<math display="block">
  ${head ? mathml`<msub class=${role}><mi>${result}</mi><mn>${head}</mn></msub>` : mathml`<mi class=${role}>${result}</mi>`}<mo>=</mo>
  ${writeSymbol(from)}<mo>&InvisibleTimes;</mo>
  <msub><mi>W</mi>${head ? mathml`<mrow><mi>${below}</mi><mo>,</mo><mn>${head}</mn></mrow>` : mathml`<mi>${below}</mi>`}</msub>
</math>`;

export const scores = html`<math display="block">
  <mi>S</mi><mo>=</mo>
  <mi class="q">Q</mi><mo>&InvisibleTimes;</mo>
  <mi class="k">𝐾ᵀ</mi>
</math>`;

/** @param {string} symbol under the root @param {number} number @param {string} [temperature] */
export const rootScalingFormula = (symbol, number, temperature) => html`<math display="block">
  <mi>𝑆′</mi><mo>=</mo>
  <mfrac><mi>S</mi><mrow>${temperature ? mathml`<mi>τ</mi><mo>·</mo>` : nothing}<msqrt><mi>${symbol}</mi></msqrt></mrow></mfrac><mo>=</mo>
  <mfrac><mi>S</mi><mrow>${temperature ? mathml`<mn>${temperature}</mn><mo>·</mo>` : nothing}<msqrt><mn>${number}</mn></msqrt></mrow></mfrac>
</math>`;

/** @param {string} factor @param {string} [temperature] */
export const scalingFormula = (factor, temperature) => html`<math display="block">
  <mi>𝑆′</mi><mo>=</mo><mn>${factor}</mn><mo>·</mo>${
    temperature ? mathml`<mfrac><mi>S</mi><mn>${temperature}</mn></mfrac>` : mathml`<mi>S</mi>`
  }
</math>`;

/** @param {string} temperature */
export const withTemperature = (temperature) => html`<math display="block">
  <mi>𝑆′</mi><mo>=</mo><mfrac><mi>S</mi><mi>τ</mi></mfrac><mo>=</mo>
  <mfrac><mi>S</mi><mn>${temperature}</mn></mfrac>
</math>`;

/** @param {number} divisor */
export const divisionFormula = (divisor) => html`<math display="block">
  <mi>𝑆′</mi><mo>=</mo><mfrac><mi>S</mi><mn>${divisor}</mn></mfrac>
</math>`;

/** @param {string} before the scores before the mask: S, or S′ if they are scaled */
export const unmaskedFormula = (before) => html`<math display="block">
  <mi>𝑆″</mi><mo>=</mo><mi>${before}</mi>
</math>`;

/**
 * Scores that a mask M changes by adding −∞ to masked pairs.
 * @param {string} before
 * @param {unknown} [condition] of masked pairs
 */
export const addedMask = (before, condition) => html`<math display="block">
    <mi>𝑆″</mi><mo>=</mo><mi>${before}</mi><mo>+</mo><mi>M</mi>
  </math>
  <math display="block">
    <msub><mi>m</mi><mi class="index">ij</mi></msub><mo>=</mo>
    ${maskCases('−∞', condition, mathml`<mn>0</mn>`)}
  </math>`;

/** @param {string} before @param {string} fill @param {unknown} [condition] of masked pairs */
export const replacedByMask = (before, fill, condition) => html`<math display="block">
  <msub><mi>𝑠″</mi><mi class="index">ij</mi></msub><mo>=</mo>
  ${maskCases(fill, condition, mathml`<msub><mi>${before}</mi><mi class="index">ij</mi></msub>`)}
</math>`;

/** @param {string} fill @param {unknown} condition @param {unknown} otherwise */
const maskCases = (fill, condition, otherwise) => mathml`<mrow><mo>{</mo><mtable columnalign="left">
    <mtr>
      <mtd><mn>${fill}</mn></mtd>
      <mtd><mtext>${words.if}</mtext><mspace width="0.3em"></mspace>${
        condition ?? mathml`<mtext>${words.masked}</mtext>`
      }</mtd>
    </mtr>
    <mtr>
      <mtd>${otherwise}</mtd>
      <mtd><mtext>${words.else}</mtext></mtd>
    </mtr>
  </mtable></mrow>`;

/** The weight is 0 with probability p. */
export const dropoutFormula = html`<math display="block">
  <msub><mi>𝑎′</mi><mi class="index">ij</mi></msub><mo>=</mo>
  <mn>0</mn><mspace width="0.4em"></mspace><mtext>${words.or}</mtext><mspace width="0.4em"></mspace>
  <mfrac>
    <msub><mi>a</mi><mi class="index">ij</mi></msub>
    <mrow><mn>1</mn><mo>−</mo><mi>p</mi></mrow>
  </mfrac>
</math>`;

/** @param {number} heads */
export const contributionsFormula = (heads) => html`<math display="block">
  <mi>Y</mi><mo>=</mo><munderover><mo>∑</mo><mrow><mi>h</mi><mo>=</mo><mn>1</mn></mrow><mn>${heads}</mn></munderover>
  <msub><mi>H</mi><mi>h</mi></msub><mo>&InvisibleTimes;</mo><msub><mi>W</mi><mrow><mi>O</mi><mo>,</mo><mi>h</mi></mrow></msub>
</math>`;

/** @param {string} score the symbol of scores @param {string} [share] the symbol of weights */
export const softmaxFormula = (score, share = 'a') => html`<math display="block">
    <msub><mi>E</mi><mi class="index">ij</mi></msub><mo>=</mo>
    <mi>exp</mi><mo stretchy="false">(</mo>
    <msub><mi>${score}</mi><mi class="index">ij</mi></msub><mo>−</mo>
    <munder><mi>max</mi><mi>k</mi></munder><mspace width="0.2em"></mspace>
    <msub><mi>${score}</mi><mi class="index">ik</mi></msub>
    <mo stretchy="false">)</mo>
  </math>
  <math display="block">
    <msub><mi>r</mi><mi>i</mi></msub><mo>=</mo><munder><mo>∑</mo><mi>j</mi></munder>
    <msub><mi>E</mi><mi class="index">ij</mi></msub>
  </math>
  <math display="block">
    <msub><mi>${share}</mi><mi class="index">ij</mi></msub><mo>=</mo>
    <mfrac>
      <msub><mi>E</mi><mi class="index">ij</mi></msub>
      <msub><mi>r</mi><mi>i</mi></msub>
    </mfrac>
  </math>`;

/**
 * @param {number} head counted from 1
 * @param {string} weights A, or A′ after dropout
 * @param {boolean} isJoined whether a second line shows queries, keys and values
 */
export const headOutputFormula = (head, weights, isJoined) => {
  const ofHead = (/** @type {string} */ symbol, role = '') =>
    mathml`<msub class=${role}><mi>${symbol}</mi><mn>${head}</mn></msub>`;
  return html`<math display="block">
      ${ofHead('H')}<mo>=</mo>${ofHead(weights)}<mo>&InvisibleTimes;</mo>${ofHead('V', 'v')}
    </math>
    ${
      isJoined
        ? html`<math display="block">
            <mo>=</mo><mi>softmax</mi><mrow><mo>(</mo><mfrac>
              <mrow>${ofHead('Q', 'q')}<mo>&InvisibleTimes;</mo>${ofHead('K', 'k')}<mtext class="k">ᵀ</mtext></mrow>
              <msqrt><mi>d</mi></msqrt>
            </mfrac><mo>)</mo></mrow>${ofHead('V', 'v')}
          </math>`
        : nothing
    }`;
};

/** @param {number} heads */
export const concatenationFormula = (heads) => html`<math display="block">
  <mi>H</mi><mo>=</mo><mo>[</mo>
  <msub><mi>H</mi><mn>1</mn></msub>
  ${heads > 2 ? mathml`<mo>⋯</mo>` : nothing}
  ${heads > 1 ? mathml`<msub><mi>H</mi><mn>${heads}</mn></msub>` : nothing}
  <mo>]</mo>
</math>`;

export const outputProjection = html`<math display="block">
  <mi>Y</mi><mo>=</mo><mi>H</mi><mo>&InvisibleTimes;</mo><msub><mi>W</mi><mi>O</mi></msub>
</math>`;

/** @param {unknown} word the word of the query */
export const featuresFormula = (word) => html`<math display="block">
  <msub><mi>f</mi><mi>j</mi></msub><mo>=</mo><mi>tanh</mi><mo stretchy="false">(</mo>
  <msub class="q"><mi>𝑞′</mi><mtext>${word}</mtext></msub><mo>+</mo>
  <msub class="k"><mi>𝑘′</mi><mi>j</mi></msub><mo stretchy="false">)</mo>
</math>`;

/** @param {unknown} word */
export const additiveScoresFormula = (word) => html`<math display="block">
  <msub><mi>s</mi><mrow><mtext>${word}</mtext><mo>,</mo><mi>j</mi></mrow></msub><mo>=</mo>
  <msub><mi>f</mi><mi>j</mi></msub><mo>·</mo><mi>w</mi>
</math>`;

/** @param {string} weights A, or A′ after dropout */
export const weightedEmbeddingsFormula = (weights) => html`<math display="block">
  <mi>Y</mi><mo>=</mo><mi>${weights}</mi><mo>&InvisibleTimes;</mo><mi>X</mi>
</math>`;

const fromText = mathml`<mtext>&nbsp;${words.from}&nbsp;</mtext>`;

/** The self-attention of the second sentence, with all its inputs from the same rows. @param {string} rows */
export const decoderSelfFormula = (rows) => html`<math display="block">
    <mi class="q">Q</mi><mo>,</mo><mi class="k">K</mi><mo>,</mo><mi class="v">V</mi>
    ${fromText}<mi>${rows}</mi>
  </math>`;

/** The cross-attention: queries from Z, keys and values from X. */
export const decoderCross = html`<math display="block">
    <mi class="q">Q</mi>${fromText}<mi>Z</mi><mo>;</mo><mspace width="0.4em"></mspace>
    <mi class="k">K</mi><mo>,</mo><mi class="v">V</mi>${fromText}<mi>X</mi>
  </math>`;

// A number of a computation within running text, by its cell.

/**
 * @param {Computation} computation
 * @param {string} cell such as 'weights.0.1.3'
 * @param {number} [digits]
 */
export function quoteCell(computation, cell, digits) {
  const number = readNamedNumber(computation.run, cell);
  return number === undefined ? '…' : quoted(number, digits);
}

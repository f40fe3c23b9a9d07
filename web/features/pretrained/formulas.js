/**
 * The formulas of a layer of a pretrained model, written from the nodes of its graph. So they show
 * the same tensors as the tables.
 */

import { html, mathml } from 'lit';
import { activationNames } from '../../text/en/operations.js';
import { splitSymbol } from '../../text/inline.js';
import * as words from './text/en/steps.js';

/**
 * @import { GraphNode, NormOptions } from '../../graph/types.js'
 * @import { ActivationKind } from '../../text/en/operations.js'
 * @import { NamedNode, Nodes, StepContext } from '../../sources/types.js'
 */

/** From a capital letter to the italic letter of mathematics, which is a single letter with its prime. */
const CAPITAL_TO_ITALIC = 0x1d434 - 0x41;

const times = mathml`<mo>&InvisibleTimes;</mo>`;

/** Symbols with a small number, which are no letters with an index. @type {Record<string, unknown>} */
const WITH_NUMBER = {
  'σ²': mathml`<msup><mi>σ</mi><mn>2</mn></msup>`,
  'μ₂': mathml`<msub><mi>μ</mi><mn>2</mn></msub>`,
};

/** @param {Pick<NamedNode, 'symbol' | 'role'>} node */
function writeSymbol({ symbol, role = /** @type {any} */ ('') }) {
  if (WITH_NUMBER[symbol]) return WITH_NUMBER[symbol];
  const { base, prime, index } = splitSymbol(symbol);
  const letter = prime
    ? String.fromCodePoint(Number(base.codePointAt(0)) + CAPITAL_TO_ITALIC)
    : base;
  if (!index) return mathml`<mi class=${role}>${letter + prime}</mi>`;
  return mathml`<msub><mi>${letter + prime}</mi>${index === '0' ? mathml`<mn>0</mn>` : mathml`<mi>${index}</mi>`}</msub>`;
}

/** @param {GraphNode['options']} options the options of a norm */
function writeEpsilon(options) {
  const { epsilon } = /** @type {NormOptions} */ (options);
  const exponent = Math.round(Math.log10(epsilon));
  return Number(`1e${exponent}`) === epsilon
    ? mathml`<msup><mn>10</mn><mn>−${-exponent}</mn></msup>`
    : mathml`<mn>${epsilon}</mn>`;
}

/** The right side of a formula, by the operation. @type {Record<string, (inputs: NamedNode[], node: NamedNode, nodes: Nodes) => unknown>} */
const WRITERS = {
  add: (inputs, { id }, nodes) =>
    inputs.map(
      (input, i) =>
        mathml`${i > 0 ? mathml`<mo>+</mo>` : ''}${input.id === `${id}Products` ? writeNode(input, nodes) : writeSymbol(input)}`,
    ),
  product: ([rows, factor], { axes }) =>
    // Scores multiply by the rows of keys, others by the columns of a matrix.
    mathml`${writeSymbol(rows)}${times}${writeSymbol(factor)}${
      axes.endsWith('qk') ? mathml`<mtext class=${factor.role ?? ''}>ᵀ</mtext>` : ''
    }`,
  times: ([first, second]) => mathml`${writeSymbol(first)}<mo>·</mo>${writeSymbol(second)}`,
  activate: ([sums], { options }) =>
    writeCall(activationNames[/** @type {ActivationKind} */ (options.kind)], sums),
  rotate: ([rows]) => writeCall(words.rotate, rows),
  layerNorm: ([rows, mean, variance, gain, bias], { options }) => {
    const centred = mathml`<mrow>${writeSymbol(rows)}<mo>−</mo>${writeSymbol(mean)}</mrow>`;
    return mathml`${writeNorm(centred, variance, gain, options)}${bias ? mathml`<mo>+</mo>${writeSymbol(bias)}` : ''}`;
  },
  rmsNorm: ([rows, meanSquare, gain], { options }) =>
    writeNorm(writeSymbol(rows), meanSquare, gain, options),
};

/** @param {unknown} rows @param {NamedNode} square @param {NamedNode} gain @param {GraphNode['options']} options */
const writeNorm = (rows, square, gain, options) =>
  mathml`<mfrac>${rows}<msqrt>${writeSymbol(square)}<mo>+</mo>${writeEpsilon(options)}</msqrt></mfrac><mo>·</mo>${writeSymbol(gain)}`;

/** @param {string} name @param {NamedNode} argument */
const writeCall = (name, argument) =>
  mathml`<mi>${name}</mi><mo stretchy="false">(</mo>${writeSymbol(argument)}<mo stretchy="false">)</mo>`;

/** @param {NamedNode} node @param {Nodes} nodes */
function writeNode(node, nodes) {
  const inputs = node.inputs.map(({ id }) => nodes[id]);
  return WRITERS[node.op.name](inputs, node, nodes);
}

/**
 * Writes how tensors are computed, a line each. Tensors that the run lacks are left out.
 * @param {StepContext} context
 * @param {...string} ids
 */
export const writeFormulas = ({ computation: { nodes } }, ...ids) =>
  ids
    .filter((id) => id in nodes)
    .map(
      (id) => html`<math display="block">
        ${writeSymbol(nodes[id])}<mo>=</mo>${writeNode(nodes[id], nodes)}
      </math>`,
    );

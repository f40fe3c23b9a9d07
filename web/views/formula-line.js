/**
 * The formula of attention in one line. The part on screen is highlighted, and pressing another
 * part leads to its step.
 */

import { html, nothing } from 'lit';
import { getLayerPrefix, getLocalName } from '../graph/graph.js';
import { listMaskOptions } from '../graph/ops/mask.js';
import { findStep } from '../lessons/steps.js';
import * as text from '../text/en/steps.js';
import { H, symbolOf, WO, w } from '../text/inline.js';
import { exact } from '../text/number.js';

/** @import { ScaleOptions } from '../graph/ops/scale.js' */
/** @import { Graph } from '../graph/types.js' */
/** @import { ViewContext } from '../lessons/context.js' */

/**
 * @typedef {object} Line
 * @property {(readonly [signs: unknown, tensors?: string])[]} parts the signs, with the ids of the
 * tensors that they stand for. The first tensor of the run names a part whose signs are a function
 * @property {Record<string, string>} lit the first and the last highlighted part, by tensor
 */

/** @param {unknown} symbol */
const nameTable = (symbol) => symbol;

/** The values; without projection, they are the rows of the keys. */
const VALUES = /** @type {const} */ ([nameTable, 'v annotations embeddings']);

/** The mask, which adds −∞ to masked scores. It is left out if it masks nothing or replaces scores. */
const MASK = /** @type {const} */ ([html`\u00a0+\u00a0<i>M</i>`, 'maskedScores']);

/** The factor of the scores. Its signs depend on the run. */
const SCALE = /** @type {const} */ (['', 'scaledScores']);

/** @param {ScaleOptions} options @returns nothing for scores that stay the same */
function writeScale({ factor, rule, amount = 1, temperature = 1 }) {
  if (rule !== 'sqrt' && factor === 1) return undefined;
  /** @type {Record<string, unknown>} */
  const signs = {
    sqrt: html`/√<i>d</i>`,
    words: `/√${amount}`,
    root: `/√${amount}`,
    divisor: `/${amount}`,
    number: `·${exact(amount)}`,
  };
  return html`${signs[rule]}${temperature === 1 ? '' : `/${exact(temperature)}`}`;
}

/** @type {Line} */
const DOT = {
  parts: [
    ['softmax(', 'weights'],
    [nameTable, 'q queries query'],
    ['·', 'scores'],
    [(/** @type {unknown} */ symbol) => html`${symbol}ᵀ`, 'k keys key'],
    SCALE,
    MASK,
    [')'],
    VALUES,
  ],
  lit: { scores: '13', scaledScores: '14', spread: '44', maskedScores: '15', weights: '06' },
};

/** @type {Line} */
const ADDITIVE = {
  parts: [
    ['softmax(', 'weights'],
    [w, 'scores'],
    ['·tanh(', 'features'],
    [nameTable, 'projectedQueries queries'],
    ['+'],
    [nameTable, 'projectedKeys keys'],
    [')'],
    MASK,
    [')'],
    VALUES,
  ],
  lit: { features: '26', scores: '16', scaledScores: '16', maskedScores: '17', weights: '08' },
};

/** @type {Line} */
const HEADS = {
  parts: [
    [text.concatenation, 'concatenated'],
    [html`${H}<sub>1</sub>…`, 'heads'],
    [')'],
    [WO, 'output'],
  ],
  lit: { concatenated: '02', output: '03', headContributions: '03' },
};

/** Tensors that highlight the same part of the formula as another tensor. @type {Record<string, string>} */
const LIKE = { dropped: 'weights', mechanisms: 'weights', alignment: 'weights' };

/**
 * @param {ViewContext} context
 * @param {string} [lit] the tensor whose part is highlighted, by default that of the step
 */
export function formulaLine(
  { computation: { nodes, run }, state, steps, overview, navigateTo, isLocked },
  lit = state.step,
) {
  const layer = getLayerPrefix(overview);
  const name = LIKE[getLocalName(lit)] ?? getLocalName(lit);
  const formula = `${layer}features` in nodes ? ADDITIVE : DOT;
  /** @param {string} tensors */
  const findNode = (tensors) =>
    tensors
      .split(' ')
      .flatMap((tensor) => [layer + tensor, tensor])
      .find((candidate) => candidate in nodes);
  const line = HEADS.lit[name] && `${layer}concatenated` in nodes ? HEADS : formula;
  const isComputed = line.parts.some(
    ([signs, ids = '']) => typeof signs === 'function' && findNode(ids),
  );
  // Numbers that were not computed have no formula.
  if (line !== HEADS && !isComputed) return nothing;
  // An output highlights the whole formula.
  const isOutput = /^(heads|contexts|output)$/.test(name) && `0${line.parts.length - 1}`;
  const [from, to] = line.lit[name] ?? (isOutput || '');
  return html`<p class="formula-line" role=${isLocked ? 'group' : 'toolbar'} aria-label=${text.formula}>${line.parts.map(
    ([signs, tensors = ''], i) => {
      const id = findNode(tensors);
      // A run that ends with weights has no values.
      if (typeof signs === 'function' && !id) return nothing;
      const scaling =
        tensors === SCALE[1] && id && writeScale(/** @type {any} */ (nodes[id].options));
      if (tensors === SCALE[1] && !scaling) return nothing;
      if (tensors === MASK[1] && !(id && addsMask(run.graph, id))) return nothing;
      const shownSigns =
        scaling || (typeof signs === 'function' ? signs(symbolOf(nodes[String(id)])) : signs);
      const step = id && findStep(state, id);
      const isLit =
        (i >= Number(from) && i <= Number(to)) ||
        id === lit ||
        (lit === state.step && step === lit && !from);
      const shown = isLit ? 'lit' : '';
      return !isLocked && steps.some((candidate) => candidate.id === step)
        ? html`<button type="button" class=${shown} aria-current=${isLit} title=${nodes[String(id)].name}
            @click=${() => navigateTo({ step, view: 'step', cell: '' })}>${shownSigns}<span
              class="hidden"> ${text.openPart(nodes[String(id)].name)}</span></button>`
        : html`<span class=${shown}>${shownSigns}</span>`;
    },
  )}</p>`;
}

/** @param {Graph} graph @param {string} id */
const addsMask = (graph, id) =>
  listMaskOptions(graph, id).some(
    (options) => options?.fill === -Infinity && options.allowed.includes(0),
  );

/**
 * The formula of attention in one line. The part on screen is highlighted, and pressing another
 * part leads to its step.
 */

import { html } from 'lit';
import { getLayerPrefix, getLocalName } from '../graph/graph.js';
import { findStep } from '../lessons/steps.js';
import * as text from '../text/en/steps.js';
import { H, K, Q, V, WO, w } from '../text/inline.js';

/** @import { ViewContext } from '../lessons/context.js' */

/**
 * @typedef {object} Line
 * @property {(readonly [signs: unknown, tensors?: string])[]} parts the signs, with the ids of the
 * tensors that they stand for
 * @property {Record<string, string>} lit the first and the last highlighted part, by tensor
 */

/** @type {Line} */
const DOT = {
  parts: [
    ['softmax(', 'weights'],
    [Q, 'q queries query'],
    ['·', 'scores'],
    [html`${K}ᵀ`, 'k keys key'],
    [html`/√<i>d</i>`, 'scaledScores'],
    [')'],
    [V, 'v annotations heads output'],
  ],
  lit: { scores: '13', scaledScores: '14', spread: '44', maskedScores: '14', weights: '05' },
};

/** @type {Line} */
const ADDITIVE = {
  parts: [
    ['softmax(', 'weights'],
    [w, 'scores'],
    ['·tanh(', 'features'],
    [html`<i class="q">Q</i>′`, 'projectedQueries queries'],
    ['+'],
    [html`<i class="k">K</i>′`, 'projectedKeys keys'],
    ['))'],
    [V, 'annotations output'],
  ],
  lit: { features: '26', scores: '16', scaledScores: '16', maskedScores: '16', weights: '06' },
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
  { computation: { nodes }, state, steps, overview, navigateTo, isLocked },
  lit = state.step,
) {
  const layer = getLayerPrefix(overview);
  const name = LIKE[getLocalName(lit)] ?? getLocalName(lit);
  const formula = `${layer}features` in nodes ? ADDITIVE : DOT;
  const line = HEADS.lit[name] && `${layer}concatenated` in nodes ? HEADS : formula;
  // An output highlights the whole formula.
  const isOutput = /^(heads|contexts|output)$/.test(name) && `0${line.parts.length - 1}`;
  const [from, to] = line.lit[name] ?? (isOutput || '');
  return html`<p class="formula-line" role=${isLocked ? 'group' : 'toolbar'} aria-label=${text.formula}>${line.parts.map(
    ([signs, tensors = ''], i) => {
      const id = tensors
        .split(' ')
        .map((name) => layer + name)
        .find((candidate) => candidate in nodes);
      const step = id && findStep(state, id);
      const isLit =
        (i >= Number(from) && i <= Number(to)) ||
        id === lit ||
        (lit === state.step && step === lit && !from);
      const shown = isLit ? 'lit' : '';
      return !isLocked && steps.some((candidate) => candidate.id === step)
        ? html`<button type="button" class=${shown} aria-current=${isLit} title=${nodes[String(id)].name}
            @click=${() => navigateTo({ step, view: 'step' })}>${signs}<span
              class="hidden"> ${text.openPart(nodes[String(id)].name)}</span></button>`
        : html`<span class=${shown}>${signs}</span>`;
    },
  )}</p>`;
}

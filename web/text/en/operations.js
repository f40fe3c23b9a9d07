/** Texts of operations: in the trace of a number, and as comments in a program. */

import { html } from 'lit';
import { quoted } from '../inline.js';

/** @param {number} value */
export const unmasked = (value) => html`Not masked: stays ${quoted(value)}.`;
/** @param {number} before @param {number} value */
export const masked = (before, value) =>
  html`Masked: ${quoted(before)} becomes <b>${quoted(value)}</b>.`;
/** For a number in a row of scores of −∞, as masked scores are. @param {number} value */
export const emptyRow = (value) =>
  Number.isNaN(value)
    ? html`Even the largest score of this row is −∞: −∞ − (−∞) is not a number. <b>${quoted(value)}</b>`
    : html`Even the largest score of this row is −∞, and −∞ − (−∞) is not a number; the core gives
    <b>${quoted(value)}</b> by convention.`;
/** @param {number} before */
export const dropped = (before) => html`Dropped: ${quoted(before)} becomes <b>0</b>.`;
/** @param {number} value */
export const copied = (value) => html`Copied from its head: <b>${quoted(value)}</b>.`;
export const silenced = 'The silenced heads give nothing.';

/** The name of a rotation by the position, in a formula. */
export const rotation = 'rotate';

/** @typedef {keyof typeof activationNames} ActivationKind */
export const activationNames = {
  relu: 'ReLU',
  gelu: 'GELU',
  gelu_tanh: 'GELU',
  silu: 'SiLU',
};
/** Names that tell both GELUs apart. @type {Readonly<Record<ActivationKind, string>>} */
export const exactActivationNames = { ...activationNames, gelu_tanh: 'GELU (tanh)' };

// Comments in a program.

export const softmaxStep = 'Softmax of each row.';

/** @param {string} share */
export const dropoutStep = (share) =>
  `Dropout: a share of ${share} becomes 0; the others grow, so that the expected sum stays.`;
export const keptNote = "Which weights the page's dropout has kept, 1 = kept";
export const allowedNote = 'Which query may attend to which key, 1 = may';

/** Texts of the steps of a pretrained model. */

import { html } from 'lit';
import { counted, grouped } from '../../../../text/en/language.js';
import { activationNames } from '../../../../text/en/operations.js';
import { bold, H, K, Q, symbolOf, V, WO, X } from '../../../../text/inline.js';
import { embeddingNames } from './pretrained.js';

/**
 * @import { ActivationKind } from '../../../../text/en/operations.js'
 * @import { StackLayer } from '../../run/stack-layers.js'
 * @import { TextReply } from '../../types.js'
 */

const R = symbolOf({ symbol: 'R' });
const [G, GATE, U] = ['G', 'G′', 'U'].map((symbol) => symbolOf({ symbol }));
const WR = symbolOf({ symbol: 'W_R' });

export const allHeads = { name: 'All heads', title: 'What every head attends to' };
/** @param {boolean} isScaled whether the colours of each map end at its own largest weight */
export const press = (isScaled) =>
  html`Each small map is one head: rows are queries, columns are keys. Shades run
  from 0 <i class="ramp weights"></i> to ${isScaled ? 'the largest weight of each map' : '1'}. <span class="gesture">Press one to take it apart.</span>`;

export const headLines = { name: 'Lines', title: 'Several heads at once' };
export const manyLines = `Each line leads from a query to a key. It has the colour of its head, and its
  strength shows the weight.`;

export const modelPicture = { name: 'Model', title: 'The way through the model' };
export const pressPart = html`Every token has a row of numbers, the residual stream. Each part reads it and adds to it.
  <span class="gesture">Press a part to see its numbers, or a layer to open it.</span>`;

export const input = { name: 'Input', title: 'What this layer reads' };

/**
 * @param {StackLayer} stackLayer
 * @param {number} width
 * @param {boolean} isNormalized
 * @param {TextReply['embeddings']} embeddings
 */
export const reads = (
  { stack, layer },
  width,
  isNormalized,
  embeddings,
) => html`Each token is a row of ${width} numbers, the
  residual stream. ${stack === 'cross' ? crossReads : layer === 0 ? firstReads(embeddings) : `Layer ${layer + 1} reads what layer ${layer} left.`}
  ${isNormalized ? 'The norm scales every row to the same size before the heads read it.' : ''}`;

/** @param {TextReply['embeddings']} embeddings */
const firstReads = (embeddings) =>
  embeddings.length === 1
    ? 'The first layer reads the embedding of each token.'
    : `The first layer reads a sum for each token: ${embeddingNames(embeddings)}.`;

const crossReads = `These rows of the translation become the queries. Keys and values come from the rows that the
  encoder leaves.`;

export const ofEncoder = 'They are made of the rows of your sentence, as the encoder leaves them.';
export const crossNext = `The decoder reads your sentence next, by cross-attention. The feed-forward network comes after
  that, so you find it in the cross-attention layer.`;

export const q = { name: 'Queries', title: 'What each token looks for' };
/** @param {number} head @param {number} length */
export const queries = (
  head,
  length,
) => html`Each row, times the weight matrix of head ${head}, gives a
  query ${Q} of ${length} numbers. The matrix was learned in training.`;

export const k = { name: 'Keys', title: 'What each token is found by' };
export const keys = html`A second matrix gives the keys ${K}. What a token looks for and what it is found by can differ.`;
export const sharedKeys = 'Several heads share one set of keys.';

export const v = { name: 'Values', title: 'What each token passes on' };
export const values = html`A third matrix gives the values ${V}: what a token passes on to those that attend to it.`;

export const normalized = `Each query and each key is divided by the square root of its mean square, so scores depend less on
  lengths than on directions.`;
export const rotated = `The page turns queries and keys by an angle that grows with the position. So a score depends
  on how far apart two tokens are.`;
/** @param {number} factor @param {boolean} isPartial whether fast pairs of features keep their angles */
export const slowed = (factor, isPartial) =>
  isPartial
    ? `This model was trained on short texts first, then on longer ones: there, slow pairs of features turn ${factor} times slower.`
    : `All angles are divided by ${factor}, so that the model reads texts ${factor} times as long.`;

export const scores = { name: 'Scores', title: 'Each query meets each key' };
/** @param {string} query */
export const met = (query) => html`The dot product of a query and a key is their score. The row of
  ${bold(query)} holds the scores of its query with every key.`;
/** @param {number} width the width of a query @param {number} divisor the square of what divides the scores */
export const scaled = (width, divisor) =>
  divisor === width
    ? html`Every score is divided by √<i>d</i>, where <i>d</i> = ${width}.`
    : html`Every score is divided by √<i>d</i>. This model sets <i>d</i> = ${divisor}, not ${width}, the width of a query.`;
export const unscaled = 'This family does not divide by √d: it learned without.';

export const weights = { name: 'Weights', title: 'Scores become attention weights' };
export const causal =
  'No token may attend to a later one: those scores become −∞, and their weights 0.';
export const seesAll = 'There is no mask: every token may attend to every other.';
/** @param {number} tokens */
export const windowed = (tokens) =>
  `Each token sees a window of ${counted(tokens, 'token')}, which ends with itself. All other scores become −∞, and their weights 0.`;
export const blocked = 'The pairs that you block get a score of −∞ and a weight of 0.';
export const softmax = html`The softmax makes weights of each row: all are positive, and they add up to 1.`;

export const heads = { name: 'Mix', title: 'A weighted sum of the values' };
/** @param {string} query @param {number} head */
export const mixed = (
  query,
  head,
) => html`Weight times value, added up over all keys, is what head ${head}
  gives to ${bold(query)}.`;

export const output = { name: 'Project', title: 'The heads side by side, and one projection' };
export const projected = html`The outputs of all heads stand side by side in ${H}. The weight matrix ${WO}
  mixes them into rows as wide as the residual stream.`;

export const normalizedOutput = 'This family normalizes that output before it is added.';

export const sum = { name: 'Add', title: 'The result is added to the residual stream' };
/** @param {string} query */
export const added = (query) =>
  html`The row of ${bold(query)} stays, and what the heads found is added to it.`;
/** @param {number} narrow @param {number} wide */
export const projectedRows = (narrow, wide) =>
  html`The heads give ${wide} numbers for each token, but this layer reads only ${narrow}. So a learned
  matrix ${WR} first turns each row of ${X} into a row of ${R}, the projected residual stream.`;
/** @param {string} query */
export const addedToProjected = (query) =>
  html`What the heads found is added to the row of ${bold(query)} in ${R}.`;
export const parallel = `In this family attention and feed-forward read the same rows, so both are added at the end.`;

export const hidden = { name: 'Feed-forward', title: 'Each row by itself' };
/** Explanations of names. @type {Readonly<Record<string, string>>} */
const ACTIVATION_NOTES = {
  relu: ', which turns negative numbers into 0',
  gelu_tanh: ', approximated with tanh',
};
/** @param {ActivationKind} kind */
const describeActivation = (kind) => activationNames[kind] + (ACTIVATION_NOTES[kind] ?? '');
/** @param {number} units @param {ActivationKind} kind */
export const widened = (
  units,
  kind,
) => `A matrix widens each row to ${grouped(units)} numbers, the units. Then comes the
  activation ${describeActivation(kind)}. No token sees another here.`;
/** @param {number} units @param {ActivationKind} kind */
export const gated = (
  units,
  kind,
) => html`Two matrices widen each row to ${grouped(units)} numbers, the units. The activation
  ${describeActivation(kind)}${kind in ACTIVATION_NOTES ? ',' : ''} turns ${G} into the gate ${GATE},
  and the gate multiplies ${U}. No token sees another here.`;

export const layerSum = { name: 'Output', title: 'What this layer leaves' };
export const left = `A second matrix brings the units back to the width of the residual stream, and the result is added.`;

export const stream = { name: 'Stream', title: 'What each part adds to one token' };
/** @param {string} query */
export const followed = (
  query,
) => html`The vector of ${bold(query)} on its way through the model. A bar is as long as
  the vector that a part adds. The cosine compares the sum so far with the final vector: 1 means the same direction.`;

export const next = { name: 'Answer', title: 'What the model says' };
export const foretold =
  'These are the tokens that the model finds most probable after the marked one.';
export const filled =
  'These are the tokens that the model finds most probable in the marked place.';
export const translated = `The decoder writes a translation, token by token. These are the tokens that it finds most probable after
  the marked one.`;

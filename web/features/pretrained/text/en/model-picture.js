/**
 * Texts of the picture of a pretrained model. They are plain text, because the picture can also be
 * downloaded.
 */

import { counted, grouped } from '../../../../text/en/language.js';
import { exactActivationNames } from '../../../../text/en/operations.js';

/** @import { ActivationKind } from '../../../../text/en/operations.js' */

/** @param {string} shown the name of the open layer */
export const pictureLabel = (shown) => `The model from tokens to its answer, with ${shown} open`;

export const embedding = 'Embedding';
export const sourceEmbedding = 'Embedding of your sentence';
export const targetEmbedding = 'Embedding of the translation';
export const encoderRows = 'What the encoder leaves';
/** @param {number} width */
export const vectorsOfTokens = (width) => `${grouped(width)} numbers for each token`;
export const crossAttention = 'Cross-attention';
export const keysOfEncoder = 'keys and values come from the encoder';
/**
 * @param {number} vocabulary
 * @param {number} width
 * @param {number} positions the number of learned positions
 */
export const embeddingSizes = (vocabulary, width, positions) =>
  `${grouped(vocabulary)} tokens${positions > 0 ? `, ${grouped(positions)} positions` : ''}, ${grouped(width)} wide`;

/**
 * @param {number} first the width before the first layer
 * @param {number} width the width after it
 */
export const streamWidth = (first, width) =>
  `rows of ${first === width ? '' : `${grouped(first)}, then `}${grouped(width)} numbers`;

/**
 * @param {string} layer the name of the layer
 * @param {number} layers
 */
export const openLayer = (layer, layers) => `${layer} of ${layers}`;

/** @param {'layer' | 'rms'} kind */
export const norm = (kind) => (kind === 'rms' ? 'RMS norm' : 'Norm');
export const attention = 'Attention';
/** @param {{ heads: number, kvHeads: number, headWidth: number }} sizes */
export const attentionSizes = ({ heads, kvHeads, headWidth }) =>
  `${counted(heads, 'head')} of ${headWidth}${kvHeads < heads ? `, ${kvHeads} of keys` : ''}`;
export const feedForward = 'Feed-forward';
/** @param {{ hidden: number, activation: ActivationKind, isGated: boolean }} sizes */
export const feedForwardSizes = ({ hidden, activation, isGated }) =>
  `${counted(hidden, 'unit')}, ${exactActivationNames[activation]}${isGated ? ' gate' : ''}`;
export const sum = '+';
export const sumLabel = 'Add to the rows';

export const finalNorm = 'Final norm';
export const logits = 'Logits';
/** @param {number} vocabulary */
export const logitSizes = (vocabulary) => `a score for each of ${grouped(vocabulary)} tokens`;
export const sentenceVector = 'One vector';
/** @param {number} width */
export const vectorSizes = (width) => `${grouped(width)} numbers for the sentence`;

/** @param {string} name @param {string} sizes */
export const partLabel = (name, sizes) => `${name} ${sizes}`.trim();

/** What the picture of a pretrained model says, in plain text: it is a file, too. */

import { counted, grouped } from '../../../../text/en/language.js';

/** @param {number} layers @param {number} shown from 1 */
export const pictureLabel = (layers, shown) =>
  `The model from tokens to its answer, with layer ${shown} of ${layers} open`;

export const embedding = 'Embedding';
/** @param {number} vocabulary @param {number} width @param {boolean} hasPositions */
export const embeddingSizes = (vocabulary, width, hasPositions) =>
  `${grouped(vocabulary)} tokens${hasPositions ? ' and places' : ''}, ${grouped(width)} numbers each`;

/** @param {number} first before the first layer @param {number} width behind it */
export const streamWidth = (first, width) =>
  `residual stream, ${first === width ? '' : `${grouped(first)}, then `}${grouped(width)} numbers`;

/** @param {number} layer from 1 */
export const layer = (layer) => `Layer ${layer}`;
/** @param {number} layer from 1 @param {number} layers */
export const openLayer = (layer, layers) => `Layer ${layer} of ${layers}`;

/** @param {'layer' | 'rms'} kind */
export const norm = (kind) => (kind === 'rms' ? 'RMS norm' : 'Norm');
export const attention = 'Attention';
/** @param {{ heads: number, kvHeads: number, headWidth: number }} sizes */
export const attentionSizes = ({ heads, kvHeads, headWidth }) =>
  `${counted(heads, 'head')} of ${headWidth}${kvHeads < heads ? `, ${kvHeads} of keys` : ''}`;
export const feedForward = 'Feed-forward';
/** @param {number} hidden */
export const feedForwardSizes = (hidden) => `${counted(hidden, 'unit')}`;
export const sum = '+';
export const sumLabel = 'Add to the residual stream';

export const finalNorm = 'Final norm';
export const logits = 'Logits';
/** @param {number} vocabulary */
export const logitSizes = (vocabulary) => `a score for each of ${grouped(vocabulary)} tokens`;
export const sentenceVector = 'One vector';
/** @param {number} width */
export const vectorSizes = (width) => `${grouped(width)} numbers for the sentence`;

/** @param {string} name @param {string} sizes */
export const partLabel = (name, sizes) => `${name} ${sizes}`.trim();

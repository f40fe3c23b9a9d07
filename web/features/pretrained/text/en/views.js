/** What the pictures of a pretrained model say. */

import { html } from 'lit';
import { bold } from '../../../../text/inline.js';

export { notAnExplanation } from './pretrained.js';

/** @param {number} layers @param {number} heads */
export const gridLabel = (layers, heads) =>
  `The attention weights of ${layers} layers of ${heads} heads`;
export const layerAndHead = 'layer ↓ head →';
/** @param {number} layer @param {number} head @param {boolean} isChanged */
export const headLabel = (layer, head, isChanged) =>
  `Layer ${layer}, head ${head}${isChanged ? ', changed' : ''}`;

/** @param {string} query */
export const streamOf = (query) => html`What each part adds to the vector of ${bold(query)}`;
export const lengthAdded = 'length of what it adds';
export const likeness = 'cosine of the sum with the end';
/** @param {'embedding' | 'attention' | 'feedForward'} kind @param {number} layer */
export const part = (kind, layer) =>
  ({
    embedding: 'embedding',
    attention: `attention ${layer}`,
    feedForward: `feed-forward ${layer}`,
  })[kind];

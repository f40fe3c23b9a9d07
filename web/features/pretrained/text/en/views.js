/** What the pictures of a pretrained model say. */

import { html } from 'lit';
import { bold } from '../../../../text/inline.js';

export { notAnExplanation } from './pretrained.js';
export { noHead } from './steps.js';

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

/** @param {string} token */
export const nextAfter = (token) => html`After ${bold(token)}`;
/** @param {string} token */
export const inPlaceOf = (token) => html`In the place of ${bold(token)}`;
export const asItIs = 'The model as it is';
export const asChanged = 'With your changes';
/** @param {number} width */
export const embedded = (width) =>
  `This model gives one vector of ${width} numbers for the whole sentence. Sentences of like meaning get like vectors.`;
/** @param {string} cosine */
export const likenessAfter = (cosine) =>
  `The cosine of the vector before and after your changes is ${cosine}.`;

export const interventions = 'Change the model';
/** @param {number} layer @param {number} head */
export const silence = (layer, head) => `Silence head ${head} of layer ${layer}`;
/** @param {string} query @param {string} key */
export const blockPair = (query, key) => `Block ${query} → ${key} in this head`;
export const undoAll = 'Take all changes back';

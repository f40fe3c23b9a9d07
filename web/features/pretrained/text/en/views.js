/** Texts of the pictures of a pretrained model. */

import { html } from 'lit';
import { bold } from '../../../../text/inline.js';
import { capitalize } from '../../../../text/spelling.js';
import { layerCount } from './layers.js';
import { withReason } from './refusals.js';

/** @param {Parameters<typeof layerCount>[0]} sizes @param {number} heads */
export const gridLabel = (sizes, heads) =>
  `The attention weights of ${layerCount(sizes)} of ${heads} heads`;
export const layerAndHead = 'layer ↓ head →';
export const joinedPieces = 'A line at the edge joins the pieces of one word.';
/**
 * @param {string} layer the name of the layer
 * @param {number} head
 * @param {boolean} isChanged
 */
export const headLabel = (layer, head, isChanged) =>
  `${capitalize(layer)}, head ${head}${isChanged ? ', changed' : ''}`;

/**
 * @param {string} layer the name of the layer
 * @param {number} head
 * @param {string} weight describes a query, a key and their weight
 */
export const weightAt = (layer, head, weight) => `${capitalize(layer)}, head ${head}: ${weight}`;
export const stacks = `The encoder reads your sentence, and the decoder reads the translation. The first token of the decoder only marks
  the start. In the cross rows the queries are of the translation, and the keys are of your sentence.`;

/** @param {string} query */
export const streamCaption = (query) => html`What each part adds to the vector of ${bold(query)}`;
export const lengthAdded = 'length of what it adds';
export const likeness = 'cosine with the final vector';
export const wouldPredict = 'what the sum would predict';
/** The heads of columns in a downloaded file. */
export const inFile = {
  token: 'token',
  part: 'part',
  length: 'length',
  cosine: 'cosine of the sum',
  /** @param {number} place */
  predicted: (place) => [`token ${place}`, `id ${place}`, `probability ${place}`],
  noImage: 'The table of this step has no image. Choose CSV.',
  noTable: 'The picture of the model has no table. Choose an image, or the CSV of another step.',
};
export const withChanges = '(with your changes)';
export const lens = `If the layers ended after a part, the final norm and the head would predict these tokens from its sum.
  What the model says in the end is bold.`;
export const noLens =
  'The file of this model has no output layer that predicts tokens, so no tokens are shown here.';
/** @param {unknown} error */
export const notPredicted = (error) => withReason('Not predicted', error);
/** @param {'embedding' | 'projectedEmbedding' | 'attention' | 'crossAttention' | 'feedForward'} kind @param {number} layer */
export const part = (kind, layer) =>
  ({
    embedding: 'embedding',
    projectedEmbedding: 'projected embedding',
    attention: `attention ${layer}`,
    crossAttention: `cross-attention ${layer}`,
    feedForward: `feed-forward ${layer}`,
  })[kind];

/** Names of the layers of a pretrained model. */

/**
 * @import { ModelSizes } from '../../../../../src/js/pretrained/types.js'
 * @import { LayerPlace } from '../../run/places.js'
 */

/** Tells whether the model has an encoder and a decoder. @param {readonly LayerPlace[]} places */
const hasStacks = (places) => places.some(({ stack }) => stack !== 'decoder');

/** Returns the names of all layers. @param {readonly LayerPlace[]} places */
export const layerNames = (places) =>
  places.map(({ stack, layer }) => {
    if (stack === 'cross') return `cross-attention ${layer + 1}`;
    return hasStacks(places) ? `${stack} layer ${layer + 1}` : `layer ${layer + 1}`;
  });

/**
 * Returns the names of all layers for a list headed *layer*.
 * @param {readonly LayerPlace[]} places
 */
export const shortLayerNames = (places) =>
  places.map(({ stack, layer }) =>
    hasStacks(places) ? `${stack} ${layer + 1}` : String(layer + 1),
  );

/**
 * Says how many layers the model has.
 * @param {Pick<ModelSizes, 'layers'> & Partial<ModelSizes>} sizes
 */
export const layerCount = ({ layers, hasEncoder, encoderLayers }) =>
  hasEncoder ? `${encoderLayers} encoder and ${layers} decoder layers` : `${layers} layers`;

/** Names of the layers of a pretrained model. */

/**
 * @import { ModelSizes } from '../../../../../src/js/pretrained/types.js'
 * @import { StackLayer } from '../../run/stack-layers.js'
 */

/** Tells whether the model has an encoder and a decoder. @param {readonly StackLayer[]} stackLayers */
const hasStacks = (stackLayers) => stackLayers.some(({ stack }) => stack !== 'decoder');

/** Returns the names of all layers. @param {readonly StackLayer[]} stackLayers */
export const layerNames = (stackLayers) =>
  stackLayers.map(({ stack, layer }) => {
    if (stack === 'cross') return `cross-attention ${layer + 1}`;
    return hasStacks(stackLayers) ? `${stack} layer ${layer + 1}` : `layer ${layer + 1}`;
  });

/**
 * Returns the names of all layers for a list headed *layer*.
 * @param {readonly StackLayer[]} stackLayers
 */
export const shortLayerNames = (stackLayers) =>
  stackLayers.map(({ stack, layer }) =>
    hasStacks(stackLayers) ? `${stack} ${layer + 1}` : String(layer + 1),
  );

/**
 * Says how many layers the model has.
 * @param {Pick<ModelSizes, 'layers'> & Partial<ModelSizes>} sizes
 */
export const layerCount = ({ layers, hasEncoder, encoderLayers }) =>
  hasEncoder ? `${encoderLayers} encoder and ${layers} decoder layers` : `${layers} layers`;

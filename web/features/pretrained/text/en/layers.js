/** Names of the layers of a pretrained model. */

/**
 * @import { ModelSizes } from '../../../../../src/js/pretrained/types.js'
 * @import { StackLayer } from '../../run/stack-layers.js'
 */

/** Tells whether the model has an encoder and a decoder. @param {readonly StackLayer[]} stackLayers */
const hasStacks = (stackLayers) => stackLayers.some(({ stack }) => stack !== 'decoder');

/**
 * @param {readonly StackLayer[]} stackLayers
 * @param {number | string} index in the list, or * for all layers
 */
export function layerName(stackLayers, index) {
  if (index === '*') return 'all layers';
  // A link may name a layer that the model lacks.
  const { stack = 'decoder', layer = Number(index) } = stackLayers[Number(index)] ?? {};
  if (stack === 'cross') return `cross-attention ${layer + 1}`;
  return hasStacks(stackLayers) ? `${stack} layer ${layer + 1}` : `layer ${layer + 1}`;
}

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

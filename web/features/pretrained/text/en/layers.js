/** What the layers of a pretrained model are called. */

/**
 * @import { ModelSizes } from '../../../../../src/js/pretrained/types.js'
 * @import { LayerPlace } from '../../run/places.js'
 */

/** Does the model have an encoder and a decoder? @param {readonly LayerPlace[]} places */
const hasStacks = (places) => places.some(({ stack }) => stack !== 'decoder');

/** The names of all layers. @param {readonly LayerPlace[]} places */
export const layerNames = (places) =>
  places.map(({ stack, layer }) => {
    if (stack === 'cross') return `cross-attention ${layer + 1}`;
    return hasStacks(places) ? `${stack} layer ${layer + 1}` : `layer ${layer + 1}`;
  });

/** Their names where *layer* stands above them. @param {readonly LayerPlace[]} places */
export const shortLayerNames = (places) =>
  places.map(({ stack, layer }) =>
    hasStacks(places) ? `${stack} ${layer + 1}` : String(layer + 1),
  );

/** How many layers there are. @param {Pick<ModelSizes, 'layers'> & Partial<ModelSizes>} sizes */
export const layerCount = ({ layers, hasEncoder, encoderLayers }) =>
  hasEncoder ? `${encoderLayers} encoder and ${layers} decoder layers` : `${layers} layers`;

/** As the first word of a sentence. @param {string} name */
export const capitalize = (name) => name.charAt(0).toUpperCase() + name.slice(1);

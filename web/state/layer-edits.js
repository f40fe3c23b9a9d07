/**
 * Numbers that the reader has set in layers of a pretrained model that are not on screen, as one text:
 * `0.weights.1.2.0:0.5;3.q.0.1.0:2`. Those of the layer on screen are in `edits`.
 */

import { formatEdits, MAX_EDITS_LETTERS, parseEdits } from './edits.js';

/**
 * @import { Edits } from './edits.js'
 * @import { Settings } from './types.js'
 */

/**
 * Parts that cannot be read are left out.
 * @param {string} text of any length
 * @returns {Map<number, Edits>} by layer
 */
export function parseLayerEdits(text) {
  /** @type {Map<number, Edits>} */
  const edits = new Map();
  for (const part of text.slice(0, 2 * MAX_EDITS_LETTERS).split(';')) {
    const [, layer, edit] = /^(0|[1-9]\d{0,2})\.(.+)$/.exec(part) ?? [];
    if (edit === undefined) continue;
    const known = edits.get(Number(layer)) ?? new Map();
    for (const [name, value] of parseEdits(edit)) edits.set(Number(layer), known.set(name, value));
  }
  return edits;
}

/** @param {ReadonlyMap<number, Edits>} edits */
export function formatLayerEdits(edits) {
  const parts = [...edits]
    .sort(([a], [b]) => a - b)
    .flatMap(([layer, ofLayer]) =>
      formatEdits(ofLayer)
        .split(';')
        .filter(Boolean)
        .map((edit) => `${layer}.${edit}`),
    );
  while (parts.join(';').length > MAX_EDITS_LETTERS) parts.pop();
  return parts.join(';');
}

/**
 * All numbers that are set, by layer.
 * @param {Pick<Settings, 'modelLayer' | 'edits' | 'layerEdits'>} settings
 */
export const editsByLayer = ({ modelLayer, edits, layerEdits }) =>
  parseLayerEdits(layerEdits).set(modelLayer, parseEdits(edits));

/**
 * The change that takes back the numbers that are set in a layer.
 * @param {Pick<Settings, 'modelLayer' | 'edits' | 'layerEdits'>} settings
 * @param {number} layer
 */
export function clearLayer({ modelLayer, layerEdits }, layer) {
  if (layer === modelLayer) return { edits: '' };
  const others = parseLayerEdits(layerEdits);
  others.delete(layer);
  return { layerEdits: formatLayerEdits(others) };
}

/**
 * The change that shows another layer. Numbers that are set stay in their layers.
 * @param {Pick<Settings, 'modelLayer' | 'edits' | 'layerEdits'>} settings
 * @param {number} layer
 */
export function changeLayer(settings, layer) {
  if (layer === settings.modelLayer) return { modelLayer: layer };
  const all = editsByLayer(settings);
  const shown = all.get(layer) ?? new Map();
  all.delete(layer);
  return {
    modelLayer: layer,
    cell: '',
    edits: formatEdits(shown),
    layerEdits: formatLayerEdits(all),
  };
}

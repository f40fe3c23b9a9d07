/** Finds the number of another layer that is the same number of the residual stream. */

import { formatCell } from '../../../graph/cell.js';
import { changeLayer } from '../../../state/edits.js';
import { cell as cellLabel, number } from '../../../text/en/trace.js';
import { symbolOf } from '../../../text/inline.js';
import { layerName } from '../text/en/layers.js';
import { residualNumber } from '../text/en/pretrained.js';
import { next } from '../text/en/steps.js';

/**
 * @import { Cell } from '../../../graph/types.js'
 * @import { LayerNumber } from '../../../sources/types.js'
 * @import { Settings } from '../../../state/types.js'
 * @import { LayerReply, ModelInfo, Reply } from '../types.js'
 * @import { StackLayer } from './stack-layers.js'
 */

/**
 * @typedef {object} Shown the layer on the screen
 * @property {ModelInfo} info
 * @property {readonly StackLayer[]} stackLayers
 * @property {Pick<LayerReply, 'isNormBefore'>} layer
 * @property {Settings} settings
 * @property {string[]} queryWords
 * @property {string[]} keyWords
 * @property {Reply} after
 */

/** A tensor with the symbol and the step that it has in its layer. @typedef {{ id: string, symbol: string, step: string }} Rows */

/** @type {Rows} */
const INPUT = { id: 'input', symbol: 'X', step: 'input' };

/** @type {Rows} */
const MEMORY = { id: 'memory', symbol: 'M', step: 'input' };

/** The rows of which a model makes the vector of a sentence. @type {Rows} */
const ANSWER = { id: 'answer/layerSum', symbol: 'X′', step: 'next' };

/**
 * Returns the rows that a layer leaves.
 * @param {Shown} shown
 * @param {number} place the index of the layer in `stackLayers`
 * @returns {Rows}
 */
function findOutput({ stackLayers, layer }, place) {
  const { stack } = stackLayers[place];
  // Cross-attention comes between the decoder's own attention and its feed-forward layer.
  if (stack === 'decoder' && stackLayers.some((other) => other.stack === 'cross'))
    return { id: 'sumNorm/normalized', symbol: 'N', step: 'sum' };
  const id = layer.isNormBefore ? 'layerSum' : 'layerSumNorm/normalized';
  return { id, symbol: 'X′', step: 'layerSum' };
}

/**
 * Returns the index of the layer whose output a layer reads; −1 if it reads embeddings.
 * @param {readonly StackLayer[]} stackLayers
 * @param {number} place
 * @param {string} id the tensor that reads the output
 */
function findLayerBefore(stackLayers, place, id) {
  const { stack, layer } = stackLayers[place];
  if (id === MEMORY.id) return stackLayers.findLastIndex((other) => other.stack === 'encoder');
  if (stack === 'cross') return place - 1;
  return stackLayers.findLastIndex(
    (other) => (other.stack === 'encoder') === (stack === 'encoder') && other.layer === layer - 1,
  );
}

/**
 * @param {Cell} cell
 * @param {Shown} shown
 * @returns {{ from: LayerNumber[], to: LayerNumber[] }}
 */
export function findNeighbours({ id, index }, shown) {
  const { info, stackLayers, settings, after } = shown;
  const { modelLayer } = settings;
  const words = id === MEMORY.id ? shown.keyWords : shown.queryWords;
  /** @param {number} place @param {Rows} rows @returns {LayerNumber} */
  const link = (place, rows) => ({
    label: cellLabel({
      singular: residualNumber,
      symbol: symbolOf(rows),
      words: [words[index[0]]],
      counts: [number(index[1]), rows === ANSWER ? next.name : layerName(stackLayers, place)],
    }),
    change: {
      ...changeLayer(settings, place),
      view: 'step',
      step: rows.step,
      ...(rows !== MEMORY && { query: index[0] }),
      cell: formatCell({ id: rows.id, index }),
    },
  });
  const last = stackLayers.length - 1;
  // A final norm would change the rows.
  const isAnswer = after.rows !== undefined && !info.sizes.hasFinalNorm;
  const isRead = id === INPUT.id || id === MEMORY.id;
  let before = isRead ? findLayerBefore(stackLayers, modelLayer, id) : -1;
  if (id === ANSWER.id && isAnswer) before = last;
  const isLeft = id === findOutput(shown, modelLayer).id;
  return {
    from: before < 0 ? [] : [link(before, findOutput(shown, before))],
    to: [
      ...stackLayers.flatMap(({ stack }, place) =>
        [INPUT, ...(stack === 'cross' ? [MEMORY] : [])]
          .filter((rows) => isLeft && findLayerBefore(stackLayers, place, rows.id) === modelLayer)
          .map((rows) => link(place, rows)),
      ),
      ...(isLeft && isAnswer && modelLayer === last ? [link(last, ANSWER)] : []),
    ],
  };
}

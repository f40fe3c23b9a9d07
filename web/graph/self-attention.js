/** A layer of a Transformer without its feed-forward network: what the heads find is added to each row. */

import { node } from './graph.js';
import { layerNorm } from './layer-norm.js';
import { multiHead } from './multi-head.js';
import { add } from './ops/add.js';
import { constant } from './ops/constant.js';
import { within } from './within.js';

/** Not of a layer: rows that come from elsewhere, and the same output once more. */
const LEFT_OUT = ['embeddings', 'headContributions', 'contributionSum'];

/**
 * @param {object} options
 * @param {string} options.layer such as 'layer1'
 * @param {string} options.rows id of the rows that enter it
 * @param {string} options.symbol of the rows that leave it
 * @param {boolean} [options.hasNorm] whether the heads read the rows normalized
 * @param {boolean} [options.hasBias] whether a number for each distance is added to the scaled scores
 * @param {import('./softmax.js').Weighing} options.weighing
 * @returns {import('./graph.js').Node[]}
 */
export function selfAttention({ layer, rows, symbol, hasNorm, hasBias, weighing }) {
  const attention = multiHead({ separate: false, sharedKeys: false, weighing }).filter(
    ({ id }) => !LEFT_OUT.includes(id),
  );
  const read = hasNorm ? `${layer}/normalized` : rows;
  return [
    ...(hasNorm ? within(layer, layerNorm(rows), { [rows]: rows }) : []),
    ...within(layer, hasBias ? biased(attention) : attention, { embeddings: read }),
    node(`${layer}/sum`, add, 'qf', { [rows]: 'qf', [`${layer}/output`]: 'qf' }, symbol),
  ];
}

/** @param {import('./graph.js').Node[]} nodes */
const biased = (nodes) =>
  nodes.flatMap((one) => {
    if (one.id !== 'maskedScores') return one;
    const scores = { scaledScores: 'hqk', distanceBias: 'hqk' };
    return [
      node('distanceBias', constant, 'hqk', {}, 'B'),
      node('biasedScores', add, 'hqk', scores, 'S_B'),
      { ...one, inputs: [{ id: 'biasedScores', axes: 'hqk' }] },
    ];
  });

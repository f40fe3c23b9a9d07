/** The parts of a layer besides queries, keys and values, each with the ids that the graph has for its weight and its bias. */

import { nameNorms } from '../../../graph/builders/transformer.js';

/** @import { LayerReply } from '../types.js' */

/**
 * @param {{ isNormBefore: boolean }} order
 * @returns {[weight: string, bias: string, part: keyof LayerReply['parameters'], isNorm?: boolean][]}
 */
export function listStoredParts(order) {
  const { attention, feedForward } = nameNorms(order);
  return [
    [`${attention}/gain`, `${attention}/bias`, 'attnNorm', true],
    ['wo', 'outputBias', 'attnOut'],
    ['wResidual', 'residualBias', 'residual'],
    [`${feedForward}/gain`, `${feedForward}/bias`, 'mlpNorm', true],
    ['feedForward/wGate', 'feedForward/gateSumsBias', 'gate'],
    ['feedForward/w1', 'feedForward/hiddenSumsBias', 'mlpIn'],
    ['feedForward/w2', 'feedForward/outputBias', 'mlpOut'],
  ];
}

/**
 * The parts of a layer: the projections with their heads, and other parts with the graph's ids of
 * their weight and bias.
 */

import { nameNorms } from '../../../graph/builders/transformer.js';

/** @import { LayerReply } from '../types.js' */

/**
 * Lists the projections to queries, keys and values, each with its number of heads.
 * @param {{ heads: number, kvHeads: number }} counts
 * @returns {[part: 'q' | 'k' | 'v', count: number][]}
 */
export const listProjections = ({ heads, kvHeads }) => [
  ['q', heads],
  ['k', kvHeads],
  ['v', kvHeads],
];

/**
 * Lists the other parts.
 * @param {{ isNormBefore: boolean }} order
 * @returns {[weight: string, bias: string, part: keyof LayerReply['parameters'], isNorm?:
 *   boolean][]}
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

/** The parts of a layer in the library, and the tensors of the graph that they become. */

import { nameNorms } from '../../../graph/builders/transformer.js';

/** @import { LayerReply } from '../types.js' */

/** @typedef {keyof LayerReply['parameters']} PartName */

/**
 * Reads each part of a layer, and returns the results by the graph's ids of weights and biases.
 * @template Part
 * @template Result
 * @param {Pick<LayerReply, 'heads' | 'kvHeads' | 'isNormBefore'>} layer
 * @param {Readonly<Record<PartName, Part | undefined>>} parts
 * @param {object} read each function returns the results of the weight and of the bias, if any
 * @param {(part: Part, count: number, name: PartName) => [Result, Result | undefined]} read.ofHeads
 *   reads a projection to the rows of `count` heads
 * @param {(part: Part, isNorm: boolean, name: PartName) => [Result, Result | undefined]} read.whole
 * @returns {Record<string, Result>}
 */
export function readLayerParts({ heads, kvHeads, isNormBefore }, parts, read) {
  const norms = nameNorms({ isNormBefore });
  /** @type {[weight: string, bias: string, name: PartName, count?: number][]} */
  const places = [
    ['wq', 'qBias', 'q', heads],
    ['wk', 'kBias', 'k', kvHeads],
    ['wv', 'vBias', 'v', kvHeads],
    ['qNorm/gain', 'qNorm/bias', 'qNorm'],
    ['kNorm/gain', 'kNorm/bias', 'kNorm'],
    [`${norms.attention}/gain`, `${norms.attention}/bias`, 'attnNorm'],
    ['wo', 'outputBias', 'attnOut'],
    ['outputNorm/gain', 'outputNorm/bias', 'attnOutNorm'],
    ['wResidual', 'residualBias', 'residual'],
    [`${norms.feedForward}/gain`, `${norms.feedForward}/bias`, 'mlpNorm'],
    ['feedForward/wGate', 'feedForward/gateSumsBias', 'gate'],
    ['feedForward/w1', 'feedForward/hiddenSumsBias', 'mlpIn'],
    ['feedForward/w2', 'feedForward/outputBias', 'mlpOut'],
    ['feedForwardOutputNorm/gain', 'feedForwardOutputNorm/bias', 'mlpOutNorm'],
  ];
  /** @type {Record<string, Result>} */
  const results = {};
  for (const [weightId, biasId, name, count] of places) {
    const part = parts[name];
    if (part === undefined) continue;
    const [weight, bias] =
      count === undefined
        ? read.whole(part, name.endsWith('Norm'), name)
        : read.ofHeads(part, count, name);
    results[weightId] = weight;
    if (bias !== undefined) results[biasId] = bias;
  }
  return results;
}

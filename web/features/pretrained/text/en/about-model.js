/** Texts about how a pretrained model computes. */

import { counted, grouped, listed } from '../../../../text/en/language.js';
import { exactActivationNames } from '../../../../text/en/operations.js';
import { megabytes } from './hub.js';
import { layerCount } from './layers.js';
import { modelName } from './pretrained.js';

/**
 * @import { ModelInfo } from '../../types.js'
 */

export const aboutModel = 'About this model';

/** @param {string} model @param {ModelInfo} info */
export const about = (model, { name, family, parameters, sizes, bytes }) =>
  `${modelName(model, { name })} · family ${family} · ${roundCount(parameters)} parameters · ${layerCount(sizes)} of ${sizes.heads} heads · ${megabytes(bytes)} of memory`;

/** @param {number} count */
const roundCount = (count) =>
  count < 1e6 ? count.toLocaleString('en') : `${(count / 1e6).toFixed(1)} million`;

/** Lists how the layers compute. @param {ModelInfo} info @returns {string[]} */
export const describeStructure = ({ sizes, structure }) =>
  [
    describeHeads(sizes),
    describeWindows(structure),
    describePositions(structure, sizes),
    describeNorms(structure),
    `Feed-forward: ${exactActivationNames[structure.activation]}${structure.isGated ? ' gate' : ''}`,
    structure.isParallel && 'Attention and feed-forward read the same rows',
    `Weights in the file: ${listed(structure.dtypes.map((dtype) => DTYPES[dtype] ?? dtype))}`,
  ].filter((line) => typeof line === 'string');

/** @type {Readonly<Record<string, string>>} */
const DTYPES = { F32: 'float32', F16: 'float16', BF16: 'bfloat16', I8: 'int8' };

/** @param {ModelInfo['sizes']} sizes */
const describeHeads = ({ heads, kvHeads, headWidth }) =>
  `Heads: ${heads} of ${headWidth} numbers${kvHeads < heads ? `, which share ${counted(kvHeads, 'head')} of keys and values` : ''}`;

/** @param {ModelInfo['structure']} structure */
function describeWindows({ windows }) {
  const size = windows.find((window) => window !== undefined);
  if (size === undefined) return false;
  const full = windows.flatMap((window, layer) => (window === undefined ? [layer + 1] : []));
  const others = full.length === 1 ? `layer ${full}` : `layers ${listed(full)}`;
  return `Window: ${counted(size, 'token')}${full.length > 0 ? `, in ${others} all earlier tokens` : ''}`;
}

/** @param {ModelInfo['structure']} structure @param {ModelInfo['sizes']} sizes */
function describePositions({ rotary, windowRotary, hasSinusoids }, { positions, headWidth }) {
  const kind = rotary
    ? [
        `rotary, ${describeRotary(rotary)}`,
        rotary.width < headWidth && `for ${rotary.width} of ${headWidth} numbers`,
        windowRotary && `in a window ${describeRotary(windowRotary)}`,
      ]
    : [hasSinusoids ? 'sines and cosines' : 'learned'];
  return `Positions: ${[...kind, `up to ${grouped(positions)} tokens`].filter(Boolean).join(', ')}`;
}

/** @param {NonNullable<ModelInfo['structure']['rotary']>} rotary */
const describeRotary = ({ theta, scaling }) =>
  `base ${grouped(theta)}${scaling ? ` with ${scaling.length === undefined ? 'all' : 'slow'} angles divided by ${scaling.factor}` : ''}`;

/** @param {ModelInfo['structure']} structure */
function describeNorms({ norm, isNormBefore, hasHeadNorms, hasOutputNorms }) {
  const place = isNormBefore ? 'before' : 'after';
  const others = [hasHeadNorms && 'of queries and keys', hasOutputNorms && 'of both outputs'];
  const kind = norm === 'rms' ? 'RMSNorm' : 'LayerNorm';
  return `Norms: ${[`${kind} ${place} attention and feed-forward`, ...others].filter(Boolean).join(', ')}`;
}

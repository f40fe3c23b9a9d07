/**
 * Writes how a Python program reads the parameters of a layer from model.safetensors. NumPy and
 * PyTorch use the same code.
 */

import { writePythonString } from '../../../export/literals.js';
import { listProjections, listStoredParts } from './stored-parts.js';

/**
 * @import { StoredPart } from '../../../../src/js/pretrained/types.js'
 * @import { WeightsFile } from '../../../sources/types.js'
 * @import { LayerReply } from '../types.js'
 */

/**
 * @param {LayerReply['stored']} stored
 * @param {Pick<LayerReply, 'heads' | 'kvHeads' | 'headWidth' | 'isNormBefore'>} layer
 * @returns {WeightsFile['python']}
 */
export function listPythonReads(stored, { heads, kvHeads, headWidth, isNormBefore }) {
  /** @type {Record<string, string>} */
  const reads = {};
  for (const [part, count] of listProjections({ heads, kvHeads })) {
    const { weight, bias, isTransposed, rows } = stored[part];
    const select = (/** @type {string} */ width) => writeRowRange(rows, count * headWidth, width);
    const matrix = `${writeRead(weight)}${isTransposed ? '.T' : ''}${select(', -1')}`;
    reads[`w${part}`] = `${matrix}.reshape(${count}, ${headWidth}, -1).swapaxes(1, 2)`;
    if (bias)
      reads[`${part}Bias`] = `${writeRead(bias)}${select('')}.reshape(${count}, ${headWidth})`;
  }
  for (const [weight, bias, name, isNorm] of listStoredParts({ isNormBefore })) {
    const part = stored[name];
    if (!part) continue;
    // The graph stores matrices as (in, out).
    reads[weight] = `${writeRead(part.weight)}${isNorm || part.isTransposed ? '' : '.T'}`;
    if (part.bias) reads[bias] = writeRead(part.bias);
  }
  return reads;
}

/** @param {string} name the name of a tensor */
const writeRead = (name) => `read(${writePythonString(name)})`;

/**
 * Selects the rows of one part.
 * @param {StoredPart['rows']} rows
 * @param {number} total the number of rows of the part
 * @param {string} width the width of reshaped rows
 */
function writeRowRange(rows, total, width) {
  if (!rows) return '';
  const { first, count, blockSize } = rows;
  const range = `${first}:${first + count}`;
  return count === total
    ? `[${range}]`
    : `.reshape(${total / count}, ${blockSize}${width})[:, ${range}]`;
}

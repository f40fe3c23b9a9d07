// The encoder of a model that has one.

import { runModel } from './forward.js';
import { Interventions } from './interventions.js';

/**
 * @import { Changes } from './interventions.js'
 * @import { Machine } from './machine.js'
 * @import { Description } from './parts.js'
 */

/** The stacks of a decoder with an encoder. @param {number} targets tokens of the decoder @param {number} encoded tokens of the encoder */
export const makeDecoderStacks = (targets, encoded) => ({
  '': { attention: /** @type {const} */ ('own'), keys: targets },
  cross: { attention: /** @type {const} */ ('cross'), keys: encoded },
});

/** @param {Description} model */
export const readModelSizes = ({ layers, heads }) => ({ layers: layers.length, heads });

/**
 * Runs an encoder, whose tables can be traced and changed. To be called inside `arena.run`.
 *
 * @param {Machine} machine
 * @param {Description} encoder
 * @param {number[]} ids
 * @param {Changes} [options]
 */
export function encodeText(machine, encoder, ids, options = {}) {
  const keys = ids.length;
  const stacks = { encoder: { attention: /** @type {const} */ ('own'), keys } };
  const changes = new Interventions(readModelSizes(encoder), keys, options, stacks);
  const plain = { cache: undefined, isLastOnly: false, encoded: undefined };
  const result = runModel(machine, encoder, { ...plain, ids, typeIds: [], changes });
  return { ...result, layers: changes.layers };
}

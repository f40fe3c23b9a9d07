// The encoder of a model that has one.

import { runModel } from './forward.js';
import { Interventions } from './interventions.js';

/**
 * @import { Machine } from './machine.js'
 * @import { Description } from './parts.js'
 */

/** @param {Description} model */
export const readModelSizes = ({ layers, heads }) => ({ layers: layers.length, heads });

/**
 * Runs an encoder, whose tables can be traced. To be called inside `arena.run`.
 *
 * @param {Machine} machine
 * @param {Description} encoder
 * @param {number[]} ids
 * @param {Record<string, unknown>} [options]
 */
export function encodeText(machine, encoder, ids, { trace, layers } = {}) {
  const changes = new Interventions(readModelSizes(encoder), ids.length, { trace, layers });
  const plain = { cache: undefined, isLastOnly: false, encoded: undefined };
  const result = runModel(machine, encoder, { ...plain, ids, typeIds: [], changes });
  return { ...result, layers: changes.layers };
}

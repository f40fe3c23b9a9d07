// The encoder of a model that has one.

import { runModel } from './forward.js';
import { Interventions } from './interventions.js';

/**
 * @import { Changes, Stacks } from './interventions.js'
 * @import { Machine } from './machine.js'
 * @import { Description } from './parts.js'
 */

/** The stacks of a decoder. @param {number} targets its tokens @param {number} [encoded] tokens of its encoder, if it has one @returns {Stacks} */
export const makeDecoderStacks = (targets, encoded) => ({
  decoder: { attention: 'own', keys: targets },
  ...(encoded !== undefined && { cross: { attention: 'cross', keys: encoded } }),
});

/** @param {Description} model */
export const readModelSizes = ({ layers, heads }) => ({ layers: layers.length, heads });

/**
 * Runs an encoder, whose tables can be traced and changed. To be called inside `arena.run`.
 *
 * @param {Machine} machine
 * @param {Description} encoder
 * @param {readonly number[]} ids
 * @param {Changes} options
 */
export function encodeText(machine, encoder, ids, options) {
  const keys = ids.length;
  const stacks = { encoder: { attention: /** @type {const} */ ('own'), keys } };
  const changes = new Interventions(readModelSizes(encoder), keys, options, stacks);
  const plain = { cache: undefined, isLastOnly: false, encoded: undefined };
  const result = runModel(machine, encoder, { ...plain, ids, typeIds: [], changes });
  return { ...result, layers: changes.layers };
}

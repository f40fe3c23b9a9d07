import { putOptions } from './options.js';
import { checkLimit, sizeOf } from './shape.js';
import { makeTensor } from './tensor.js';

/** @typedef {import('./tensor.js').Tensor} Tensor */

/**
 * Names and shapes of outputs, in the order in which the core takes their addresses. An undefined
 * shape is an output that is not wanted: its address is 0.
 *
 * @typedef {[name: string, shape: number[] | undefined][]} Fields
 */

/**
 * The steps from scores to weights, which every mechanism shares: `attn_trace` of the core.
 *
 * @param {number[]} scores shape of the scores
 * @param {import('./options.js').Options} options
 * @returns {Fields}
 */
export function attentionTrace(scores, { dropout }) {
  const rows = scores.slice(0, -1);
  return [
    ['scores', scores],
    ['scaledScores', scores],
    ['maskedScores', scores],
    ['rowMax', rows],
    ['exponentials', scores],
    ['rowSum', rows],
    ['weights', scores],
    ['dropped', dropout === undefined ? undefined : scores],
  ];
}

/**
 * Takes space for outputs, to be read once a call has filled them.
 *
 * @param {string} operation
 * @param {import('./arena.js').Arena} arena
 * @param {Fields} fields
 */
function takeOutputs(operation, arena, fields) {
  for (const [name, shape] of fields) if (shape) checkLimit(operation, name, shape);
  const addresses = fields.map(([, shape]) => (shape ? arena.take(4 * sizeOf(shape)) : 0));
  return {
    addresses,
    read() {
      /** @type {Record<string, Tensor>} */
      const tensors = {};
      fields.forEach(([name, shape], i) => {
        if (shape) tensors[name] = makeTensor(shape, arena.read(addresses[i], sizeOf(shape)));
      });
      return tensors;
    },
  };
}

/**
 * The result of an attention.
 *
 * @typedef {object} AttentionResult
 * @property {Tensor} output
 * @property {Tensor} [weights] as they were applied, after dropout; left out if they are not needed
 * @property {Record<string, Tensor>} [trace] every step on the way, if it was asked for; its
 *   `weights` are those before dropout, `dropped` those after
 */

/**
 * Calls an attention of the core: options, outputs, trace and workspace follow its own arguments.
 * To be called inside `arena.run`, with the inputs already in memory.
 *
 * @param {object} call
 * @param {import('./core.js').Core} call.core
 * @param {string} call.operation
 * @param {string} call.name of the export
 * @param {number[]} call.args inputs and sizes
 * @param {import('./options.js').Options} call.options
 * @param {number[]} [call.cache] its address, where the core takes one
 * @param {number[]} call.output shape of the output
 * @param {number[]} call.weights shape of the weights
 * @param {() => Fields} call.trace what a trace holds, if it is asked for
 * @param {number} call.workspace bytes
 * @returns {AttentionResult}
 */
export function callAttention(call) {
  const { core, operation, name, args, options, workspace } = call;
  const { arena } = core;
  // Rows are counted even where they have no width.
  checkLimit(operation, 'the call', [...call.weights.slice(0, -1), 1]);
  const results = takeOutputs(operation, arena, [
    ['output', call.output],
    ['weights', options.needWeights ? call.weights : undefined],
  ]);
  const steps = takeOutputs(operation, arena, options.trace ? call.trace() : []);
  core.call(
    operation,
    name,
    ...args,
    putOptions(arena, options),
    ...(call.cache ?? []),
    ...results.addresses,
    options.trace ? arena.putStruct(steps.addresses) : 0,
    arena.take(workspace),
    workspace,
  );
  const result = /** @type {AttentionResult} */ (/** @type {unknown} */ (results.read()));
  return options.trace ? { ...result, trace: steps.read() } : result;
}

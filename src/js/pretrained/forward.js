// The forward pass of all models: embeddings, layers and head, as the description of the model says.

import { attendHeads, attendToEncoder } from './attend.js';
import { Interventions } from './interventions.js';

/** @import { TokenCache } from './cache.js' */
/** @import { Changes } from './interventions.js' */
/** @import { Machine } from './machine.js' */
/** @import { Block, Description } from './parts.js' */

/**
 * The hidden states of an encoder.
 * @typedef {{ memory: number, length: number }} Encoded `memory` is the address of (S, D), `length` is S
 */

/**
 * The inputs of a pass.
 * @typedef {object} Pass
 * @property {readonly number[]} ids
 * @property {readonly number[]} typeIds
 * @property {TokenCache} [cache] the keys and values of earlier tokens, and of the encoder
 * @property {'all' | 'last' | false} logits the tokens whose logits are computed
 * @property {Encoded | undefined} [encoded] the hidden states of the encoder, unless the cache has their keys and values
 * @property {Interventions} changes
 */

/**
 * @typedef {object} LayerCall
 * @property {Machine} machine
 * @property {Description} model
 * @property {number} index the index of the layer
 * @property {Block} block
 * @property {number} n the number of tokens
 * @property {number} past the number of tokens in the cache
 * @property {number} positions the address of the positions
 * @property {Pass} pass
 * @property {(table: string, address: number, shape: number[]) => void} step a function that is called with each computed
 *   table
 */

/**
 * Runs a model. Call this function inside `arena.run`.
 * @param {Machine} machine @param {Description} model @param {Pass} pass
 */
export function runModel(machine, model, pass) {
  const { arena } = machine;
  const { ids, cache, changes, logits } = pass;
  const [n, D] = [ids.length, model.width];
  const past = cache?.length ?? 0;
  const positions = machine.put(Int32Array.from(ids, (_, i) => past + i));
  const outputs = [machine.take(n * D), machine.take(n * D)];
  let input = embed(machine, model, pass, past, positions);
  model.layers.forEach((block, index) => {
    /** @type {LayerCall['step']} */
    const step = (table, address, shape) =>
      changes.step(machine, index, table, address, shape, past);
    const output = outputs[index % 2];
    arena.run(() => {
      runLayer({ machine, model, index, block, n, past, positions, pass, step }, input, output);
    });
    input = output;
  });
  changes.checkEdits();
  cache?.advance(n);
  const hidden = finish(machine, model, input, n);
  const rows = logits === 'last' ? Math.min(n, 1) : n;
  const first = hidden + 4 * (n - rows) * D;
  return {
    address: hidden,
    hidden: machine.read(hidden, [n, D]),
    layers: changes.layers,
    logits: logits === false ? undefined : readLogits(machine, model, first, rows),
    pooled: readPooled(machine, model, hidden, n),
    embedding: readEmbedding(machine, model, hidden, n),
  };
}

/**
 * Reads the changes of an encoder, and returns its pass.
 * @param {Description} encoder @param {readonly number[]} ids @param {Changes} options
 * @returns {{ encoder: Description, pass: Pass }}
 */
export function planEncoding(encoder, ids, options) {
  const keys = ids.length;
  const stacks = { encoder: { attention: /** @type {const} */ ('self'), keys } };
  const changes = new Interventions(encoder, keys, options, stacks);
  return { encoder, pass: { ids, typeIds: [], logits: /** @type {const} */ (false), changes } };
}

/**
 * Applies the final norm, if there is one.
 * @param {Machine} machine @param {Description} model
 * @param {number} rows (n, D) @param {number} n
 */
const finish = (machine, model, rows, n) =>
  model.finalNorm ? machine.applyNorm(model.finalNorm, model, rows, n) : rows;

/**
 * Computes logits from rows of the residual stream, as if they were the output of the last layer. Call this function
 * inside `arena.run`.
 *
 * @param {Machine} machine @param {Description} model
 * @param {number} rows (n, D) @param {number} n
 */
export const decodeRows = (machine, model, rows, n) =>
  readLogits(machine, model, finish(machine, model, rows, n), n);

/** Embeddings of tokens, of positions, and of the types of tokens. @typedef {'token' | 'position' | 'type'} EmbeddingKind */

/**
 * Looks up the embeddings that are added up, in this order, for the input of the first layer.
 * @param {Machine} machine @param {Description} model @param {Pick<Pass, 'ids' | 'typeIds'>} text @param {number} past
 * @param {number} positions the address of the positions
 * @returns {{ kind: EmbeddingKind, address: number }[]} the addresses of (n, D)
 */
export function lookUpEmbeddings(machine, model, { ids, typeIds }, past, positions) {
  const { tokens, positionTable, types, firstPosition, paddingId } = model;
  const { width } = tokens;
  const n = ids.length;
  let address = machine.embed(tokens, ids);
  if (model.embeddingScale !== 1) {
    const scale = machine.put(new Float32Array(n * width).fill(model.embeddingScale));
    address = machine.combine('attn_multiply', address, scale, n * width);
  }
  /** @type {ReturnType<typeof lookUpEmbeddings>} */
  const found = [{ kind: 'token', address }];
  if (model.hasSinusoids)
    found.push({ kind: 'position', address: machine.waves(positions, n, width) });
  if (positionTable) {
    let position = firstPosition + past;
    const rows = ids.map((id) => (id === paddingId ? paddingId : position++));
    found.push({ kind: 'position', address: machine.embed(positionTable, rows) });
  }
  if (types) {
    const rows = ids.map((_, i) => typeIds[i] ?? 0);
    found.push({ kind: 'type', address: machine.embed(types, rows) });
  }
  return found;
}

/**
 * Computes the input of the first layer: for each token, the sum of its embeddings, and its norm if there is one.
 * @param {Machine} machine @param {Description} model @param {Pass} pass @param {number} past
 * @param {number} positions the address of the positions
 */
function embed(machine, model, pass, past, positions) {
  const { tokens, embeddingNorm } = model;
  const n = pass.ids.length;
  const sum = lookUpEmbeddings(machine, model, pass, past, positions)
    .map(({ address }) => address)
    .reduce((total, address) => machine.combine('attn_add', total, address, n * tokens.width));
  return embeddingNorm ? machine.applyNorm(embeddingNorm, model, sum, n) : sum;
}

/** The tables of norms that come before a sum. */
const NORM_TABLES = /** @type {const} */ ({
  attnNorm: 'normAttn',
  attnOutNorm: 'normAttnOut',
  mlpNorm: 'normMlp',
  mlpOutNorm: 'normMlpOut',
});

/** @param {LayerCall} call @param {number} x (n, D) @param {number} output (n, D) */
function runLayer(call, x, output) {
  const { machine, model, block, n, step } = call;
  const { width: D } = model;
  const shape = [n, D];
  const count = n * D;
  step('input', x, [n, block.attnNorm.width]);
  /**
   * Applies a norm, if there is one.
   * @param {keyof typeof NORM_TABLES} name @param {number} from
   */
  const normalized = (name, from) => {
    const part = block[name];
    if (part === undefined) return from;
    const result = machine.applyNorm(part, model, from, n);
    step(NORM_TABLES[name], result, [n, part.width]);
    return result;
  };
  if (model.isParallel) {
    const attended = attendHeads(call, normalized('attnNorm', x));
    const fed = feedForward(call, normalized('mlpNorm', x));
    const both = machine.combine('attn_add', attended, fed, count);
    machine.combine('attn_add', x, both, count, output);
  } else if (model.isNormBefore) {
    const found = attendHeads(call, normalized('attnNorm', x));
    const attended = normalized('attnOutNorm', found);
    const residual = block.residual ? machine.project(block.residual, x, n) : x;
    const middle = machine.combine('attn_add', residual, attended, count);
    step('afterAttn', middle, shape);
    const fed = feedForward(call, normalized('mlpNorm', middle));
    machine.combine('attn_add', middle, normalized('mlpOutNorm', fed), count, output);
  } else {
    const attended = machine.combine('attn_add', x, attendHeads(call, x), count);
    let middle = machine.applyNorm(block.attnNorm, model, attended, n);
    step('afterAttn', middle, shape);
    const { cross } = block;
    if (cross) {
      const crossed = attendToEncoder(call, cross, middle);
      const both = machine.combine('attn_add', middle, crossed, count);
      middle = machine.applyNorm(cross.norm, model, both, n);
      step('afterCross', middle, shape);
    }
    const fed = feedForward(call, middle);
    const sum = machine.combine('attn_add', middle, fed, count);
    machine.applyNorm(block.mlpNorm, model, sum, n, output);
  }
  step('output', output, shape);
}

/** @param {LayerCall} call @param {number} x @returns {number} (n, D) */
function feedForward({ machine, model, block, n, step }, x) {
  const { activation, width } = model;
  const { gate, mlpIn, mlpOut } = block;
  const count = n * mlpIn.out;
  const first = machine.project(mlpIn, x, n);
  const gated = gate ? machine.project(gate, x, n) : first;
  const activated = machine.activate(activation, gated, count);
  const hidden = gate ? machine.combine('attn_multiply', activated, first, count) : activated;
  step('mlpHidden', hidden, [n, mlpIn.out]);
  const output = machine.project(mlpOut, hidden, n);
  step('mlpOut', output, [n, width]);
  return output;
}

/** @param {Machine} machine @param {Description} model @param {number} hidden @param {number} rows */
function readLogits(machine, model, hidden, rows) {
  const { head, tokens, vocabulary } = model;
  if (head === undefined) return undefined;
  let x = hidden;
  if (head.dense) {
    const dense = machine.project(head.dense, x, rows);
    x = machine.activate(head.activation ?? model.activation, dense, rows * head.dense.out);
  }
  if (head.norm) x = machine.applyNorm(head.norm, model, x, rows);
  const bias = head.bias ? machine.addressOf(head.bias).at : 0;
  const logits = machine.project(head.decoder ?? tokens, x, rows, bias);
  return machine.read(logits, [rows, vocabulary]);
}

/**
 * Computes the pooled output: tanh of a projection of the first token.
 * @param {Machine} machine @param {Description} model @param {number} hidden @param {number} n
 */
function readPooled(machine, { pooler }, hidden, n) {
  if (pooler === undefined || n === 0) return undefined;
  const pooled = machine.activate('tanh', machine.project(pooler, hidden, 1), pooler.out);
  return machine.read(pooled, [pooler.out]);
}

/**
 * Computes the embedding of the text: tanh of a projection of the mean row, scaled to length 1.
 * @param {Machine} machine @param {Description} model @param {number} hidden @param {number} n
 */
function readEmbedding(machine, { sentence }, hidden, n) {
  if (sentence === undefined) return undefined;
  const { width, out } = sentence;
  const mean = machine.take(width);
  machine.mix(machine.put(new Float32Array(n).fill(1 / n)), hidden, [1, n, width], mean);
  const pooled = machine.activate('tanh', machine.project(sentence, mean, 1), out);
  return machine.read(machine.scaleToLengthOne(pooled, out), [out]);
}

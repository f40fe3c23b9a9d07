// Generation of text, token by token.

import { makeArgumentError, runNamed } from '../errors.js';
import {
  defineAbortSignal,
  defineCallback,
  defineInteger,
  defineNumber,
  defineSeed,
  makeOptionReader,
} from '../option-reader.js';
import { Random } from '../random.js';
import { projectEncoded } from './attend.js';
import { TokenCache } from './cache.js';
import { makeDecoderStacks } from './change-names.js';
import { planEncoding, runModel } from './forward.js';
import { Interventions } from './interventions.js';
import { drawToken } from './next-token.js';

/** @import { Core } from '../core.js' */
/** @import { Tensor } from '../types.js' */
/** @import { Pass } from './forward.js' */
/** @import { Machine } from './machine.js' */
/** @import { Description } from './parts.js' */
/** @import { Tokens } from './tokens.js' */
/** @import { WrittenToken } from './types.js' */

/**
 * The parts of a model that generation uses.
 * @typedef {object} Writer
 * @property {string} operation the call that generates
 * @property {() => { core: Core, machine: Machine }} open throws if the model was disposed of
 * @property {Description} model
 * @property {string} family
 * @property {(input: unknown) => Tokens & { targetIds: number[] }} readInput
 * @property {(id: number) => string} tokenOf
 * @property {(ids: readonly number[]) => string} textOf
 */

/** @typedef {ReturnType<typeof planEncoding>} Encoding */

const readGenerateOptions = makeOptionReader({
  tokens: defineInteger(0, 2 ** 20, 20),
  temperature: defineNumber(0, 1e6, 0),
  topK: defineInteger(1, 2 ** 30),
  seed: defineSeed(0),
  signal: defineAbortSignal(),
  onToken: defineCallback(),
  silence: {},
  block: {},
  edits: {},
});

/**
 * Reads the arguments, and returns a generator that yields each token as soon as it is known. Keys and values of earlier
 * tokens are cached. With changes, each token equals that of a run of the text so far with the same changes.
 *
 * @param {Writer} writer @param {unknown} input @param {unknown} options
 */
export function writeTokens(writer, input, options) {
  return runNamed(writer.operation, () => {
    const { model } = writer;
    const { core } = writer.open();
    const read = readGenerateOptions(options);
    const prompt = readPrompt(writer, input);
    const { ids, encoderIds } = prompt;
    const count = Math.min(read.tokens, model.positions - ids.length);
    const capacity = ids.length + count;
    const stacks = makeDecoderStacks(capacity, model.encoder && encoderIds.length);
    const changes = new Interventions(model, capacity, read, stacks);
    const encoding = model.encoder && planEncoding(model.encoder, encoderIds, read);
    const plan = { ...prompt, count, capacity, changes, encoding };
    return generateTokens(writer, core, read, plan);
  });
}

/**
 * @param {Writer} writer @param {Core} core @param {ReturnType<typeof readGenerateOptions>} read
 * @param {ReturnType<typeof readPrompt> & { count: number, capacity: number, changes: Interventions, encoding: Encoding | undefined }} plan
 * @returns {Generator<WrittenToken, void, void>}
 */
function* generateTokens(writer, core, read, plan) {
  const { model, tokenOf, textOf } = writer;
  const { ids, typeIds, encoderIds, count, capacity, changes, encoding } = plan;
  const random = new Random(read.seed, 'tokens');
  /** @template Result @param {() => Result} body */
  const run = (body) => runNamed(writer.operation, body);
  const cache = run(() => new TokenCache(core, model, capacity, encoderIds.length));
  try {
    if (encoding) run(() => encode(writer, cache, encoding));
    const prompt = { ids, typeIds, cache, changes, logits: /** @type {const} */ ('last') };
    // Run a pass even without tokens to write, because only a pass can check the tables of edits.
    if (count === 0 && read.edits !== undefined) {
      run(() => core.arena.run(() => runPass(writer, prompt)));
    }
    const text = [...ids];
    let next = ids;
    for (let i = 0; i < count; i++) {
      read.signal?.throwIfAborted();
      const passage = { ...prompt, ids: next };
      const id = run(() => drawNext(writer, passage, text, read, random));
      next = [id];
      text.push(id);
      const token = { token: tokenOf(id), id, text: textOf(text.slice(ids.length)) };
      read.onToken?.(token);
      yield token;
      if (model.endIds.includes(id)) return;
    }
  } finally {
    cache.dispose();
  }
}

/** @param {Writer} writer @param {unknown} input */
function readPrompt({ model, family, readInput }, input) {
  const read = readInput(input);
  const { head, isCausal, encoder } = model;
  if (head === undefined || !isCausal) {
    const received = isCausal
      ? 'a model without a head: its file has none, and tie_word_embeddings of config.json is not true'
      : `a model of type ${family}`;
    throw makeArgumentError('this', 'a model that predicts the next token', received);
  }
  if (read.ids.length === 0) throw makeArgumentError('input', 'at least one token', 'empty');
  if (encoder === undefined) return { ...read, encoderIds: [] };
  if (read.targetIds.length === 0)
    throw makeArgumentError('input.targetIds', 'at least one token', 'empty');
  return { ...read, ids: read.targetIds, encoderIds: read.ids };
}

/**
 * Runs the encoder. Each layer of the decoder projects the hidden states to keys and values, which the cache stores.
 * @param {Writer} writer @param {TokenCache} cache @param {Encoding} encoding
 */
function encode({ open, model }, cache, { encoder, pass }) {
  const { core, machine } = open();
  core.arena.run(() => {
    const { address } = runModel(machine, encoder, pass);
    const encoded = { memory: address, length: pass.ids.length };
    model.layers.forEach((block, layer) => {
      core.arena.run(() => {
        cache.keepEncoded(machine, layer, projectEncoded(machine, model, block, encoded).key);
      });
    });
  });
}

/**
 * The tokens since the previous pass.
 * @typedef {Pass & { cache: TokenCache }} Passage
 */

/** @param {Writer} writer @param {Passage} text */
function runPass({ open, model }, text) {
  return runModel(open().machine, model, text);
}

/**
 * Whether a text ends with a sequence, except for its last id.
 * @param {readonly number[]} text @param {readonly number[]} sequence
 */
function endsWithStart(text, sequence) {
  const first = text.length - (sequence.length - 1);
  return sequence.every((id, i) => i === sequence.length - 1 || text[first + i] === id);
}

/**
 * Draws the next token.
 * @param {Writer} writer @param {Passage} passage @param {readonly number[]} text the ids of all tokens so far
 * @param {{ temperature: number, topK?: number }} options @param {Random} random
 */
function drawNext(writer, passage, text, options, random) {
  const { core, machine } = writer.open();
  return core.arena.run(() => {
    const { logits } = runPass(writer, passage);
    const { data } = /** @type {Tensor} */ (logits);
    for (const sequence of writer.model.forbidden) {
      const id = sequence[sequence.length - 1];
      if (id in data && endsWithStart(text, sequence)) data[id] = -Infinity;
    }
    return drawToken(machine, data, options, random);
  });
}

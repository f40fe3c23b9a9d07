import { Operations } from '../attention.js';
import { describeValue, makeSizeError, runNamed } from '../errors.js';
import {
  defineAbortSignal,
  defineCallback,
  defineFlag,
  defineNumber,
  listKnownNames,
  makeOptionReader,
  suggestName,
} from '../option-reader.js';
import { Config } from './config.js';
import { completeConfig } from './config-defaults.js';
import { makeModelError, makeNoTokenizerError, OPERATION } from './errors.js';
import { families } from './families/index.js';
import { GENERATION, TOKENIZER } from './files.js';
import { HubRepository } from './hub.js';
import { readJsonFile } from './json.js';
import { Layout } from './layout.js';
import { PretrainedModel } from './model.js';
import { openRepository } from './source.js';
import { TextTokenizer } from './tokens.js';
import { makeMissingError, openWeights, readHeaders } from './weight-files.js';
import { fillWeights } from './weights.js';

/** @import { Attention } from '../attention.js' */
/** @import { Core } from '../core.js' */
/** @import { LimitError } from '../errors.js' */
/** @import { HubError, ModelError } from './errors.js' */
/** @import { Description, Family } from './parts.js' */
/** @import { TensorEntry } from './safetensors.js' */
/** @import { ModelTokenizer } from './tokens.js' */
/** @import { Repository } from './source.js' */
/** @import { DescribeOptions, LoadOptions, ModelSource, ModelSummary } from './types.js' */

/** The expected tokenizer, in words, for a caller that needs one. */
const NEEDED_TOKENIZER = 'the file, since options.needsTokenizer is true';

/** The operation in errors of `describePretrained`. */
const DESCRIBE = 'describePretrained';

const DESCRIBE_OPTIONS = {
  signal: defineAbortSignal(),
  endpoint: {},
  revision: {},
  needsTokenizer: defineFlag(),
};
const readDescribeOptions = makeOptionReader(DESCRIBE_OPTIONS);
const readLoadOptions = makeOptionReader({
  ...DESCRIBE_OPTIONS,
  onProgress: defineCallback(),
  maxBytes: defineNumber(0, 2 ** 53, 2 ** 32),
});

/**
 * Loads a pretrained model in the format of Hugging Face: config.json, model.safetensors and tokenizer.json. The
 * weights may be in several files, which an index names. The configuration and the headers are checked before memory is
 * taken. The weights are read piece by piece.
 *
 * @param {Attention} attention the instance whose memory stores the weights
 * @param {ModelSource} source the name of a model on the Hub, such as `openai-community/gpt2`; the address
 *   of a folder, such as `./gpt2/`; or the files
 * @param {LoadOptions} [options]
 * @returns {Promise<PretrainedModel>}
 * @throws {HubError} if the Hub does not provide the model; `reason` says why
 * @throws {ModelError} if a file is damaged, missing, or not supported
 * @throws {LimitError} if the model takes more than `maxBytes`, 4 GiB by default
 */
export async function loadPretrained(attention, source, options) {
  const { core, read, repository } = runNamed(OPERATION, () => {
    const core = Operations.getCore(attention);
    const read = readLoadOptions(options);
    return { core, read, repository: openRepository(source, read) };
  });
  read.signal?.throwIfAborted();
  try {
    return await loadFrom(repository, core, read);
  } finally {
    repository.close?.();
  }
}

/**
 * Reads facts about a model from a Hub, such as its size, family and license, without requesting its files.
 *
 * @param {string} id the name of the model, such as `openai-community/gpt2`
 * @param {DescribeOptions} [options]
 * @returns {Promise<ModelSummary>}
 * @throws {HubError} if the Hub does not provide the model; `reason` says why
 * @throws {ModelError} if the model has no readable file of weights, or lacks a required tokenizer
 */
export async function describePretrained(id, options) {
  const { read, repository } = runNamed(DESCRIBE, () => {
    const read = readDescribeOptions(options);
    return { read, repository: new HubRepository(id, read, DESCRIBE) };
  });
  read.signal?.throwIfAborted();
  try {
    await openWeights(repository);
    if (read.needsTokenizer) await requireTokenizer(repository);
    return repository.describe();
  } finally {
    repository.close();
  }
}

/**
 * @param {Repository} repository
 * @param {Core} core
 * @param {ReturnType<typeof readLoadOptions>} options
 */
async function loadFrom(repository, core, { signal, maxBytes, needsTokenizer, onProgress }) {
  const config = await readJsonFile(repository, 'config.json');
  if (config === undefined) throw makeMissingError(repository, 'config.json');
  const family = findFamily(config);
  const weights = await openWeights(repository);
  if (needsTokenizer && !family.readTokenizer) await requireTokenizer(repository);
  const entries = await readHeaders(weights);
  const parts = runNamed(OPERATION, () =>
    describeModel(core, family, config, { entries, index: weights.index }),
  );
  const { layout, model } = parts;
  /** @type {readonly number[]} */
  let namedEnds = [];
  if (model.isCausal) {
    const settings = (await readJsonFile(repository, GENERATION)) ?? {};
    namedEnds = runNamed(OPERATION, () => readGeneration(model, config, settings));
  }
  if (layout.bytes > maxBytes) {
    const sizes = { bytes: layout.bytes, limit: maxBytes, operation: OPERATION };
    throw makeSizeError('the model', sizes);
  }
  const tokenizer = await (family.readTokenizer ?? readTokenizer)(
    repository,
    parts.model.vocabulary,
  );
  if (needsTokenizer && tokenizer === undefined) throw makeNoTokenizerError(NEEDED_TOKENIZER);
  checkEndTokens(tokenizer, namedEnds, model);
  signal?.throwIfAborted();
  const pretrained = runNamed(
    OPERATION,
    () => new PretrainedModel(core, { family: config.model_type, config, tokenizer, ...parts }),
  );
  try {
    const total = layout.reads
      .flatMap((each) => each.entries)
      .reduce((sum, { from, to }) => sum + to - from, 0);
    let loaded = 0;
    await fillWeights(core, PretrainedModel.addressOf(pretrained), layout.reads, (count) => {
      loaded += count;
      if (!repository.reportsProgress) onProgress?.({ loaded, total });
      signal?.throwIfAborted();
    });
    pretrained.origin = await repository.finish?.();
    // A run reads the sizes.
    Object.freeze(pretrained);
  } catch (error) {
    pretrained.dispose();
    throw error;
  }
  return pretrained;
}

/** The settings of quantised weights, those of MLX last. */
const QUANTISED = ['quantization_config', 'quantization'];

/** @param {Record<string, any>} config @returns {Family} */
function findFamily(config) {
  const type = config.model_type;
  const types = families.flatMap((family) => family.types);
  const found = families.find((family) => family.types.includes(type));
  if (found === undefined) {
    // The start of a name, such as gpt, is nearer to gpt2 than to opt.
    const started = types.find((name) => typeof type === 'string' && type && name.startsWith(type));
    const near = started ? ` (did you mean ${started}?)` : suggestName(type, types);
    const wrong = `is ${describeValue(type)}${near}`;
    const received = type === undefined ? 'is missing' : wrong;
    throw makeModelError('type', 'model_type of config.json', listKnownNames(types), received);
  }
  const quantised = QUANTISED.find((name) => (config[name] ?? undefined) !== undefined);
  if (quantised === undefined) return found;
  const expected = 'absent: quantised models are not covered';
  throw makeModelError('quantised', `${quantised} of config.json`, expected, 'is given');
}

/**
 * @param {Core} core
 * @param {Family} family
 * @param {Record<string, any>} config
 * @param {{ entries: Map<string, TensorEntry>, index: string }} tensors
 */
function describeModel(core, family, config, { entries, index }) {
  const names = [...entries.keys()];
  const prefix = family.prefixes.find((each) => names.some((name) => name.startsWith(each))) ?? '';
  const layout = new Layout({ entries, index, prefix }, (...sizes) =>
    core.sizeFrom('attn_packed_size', sizes),
  );
  const model = family.describe(new Config(completeConfig(config)), (name) => layout.has(name));
  layout.addParts(model);
  return { layout, model, unused: layout.listUnused(config.model_type) };
}

/**
 * Reads which tokens begin and end a text, and which ones are never written. A value of generation_config.json wins
 * over that of config.json.
 *
 * @param {Description} model @param {Record<string, any>} config @param {Record<string, any>} settings
 * @returns {readonly number[]} the end tokens that a file names; others are those of the family
 */
function readGeneration(model, config, settings) {
  const generation = new Config(settings, '', GENERATION);
  const choose = (/** @type {string} */ name) =>
    generation.get(name) === undefined ? new Config(completeConfig(config)) : generation;
  const endIds = choose('eos_token_id').ids('eos_token_id');
  // A token that ends the text is never forbidden alone, as in transformers.
  const isForbidden = (/** @type {readonly number[]} */ ids) =>
    ids.length > 1 || (ids.length === 1 && !endIds.includes(ids[0]));
  model.endIds = endIds;
  model.forbidden = choose('bad_words_ids').idLists('bad_words_ids').filter(isForbidden);
  const last = model.vocabulary - 1;
  model.startId = generation.index('decoder_start_token_id', model.startId, last);
  const isNamed = [settings, config].some((file) => (file.eos_token_id ?? undefined) !== undefined);
  return isNamed ? endIds : [];
}

/**
 * Refuses the tokenizer of another model, if it lacks the token that ends a text.
 * @param {ModelTokenizer | undefined} tokenizer @param {readonly number[]} endIds @param {Description} model
 */
function checkEndTokens(tokenizer, endIds, { vocabulary }) {
  const lacking = endIds.find((id) => id < vocabulary && tokenizer?.tokenOf(id) === `[${id}]`);
  if (lacking === undefined) return;
  const expected = `a token with the id ${lacking}, which is eos_token_id of the model`;
  throw makeModelError('vocabulary', TOKENIZER, expected, 'has no such token');
}

/** @param {Repository} repository */
async function requireTokenizer(repository) {
  if (repository.names.includes(TOKENIZER)) return;
  if ((await repository.open(TOKENIZER)) !== undefined) return;
  throw makeNoTokenizerError(NEEDED_TOKENIZER, repository.operation);
}

/** @param {Repository} repository @param {number} vocabulary the number of ids that the model has */
async function readTokenizer(repository, vocabulary) {
  const json = await readJsonFile(repository, TOKENIZER);
  if (json === undefined) return undefined;
  const config = (await readJsonFile(repository, 'tokenizer_config.json')) ?? {};
  const tokenizer = new TextTokenizer(json, config);
  const count = tokenizer.countIds();
  if (count <= vocabulary) return tokenizer;
  const expected = `${vocabulary} or fewer, the vocab_size of config.json`;
  throw makeModelError('vocabulary', TOKENIZER, expected, `has ${count} ids`);
}

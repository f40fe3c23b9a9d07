import { AttentionError, getOperation, KIND } from '../errors.js';
import { TOKENIZER } from './files.js';

/** @import { ErrorDetails } from '../types.js' */

/** The operation in errors of loading, between whose asynchronous steps there is no current call. */
export const OPERATION = 'loadPretrained';

/**
 * The reason of a ModelError: `missing` (a file), `old-format` (of the weights, or another one), `index` (it does not fit its files),
 * `damaged`, `type` (of the model), `quantised`, `config` (another setting), `tensors` (they do not fit the
 * configuration), `dtype`, `tokenizer`, `vocabulary` (the tokenizer has more ids than the model), `text` (the tokenizer
 * refuses it), `changed` (a file, since it was chosen), `several` (models in one folder), `address`, `unreachable` or
 * `unreadable` (the folder of a model), or `version` (of the model that ships).
 *
 * @typedef {'missing' | 'old-format' | 'index' | 'damaged' | 'type' | 'quantised' | 'config' | 'tensors' | 'dtype' | 'tokenizer' | 'vocabulary' | 'text' | 'changed' | 'several' | 'address' | 'unreachable' | 'unreadable' | 'version'} ModelReason
 */

/** The error of a file of a model that is damaged, missing or not supported. */
export class ModelError extends AttentionError {
  /** @internal */
  static [KIND] = 'ModelError';

  /**
   * @param {ModelReason} reason
   * @param {ErrorDetails} details `argument` is the file or a part of it
   */
  constructor(reason, details) {
    const { argument, expected, received } = details;
    const failure = { operation: getOperation() || OPERATION, ...details };
    super('ERR_MODEL', `${argument} ${received}; expected ${expected}`, failure);
    /** The reason, in one word. */
    this.reason = reason;
  }
}

/**
 * The reason of a HubError: `network`, `not-found` (or private), `moved`, `revision`, `gated`, `disabled`, `rate-limit`,
 * `status` (any other status), `answer` (not a response of a Hub), `size` or `sha256` (the bytes differ from the list of
 * files).
 *
 * @typedef {'network' | 'not-found' | 'moved' | 'revision' | 'gated' | 'disabled' | 'rate-limit' | 'status' | 'answer' | 'size' | 'sha256'} HubReason
 */

/** The error of a Hub that does not provide a model, or sends other bytes than it lists. */
export class HubError extends AttentionError {
  /** @internal */
  static [KIND] = 'HubError';

  /**
   * @param {HubReason} reason
   * @param {ErrorDetails} details `argument` is the host, the model or one of its files
   */
  constructor(reason, details) {
    const { argument, expected, received } = details;
    const completed = { operation: getOperation() || OPERATION, ...details };
    super('ERR_HUB', `${argument} ${received}; expected ${expected}`, completed);
    /** The reason, in one word. */
    this.reason = reason;
  }
}

/**
 * Makes a ModelError.
 *
 * @param {ModelReason} reason
 * @param {string} argument the file or a part of it
 * @param {string} expected
 * @param {string} received what is wrong, beginning with a verb, such as `is missing`
 * @param {{ cause?: unknown, operation?: string | undefined }} [more] `operation`: an asynchronous call other than
 *   `loadPretrained`
 */
export const makeModelError = (reason, argument, expected, received, { cause, operation } = {}) =>
  new ModelError(reason, { argument, expected, received, cause, ...(operation && { operation }) });

/** Makes the error of a model without a tokenizer. @param {string} expected @param {string} [operation] */
export const makeNoTokenizerError = (expected, operation) =>
  makeModelError('missing', TOKENIZER, expected, 'is missing', { operation });

/** @param {string} file the file or a part of it @param {string} expected @param {string} received @param {unknown} [cause] */
export const makeDamagedError = (file, expected, received, cause) =>
  makeModelError('damaged', file, expected, received, { cause });

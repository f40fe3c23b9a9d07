import { AttentionError, getOperation, KIND } from '../errors.js';
import { TOKENIZER } from './files.js';

/** @import { ErrorDetails } from '../types.js' */

/** The operation in errors of loading, between whose asynchronous steps there is no current call. */
export const OPERATION = 'loadPretrained';

/** The error of a file of a model that is damaged, missing or not supported. */
export class ModelError extends AttentionError {
  /** @internal */
  static [KIND] = 'ModelError';

  /** @param {ErrorDetails} details `argument` is the file or a part of it */
  constructor(details) {
    const { argument, expected, received } = details;
    const failure = { operation: getOperation() || OPERATION, ...details };
    super('ERR_MODEL', `${argument} ${received}; expected ${expected}`, failure);
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
 * @param {string} argument the file or a part of it
 * @param {string} expected
 * @param {string} received what is wrong, beginning with a verb, such as `is missing`
 * @param {unknown} [cause]
 * @param {string} [operation] an asynchronous call other than `loadPretrained`
 */
export const makeModelError = (argument, expected, received, cause, operation) =>
  new ModelError({ argument, expected, received, cause, ...(operation && { operation }) });

/** Makes the error of a model without a tokenizer. @param {string} expected @param {string} [operation] */
export const makeNoTokenizerError = (expected, operation) =>
  makeModelError(TOKENIZER, expected, 'is missing', undefined, operation);

import { AttentionError } from '../errors.js';
import { TOKENIZER } from './files.js';

/** @import { ErrorDetails } from '../types.js' */

/** The operation in errors of loading. It is fixed, because other calls may run between the asynchronous steps. */
export const OPERATION = 'loadPretrained';

/** The error of a file of a model that is damaged, missing or not supported. */
export class ModelError extends AttentionError {
  /** The name of the class. */
  name = 'ModelError';

  /** @param {ErrorDetails} details `argument` is the file or a part of it */
  constructor(details) {
    const { argument, expected, received } = details;
    const failure = { operation: OPERATION, ...details };
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
  /** The name of the class. */
  name = 'HubError';

  /**
   * @param {HubReason} reason
   * @param {ErrorDetails} details `argument` is the host, the model or one of its files
   */
  constructor(reason, details) {
    const { argument, expected, received } = details;
    const completed = { operation: OPERATION, ...details };
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
 */
export const makeModelError = (argument, expected, received, cause) =>
  new ModelError({ argument, expected, received, cause });

/** Makes the error of a model without a tokenizer. @param {string} expected */
export const makeNoTokenizerError = (expected) => makeModelError(TOKENIZER, expected, 'is missing');

/**
 * Makes a HubError.
 *
 * @param {HubReason} reason
 * @param {string} argument the host, the model or one of its files
 * @param {string} expected
 * @param {string} received what is wrong, beginning with a verb, such as `is disabled`
 * @param {unknown} [cause]
 */
export const makeHubError = (reason, argument, expected, received, cause) =>
  new HubError(reason, { argument, expected, received, cause });

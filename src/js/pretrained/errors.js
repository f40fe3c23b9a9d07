import { AttentionError } from '../errors.js';
import { TOKENIZER } from './files.js';

/** @import { ErrorDetails } from '../types.js' */

/** The call that errors name, though others may run between its steps. */
export const OPERATION = 'loadPretrained';

/** A file of a model is damaged, missing, or holds something that is not covered. */
export class ModelError extends AttentionError {
  name = 'ModelError';

  /** @param {ErrorDetails} details `argument` is the file, or a part of it */
  constructor(details) {
    const { argument, expected, received } = details;
    const failure = { operation: OPERATION, ...details };
    super('ERR_MODEL', `${argument} ${received}; expected ${expected}`, failure);
  }
}

/**
 * The reason: `network`, `not-found` (or private), `moved`, `revision`, `gated`, `disabled`, `rate-limit`,
 * `status` (any other answer), `answer` (no answer of a Hub), `size` or `sha256` (other bytes than its list says).
 *
 * @typedef {'network' | 'not-found' | 'moved' | 'revision' | 'gated' | 'disabled' | 'rate-limit' | 'status' | 'answer' | 'size' | 'sha256'} HubReason
 */

/** The Hub does not give a model, or gives other bytes than it lists. */
export class HubError extends AttentionError {
  name = 'HubError';

  /**
   * @param {HubReason} reason
   * @param {ErrorDetails} details `argument` is the host, the model or a file of it
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
 * @param {string} argument the file, or a part of it
 * @param {string} expected
 * @param {string} received with its verb, such as `is missing`
 * @param {unknown} [cause]
 */
export const makeModelError = (argument, expected, received, cause) =>
  new ModelError({ argument, expected, received, cause });

/** The model reads no text. @param {string} expected */
export const makeNoTokenizerError = (expected) => makeModelError(TOKENIZER, expected, 'is missing');

/**
 * @param {HubReason} reason
 * @param {string} argument the host, the model or a file of it
 * @param {string} expected
 * @param {string} received with its verb, such as `is disabled`
 * @param {unknown} [cause]
 */
export const makeHubError = (reason, argument, expected, received, cause) =>
  new HubError(reason, { argument, expected, received, cause });

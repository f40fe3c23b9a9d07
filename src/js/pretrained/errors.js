import { AttentionError, LimitError } from '../errors.js';

const OPERATION = 'loadPretrained';

/** A file of a model is damaged, missing, or holds something that is not covered. */
export class ModelError extends AttentionError {
  name = 'ModelError';

  /** @param {import('../types.js').ErrorDetails} details `argument` is the file, or a part of it */
  constructor(details) {
    const { argument, expected, received } = details;
    const own = { operation: OPERATION, ...details };
    super('ERR_MODEL', `${argument} ${received}; expected ${expected}`, own);
  }
}

/**
 * @param {string} argument the file, or a part of it
 * @param {string} expected
 * @param {string} received with its verb, such as `is missing`
 * @param {unknown} [cause]
 */
export const modelError = (argument, expected, received, cause) =>
  new ModelError({ argument, expected, received, cause });

/** @param {string} received @param {string} expected */
export const tooLarge = (received, expected) =>
  new LimitError({ operation: OPERATION, argument: 'the model', expected, received });

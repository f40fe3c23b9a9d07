/**
 * What every error of this library carries besides its message.
 *
 * @typedef {object} ErrorDetails
 * @property {string} operation the call that failed, such as `linear`
 * @property {string} [argument] the argument at fault, such as `key` or `options.scale`
 * @property {string} [expected] what would have been right
 * @property {string} [received] what came
 * @property {unknown} [cause] the error behind this one
 */

/** The base of all errors thrown here. After one, the instance goes on working. */
export class AttentionError extends Error {
  /**
   * @param {string} code
   * @param {string} message what went wrong, after the name of the operation
   * @param {ErrorDetails} details
   */
  constructor(code, message, { operation, argument, expected, received, cause }) {
    super(`${operation}: ${message}`, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.code = code;
    this.operation = operation;
    this.argument = argument;
    this.expected = expected;
    this.received = received;
  }
}

/** A tensor's shape does not fit, by itself or beside the others. */
export class ShapeError extends AttentionError {
  /** @param {ErrorDetails} details */
  constructor(details) {
    const { argument, expected, received } = details;
    super('ERR_SHAPE', `${argument} has shape ${received}; expected ${expected}`, details);
  }
}

/** An argument is of the wrong kind or outside its range. */
export class ArgumentError extends AttentionError {
  /** @param {ErrorDetails} details */
  constructor(details) {
    const { argument, expected, received } = details;
    super('ERR_ARGUMENT', `${argument} is ${received}; expected ${expected}`, details);
  }
}

/** A tensor would be larger than WebAssembly's 4 GiB can hold. */
export class LimitError extends AttentionError {
  /** @param {ErrorDetails} details */
  constructor(details) {
    const { argument, expected, received } = details;
    super('ERR_LIMIT', `${argument} would take ${received}; the limit is ${expected}`, details);
  }
}

/** The host gives no more memory. */
export class OutOfMemoryError extends AttentionError {
  /** @param {ErrorDetails} details */
  constructor(details) {
    const { expected, received } = details;
    super('ERR_OUT_OF_MEMORY', `needs ${expected} of memory; the host gives ${received}`, details);
  }
}

/** The WebAssembly core could not be fetched, compiled or started. */
export class LoadError extends AttentionError {
  /** @param {ErrorDetails} details */
  constructor(details) {
    const { expected, received } = details;
    super('ERR_LOAD', `${received}; expected ${expected}`, details);
  }
}

/** A layer is used after `dispose()`. */
export class DisposedError extends AttentionError {
  /** @param {ErrorDetails} details */
  constructor(details) {
    const [expected, received] = ['a layer in use', 'disposed of'];
    super('ERR_DISPOSED', `this layer is ${received}; expected ${expected}`, {
      expected,
      received,
      ...details,
    });
  }
}

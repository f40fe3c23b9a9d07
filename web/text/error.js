/** Errors for readers: the message of any error, and the errors of `export(format)` of both elements. */

import { runNamed } from '../../src/js/errors.js';
import { makeNameError } from '../../src/js/option-reader.js';

/** Returns the message of anything that was thrown. @param {unknown} error */
export const readMessage = (error) => (error instanceof Error ? error.message : String(error));

/** The error if what is on screen has no such export. The message is a sentence for readers. */
export class ExportError extends Error {
  /** The name of the class. */
  name = 'ExportError';
  /** The kind of error. */
  code = 'ERR_EXPORT';
}

/** The error of `ready` of a map without weights, such as one whose program sets them later. */
export class NoWeightsError extends Error {
  /** The name of the class. */
  name = 'NoWeightsError';
  /** The kind of error. */
  code = 'ERR_NO_WEIGHTS';
}

/** @param {unknown} format @param {readonly string[]} known */
export const makeFormatError = (format, known) =>
  runNamed('export', () => makeNameError('format', format, known));

/** The error of files. Its module imports no type, so a program that reads files needs no types of the page. */

/** The error for a file that cannot be read. The message is a sentence that gives the reason and an alternative. */
export class FileError extends Error {
  /** The name of the class. */
  name = 'FileError';
  /** The kind of error, as in `attention-error`. */
  code = 'ERR_TENSORS';
}

/**
 * Converts any error of a reader to a FileError. Readers rely on typed arrays and views to throw
 * for offsets outside the file.
 * @param {unknown} error
 * @param {string} sentence the message, unless the error has its own
 */
export const toFileError = (error, sentence) =>
  error instanceof FileError ? error : new FileError(sentence, { cause: error });

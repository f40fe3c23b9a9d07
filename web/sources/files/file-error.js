/** What a file is refused with: a sentence for whoever dropped it. */
export class FileError extends Error {
  name = 'FileError';
  code = 'ERR_TENSORS';
}

/**
 * Any error of a reader as a FileError. Readers leave it to typed arrays and views to refuse offsets
 * outside the file.
 * @param {unknown} error
 * @param {string} sentence for an error that has none
 */
export const asFileError = (error, sentence) =>
  error instanceof FileError ? error : new FileError(sentence, { cause: error });

/** What a file is refused with: a sentence for whoever dropped it. */
export class FileError extends Error {
  name = 'FileError';
  code = 'ERR_TENSORS';
}

/**
 * Whatever reading threw, as an error of ours. Readers leave it to typed arrays and views to refuse a
 * place outside the file.
 * @param {unknown} error
 * @param {string} sentence for an error that has none
 */
export const asFileError = (error, sentence) =>
  error instanceof FileError ? error : new FileError(sentence, { cause: error });

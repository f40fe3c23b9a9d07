// Names and digests of a model's files, in the form that all their readers share.

/** The file of the weights. */
export const WEIGHTS = 'model.safetensors';
/** The file that names the files of the weights, if there are several. */
export const INDEX = 'model.safetensors.index.json';
/** The file of the tokenizer. */
export const TOKENIZER = 'tokenizer.json';

/** The settings of generation. */
export const GENERATION = 'generation_config.json';

/** @param {Uint8Array} bytes */
export const toHex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
